import type { OrderRow, PerkRow } from '../../../../db/schema/exchange.ts';
import type { Ctx, TxCtx } from '../../../context.ts';
import { type DueWork, processDue, processDueBestEffort } from '../../../due-work.ts';
import { nowIso } from '../../../platform/clock.ts';
import { yieldToEventLoop } from '../../../platform/runtime/event-loop.ts';
import * as market from '../../market/store.ts';
import { EXCHANGE_LOCK_KEYS } from '../../wallet/service/wallet.ts';
import * as store from '../../wallet/store.ts';
import * as orders from '../store.ts';
import { closeOrder } from './close.ts';

/** Open orders that have passed their expiry time. */
const orderExpiry: DueWork<OrderRow> = {
  lockKeys: EXCHANGE_LOCK_KEYS,
  find: (ctx, limit) => orders.listDue(ctx.db, { now: nowIso(ctx.clock), limit }),
  handle: async (tx, row) => {
    await closeOrder(tx, await getPerkRow(tx, row), row, null);
  },
};

async function getPerkRow(tx: TxCtx, { perkId }: OrderRow): Promise<PerkRow> {
  const perk = await store.findPerk(tx.db, perkId);
  if (!perk) throw new Error(`Perk ${perkId} not found`);
  return perk;
}

/** Expired perks checked for remaining orders per run. */
const MAX_DUE_PERKS = 100;

/** Open orders of expired perks. A book may hold thousands, so they end in batches to let other writes in between. */
const bookExpiry: DueWork<OrderRow> = {
  lockKeys: EXCHANGE_LOCK_KEYS,
  find: async (ctx, limit) => {
    for (const { id } of await store.listDuePerks(ctx.db, { now: nowIso(ctx.clock), limit: MAX_DUE_PERKS })) {
      const open = await orders.listOpenOfPerk(ctx.db, { perkId: id, limit });
      if (open.length > 0) return open;
    }
    return [];
  },
  handle: async (tx, row) => {
    await closeOrder(tx, await getPerkRow(tx, row), row, 'perkExpired');
  },
};

/** Orders of a perk cancelled between yields to the event loop. */
const BATCH_SIZE = 100;

/** Perks that have passed their expiry time: cancels their remaining orders and releases every reserve. */
const perkExpiry: DueWork<PerkRow> = {
  lockKeys: EXCHANGE_LOCK_KEYS,
  find: (ctx, limit) => store.listDuePerks(ctx.db, { now: nowIso(ctx.clock), limit }),
  handle: async (tx, perk) => {
    for (;;) {
      const open = await orders.listOpenOfPerk(tx.db, { perkId: perk.id, limit: BATCH_SIZE });
      for (const row of open) await closeOrder(tx, perk, row, 'perkExpired');
      if (open.length < BATCH_SIZE) break;
      await yieldToEventLoop();
    }
    await store.updatePerk(tx.db, perk.id, { status: 'expired', updatedAt: nowIso(tx.clock) });
    await market.markChanged(tx.db, perk.id);
  },
};

/** Expires overdue orders and perks: from the scheduler, and before operations on the book. @returns how many */
export async function processDueExchange(ctx: Ctx): Promise<number> {
  const expired = await processDue(ctx, orderExpiry);
  if (!(await hasDuePerk(ctx))) return expired;
  return expired + (await processDue(ctx, bookExpiry)) + (await processDue(ctx, perkExpiry));
}

export async function processDueExchangeBestEffort(ctx: Ctx): Promise<void> {
  await processDueBestEffort(ctx, orderExpiry);
  if (!(await hasDuePerk(ctx))) return;
  await processDueBestEffort(ctx, bookExpiry);
  // Orders of an expired perk end before the perk does; if a read stops waiting, the scheduler finishes both.
  if ((await bookExpiry.find(ctx, 1)).length === 0) await processDueBestEffort(ctx, perkExpiry);
}

async function hasDuePerk(ctx: Ctx): Promise<boolean> {
  return (await store.listDuePerks(ctx.db, { now: nowIso(ctx.clock), limit: 1 })).length > 0;
}
