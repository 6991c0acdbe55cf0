import { expect, test } from 'bun:test';
import { iso } from '../../src/platform/clock.ts';
import { findDateOrder, readDataDate } from '../../src/platform/date-text.ts';

/** Reads a date of a file of a business in New York, or in a country without a time difference. */
function read(
  text: string,
  country: string | null = 'US',
  timeZone = 'America/New_York',
): string | undefined {
  const timeMs = readDataDate(text, { timeZone, dateOrder: findDateOrder(country) });
  return timeMs === undefined ? undefined : iso(timeMs);
}

const DAY = '2024-03-07T05:00:00.000Z';

test.each([
  ['2024-03-07', DAY],
  ['2024/3/7', DAY],
  ['3/7/2024', DAY],
  ['3/7/24', DAY],
  ['7.3.2024', DAY],
  ['Mar 7, 2024', DAY],
  ['March 7 2024', DAY],
  ['7 mar 2024', DAY],
  ['2024-03-07T10:00:00Z', '2024-03-07T10:00:00.000Z'],
  ['2024-03-07 10:00:00.123 UTC', '2024-03-07T10:00:00.000Z'],
  ['2024-03-07T10:00:00+0200', '2024-03-07T08:00:00.000Z'],
  ['2024-07-07 10:00:05', '2024-07-07T14:00:05.000Z'],
  ['3/7/2024 10:05:00.5', '2024-03-07T15:05:00.000Z'],
  ['3/7/2024 10:05 PM', '2024-03-08T03:05:00.000Z'],
  ['March 7 2024, 12:15 am', '2024-03-07T05:15:00.000Z'],
  // A time that clocks skip.
  ['2024-03-10 02:30', '2024-03-10T07:30:00.000Z'],
])('%s is a date', (text, expected) => {
  expect(read(text)).toBe(expected);
});

test.each([
  ...['13/7/2024', '2024-02-30', '0000-00-00', '45358', 'March 2024', '7.3.', 'yesterday', ''],
  ...['3/7/2024 13:00 PM', '2024-03-07 24:00', '2024-03-07 10:60', '2024-03-07 10:00+99:00', '3/7-2024'],
])('%s is none', text => {
  expect(read(text)).toBeUndefined();
});

test.each([
  ['GB', '2024-07-03'],
  ['DE', '2024-07-03'],
  ['SA', '2024-07-03'],
  ['PH', '2024-03-07'],
  // The year is first there, so that people who write it last mean either order.
  ['JP', undefined],
  ['CA', undefined],
  [null, undefined],
])('3/7/2024 has the order of %p', (country, expected) => {
  expect(read('3/7/2024', country, 'UTC')?.slice(0, 10)).toBe(expected as string);
});
