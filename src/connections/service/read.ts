import type { ConnectionRow } from '../../../db/schema/connections.ts';
import type { AnyCtx, Ctx } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { isLinked, isSelf } from '../../people/service.ts';
import { DAY_MS, iso } from '../../platform/clock.ts';
import { emptyPage, type Page, type RecordQuery, splitList } from '../../platform/page.ts';
import { resolveListScope } from '../../tenancy.ts';
import type { Connection, Platform } from '../model.ts';
import { normalizePlatform } from '../providers.ts';
import type { Account } from '../rules.ts';
import * as store from '../store.ts';
import { resolveOwner, toConnectionResponse } from './owner.ts';

/** Submissions are flagged for this many days after another person was connected to the account. */
const SHARED_DAYS = 30;

interface ConnectionsQuery extends RecordQuery {
  platform?: string;
  /** One or more, separated by commas. */
  status?: string;
  businessId?: string;
}

/** Lists the accounts of the caller or their business, newest first; admins see all. */
export async function listConnections(ctx: Ctx, query: ConnectionsQuery): Promise<Page<Connection>> {
  const scope = resolveListScope(ctx.actor, { businessId: query.businessId });
  const isPerson = ctx.actor.role === 'customer';
  if (!scope || (isPerson && query.businessId !== undefined)) return emptyPage(query);
  const status = splitList(query.status);
  const platform = query.platform === undefined ? undefined : normalizePlatform(query.platform);
  const filter = { ownerId: scope.businessId ?? scope.userId, platform, status };
  const page = await store.list(ctx.db, filter, query);
  return { ...page, items: page.items.map(row => toConnectionResponse(ctx, row)) };
}

/** Returns the caller's account on a platform, or the last attempt. @throws NOT_FOUND */
export async function getConnection(
  ctx: AnyCtx,
  platform: Platform,
  businessId: string | undefined,
): Promise<Connection> {
  return toConnectionResponse(ctx, await requireCurrent(ctx, platform, businessId));
}

/** @throws NOT_FOUND */
export async function requireCurrent(
  ctx: AnyCtx,
  platform: Platform,
  businessId: string | undefined,
): Promise<ConnectionRow> {
  const { ownerId } = await resolveOwner(ctx, businessId);
  const row =
    (await store.findConnected(ctx.db, ownerId, platform)) ??
    (await store.findNewest(ctx.db, ownerId, platform));
  if (!row) throw notFound({ kind: 'connection', field: 'platform' });
  return row;
}

export type ConnectedAccount = Pick<ConnectionRow, 'ownerId' | 'platform' | 'followers'> & { handle: string };

/** Lists the connected accounts of people. The caller must be allowed to know them. */
export async function listConnectedAccounts({ db }: AnyCtx, ownerIds: string[]): Promise<ConnectedAccount[]> {
  return (await store.listConnected(db, ownerIds)).map(({ ownerId, platform, followers, handle }) => ({
    ownerId,
    platform,
    followers,
    handle: handle ?? '',
  }));
}

/**
 * Returns the account that a submitter connected on a platform, for comparison with the proof; undefined without one.
 * A business cannot see accounts of people who have not dealt with it.
 */
export async function findSubmitterAccount(
  ctx: AnyCtx,
  { businessId, userId }: { businessId: string; userId: string },
  platform: string,
): Promise<Account | undefined> {
  if (!isSelf(ctx.actor, userId) && !(await isLinked(ctx, businessId, userId))) return undefined;
  const row = await store.findConnected(ctx.db, userId, normalizePlatform(platform));
  if (!row) return undefined;
  const since = iso(ctx.clock.now() - SHARED_DAYS * DAY_MS);
  const isShared = await store.isConnectedByOther(ctx.db, userId, row, since);
  return { handle: row.handle, followers: row.followers, isShared };
}
