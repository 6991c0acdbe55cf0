import type { RewardRow } from '../../db/schema/rewards.ts';
import { isOwnCampaign } from '../campaigns/service/read.ts';
import { type AnyCtx, atomically, type Ctx, type TxCtx } from '../context.ts';
import { AppError, notFound } from '../errors.ts';
import * as events from '../events/service.ts';
import { type DueWork, processDue, processDueBestEffort } from '../jobs/due-work.ts';
import { nowIso } from '../platform/clock.ts';
import { toCents, toDollars } from '../platform/money.ts';
import { changedFields } from '../platform/objects.ts';
import { offsetOf, type Page, type PageQuery, toPage } from '../platform/page.ts';
import { requireBusinessRecord, requireReadable, resolveListScope } from '../tenancy.ts';
import type { Redeemed, Redemption, Reward, Voiding } from './model.ts';
import {
  closedReason,
  discountOf,
  generateCode,
  normalizeCode,
  type RewardTerms,
  toReward,
} from './rules.ts';
import * as store from './store.ts';

export interface RewardQuery extends PageQuery {
  status?: Reward['status'];
  campaignId?: string;
  userId?: string;
  businessId?: string;
}

/** A customer sees its own rewards, a business those it gave, an admin all. */
export async function list(ctx: Ctx, query: RewardQuery): Promise<Page<Reward>> {
  await processDueBestEffort(ctx, expiry);
  const scope = resolveListScope(ctx.actor, query);
  const { campaignId, status } = query;
  if (!scope || !isOwnCampaign(ctx, campaignId)) return toPage([], 0, query);
  const filter = { ...scope, campaignId, status };
  const { items, total } = store.list(ctx.db, filter, query.perPage, offsetOf(query));
  return toPage(items.map(toReward), total, query);
}

/** @throws NOT_FOUND, also for a foreign reward */
export async function get(ctx: Ctx, id: string): Promise<Reward> {
  await processDueBestEffort(ctx, expiry);
  return toReward(requireReadable(ctx.actor, store.find(ctx.db, id)));
}

/** The reward of a record that names one, as the wire shows it. */
export function find(ctx: AnyCtx, id: string | null): Reward | null {
  const row = id === null ? undefined : store.find(ctx.db, id);
  return row ? toReward(row) : null;
}

/** What rewards of a business cost by the day on which they were issued. */
export function grantedByDay({ db }: AnyCtx, query: store.DayQuery) {
  return store.sumByDay(db, query);
}

/** Cents of the rewards that a business gave since a time and did not take back. */
export function givenSince({ db }: AnyCtx, businessId: string, since: string): number {
  return store.sumSince(db, { businessId, since });
}

export interface NewReward extends RewardTerms {
  source: Reward['source'];
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
    code: generateCode(tx.random),
    amountCents: reward.type === 'fixed' ? reward.value : null,
    status: 'issued',
    createdAt: nowIso(tx.clock),
  });
  const issued = toReward(row);
  events.record(tx, 'reward.issued', { businessId: row.businessId, object: issued });
  return issued;
}

/**
 * Takes a code at the till, once.
 * @throws NOT_FOUND for an unknown or foreign code, REWARD_NOT_REDEEMABLE, ORDER_VALUE_REQUIRED
 */
export async function redeem(ctx: Ctx, { code, orderValue, businessId }: Redemption): Promise<Redeemed> {
  await expireDue(ctx);
  return atomically(ctx, async tx => {
    const row = requireBusinessRecord(tx.actor, store.findByCode(tx.db, normalizeCode(code)), businessId);
    if (row.status !== 'issued') throw new AppError('REWARD_NOT_REDEEMABLE', closedReason(row));
    const discountCents = discountOf(
      row,
      orderValue === undefined ? null : toCents(orderValue, 'orderValue'),
    );
    const amountCents = row.type === 'fixed' ? row.amountCents : discountCents;
    const redeemedAt = nowIso(tx.clock);
    const reward = toReward(store.update(tx.db, row.id, { status: 'redeemed', amountCents, redeemedAt }));
    const previous = changedFields(toReward(row), reward, []);
    events.record(tx, 'reward.redeemed', { businessId: row.businessId, object: reward, previous });
    return { reward, discount: toDollars(discountCents) };
  });
}

/**
 * Makes a reward void by the business's hand.
 * @throws NOT_FOUND, CONFLICT when it is not open any more, or when its holder bought it as a perk
 */
export async function voidRewardById(ctx: Ctx, { rewardId, reason, businessId }: Voiding): Promise<Reward> {
  await expireDue(ctx);
  return atomically(ctx, async tx => {
    const row = requireBusinessRecord(tx.actor, store.find(tx.db, rewardId), businessId);
    if (row.source === 'perk') {
      throw new AppError('CONFLICT', "Rewards redeemed from purchased perks can't be voided");
    }
    return voidRow(tx, row, reason);
  });
}

/** Makes a reward void inside the transaction that takes it back. @throws CONFLICT when it was redeemed */
export function voidReward(tx: TxCtx, rewardId: string, reason: string): Reward {
  const row = store.find(tx.db, rewardId);
  if (!row) throw notFound();
  // An expired reward is worth nothing any more: taking back what earned it needs no void.
  if (row.status === 'expired' || row.status === 'void') return toReward(row);
  return voidRow(tx, row, reason);
}

function voidRow(tx: TxCtx, row: RewardRow, reason: string): Reward {
  if (row.status !== 'issued')
    throw new AppError('CONFLICT', `The reward cannot be voided (status: ${row.status})`);
  const voided = toReward(store.update(tx.db, row.id, { status: 'void', voidReason: reason }));
  events.record(tx, 'reward.voided', {
    businessId: row.businessId,
    object: voided,
    previous: { status: row.status },
  });
  return voided;
}

/** Rewards that were not redeemed in time. */
const expiry: DueWork<RewardRow> = {
  find: (ctx, limit) => store.listDue(ctx.db, nowIso(ctx.clock), limit),
  handle: (tx, { id, businessId, status }) => {
    const object = toReward(store.update(tx.db, id, { status: 'expired' }));
    events.record(tx, 'reward.expired', { businessId, object, previous: { status } });
  },
};

/** Expires rewards whose time has passed: by job, and by whoever looks in between. @returns how many. */
export async function expireDue(ctx: Ctx): Promise<number> {
  return processDue(ctx, expiry);
}
