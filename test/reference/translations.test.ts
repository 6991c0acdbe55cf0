import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import seed from '../../seed/actions.json' with { type: 'json' };
import legal from '../../seed/legal.json' with { type: 'json' };
import { loadReference } from '../../seed/load.ts';
import { translateWarnings } from '../../src/campaigns/service/policy.ts';
import { createLibrary } from '../../src/library/library.ts';
import english from '../../src/library/messages/en.json' with { type: 'json' };
import { loadLibraryTexts, toTask } from '../../src/library/translations.ts';
import { LOCALES, type Locale } from '../../src/platform/locales.ts';
import type { Json } from '../campaigns/fixture.ts';
import { expectInvalidFields } from '../http/fixture.ts';
import { CAMPAIGN, createBusiness } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const OTHERS = LOCALES.filter(locale => locale !== 'en');
/** Its "business" is a client of the shop, which is not the one that the task is for. */
const CLIENT = 'Introduce a business client';

describe('the texts of the library', () => {
  const laws = legal.jurisdictions.flatMap(({ rules, disclosureRule }) =>
    rules.filter(({ id }) => id === disclosureRule).flatMap(({ title, summary }) => [title, summary]),
  );
  const sources = [
    ...new Set([
      ...seed.flatMap(action => [action.name, action.description, action.policyNote]),
      ...seed.flatMap(action => ('rewardableNote' in action ? [action.rewardableNote as string] : [])),
      ...laws,
    ]),
  ];

  test.each(OTHERS)('are all there in %s, and no others', async locale => {
    const { texts } = (await import(`../../src/library/messages/${locale}.json`)).default;
    expect(Object.keys(texts).sort()).toEqual(sources.sort());
    for (const [source, text] of Object.entries(texts) as [string, string][])
      expect([source, /[.،]$/.test(text)]).toEqual([source, source.endsWith('.')]);
  });

  test('name the shop in every task whose name speaks of the business', () => {
    const names = [...new Set(seed.map(({ name }) => name))];
    const withBusiness = names.filter(name => /\bbusiness\b/.test(name) && name !== CLIENT);
    expect(Object.keys(english.tasks).sort()).toEqual(withBusiness.sort());
    for (const name of names)
      expect([name, toTask(name).split('{shop}').length - 1]).toEqual([
        name,
        withBusiness.includes(name) ? 1 : 0,
      ]);
  });

  test('stay as they are where the data of the installation has others', async () => {
    const own = { name: 'Sing our song', task: 'Sing our song', description: 'At the counter.' };
    for (const locale of LOCALES) expect((await loadLibraryTexts(locale)).translate(own)).toEqual(own);
  });
});

describe('the warnings about actions', () => {
  const library = createLibrary(loadReference().data);
  const queries = seed.map(({ id, platform, type }) => ({ platform, actionType: type, actionId: id }));
  /** A value that is missing, or a sentence that exists in English only. */
  const BROKEN = /undefined|null|[{}]|For example/;

  test.each(OTHERS)('are all in %s, with the same codes and sources', async locale => {
    const texts = await loadLibraryTexts(locale);
    for (const query of queries) {
      const written = library.warningsFor({ ...query, hashtags: ['bluecup'] });
      const translated = library.warningsFor({ ...query, hashtags: ['bluecup'] }, texts);
      expect(translated.map(({ code, source }) => [code, source])).toEqual(
        written.map(({ code, source }) => [code, source]),
      );
      for (const [index, { message, alternative }] of translated.entries()) {
        expect(message).not.toBe(written[index]?.message as string);
        expect(message).not.toMatch(BROKEN);
        expect(alternative?.actionId).toBe(written[index]?.alternative?.actionId);
        if (alternative) expect(alternative.name).not.toBe(written[index]?.alternative?.name as string);
      }
    }
  });

  test('are English where a rule is not one of an action, and where a name is unknown', async () => {
    const texts = await loadLibraryTexts('de');
    for (const query of [
      { platform: 'reddit', actionType: 'share' },
      { platform: 'snapchat', actionType: 'referral' },
      { platform: 'myspace', actionType: 'story' },
    ])
      expect(library.warningsFor(query, texts)).toEqual(library.warningsFor(query));
  });

  test('stay as they were written when the rule has changed since', async () => {
    const query = { ...queries[0], hashtags: [] } as never;
    const [current] = library.warningsFor(query);
    const former = { ...current, message: 'A milder rule' };
    const row = { ...(query as object), warnings: [former, current] } as never;
    const [kept, translated] = await translateWarnings({ library } as never, row, 'de');
    expect(kept).toEqual(former as never);
    expect(translated?.message).toStartWith('„Den Shop in einer Story erwähnen“ darf auf Instagram nur mit');
    expect(await translateWarnings({ library } as never, row, 'en')).toEqual([former, current] as never);
  });
});

describe('a language of the API', () => {
  const STORY = 'instagram-story-mention';
  let ctx: TestApp;
  let slug: string;
  let id: string;
  let token: string;
  let shop: string;
  beforeAll(async () => {
    ctx = await createTestApp();
    const owner = await createBusiness(ctx);
    const body = { ...CAMPAIGN, platform: 'instagram', actionId: STORY, launch: true };
    ({ slug, id } = (await ctx.call('POST', '/campaigns', body, { as: owner.token })).data);
    token = owner.token;
    shop = (await ctx.call('GET', '/business', undefined, { as: owner.token })).data.slug;
  });
  afterAll(() => ctx.close());

  const read = async (path: string, locale?: Locale) =>
    (await ctx.call('GET', `${path}${locale ? `?locale=${locale}` : ''}`)).data;
  const inGerman = {
    id: STORY,
    name: 'Den Shop in einer Story erwähnen',
    task: '{shop} in einer Story erwähnen',
    description: 'Eine Story, die den Besuch oder das Produkt zeigt und das Konto des Shops erwähnt.',
  };
  const inEnglish = {
    id: STORY,
    name: 'Mention the business in a Story',
    task: 'Mention {shop} in your Story',
    description: 'A Story showing the visit or product that mentions the business account.',
  };

  test('is that of actions in the library, on a page of a campaign and of a shop', async () => {
    const actions = {
      '/actions': ({ items }: Json) => items[0],
      [`/links/${slug}`]: ({ campaign }: Json) => campaign.action,
      [`/shops/${shop}`]: ({ offers }: Json) => offers[0].action,
    };
    for (const [path, find] of Object.entries(actions)) {
      expect([path, find(await read(path, 'de'))]).toMatchObject([path, inGerman]);
      expect([path, find(await read(path))]).toMatchObject([path, inEnglish]);
      expect([path, find(await read(path, 'en'))]).toMatchObject([path, inEnglish]);
    }
  });

  test('is that of the warnings of a campaign and of its compliance card', async () => {
    const get = async (path: string) => (await ctx.call('GET', path, undefined, { as: token })).data;
    const written = await get(`/campaigns/${id}`);
    const translated = await get(`/campaigns/${id}?locale=de`);
    const [{ message }] = translated.warnings;
    expect(message).toStartWith(
      '„Den Shop in einer Story erwähnen“ darf auf Instagram nur mit einer deutlichen',
    );
    expect({ ...translated, warnings: written.warnings }).toEqual(written);
    expect(await get(`/campaigns/${id}/compliance?locale=de`)).toMatchObject({
      action: inGerman,
      rules: [{ code: 'policyDisclose', message }],
      law: { jurisdiction: 'us', title: 'Sagen, wenn es eine Gegenleistung gibt' },
    });
    expect((await get(`/campaigns/${id}/compliance`)).rules[0].message).toBe(written.warnings[0].message);
  });

  test('changes nothing but the texts', async () => {
    const { items, ...rest } = await read('/actions');
    const arabic = await read('/actions', 'ar');
    expect(arabic).toEqual({
      ...rest,
      items: items.map((item: Json, index: number) => ({
        ...item,
        name: arabic.items[index].name,
        task: arabic.items[index].task,
        description: arabic.items[index].description,
        policyNote: arabic.items[index].policyNote,
        ...(item.rewardableNote ? { rewardableNote: arabic.items[index].rewardableNote } : {}),
      })),
    });
    for (const [index, { name, description, policyNote }] of items.entries()) {
      const { name: own, description: words, policyNote: note } = arabic.items[index];
      expect([own, words, note].filter(text => [name, description, policyNote].includes(text))).toEqual([]);
    }
  });

  test('is one of the ten', async () => {
    for (const path of ['/actions', `/links/${slug}`, `/shops/${shop}`, `/campaigns/${id}`]) {
      const wrong = await ctx.call('GET', `${path}?locale=xx`, undefined, { as: token });
      expect(expectInvalidFields(wrong)).toEqual(['locale']);
    }
  });
});
