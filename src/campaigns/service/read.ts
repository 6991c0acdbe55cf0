import type { Ctx, TxCtx } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { nowIso } from '../../platform/clock.ts';
import { offsetOf, type Page, type PageQuery, toPage } from '../../platform/page.ts';
import type { Campaign } from '../model.ts';
import type { State } from '../rules.ts';
import * as store from '../store.ts';
import { expireDueIfPossible } from './expire.ts';

export interface CampaignQuery extends PageQuery {
  state?: State;
  businessId?: string;
}

/** A customer sees the active campaigns of every business, a business its own, an admin all. */
export async function list(ctx: Ctx, query: CampaignQuery): Promise<Page<Campaign>> {
  await expireDueIfPossible(ctx);
  const filter = visibleTo(ctx, query);
  if (!filter) return toPage([], 0, query);
  const { items, total } = store.list(ctx.db, filter, query.perPage, offsetOf(query));
  const now = nowIso(ctx.clock);
  return toPage(
    items.map(row => store.present(row, now)),
    total,
    query,
  );
}

function visibleTo({ actor }: Ctx, { state, businessId }: CampaignQuery): store.CampaignFilter | undefined {
  if (actor.role === 'customer') {
    if (state !== undefined && state !== 'active') return undefined;
    return { businessId: businessId ?? null, state: 'active' };
  }
  const own = actor.businessId;
  if (own && businessId !== undefined && businessId !== own) return undefined;
  return { businessId: own ?? businessId ?? null, state: state ?? null };
}

/** @throws NOT_FOUND, also for a foreign campaign, and for a customer for one that is not active */
export async function get(ctx: Ctx, id: string): Promise<Campaign> {
  await expireDueIfPossible(ctx);
  return store.present(requireVisible(ctx, id), nowIso(ctx.clock));
}

/** @throws NOT_FOUND unless the caller may see the campaign */
export function requireVisible(ctx: TxCtx, id: string): store.CampaignRow {
  const row = store.find(ctx.db, id);
  const { actor } = ctx;
  const isVisible =
    actor.role === 'admin' ||
    (actor.role === 'customer' && row?.state === 'active') ||
    (actor.businessId !== null && row?.businessId === actor.businessId);
  if (!row || !isVisible) throw notFound();
  return row;
}

/** As requireVisible, but a customer meets a campaign in any state, so that a paused one can say so. */
export function requireSubmittable(tx: TxCtx, id: string): store.CampaignRow {
  if (tx.actor.role !== 'customer') return requireVisible(tx, id);
  const row = store.find(tx.db, id);
  if (!row) throw notFound();
  return row;
}
