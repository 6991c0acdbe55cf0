import * as businesses from '../../businesses/service.ts';
import { atomically, type Ctx, type TxCtx } from '../../context.ts';
import * as events from '../../events/service.ts';
import { nowIso } from '../../platform/clock.ts';
import { getOffset, type Page, type PageQuery, toPage, toSearchPattern } from '../../platform/page.ts';
import { someInOrder } from '../../platform/runtime/in-order.ts';
import { requireBusinessRecord, resolveListScope } from '../../tenancy.ts';
import type { Influencer, NewInfluencer } from '../model.ts';
import { influencerExistsError, normalizeHandle, toColumns, toInfluencer } from '../rules.ts';
import * as store from '../store.ts';

export interface InfluencerQuery extends PageQuery {
  platform?: string;
  minFollowers?: number;
  search?: string;
  businessId?: string;
}

/** Lists the influencers of the caller's business, newest first; for admins, of all businesses or one. */
export async function listInfluencers(ctx: Ctx, query: InfluencerQuery): Promise<Page<Influencer>> {
  const scope = resolveListScope(ctx.actor, { businessId: query.businessId });
  if (!scope) return toPage([], 0, query);
  const filter = {
    businessId: scope.businessId,
    ...toReachFilter(query),
    search: query.search ? toSearchPattern(query.search.toLowerCase()) : undefined,
  };
  const { items, total } = await store.list(ctx.db, filter, query.perPage, getOffset(query));
  return toPage(
    items.map(row => toInfluencer(ctx.library, row)),
    total,
    query,
  );
}

/** Combines platform and followers into one filter, because both must match the same account. */
function toReachFilter({ platform: named, minFollowers }: InfluencerQuery) {
  const platform = named?.toLowerCase();
  if (minFollowers === undefined) return { platform };
  return platform === undefined
    ? { followers: String(minFollowers) }
    : { reach: store.toReach(platform, minFollowers) };
}

/** @throws NOT_FOUND, also for an influencer of another business */
export async function getInfluencer(ctx: Ctx, id: string): Promise<Influencer> {
  return toInfluencer(
    ctx.library,
    requireBusinessRecord(ctx.actor, 'influencer', await store.find(ctx.db, id)),
  );
}

/** @throws VALIDATION_ERROR, NOT_FOUND for a business of another user, INFLUENCER_EXISTS */
export async function createInfluencer(ctx: Ctx, input: NewInfluencer): Promise<Influencer> {
  const businessId = await businesses.resolveBusinessId(ctx, input.businessId);
  return atomically(ctx, tx => addInfluencer(tx, businessId, input), [`business:${businessId}`]);
}

/** Creates an influencer in the caller's transaction. */
export async function addInfluencer(
  tx: TxCtx,
  businessId: string,
  input: NewInfluencer,
): Promise<Influencer> {
  const columns = toColumns(input);
  await assertNew(tx, businessId, columns);
  const id = tx.ids.next('influencer');
  const row = await store.insert(tx.db, { ...columns, id, businessId, createdAt: nowIso(tx.clock) });
  for (const { platform, handle, followers } of columns.platforms) {
    const account = { businessId, platform, handleKey: normalizeHandle(handle), influencerId: id, followers };
    await store.insertAccount(tx.db, account);
  }
  const influencer = toInfluencer(tx.library, row);
  await events.record(tx, 'influencer.created', { businessId, object: influencer });
  return influencer;
}

async function assertNew(
  { db }: TxCtx,
  businessId: string,
  { emailKey, platforms }: ReturnType<typeof toColumns>,
): Promise<void> {
  if (await store.hasEmail(db, businessId, emailKey)) throw influencerExistsError('email');
  const isKnown = await someInOrder(platforms, ({ platform, handle }) =>
    store.hasAccount(db, businessId, platform, normalizeHandle(handle)),
  );
  if (isKnown) throw influencerExistsError('platforms');
}
