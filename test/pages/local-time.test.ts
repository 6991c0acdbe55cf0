import { describe, expect, test } from 'bun:test';
import {
  formatDate,
  formatDateTime,
  formatLastDay,
  formatTimeLeft,
  formatValidUntil,
} from '../../src/dashboard/data/format.ts';
import {
  fromLocalInput,
  getStartOfDay,
  lastDays,
  toDay,
  toLocalInput,
} from '../../src/dashboard/data/local-time.ts';
import { timeZone } from '../../src/dashboard/data/time-zone.ts';
import { DAY_MS, iso } from '../../src/platform/clock.ts';
import * as server from '../../src/platform/time-zone.ts';
import { FIRST_DAY, LAST_DAY, ZONES } from '../support/time-zones.ts';

const BERLIN = 'Europe/Berlin';

test.each(ZONES)('the pages agree with the server about every day of ten years in %s', zone => {
  for (let day = FIRST_DAY; day <= LAST_DAY; day = server.addDays(day, 1)) {
    const startMs = server.getStartOfDay(day, zone);
    expect(getStartOfDay(day, zone)).toBe(startMs);
    expect(toDay(startMs, zone)).toBe(day);
    expect(toDay(startMs - 1, zone)).toBe(server.addDays(day, -1));
  }
});

describe('a day with an optional time', () => {
  test('alone, it is its first moment or the midnight that ends it', () => {
    expect(fromLocalInput('2026-06-05', 'start', BERLIN)).toBe('2026-06-04T22:00:00.000Z');
    expect(fromLocalInput('2026-06-05', 'end', BERLIN)).toBe('2026-06-05T22:00:00.000Z');
    expect(toLocalInput('2026-06-05T22:00:00.000Z', 'end', BERLIN)).toBe('2026-06-05');
    expect(formatLastDay('2026-06-05T22:00:00.000Z', BERLIN)).toBe(
      formatDate('2026-06-05T12:00:00Z', BERLIN),
    );
  });

  test.each(ZONES)('every day and time of a year survives the conversion and back in %s', zone => {
    for (let at = Date.parse('2026-01-01'); at < Date.parse('2027-01-01'); at += DAY_MS / 2 - 17 * 60_000) {
      for (const edge of ['start', 'end'] as const) {
        const text = toLocalInput(iso(at), edge, zone);
        const back = Date.parse(fromLocalInput(text, edge, zone) as string);
        // An hour that clocks show twice means the first one.
        expect([0, 30 * 60_000, 60 * 60_000]).toContain(at - back);
        expect(toLocalInput(iso(back), edge, zone)).toBe(text);
      }
    }
  });

  test('at a change of clocks, a skipped time is after the gap, and a time shown twice is the first', () => {
    expect(fromLocalInput('2026-03-29T02:30', 'start', BERLIN)).toBe('2026-03-29T01:30:00.000Z');
    expect(fromLocalInput('2026-10-25T02:30', 'start', BERLIN)).toBe('2026-10-25T00:30:00.000Z');
  });

  test.each([
    ['Africa/Cairo', '2027-04-29'],
    ['America/Santiago', '2027-09-04'],
    ['America/Havana', '2027-03-13'],
    ['Asia/Beirut', '2027-03-27'],
  ])('in %s, the midnight after %s is skipped, and both days stay days', (zone, day) => {
    const next = server.addDays(day, 1);
    const skippedMs = server.getEndOfDay(day, zone);
    expect(new Date(skippedMs - 1).getTime() - server.getStartOfDay(day, zone)).toBe(DAY_MS - 1);
    expect(toLocalInput(iso(skippedMs), 'end', zone)).toBe(day);
    expect(toLocalInput(iso(skippedMs), 'start', zone)).toBe(next);
    expect(fromLocalInput(day, 'end', zone)).toBe(iso(skippedMs));
    expect(fromLocalInput(next, 'start', zone)).toBe(iso(skippedMs));
    expect(toLocalInput(iso(skippedMs + 60_000), 'end', zone)).toBe(`${next}T01:01`);
  });

  test('an empty or invalid one is null', () => {
    expect([toLocalInput(null, 'start', BERLIN), fromLocalInput('', 'end', BERLIN)]).toEqual(['', null]);
    expect(fromLocalInput('2026-13-01', 'end', BERLIN)).toBeNull();
  });
});

test('the last days include today and have as many days as asked, also where a day has 25 hours', () => {
  expect(lastDays(30, Date.parse('2026-11-15T00:10:00.000Z'))).toEqual({
    from: '2026-10-17',
    to: '2026-11-15',
  });
});

test("a time is shown as a clock in the business's zone shows it", () => {
  const before = timeZone.value;
  timeZone.value = 'Asia/Tokyo';
  expect(formatDateTime('2026-06-05T22:00:00.000Z')).toMatch(/^Jun 6, 2026, 7:00\sAM$/);
  expect(formatDate('2026-06-05T22:00:00.000Z')).toBe('Jun 6, 2026');
  timeZone.value = before;
});

describe('the last moment of March 3 in Berlin', () => {
  const LAST = '2027-03-03T22:59:59.999Z';

  test.each([
    [BERLIN, /^Mar 3, 2027$/],
    ['Asia/Tokyo', /^Mar 4, 2027, 7:59\sAM$/],
    ['America/New_York', /^Mar 3, 2027, 5:59\sPM$/],
  ])('is shown in %s as the day if that ends then, else with the time', (zone, text) => {
    const before = timeZone.value;
    timeZone.value = zone;
    expect(formatValidUntil(LAST)).toMatch(text);
    expect(formatTimeLeft(LAST, Date.parse('2027-02-01T09:23:00.000Z'))).toMatch(text);
    timeZone.value = before;
  });

  test('is the day even if the next one starts at 01:00', () => {
    const before = timeZone.value;
    timeZone.value = 'Africa/Cairo';
    expect(formatValidUntil('2027-04-29T21:59:59.999Z')).toBe('Apr 29, 2027');
    timeZone.value = before;
  });

  test.each([
    ['2027-02-28T09:00:00.000Z', 'in 3 days'],
    ['2027-03-02T08:00:00.000Z', 'tomorrow'],
    ['2027-03-03T09:20:00.000Z', 'in 13 hours'],
    ['2027-03-03T22:59:30.000Z', 'now'],
  ])('at %s, the time left is rounded down: %s', (now, text) => {
    expect(formatTimeLeft(LAST, Date.parse(now))).toBe(text);
  });
});
