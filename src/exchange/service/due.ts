import type { OrderRow, PerkRow } from '../../../db/schema/exchange.ts';
import type { Ctx, TxCtx } from '../../context.ts';
import { nowIso } from '../../platform/clock.ts';
import { turn } from '../../platform/turn.ts';
import { type Due, workOff, workOffForReader } from '../../sweep.ts';
import * as market from '../market-store.ts';
import * as orders from '../orders-store.ts';
import * as store from '../store.ts';
import { end } from './end.ts';

/** Open orders whose time has passed. */
const orderExpiry: Due<OrderRow> = {
  find: (ctx, limit) => orders.listDue(ctx.db, nowIso(ctx.clock), limit),
  handle: (tx, row) => {
    end(tx, perkOf(tx, row), row, null);
  },
};

function perkOf(tx: TxCtx, { perkId }: OrderRow): PerkRow {
  const perk = store.findPerk(tx.db, perkId);
  if (!perk) throw new Error(`Perk ${perkId} is gone`);
  return perk;
}

/** Perks looked at for orders that outlived them. */
const MAX_DUE_PERKS = 100;

/** Orders of perks whose time has passed. A book may hold thousands: they end some at a time, and others write. */
const bookExpiry: Due<OrderRow> = {
  find: (ctx, limit) => {
    for (const { id } of store.listDuePerks(ctx.db, nowIso(ctx.clock), MAX_DUE_PERKS)) {
      const open = orders.listOpenOfPerk(ctx.db, id, limit);
      if (open.length > 0) return open;
    }
    return [];
  },
  handle: (tx, row) => {
    end(tx, perkOf(tx, row), row, 'perkExpired');
  },
};

/** So many orders of a perk are cancelled before the event loop turns. */
const PART = 100;

/** Perks whose time has passed: whatever is still in their book ends with them, and every reserve is given back. */
const perkExpiry: Due<PerkRow> = {
  find: (ctx, limit) => store.listDuePerks(ctx.db, nowIso(ctx.clock), limit),
  handle: async (tx, perk) => {
    for (;;) {
      const open = orders.listOpenOfPerk(tx.db, perk.id, PART);
      for (const row of open) end(tx, perk, row, 'perkExpired');
      if (open.length < PART) break;
      await turn();
    }
    store.updatePerk(tx.db, perk.id, { status: 'expired', updatedAt: nowIso(tx.clock) });
    market.markChanged(tx.db, perk.id);
  },
};

/**
 * Expires orders and perks whose time has passed: by job, and by whoever touches the book in between.
 * @returns how many
 */
export async function sweep(ctx: Ctx): Promise<number> {
  const expired = await workOff(ctx, orderExpiry);
  if (!hasDuePerk(ctx)) return expired;
  return expired + (await workOff(ctx, bookExpiry)) + (await workOff(ctx, perkExpiry));
}

export async function sweepForReader(ctx: Ctx): Promise<void> {
  await workOffForReader(ctx, orderExpiry);
  if (!hasDuePerk(ctx)) return;
  await workOffForReader(ctx, bookExpiry);
  // A reader who lost patience leaves the rest to whoever works on it.
  if (bookExpiry.find(ctx, 1).length === 0) await workOffForReader(ctx, perkExpiry);
}

function hasDuePerk(ctx: Ctx): boolean {
  return store.listDuePerks(ctx.db, nowIso(ctx.clock), 1).length > 0;
}
