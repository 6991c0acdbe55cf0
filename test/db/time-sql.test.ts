import { Database } from 'bun:sqlite';
import { afterAll, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/bun-sqlite';
import { selectUtcDay, toEpochMinute, toLocalDay, type UtcDay } from '../../db/time-sql.ts';
import { DAY_MS, HOUR_MS, iso, MINUTE_MS } from '../../src/platform/clock.ts';

const client = new Database(':memory:');
const db = drizzle({ client });
afterAll(() => client.close());

const START = Date.parse('2027-12-30T00:00:00.000Z');

test.each([-840, -720, -330, -60, -1, 0, 1, 60, 345, 720, 840])(
  'rows are on the days of a time zone %d minutes from UTC',
  offsetMinutes => {
    for (let at = START; at < START + 3 * DAY_MS; at += 7 * MINUTE_MS) {
      const selected = sql`select ${selectUtcDay(offsetMinutes)} from (select ${iso(at)} as created_at) as one`;
      const [row] = db.all<UtcDay>(selected);
      expect(toLocalDay(row as UtcDay, offsetMinutes)).toBe(iso(at + offsetMinutes * MINUTE_MS).slice(0, 10));
    }
  },
);

test('minutes since the epoch are computed over leap years and ends of months', () => {
  for (
    let at = Date.parse('1999-12-31T23:59:59.999Z');
    at < Date.parse('2101-01-02');
    at += 19 * DAY_MS + HOUR_MS
  ) {
    const selected = sql`select ${toEpochMinute('time')} as minute from (select ${iso(at)} as time) as one`;
    expect(db.all<{ minute: number }>(selected)[0]?.minute).toBe(Math.floor(at / MINUTE_MS));
  }
});
