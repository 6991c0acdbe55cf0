import type { Db } from '../../../db/client.ts';
import { findFact, saveFact } from '../../../db/facts.ts';
import { atomically, type Ctx } from '../../context.ts';
import { type ClockHistory, followClock, parseHistory } from '../rules/clock-history.ts';

/** Returns the times that the clock has shown; undefined if it was never read. */
export async function readClockHistory(db: Db): Promise<ClockHistory | undefined> {
  return parseHistory(await findFact(db, 'clock'));
}

/**
 * Adds the time that the clock shows to its history. The jobs that delete what is past its retention ask for it: a clock that is
 * suddenly weeks or years ahead would have them delete everything, so they wait until it was steady for a day.
 */
export async function noteClock(ctx: Ctx): Promise<ClockHistory> {
  const history = await readClockHistory(ctx.db);
  const next = followClock(history, ctx.clock.now());
  await atomically(ctx, tx => saveFact(tx.db, 'clock', JSON.stringify(next)), []);
  if (next.leap && next.leap.at !== history?.leap?.at)
    ctx.log.warn('The clock has leapt. Nothing past its retention is deleted for a day', next.leap);
  return next;
}
