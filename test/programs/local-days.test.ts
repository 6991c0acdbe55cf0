import { expect, test } from 'bun:test';
import { SCHEDULER } from '../../src/context.ts';
import { DAY_MS, HOUR_MS } from '../../src/platform/clock.ts';
import { recordVisit } from '../../src/programs/visits/service/record.ts';
import { isShortOnPostgres } from '../support/postgres-app.ts';
import { START_TIME } from '../support/test-app.ts';
import { ZONES } from '../support/time-zones.ts';
import { createProgram, enrollMember, scene } from './fixture.ts';

const YEARS = isShortOnPostgres ? 2 : 10;
const STEP_MS = HOUR_MS / 2;
/** From the evening before a change of clocks to the morning after the next midnight. */
const REACH_MS = 27 * HOUR_MS;
/** Half hours before and after midnight. */
const AROUND_MIDNIGHT = ['23:30', '00:00', '00:30', '01:00'];

/** The clocks of a zone by Intl, which the product does not use for arithmetic. */
function createClock(timeZone: string): (timeMs: number) => { day: string; time: string } {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  return timeMs => {
    const [day = '', time = ''] = format.format(timeMs).split(' ');
    return { day, time };
  };
}

/** Lists the days on which the clocks change within some years, and one ordinary day per year. */
function listDays(timeZone: string): number[] {
  const clockAt = createClock(timeZone);
  const days: number[] = [];
  for (let at = START_TIME + DAY_MS; at < START_TIME + YEARS * 365 * DAY_MS; at += DAY_MS) {
    const isChange = clockAt(at).time !== clockAt(at - DAY_MS).time;
    const isOrdinary = new Date(at).toISOString().slice(5, 10) === '02-02';
    if (isChange || isOrdinary) days.push(at);
  }
  return days;
}

test.each(ZONES)(
  'in %s, a member is counted once per local day around each change of clocks over several years',
  async timeZone => {
    const ctx = await scene();
    await ctx.call('PUT', '/business', { timeZone }, { as: ctx.business.token });
    const { id } = await createProgram(ctx, {}, { visits: { maxPerDay: 1 } });
    await enrollMember(ctx, id, 'regular');
    const clockAt = createClock(timeZone);
    const counted = new Set<string>();
    for (const day of listDays(timeZone))
      for (let at = day - REACH_MS; at <= day + REACH_MS; at += STEP_MS) {
        const local = clockAt(at);
        if (!AROUND_MIDNIGHT.includes(local.time) || at <= ctx.clock.now()) continue;
        ctx.clock.advance(at - ctx.clock.now());
        const result = await recordVisit(ctx.app.as(SCHEDULER), id, { memberId: 'regular' }).then(
          () => 'counted',
          ({ code }) => code,
        );
        expect([local, result]).toEqual([local, counted.has(local.day) ? 'LIMIT_REACHED' : 'counted']);
        counted.add(local.day);
      }
    await ctx.close();
    expect(counted.size).toBeGreaterThan(YEARS);
  },
  120_000,
);
