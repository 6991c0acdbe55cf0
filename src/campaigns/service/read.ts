import type { CampaignRow } from '../../../db/schema/campaigns.ts';
import type { AnyCtx, Ctx } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { nowIso } from '../../platform/clock.ts';
import { offsetOf, type Page, type PageQuery, toPage } from '../../platform/page.ts';
import { belongsToBusiness, resolveListScope } from '../../tenancy.ts';
import type { Campaign } from '../model.ts';
import { hasStarted, type State, toCampaign } from '../rules.ts';
import type { CampaignRun } from '../store.ts';
import * as store from '../store.ts';
import { expireDueForReader } from './expire.ts';

export interface CampaignQuery extends PageQuery {
  state?: State;
  businessId?: string;
}

/** A customer sees the active campaigns of every business, a business its own, an admin all. */
export async function listCampaigns(ctx: Ctx, query: CampaignQuery): Promise<Page<Campaign>> {
  await expireDueForReader(ctx);
  const filter = visibleTo(ctx, query);
  if (!filter) return toPage([], 0, query);
  const { items, total } = store.list(ctx.db, filter, query.perPage, offsetOf(query));
  const now = nowIso(ctx.clock);
  return toPage(
    items.map(row => toCampaign(row, now)),
    total,
    query,
  );
}

/** Active campaigns of every business that take submissions by now, newest first. */
export async function listOpen(ctx: Ctx, limit: number): Promise<CampaignRow[]> {
  await expireDueForReader(ctx);
  const now = nowIso(ctx.clock);
  return store
    .list(ctx.db, { state: 'active' }, limit, 0)
    .items.filter(({ startsAt }) => hasStarted(startsAt, now));
}

/** Customers are shown what they can take part in; undefined is an empty list. */
function visibleTo({ actor }: Ctx, { state, businessId }: CampaignQuery) {
  if (actor.role !== 'customer') {
    const scope = resolveListScope(actor, { businessId });
    return scope && { businessId: scope.businessId, state };
  }
  return state === undefined || state === 'active' ? { businessId, state: 'active' } : undefined;
}

/** @throws NOT_FOUND, also for a foreign campaign, and for a customer for one that is not active */
export async function getCampaign(ctx: Ctx, id: string): Promise<Campaign> {
  await expireDueForReader(ctx);
  return toCampaign(requireVisible(ctx, id), nowIso(ctx.clock));
}

/** Those of some campaigns that the caller may see, by their ids: one statement for all. */
export async function readCampaigns(ctx: Ctx, ids: string[]): Promise<Map<string, Campaign>> {
  await expireDueForReader(ctx);
  const now = nowIso(ctx.clock);
  const rows = store.findMany(ctx.db, ids).filter(row => isVisible(ctx, row));
  return new Map(rows.map(row => [row.id, toCampaign(row, now)]));
}

/** @throws NOT_FOUND unless the caller may see the campaign */
export function requireVisible(ctx: AnyCtx, id: string): CampaignRow {
  const row = store.find(ctx.db, id);
  if (!row || !isVisible(ctx, row)) throw notFound();
  return row;
}

function isVisible({ actor }: AnyCtx, row: CampaignRow): boolean {
  return (actor.role === 'customer' && row.state === 'active') || belongsToBusiness(actor, row);
}

/** As requireVisible, but a customer meets a campaign in any state, so that a paused one can say so. */
export function requireSubmittable(ctx: AnyCtx, id: string): CampaignRow {
  if (ctx.actor.role !== 'customer') return requireVisible(ctx, id);
  const row = store.find(ctx.db, id);
  if (!row) throw notFound();
  return row;
}

/** May a business filter its lists by this campaign? A person's lists hold only its own records anyway. */
export function isOwnCampaign({ db, actor }: AnyCtx, id: string | undefined): boolean {
  if (id === undefined || actor.role !== 'business') return true;
  const row = store.find(db, id);
  return row !== undefined && belongsToBusiness(actor, row);
}

/** The newest campaigns of a business in one state, for other domains to judge. */
export function listRows({ db }: AnyCtx, businessId: string, state: State, limit: number): CampaignRow[] {
  return store.list(db, { businessId, state }, limit, 0).items;
}

/** The campaign of a record that names it; campaigns are never deleted. */
export function getCampaignRow({ db }: AnyCtx, id: string): CampaignRow {
  const row = store.find(db, id);
  if (!row) throw new Error(`Campaign ${id} is gone`);
  return row;
}

export type { CampaignRun as Run };

/** The newest campaigns of the whole installation that ran; whoever shows anything of them keeps businesses apart. */
export function listRuns({ db }: AnyCtx, limit: number): CampaignRun[] {
  return store.listRuns(db, limit);
}

/** Campaigns made of a suggestion, in no order. */
export function rowsOfSuggestion({ db }: AnyCtx, suggestionId: string, limit: number): CampaignRow[] {
  return store.listOfSuggestion(db, suggestionId, limit);
}
