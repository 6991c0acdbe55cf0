import type { CashbackRow } from '../../../db/schema/programs.ts';
import type { Ctx } from '../../context.ts';
import { nowIso } from '../../platform/clock.ts';
import { type Due, workOff, workOffForReader } from '../../sweep.ts';
import * as store from '../cashback-store.ts';
import { expire, release } from './holdings.ts';

/** Cashback whose hold is over. */
const held: Due<CashbackRow> = {
  find: (ctx, limit) => store.listHeldUntil(ctx.db, nowIso(ctx.clock), limit),
  handle: (tx, row) => {
    release(tx, row, false);
  },
};

/** Cashback that was not spent in time. */
const expiring: Due<CashbackRow> = {
  find: (ctx, limit) => store.listExpired(ctx.db, nowIso(ctx.clock), limit),
  handle: expire,
};

/** Makes cashback available whose hold is over: by job, and by whoever touches it in between. @returns how many */
export async function releaseDue(ctx: Ctx): Promise<number> {
  return workOff(ctx, held);
}

/** @returns how many records expired */
export async function expireDue(ctx: Ctx): Promise<number> {
  return workOff(ctx, expiring);
}

/** Both, in this order: what was held for longer than it lives is available for a moment, and expires. */
export async function sweep(ctx: Ctx): Promise<void> {
  await releaseDue(ctx);
  await expireDue(ctx);
}

export async function sweepForReader(ctx: Ctx): Promise<void> {
  await workOffForReader(ctx, held);
  await workOffForReader(ctx, expiring);
}
