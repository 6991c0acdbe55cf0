import { describe, expect, test } from 'bun:test';
import legal from '../../seed/legal.json';
import { assessSubmission } from '../../src/planner/review/rules.ts';
import { LOCALES } from '../../src/platform/locales.ts';
import { createFormatter } from '../../src/platform/message-format.ts';

/** The labels by which regulators and the trade know advertising, at the start of a text. */
const LABELS = {
  en: /^(#ad |Before I start: |If you buy |The customer received |Note: )/,
  de: /^(Anzeige|Werbung)\b/,
  es: /^#?publicidad\b/i,
  fr: /^(Publicité|Collaboration commerciale) /,
  pt: /^#?publicidade\b/i,
  it: /^#?pubblicità[ :]/i,
  nl: /^#?(advertentie|reclame)\b/i,
  pl: /^#?reklama\b/i,
  tr: /^#?reklam\b/i,
  ar: /^#?إعلان[ :]/,
};

async function loadNotices(locale: string): Promise<Record<string, string>> {
  return (await import(`../../src/dashboard/messages/offer/${locale}.json`)).default.notices;
}

type Evidence = Parameters<typeof assessSubmission>[0];
function isDisclosed(notes: string): boolean | undefined {
  const evidence = {
    submission: {
      notes,
      proofUrl: 'https://instagram.com/p/abc',
      createdAt: '2026-06-01T00:00:00.000Z',
      risk: { flags: [], score: 0 },
      verification: { status: 'none', checks: [] },
    },
    campaign: {
      platform: 'instagram',
      hashtags: [],
      minFollowers: 0,
      disclosureRequired: true,
      disclosureText: null,
    },
    accountCreatedAt: undefined,
    disclosureTags: legal.disclosureHashtags.tags,
  } as unknown as Evidence;
  return assessSubmission(evidence).checks.find(({ name }) => name === 'disclosure')?.passed;
}

describe('The default disclosure', () => {
  test('is the same on an English page and in the API', async () => {
    const format = createFormatter('en');
    const values = { shop: '{business}', item: '{gift}' };
    const texts = Object.entries(await loadNotices('en')).map(([id, text]) => [id, format(text, values)]);
    const notices = legal.disclosureTemplates.map(({ id, text }) => [
      id,
      text.replace('{reward}', 'a reward'),
    ]);
    expect(Object.fromEntries(texts)).toEqual(Object.fromEntries(notices));
  });

  test.each([...LOCALES])(
    'starts with the label that is known in %s, and passes the review',
    async locale => {
      for (const [id, text] of Object.entries(await loadNotices(locale))) {
        expect(text).toMatch(LABELS[locale]);
        if (locale !== 'en' || id.startsWith('post'))
          expect([text, isDisclosed(`Blue Cup! ${text}`)]).toEqual([text, true]);
      }
    },
  );

  test('isolates names in Arabic', async () => {
    for (const text of Object.values(await loadNotices('ar'))) {
      expect(text.replaceAll(/\u2068\{\w+\}\u2069/g, '')).not.toContain('{');
    }
  });
});

describe('The review of notes', () => {
  const ACCEPTED = [
    '#Publicité',
    '#pubblicità',
    '#İşbirliği',
    '#REKLAM',
    '#إعلان',
    '#اعلان',
    '#pub',
    '#materiał_reklamowy',
  ];
  test.each(ACCEPTED)('accepts the label %s', label => {
    expect(isDisclosed(`Great coffee ${label}`)).toBe(true);
  });

  test.each(['Great coffee', 'A pub with good ads', 'Reklamation'])('finds no label in "%s"', notes => {
    expect(isDisclosed(notes)).toBe(false);
  });
});
