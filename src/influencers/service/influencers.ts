import type { InfluencerRow } from '../../../db/schema/influencers.ts';
import * as businesses from '../../businesses/service.ts';
import { atomically, type Ctx, type TxCtx } from '../../context.ts';
import * as events from '../../events/service.ts';
import { nowIso } from '../../platform/clock.ts';
import { changedFields, withoutUndefined } from '../../platform/objects.ts';
import { emptyPage, type Page, type RecordQuery, splitList, toSearchPattern } from '../../platform/page.ts';
import { someInOrder } from '../../platform/runtime/in-order.ts';
import { requireBusinessRecord, resolveListScope, resolveLockKeys } from '../../tenancy.ts';
import type { Influencer, InfluencerChange, NewInfluencer } from '../model.ts';
import { influencerExistsError, normalizeHandle, toColumns, toInfluencer } from '../rules.ts';
import * as store from '../store.ts';

interface InfluencerQuery extends RecordQuery {
  platform?: string;
  minFollowers?: number;
  search?: string;
  q?: string;
  /** One or more, separated by commas. */
  status?: string;
  businessId?: string;
}

/** Lists the influencers of the caller's business, newest first; for admins, of all businesses or one. */
export async function listInfluencers(ctx: Ctx, query: InfluencerQuery): Promise<Page<Influencer>> {
  const scope = resolveListScope(ctx.actor, { businessId: query.businessId });
  if (!scope) return emptyPage(query);
  const words = query.q ?? query.search;
  const filter = {
    businessId: scope.businessId,
    status: splitList(query.status),
    ...toReachFilter(query),
    search: words ? toSearchPattern(words.toLowerCase()) : undefined,
  };
  const page = await store.list(ctx.db, filter, query);
  return { ...page, items: page.items.map(row => toInfluencer(ctx.library, row)) };
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
  await insertAccounts(tx, row);
  const influencer = toInfluencer(tx.library, row);
  await events.record(tx, 'influencer.created', { businessId, object: influencer });
  return influencer;
}

/**
 * Updates an influencer; fields that are left out keep their value.
 * @throws NOT_FOUND, also for an influencer of another business, VALIDATION_ERROR, INFLUENCER_EXISTS
 */
export async function updateInfluencer(ctx: Ctx, id: string, change: InfluencerChange): Promise<Influencer> {
  const apply = async (tx: TxCtx) => {
    const before = requireBusinessRecord(tx.actor, 'influencer', await store.find(tx.db, id));
    const { businessId } = before;
    const columns = toColumns({ ...before, ...withoutUndefined(change) });
    await assertNew(tx, businessId, columns, id);
    await store.removeAccounts(tx.db, id);
    const row = await store.update(tx.db, id, columns);
    await insertAccounts(tx, row);
    const influencer = toInfluencer(tx.library, row);
    const previous = changedFields(toInfluencer(tx.library, before), influencer, ['suggestedPrices']);
    if (Object.keys(previous).length > 0)
      await events.record(tx, 'influencer.updated', { businessId, object: influencer, previous });
    return influencer;
  };
  return atomically(ctx, apply, await resolveLockKeys(ctx.actor, 'influencer', () => store.find(ctx.db, id)));
}

/** The personal fields of an influencer in the events that stay after the deletion. */
const ERASED = {
  name: 'erased',
  email: 'erased@erased.invalid',
  platforms: [],
  rateCard: [],
  niches: [],
  country: null,
  engagementRate: null,
  notes: null,
  suggestedPrices: [],
};

/**
 * Removes an influencer from the list, and the person from its events.
 * @throws NOT_FOUND, also for an influencer of another business
 */
export async function deleteInfluencer(ctx: Ctx, id: string): Promise<{ id: string; deleted: true }> {
  const remove = async (tx: TxCtx) => {
    const row = requireBusinessRecord(tx.actor, 'influencer', await store.find(tx.db, id));
    const { businessId } = row;
    const object = { ...toInfluencer(tx.library, row), ...ERASED };
    await events.record(tx, 'influencer.deleted', { businessId, object });
    await events.eraseFields(tx, { businessId, resourceId: id, erased: ERASED });
    await store.removeAccounts(tx.db, id);
    await store.remove(tx.db, id);
    return { id, deleted: true } as const;
  };
  return atomically(
    ctx,
    remove,
    await resolveLockKeys(ctx.actor, 'influencer', () => store.find(ctx.db, id)),
  );
}

async function insertAccounts(tx: TxCtx, { id, businessId, platforms }: InfluencerRow): Promise<void> {
  for (const { platform, handle, followers } of platforms) {
    const account = { businessId, platform, handleKey: normalizeHandle(handle), influencerId: id, followers };
    await store.insertAccount(tx.db, account);
  }
}

/** @param ownId the influencer that may have the email address and the accounts */
async function assertNew(
  { db }: TxCtx,
  businessId: string,
  { emailKey, platforms }: ReturnType<typeof toColumns>,
  ownId?: string,
): Promise<void> {
  const isOther = (id: string | undefined) => id !== undefined && id !== ownId;
  if (isOther(await store.findIdByEmail(db, businessId, emailKey))) throw influencerExistsError('email');
  const isKnown = await someInOrder(platforms, async ({ platform, handle }) =>
    isOther(await store.findIdByAccount(db, businessId, platform, normalizeHandle(handle))),
  );
  if (isKnown) throw influencerExistsError('platforms');
}
