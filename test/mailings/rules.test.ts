import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { MAIL_KINDS, type MailKind } from '../../src/mailings/kinds-model.ts';
import { getRetryDelayMs, MAX_ATTEMPTS, RETRY_DELAYS_MS } from '../../src/mailings/rules/attempts.ts';
import { findQuietEnd } from '../../src/mailings/rules/quiet-hours.ts';
import { createToken, readToken } from '../../src/mailings/rules/unsubscribe.ts';
import { createFormats } from '../../src/mailings/service/formats.ts';
import { getTemplate } from '../../src/mailings/templates/index.ts';
import { LOCALES } from '../../src/platform/locales.ts';
import { type Frame, type Letter, toHtml, toText } from '../../src/platform/mail-document.ts';

const at = (time: string) => Date.parse(time);
const end = (time: string, from: string, to: string, zone: string) => {
  const found = findQuietEnd(at(time), { from, to }, zone);
  return found === undefined ? undefined : new Date(found).toISOString();
};

describe('quiet hours', () => {
  test('end in the morning of the person, before and after midnight', () => {
    expect(end('2026-06-01T20:30:00Z', '22:00', '08:00', 'Europe/Berlin')).toBe('2026-06-02T06:00:00.000Z');
    expect(end('2026-06-02T03:00:00Z', '22:00', '08:00', 'Europe/Berlin')).toBe('2026-06-02T06:00:00.000Z');
    expect(end('2026-06-01T19:59:00Z', '22:00', '08:00', 'Europe/Berlin')).toBeUndefined();
    expect(end('2026-06-02T06:00:00Z', '22:00', '08:00', 'Europe/Berlin')).toBeUndefined();
  });

  test('can be within a day', () => {
    expect(end('2026-06-01T12:30:00Z', '12:00', '14:00', 'UTC')).toBe('2026-06-01T14:00:00.000Z');
    expect(end('2026-06-01T14:00:00Z', '12:00', '14:00', 'UTC')).toBeUndefined();
  });

  test('follow the clock when it changes: a night of 9 hours in March, one of 11 in October', () => {
    expect(end('2026-03-28T21:00:00Z', '22:00', '08:00', 'Europe/Berlin')).toBe('2026-03-29T06:00:00.000Z');
    expect(end('2026-10-24T20:00:00Z', '22:00', '08:00', 'Europe/Berlin')).toBe('2026-10-25T07:00:00.000Z');
  });

  test('end the second time in an hour that happens twice', () => {
    const secondHour = '2030-11-03T06:00:00Z';
    expect(end(secondHour, '00:00', '01:30', 'America/New_York')).toBe('2030-11-03T06:30:00.000Z');
  });

  test('always end in the future, within a day and an hour', () => {
    const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu'];
    const minute = fc.integer({ min: 0, max: 24 * 60 - 1 });
    const toTime = (value: number) =>
      `${String(Math.floor(value / 60)).padStart(2, '0')}:${String(value % 60).padStart(2, '0')}`;
    fc.assert(
      fc.property(
        fc.integer({ min: at('2026-01-01T00:00:00Z'), max: at('2036-01-01T00:00:00Z') }),
        minute,
        minute,
        fc.constantFrom(...zones),
        (now, from, to, zone) => {
          fc.pre(from !== to);
          const quiet = { from: toTime(from), to: toTime(to) };
          const until = findQuietEnd(now, quiet, zone);
          if (until === undefined) return;
          expect(until).toBeGreaterThan(now);
          expect(until - now).toBeLessThanOrEqual(25 * 3_600_000);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe('unsubscribe tokens', () => {
  const link = { userId: 'usr_01jwnkr2g0f5v9t8d6mxyq4h01', kind: 'reward.issued' } as const;

  test('name a person and a kind, and no other key or text passes', () => {
    const token = createToken('key', link);
    expect(readToken('key', token)).toEqual(link);
    expect(readToken('other key', token)).toBeUndefined();
    for (let index = 0; index < token.length; index++) {
      const changed = `${token.slice(0, index)}${token[index] === 'A' ? 'B' : 'A'}${token.slice(index + 1)}`;
      expect(readToken('key', changed)).toBeUndefined();
    }
    for (const text of ['', '.', 'x', `${token}.x`.repeat(100)])
      expect(readToken('key', text)).toBeUndefined();
  });

  test('consist of characters that need no encoding in a URL', () => {
    expect(createToken('key', link)).toMatch(/^[\w.-]+$/);
  });
});

describe('attempts', () => {
  test('are repeated with growing delays, and given up after the last one', () => {
    const refused = { code: 'ECONNECTION' };
    const delays = Array.from({ length: MAX_ATTEMPTS }, (_, index) => getRetryDelayMs(index + 1, refused));
    expect(delays).toEqual([...RETRY_DELAYS_MS, undefined]);
    expect(delays.slice(0, -1)).toEqual(delays.slice(0, -1).toSorted((a = 0, b = 0) => a - b));
  });

  test('end at once for an address that does not exist, but not for a refused login or a full mailbox', () => {
    expect(getRetryDelayMs(1, { code: 'EENVELOPE', responseCode: 550 })).toBeUndefined();
    expect(getRetryDelayMs(1, { code: 'EENVELOPE', responseCode: 452 })).toBe(RETRY_DELAYS_MS[0]);
    expect(getRetryDelayMs(1, { code: 'EAUTH', responseCode: 535 })).toBe(RETRY_DELAYS_MS[0]);
  });
});

describe('letters', () => {
  const unsubscribe = { label: 'Unsubscribe', url: 'https://perks.example/unsubscribe/abc' };
  const frame: Frame = {
    name: 'Blue <b>Cup</b>',
    publicUrl: 'https://perks.example',
    accentColor: '#8a3ffc',
    logoUrl: 'https://perks.example/s/blue-cup/icons/192',
    language: 'en',
    direction: 'ltr',
    footer: {
      reason: 'You get this mail because you are a customer.',
      links: [{ label: 'Settings', url: 'https://perks.example/my/account' }, unsubscribe],
    },
  };
  const write = (kind: MailKind, locale: string) => {
    const settings = { locales: [locale], timeZone: 'UTC', shop: 'Blue Cup', currency: 'USD' };
    const template = getTemplate(kind);
    return template.write(template.sample('2026-06-01T12:00:00.000Z'), createFormats(settings));
  };
  /** The texts of a letter, in order. */
  const textsOf = ({ subject, blocks }: Letter): string[] => [
    subject,
    ...blocks.flatMap(block =>
      'text' in block ? [block.text] : 'items' in block ? block.items.flat() : [block.label],
    ),
  ];

  test.each(MAIL_KINDS)('%s has the same words in text and HTML, in every language', kind => {
    for (const locale of LOCALES) {
      const letter = write(kind, locale);
      const [text, html] = [toText(letter, frame), toHtml(letter, frame)];
      for (const part of [text, html]) expect(part).toContain(unsubscribe.url);
      for (const one of textsOf(letter).slice(1)) {
        expect(html).toContain(Bun.escapeHTML(one));
        expect(text).toContain(one);
      }
    }
  });

  test.each(MAIL_KINDS)('%s says the same in every language: the same blocks, names and figures', kind => {
    const english = write(kind, 'en');
    const shape = ({ blocks }: Letter) =>
      blocks.map(block => [block.type, 'items' in block ? block.items.length : 0]);
    for (const locale of LOCALES.slice(1)) {
      const letter = write(kind, locale);
      expect(shape(letter)).toEqual(shape(english));
      expect(textsOf(letter).join(' ')).not.toMatch(/undefined|\bnull\b|NaN|\[object/);
      for (const name of ['Blue Cup', 'Story of the week', 'Cappuccino', 'Regulars', 'Gold'])
        if (textsOf(english).some(one => one.includes(name)))
          expect(textsOf(letter).join(' ')).toContain(name);
      const isTranslated = textsOf(letter).filter((one, index) => one !== textsOf(english)[index]);
      expect(isTranslated.length).toBeGreaterThan(textsOf(letter).length / 2);
    }
  });

  test('amounts, dates and rewards follow the tag, and an unknown language gets the one of the shop', () => {
    const base = { timeZone: 'Europe/Berlin', shop: 'Blue Cup', currency: 'EUR' };
    const german = createFormats({ ...base, locales: ['ja-JP', 'de-DE'] });
    expect(german.locale).toBe('de');
    expect(german.money(1234.5)).toBe('1.234,50\u00a0€');
    expect(german.date('2026-06-01T22:30:00.000Z')).toBe('2. Juni 2026');
    expect(german.day('2026-06-01')).toBe('1. Juni 2026');
    const item = { type: 'item', value: null, name: 'Kuchen', maxAmount: null };
    expect(german.offer(item)).toBe('Kuchen');
    expect(german.offer({ ...item, type: 'fixed', value: 5, name: null })).toBe('5\u00a0€ Rabatt');
    const share = { type: 'percentage', value: 12.5, name: null, maxAmount: 20 };
    expect(german.offer(share)).toBe('12,5\u00a0% Rabatt, höchstens 20\u00a0€');
    expect(createFormats({ ...base, locales: [null] }).offer(share)).toBe('12.5% off, up to €20');
    expect(createFormats({ ...base, locales: ['ar'] }).number(1234)).toMatch(/^1[,.]234$/);
  });

  test('escape every value in the HTML, and set its direction', () => {
    const hostile = '<img src=x onerror=alert(1)>"\'&';
    const letter: Letter = {
      subject: hostile,
      blocks: [
        { type: 'paragraph', text: hostile },
        { type: 'facts', items: [[hostile, hostile]] },
        { type: 'list', items: [hostile] },
        { type: 'button', label: hostile, path: '/my"><script>' },
      ],
    };
    const html = toHtml(letter, { ...frame, language: 'ar', direction: 'rtl' });
    expect(html).not.toContain('<img src=x');
    expect(html).not.toContain('<script>');
    expect(html).not.toContain('<b>Cup');
    expect(html).toContain('<html lang="ar" dir="rtl">');
  });
});
