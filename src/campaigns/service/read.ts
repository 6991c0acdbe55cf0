import type { CAMPAIGN_SORTS } from '../../../db/enums.ts';
import type { CampaignRow } from '../../../db/schema/campaigns.ts';
import { includeBusinesses } from '../../businesses/service.ts';
import type { AnyCtx, Ctx } from '../../context.ts';
import { notFound, type RecordReference } from '../../errors.ts';
import { nowIso } from '../../platform/clock.ts';
import type { Locale } from '../../platform/locales.ts';
import {
  emptyPage,
  firstOf,
  type Page,
  type RecordQuery,
  splitList,
  toSearchPattern,
} from '../../platform/page.ts';
import { belongsToBusiness, resolveListScope } from '../../tenancy.ts';
import type { Campaign } from '../model.ts';
import { hasStarted, type State } from '../rules.ts';
import { toCampaign } from '../serialize.ts';
import type { CampaignRun } from '../store.ts';
import * as store from '../store.ts';
import { expireDueBestEffort } from './expire.ts';
import { translateWarnings } from './policy.ts';

interface CampaignQuery extends RecordQuery<(typeof CAMPAIGN_SORTS)[number]> {
  /** One or more states, separated by commas. */
  state?: string;
  platform?: string;
  q?: string;
  businessId?: string;
  /** Related records, separated by commas. */
  include?: string;
}

/** Lists campaigns: customers see active campaigns of every business, businesses their own, admins all. */
export async function listCampaigns(ctx: Ctx, query: CampaignQuery): Promise<Page<Campaign>> {
  await expireDueBestEffort(ctx);
  const filter = toVisibleFilter(ctx, query);
  if (!filter) return emptyPage(query);
  const page = await store.list(ctx.db, filter, query);
  const now = nowIso(ctx.clock);
  const items = page.items.map(row => toCampaign(ctx, row, now));
  return { ...page, items: await includeBusinesses(ctx, items, query.include) };
}

/** Lists active campaigns of every business that currently accept submissions, newest first. */
export async function listOpenCampaigns(ctx: Ctx, limit: number): Promise<CampaignRow[]> {
  await expireDueBestEffort(ctx);
  const now = nowIso(ctx.clock);
  return (await store.list(ctx.db, { state: 'active' }, firstOf(limit))).items.filter(({ startsAt }) =>
    hasStarted(startsAt, now),
  );
}

/** Returns the filter for what the caller may see; undefined if it may see none. */
function toVisibleFilter({ actor }: Ctx, { businessId, ...query }: CampaignQuery) {
  const states = splitList<State>(query.state);
  const filter = { platform: query.platform?.toLowerCase(), search: query.q && toSearchPattern(query.q) };
  if (actor.role !== 'customer') {
    const scope = resolveListScope(actor, { businessId });
    return scope && { businessId: scope.businessId, state: states, ...filter };
  }
  return !states || states.includes('active') ? { businessId, state: 'active', ...filter } : undefined;
}

/** @throws NOT_FOUND, including for another business's campaign, and to customers for inactive ones */
export async function getCampaign(
  ctx: Ctx,
  id: string,
  { include, locale }: Pick<CampaignQuery, 'include'> & { locale?: Locale } = {},
): Promise<Campaign> {
  await expireDueBestEffort(ctx);
  const row = await requireVisible(ctx, id);
  const warnings = await translateWarnings(ctx, row, locale);
  const campaign = { ...toCampaign(ctx, row, nowIso(ctx.clock)), warnings };
  return (await includeBusinesses(ctx, [campaign], include))[0] as Campaign;
}

/** Returns the campaigns with these ids that the caller may see, by id, with one query. */
export async function getCampaignsById(ctx: Ctx, ids: string[]): Promise<Map<string, Campaign>> {
  await expireDueBestEffort(ctx);
  const now = nowIso(ctx.clock);
  const rows = (await store.findMany(ctx.db, ids)).filter(row => isVisible(ctx, row));
  return new Map(rows.map(row => [row.id, toCampaign(ctx, row, now)]));
}

/** Returns the names of campaigns by id, for records that reference them. */
export async function getNamesById({ db }: AnyCtx, ids: string[]): Promise<Map<string, string>> {
  return new Map((await store.findMany(db, ids)).map(({ id, name }) => [id, name]));
}

/** Returns the platforms of campaigns by id, for records that reference them. */
export async function listPlatforms({ db }: AnyCtx, ids: string[]): Promise<Map<string, string>> {
  return new Map((await store.findMany(db, ids)).map(({ id, platform }) => [id, platform]));
}

/** @throws NOT_FOUND unless the caller may see the campaign */
async function requireVisible(
  ctx: AnyCtx,
  id: string,
  reference: RecordReference = 'campaign',
): Promise<CampaignRow> {
  const row = await store.find(ctx.db, id);
  if (!row || !isVisible(ctx, row)) throw notFound(reference);
  return row;
}

function isVisible({ actor }: AnyCtx, row: CampaignRow): boolean {
  return (actor.role === 'customer' && row.state === 'active') || belongsToBusiness(actor, row);
}

/** A campaign that the body of a request names. */
export const CAMPAIGN_OF_BODY = { kind: 'campaign', field: 'campaignId' } as const;

/** Same as requireVisible, but customers get campaigns in any state, so that the error can say that one is paused. */
export async function requireSubmittable(ctx: AnyCtx, id: string): Promise<CampaignRow> {
  if (ctx.actor.role !== 'customer') return await requireVisible(ctx, id, CAMPAIGN_OF_BODY);
  const row = await store.find(ctx.db, id);
  if (!row) throw notFound(CAMPAIGN_OF_BODY);
  return row;
}

/** Returns whether a business may filter its lists by this campaign. A customer's lists contain only their own records. */
export async function canFilterByCampaign({ db, actor }: AnyCtx, id: string | undefined): Promise<boolean> {
  if (id === undefined || actor.role !== 'business') return true;
  const row = await store.find(db, id);
  return row !== undefined && belongsToBusiness(actor, row);
}

/** Lists a business's newest campaigns in one state, for other domains to evaluate. */
export async function listCampaignRows(
  { db }: AnyCtx,
  businessId: string,
  state: State,
  limit: number,
): Promise<CampaignRow[]> {
  return (await store.list(db, { businessId, state }, firstOf(limit))).items;
}

/** Returns the names of campaigns in any state, for people who took part. */
export async function getCampaignNames({ db }: AnyCtx, ids: string[]): Promise<Map<string, string>> {
  return new Map((await store.findMany(db, ids)).map(({ id, name }) => [id, name]));
}

/** Finds a campaign in any state, for callers that decide what of it is public. */
export function findCampaignRow({ db }: AnyCtx, id: string): Promise<CampaignRow | undefined> {
  return store.find(db, id);
}

/** Returns the campaign that a record references; only drafts, to which no record refers, are deleted. */
export async function getCampaignRow({ db }: AnyCtx, id: string): Promise<CampaignRow> {
  const row = await store.find(db, id);
  if (!row) throw new Error(`Campaign ${id} not found`);
  return row;
}

export type { CampaignRun };

/** Lists the newest campaigns of the whole installation that ran; callers must not expose data across businesses. */
export function listRuns({ db }: AnyCtx, limit: number): Promise<CampaignRun[]> {
  return store.listRuns(db, limit);
}

/** Lists campaigns created from a suggestion, unordered. */
export function listRowsOfSuggestion(
  { db }: AnyCtx,
  suggestionId: string,
  limit: number,
): Promise<CampaignRow[]> {
  return store.listOfSuggestion(db, { suggestionId, limit });
}
