import { atomically, type Ctx } from '../../context.ts';
import { nowIso } from '../../platform/clock.ts';
import * as store from '../store.ts';

/** Forgets sessions and links that are over. @returns how many. */
export async function forgetExpired(ctx: Ctx): Promise<number> {
  return atomically(ctx, async tx => store.sweepExpired(tx.db, nowIso(tx.clock)));
}
