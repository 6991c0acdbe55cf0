import { describe, expect, test } from 'bun:test';
import { writeClaimLetter } from '../../src/claims/letter.ts';
import { getZone } from '../../src/mailings/rules/quiet-hours.ts';
import { createFormats } from '../../src/mailings/service/formats.ts';
import {
  DEFAULT_LOCALE,
  DEFAULT_TIME_ZONE,
  toUsableLocale,
  toUsableTimeZone,
} from '../../src/platform/intl.ts';
import { toLocale } from '../../src/platform/locales.ts';
import { getStartOfDay, getStartOfWeek, listOffsetSpans, toLocalDay } from '../../src/platform/time-zone.ts';
import { ODD_LOCALES, ODD_ZONES } from '../support/odd-locales.ts';

const TIME = '2027-01-02T03:04:05.000Z';
const LETTER = { shop: 'Blue Cup', code: '123-456', path: '/claim#123-456', expiresAt: TIME };

describe('a usable language tag', () => {
  test.each([
    ['en-US@posix', 'en-US'],
    ['en-US.UTF-8', 'en-US'],
    ['en-US,en', 'en-US'],
    ['de_DE', 'de-DE'],
    ['EN-us', 'en-US'],
    ['en--US', 'en'],
    ['nb-NO-NY', 'nb-NO'],
    ['de-CH-u-nu-latn', 'de-CH-u-nu-latn'],
    ['C', DEFAULT_LOCALE],
    ['*', DEFAULT_LOCALE],
    ['', DEFAULT_LOCALE],
    [undefined, DEFAULT_LOCALE],
    [null, DEFAULT_LOCALE],
  ])('of %p is %s', (tag, usable) => {
    expect(toUsableLocale(tag)).toBe(usable);
  });

  test('may have another fallback', () => {
    expect(toUsableLocale('C', 'de')).toBe('de');
  });

  test.each([
    ['en-US@posix', 'en'],
    ['de_DE', 'de'],
    ['pt', 'pt'],
    ['C', undefined],
    ['end', undefined],
    ['"><script>', undefined],
  ] as const)('names the language of the pages for %p', (tag, language) => {
    expect(toLocale(tag)).toBe(language);
  });
});

describe('a usable time zone', () => {
  test.each(['Europe/Berlin', 'Europe/Kyiv', 'Asia/Calcutta', 'America/Coyhaique', '+05:30', 'UTC'])(
    '%s stays itself',
    zone => {
      expect(toUsableTimeZone(zone)).toBe(zone);
    },
  );

  test.each(['Etc/Unknown', 'Foo/Bar', '', undefined, null])('of %p is UTC', zone => {
    expect(toUsableTimeZone(zone)).toBe(DEFAULT_TIME_ZONE);
  });
});

describe('mails and days work with every stored language and zone', () => {
  test.each(ODD_LOCALES.map(tag => [tag] as const))('%p', tag => {
    for (const zone of ODD_ZONES) {
      const settings = {
        locales: [tag ?? null],
        timeZone: zone ?? null,
        shop: 'Blue Cup',
        currency: 'EUR',
      };
      const formats = createFormats(settings);
      const texts = [formats.date(TIME), formats.day('2027-01-02'), formats.money(4.5), formats.number(1234)];
      expect(texts.filter(text => text.length > 0)).toHaveLength(texts.length);
      const { blocks } = writeClaimLetter({ ...LETTER, locale: tag ?? '', timeZone: zone ?? '' });
      expect(JSON.stringify(blocks)).toContain('2027');
    }
    expect(getStartOfWeek('2027-01-06', tag ?? '')).toMatch(/^2027-01-0[2-4]$/);
  });

  test.each(ODD_ZONES.map(zone => [zone] as const))('%p', zone => {
    const name = getZone({ timeZone: zone ?? null, businessTimeZone: null });
    const usable = toUsableTimeZone(zone);
    expect(toLocalDay(Date.parse(TIME), name)).toBe(toLocalDay(Date.parse(TIME), usable));
    expect(getStartOfDay('2027-01-02', name)).toBe(getStartOfDay('2027-01-02', usable));
    expect(listOffsetSpans(0, Date.parse(TIME), name)).toEqual(listOffsetSpans(0, Date.parse(TIME), usable));
  });
});
