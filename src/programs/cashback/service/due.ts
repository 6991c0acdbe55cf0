import type { CashbackRow } from '../../../../db/schema/programs.ts';
import type { Ctx } from '../../../context.ts';
import { type DueWork, processDue, processDueBestEffort } from '../../../due-work.ts';
import { nowIso } from '../../../platform/clock.ts';
import * as store from '../store.ts';
import { expireCashback, releaseCashback } from './balances.ts';

/** Cashback whose hold period has ended. */
const held: DueWork<CashbackRow> = {
  find: (ctx, limit) => store.listReleasable(ctx.db, { now: nowIso(ctx.clock), limit }),
  handle: async (tx, row) => {
    await releaseCashback(tx, row, false);
  },
};

/** Unspent cashback that has passed its expiry date. */
const expiring: DueWork<CashbackRow> = {
  find: (ctx, limit) => store.listExpired(ctx.db, { now: nowIso(ctx.clock), limit }),
  handle: expireCashback,
};

/**
 * Releases cashback whose hold period has ended, from the scheduler and before operations that use it.
 * @returns how many
 */
export async function releaseDue(ctx: Ctx): Promise<number> {
  return processDue(ctx, held);
}

/** @returns how many records expired */
export async function expireDue(ctx: Ctx): Promise<number> {
  return processDue(ctx, expiring);
}

/** Releases, then expires: cashback overdue for both passes through available first. */
export async function processDueCashback(ctx: Ctx): Promise<void> {
  await releaseDue(ctx);
  await expireDue(ctx);
}

export async function processDueCashbackBestEffort(ctx: Ctx): Promise<void> {
  await processDueBestEffort(ctx, held);
  await processDueBestEffort(ctx, expiring);
}
