import { describe, expect, test } from 'bun:test';
import { formatDate, formatDateTime, formatLastDay, formatMoney } from '../../src/dashboard/data/format.ts';
import { fromLocalInput, getStartOfDay, toDay, toLocalInput } from '../../src/dashboard/data/local-time.ts';
import { timeZone } from '../../src/dashboard/data/time-zone.ts';
import { formatText, setTextLocale, toFormatLocale } from '../../src/dashboard/messages/text.ts';
import { toUsableTimeZone } from '../../src/platform/intl.ts';
import { LOCALES } from '../../src/platform/locales.ts';
import { ODD_LOCALES, ODD_ZONES } from '../support/odd-locales.ts';

const TIME = '2027-01-02T03:04:05.000Z';
const TIME_MS = Date.parse(TIME);

describe('the tag for dates and numbers', () => {
  test.each([
    [['en-US@posix'], 'en-US'],
    [['en-US.UTF-8'], 'en-US'],
    [['en-US,en'], 'en-US'],
    [['en_GB'], 'en-GB'],
    [['de-DE', 'en-GB'], 'en-GB'],
    [['C'], 'en'],
    [[], 'en'],
  ])('of %j is %s on an English page', (languages, tag) => {
    expect(toFormatLocale('en', { languages })).toBe(tag);
  });

  test('is that of the page if the browser reports no languages', () => {
    expect(toFormatLocale('de', { language: 'de_CH' })).toBe('de-CH');
    expect(toFormatLocale('de', {})).toBe('de');
    expect(toFormatLocale('de', undefined)).toBe('de');
  });

  test('has Latin digits in Arabic', () => {
    const tag = toFormatLocale('ar', { languages: ['ar_EG@posix'] });
    expect(tag).toBe('ar-EG-u-nu-latn');
    expect(new Intl.NumberFormat(tag).format(42)).toBe('42');
  });
});

describe('every odd language formats in every language of the pages', () => {
  test.each(ODD_LOCALES.map(tag => [tag] as const))('%p', tag => {
    for (const locale of LOCALES) {
      const format = toFormatLocale(locale, { languages: [tag as string] });
      setTextLocale(format);
      expect(formatText('{count, plural, other {# days}}', { count: 7 })).toEndWith(' days');
      setTextLocale(tag as string);
      expect(formatText('{count, plural, one {# day} other {# days}}', { count: 2 })).toEndWith('days');
      setTextLocale('en');
      for (const zone of ODD_ZONES) {
        const text = new Intl.DateTimeFormat(format, {
          dateStyle: 'medium',
          timeZone: toUsableTimeZone(zone),
        });
        expect(text.format(TIME_MS)).toMatch(/\p{N}/u);
      }
    }
  });
});

test.each(ODD_ZONES.map(zone => [zone] as const))('a page formats with the time zone %p', zone => {
  const [before, name] = [timeZone.value, zone as string];
  timeZone.value = name;
  const usable = toUsableTimeZone(zone);
  for (const format of [
    (given?: string) => formatDate(TIME, given),
    (given?: string) => formatLastDay(TIME, given),
  ])
    for (const text of [format(), format(name)]) expect(text).toStartWith(format(usable));
  expect(formatDateTime(TIME)).toContain('2027');
  expect(toDay(TIME_MS)).toBe(toDay(TIME_MS, usable));
  expect(getStartOfDay('2027-01-02')).toBe(getStartOfDay('2027-01-02', usable));
  for (const edge of ['start', 'end'] as const) {
    const text = toLocalInput(TIME, edge);
    expect(text).toBe(toLocalInput(TIME, edge, usable));
    expect(fromLocalInput(text, edge)).toBe('2027-01-02T03:04:00.000Z');
  }
  expect(formatMoney(4.5, 'EUR')).toContain('4.50');
  timeZone.value = before;
});

test('a date in UTC instead of a zone that the browser lacks is marked', () => {
  expect(formatDate(TIME, 'Foo/Bar')).toBe('Jan 2, 2027 (UTC)');
  expect(formatDate(TIME, 'UTC')).toBe('Jan 2, 2027');
});
