import { atomically, type Ctx, type TxCtx } from '../context.ts';
import { AppError, notFound } from '../errors.ts';
import * as events from '../events/service.ts';
import { nowIso } from '../platform/clock.ts';
import { toCents, toDollars } from '../platform/money.ts';
import { offsetOf, type Page, type PageQuery, toPage } from '../platform/page.ts';
import type { Redeemed, Redemption, Reward, Voiding } from './model.ts';
import { discountOf, newCode, normalizeCode, type RewardTerms } from './rules.ts';
import * as store from './store.ts';

/** So many are expired in one transaction; the rest follow in the next. */
const EXPIRY_BATCH = 200;

export interface RewardQuery extends PageQuery {
  status?: Reward['status'];
  campaignId?: string;
  userId?: string;
  businessId?: string;
}

/** A customer sees its own rewards, a business those it gave, an admin all. */
export async function list(ctx: Ctx, query: RewardQuery): Promise<Page<Reward>> {
  await expireDueIfPossible(ctx);
  const { actor } = ctx;
  const { status, campaignId } = query;
  const isForeign =
    (actor.role === 'customer' && query.userId !== undefined && query.userId !== actor.id) ||
    (actor.businessId !== null && query.businessId !== undefined && query.businessId !== actor.businessId);
  if (isForeign) return toPage([], 0, query);
  const filter: store.RewardFilter = {
    businessId: actor.businessId ?? query.businessId,
    userId: actor.role === 'customer' ? actor.id : query.userId,
    campaignId,
    status,
  };
  const { items, total } = store.list(ctx.db, filter, query.perPage, offsetOf(query));
  return toPage(items.map(store.present), total, query);
}

/** @throws NOT_FOUND, also for a foreign reward */
export async function get(ctx: Ctx, id: string): Promise<Reward> {
  await expireDueIfPossible(ctx);
  const row = store.find(ctx.db, id);
  const { actor } = ctx;
  const isOwn =
    actor.role === 'admin' ||
    (actor.role === 'customer' && row?.userId === actor.id) ||
    (actor.businessId !== null && row?.businessId === actor.businessId);
  if (!row || !isOwn) throw notFound();
  return store.present(row);
}

/** As get, inside the code of other domains; undefined when there is none. */
export function find(ctx: TxCtx, id: string | null): Reward | null {
  const row = id === null ? undefined : store.find(ctx.db, id);
  return row ? store.present(row) : null;
}

export interface NewReward extends RewardTerms {
  businessId: string;
  campaignId: string | null;
  programId: string | null;
  submissionId: string | null;
  userId: string;
  expiresAt: string;
}

/** Gives somebody a reward, inside the transaction that earned it. */
export function issue(tx: TxCtx, reward: NewReward): Reward {
  const row = store.insert(tx.db, {
    ...reward,
    id: tx.ids.next('reward'),
    code: newCode(tx.random),
    amountCents: reward.type === 'fixed' ? reward.value : null,
    status: 'issued',
    createdAt: nowIso(tx.clock),
  });
  const issued = store.present(row);
  events.record(tx, 'reward.issued', { businessId: row.businessId, object: issued });
  return issued;
}

/**
 * Takes a code at the till, once.
 * @throws NOT_FOUND for an unknown or foreign code, REWARD_NOT_REDEEMABLE, ORDER_VALUE_REQUIRED
 */
export async function redeem(
  ctx: Ctx,
  { code, orderValue, businessId: named }: Redemption,
): Promise<Redeemed> {
  const tenant = ctx.actor.businessId ?? named;
  await expireDue(ctx);
  return atomically(ctx, async tx => {
    const row = store.findByCode(tx.db, normalizeCode(code));
    if (!row || (tenant !== undefined && row.businessId !== tenant)) throw notFound();
    if (row.status !== 'issued') throw new AppError('REWARD_NOT_REDEEMABLE', `The reward is ${row.status}`);
    const discountCents = discountOf(
      row,
      orderValue === undefined ? null : toCents(orderValue, 'orderValue'),
    );
    const amountCents = row.type === 'fixed' ? row.amountCents : discountCents;
    const redeemed = store.update(tx.db, row.id, {
      status: 'redeemed',
      amountCents,
      redeemedAt: nowIso(tx.clock),
    });
    const reward = store.present(redeemed);
    const unknown = row.type === 'percentage' ? { amount: null } : {};
    const previous = { status: row.status, redeemedAt: null, ...unknown };
    events.record(tx, 'reward.redeemed', { businessId: row.businessId, object: reward, previous });
    return { reward, discount: toDollars(discountCents) };
  });
}

/** Makes a reward void by the business's hand. @throws NOT_FOUND, CONFLICT when it is not open any more */
export async function voidByHand(
  ctx: Ctx,
  { rewardId, reason, businessId: named }: Voiding,
): Promise<Reward> {
  const tenant = ctx.actor.businessId ?? named;
  await expireDue(ctx);
  return atomically(ctx, async tx => {
    const row = store.find(tx.db, rewardId);
    if (!row || (tenant !== undefined && row.businessId !== tenant)) throw notFound();
    return voidRow(tx, row, reason);
  });
}

/** Makes a reward void inside the transaction that takes it back. @throws CONFLICT when it was redeemed */
export function voidReward(tx: TxCtx, rewardId: string, reason: string): Reward {
  const row = store.find(tx.db, rewardId);
  if (!row) throw notFound();
  // An expired reward is worth nothing any more: taking back what earned it needs no void.
  if (row.status === 'expired' || row.status === 'void') return store.present(row);
  return voidRow(tx, row, reason);
}

function voidRow(tx: TxCtx, row: store.RewardRow, reason: string): Reward {
  if (row.status !== 'issued')
    throw new AppError('CONFLICT', `The reward is ${row.status}; it cannot be voided`);
  const voided = store.present(store.update(tx.db, row.id, { status: 'void', voidReason: reason }));
  events.record(tx, 'reward.voided', {
    businessId: row.businessId,
    object: voided,
    previous: { status: row.status },
  });
  return voided;
}

/** Expires rewards whose time has passed: by job, and by whoever looks in between. @returns how many. */
export async function expireDue(ctx: TxCtx): Promise<number> {
  const now = nowIso(ctx.clock);
  // In a transaction of its own: what is over is over, even when the request that noticed it is refused.
  const own: TxCtx = { ...ctx, claim: undefined };
  let expired = 0;
  while (store.listDue(ctx.db, now, 1).length > 0)
    expired += await atomically(own, tx => expireBatch(tx, now));
  return expired;
}

async function expireBatch(tx: TxCtx, now: string): Promise<number> {
  const due = store.listDue(tx.db, now, EXPIRY_BATCH);
  const system: TxCtx = { ...tx, actor: { kind: 'system', id: 'jobs', role: 'admin', businessId: null } };
  for (const id of due) {
    const row = store.update(tx.db, id, { status: 'expired' });
    const object = store.present(row);
    events.record(system, 'reward.expired', {
      businessId: row.businessId,
      object,
      previous: { status: 'issued' },
    });
  }
  return due.length;
}

async function expireDueIfPossible(ctx: TxCtx): Promise<void> {
  try {
    await expireDue(ctx);
  } catch (cause) {
    ctx.log.warn('Due rewards were not expired', { cause });
  }
}
