import { atomically, type Ctx } from '../../context.ts';
import { DAY_MS, iso } from '../../platform/clock.ts';
import * as store from '../store.ts';

/** So long an expired refresh token is still told from one that never was. */
const KEEP_EXPIRED_MS = 30 * DAY_MS;

/** Forgets sessions and links that are over. @returns how many. */
export async function forgetExpired(ctx: Ctx): Promise<number> {
  return atomically(ctx, async tx => {
    const now = tx.clock.now();
    return store.sweepExpired(tx.db, iso(now), iso(now - KEEP_EXPIRED_MS));
  });
}
