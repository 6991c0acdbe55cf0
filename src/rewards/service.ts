import type { RewardRow } from '../../db/schema/rewards.ts';
import * as businesses from '../businesses/service.ts';
import { type Actor, type AnyCtx, atomically, type Ctx, type TxCtx } from '../context.ts';
import { type DueWork, processDue, processDueBestEffort } from '../due-work.ts';
import { AppError, forbidden, notFound } from '../errors.ts';
import * as events from '../events/service.ts';
import { recordAction } from '../places/service/actions.ts';
import { isCounter, NOT_COUNTER } from '../platform/actor.ts';
import { iso, nowIso, toUtc } from '../platform/clock.ts';
import { toAmount, toCents } from '../platform/money.ts';
import { changedFields } from '../platform/objects.ts';
import { emptyPage, type Page, type RecordQuery, splitList } from '../platform/page.ts';
import { mapInOrder } from '../platform/runtime/in-order.ts';
import { getEndOfLocalDay } from '../platform/time-zone.ts';
import { requireBusinessRecord, requireReadable, resolveListScope, resolveLockKeys } from '../tenancy.ts';
import type { REWARD_SORTS, Redeemed, Redemption, Reward, Voiding } from './model.ts';
import { readReference } from './reference.ts';
import {
  calculateDiscount,
  closedReason,
  generateCode,
  normalizeCode,
  type RewardTerms,
  toReward,
} from './rules.ts';
import * as store from './store.ts';

export interface RewardQuery extends RecordQuery<(typeof REWARD_SORTS)[number]> {
  /** One or more, separated by commas. */
  status?: string;
  campaignId?: string;
  userId?: string;
  businessId?: string;
  code?: string;
  platform?: string;
  redeemedFrom?: string;
}

/**
 * Lists the rows of rewards: customers see their own, businesses those they issued, admins all.
 * @throws FORBIDDEN for a counter user who asks for codes without naming one
 */
export async function listRows(ctx: Ctx, query: RewardQuery): Promise<Page<RewardRow>> {
  await processDueBestEffort(ctx, expiry);
  const scope = resolveListScope(ctx.actor, query);
  const { campaignId, code, sort } = query;
  const redeemedFrom = toUtc(query.redeemedFrom) ?? undefined;
  const isOfRedeemed = sort === '-redeemedAt' || redeemedFrom !== undefined;
  const asked = splitList<Reward['status']>(query.status);
  const status = isOfRedeemed ? (asked ?? REDEEMED).filter(each => each === 'redeemed') : asked;
  assertCanList(ctx.actor, code, status);
  if (!scope || status?.length === 0) return emptyPage(query);
  const filter = {
    ...scope,
    campaignId,
    status,
    code: code && normalizeCode(code),
    platform: query.platform?.toLowerCase(),
    redeemedFrom,
  };
  return await store.list(ctx.db, filter, query);
}

const REDEEMED: Reward['status'][] = ['redeemed'];

/** @throws FORBIDDEN for a list that contains codes which the user could redeem without the customer */
function assertCanList(
  actor: Actor,
  code: string | undefined,
  statuses: Reward['status'][] | undefined,
): void {
  if (!isCounter(actor) || code !== undefined || statuses?.every(status => status === 'redeemed')) return;
  const message = 'The position counter can only look up a code or list redeemed rewards';
  throw forbidden('position', message, NOT_COUNTER);
}

/** Returns the row of a reward. @throws NOT_FOUND, including for rewards the caller may not see */
export async function requireVisible(ctx: Ctx, id: string, field = 'id'): Promise<RewardRow> {
  await processDueBestEffort(ctx, expiry);
  return requireReadable(ctx.actor, { kind: 'reward', field }, await store.find(ctx.db, id));
}

/** Returns rewards by id, in their API representation, for records that reference them. */
export async function getById({ db }: AnyCtx, ids: string[]): Promise<Map<string, Reward>> {
  return new Map((await store.findMany(db, ids)).map(row => [row.id, toReward(row)]));
}

/** Returns the reward that a record references, in its API representation. */
export async function find(ctx: AnyCtx, id: string | null): Promise<Reward | null> {
  const row = id === null ? undefined : await store.find(ctx.db, id);
  return row ? toReward(row) : null;
}

/** Lists the rewards of a business that a customer can redeem now, those that expire first at the top. */
export async function listOpen(
  { db, clock }: AnyCtx,
  businessId: string,
  userId: string,
  limit: number,
): Promise<Reward[]> {
  const rows = await store.listOpen(db, { userId, businessId, now: nowIso(clock), limit });
  return rows.map(toReward);
}

/** Sums the cost of a business's rewards by day of issue. */
export function sumByDay({ db }: AnyCtx, query: store.DayQuery) {
  return store.sumByDay(db, query);
}

/** Returns the cents of rewards that a business issued since a time, except reversed ones. */
export function sumIssuedSince({ db }: AnyCtx, businessId: string, since: string): Promise<number> {
  return store.sumSince(db, { businessId, since });
}

export interface NewReward extends RewardTerms {
  source: Reward['source'];
  businessId: string;
  currency: string;
  campaignId: string | null;
  programId: string | null;
  submissionId: string | null;
  userId: string;
  expiresInDays: number;
}

/** Issues a reward in the transaction that earned it, valid to the end of its last day in the business's time zone. */
export async function issue(tx: TxCtx, reward: NewReward): Promise<Reward> {
  const row = await store.insert(tx.db, await toRow(tx, reward));
  const issued = toReward(row);
  await events.record(tx, 'reward.issued', { businessId: row.businessId, object: issued });
  return issued;
}

/** Issues rewards without an event for each, for an import, which has one event. @returns their IDs */
export async function issueSilently(tx: TxCtx, rewards: readonly NewReward[]): Promise<string[]> {
  const rows = await mapInOrder(rewards, each => toRow(tx, each));
  await store.insertMany(tx.db, rows);
  return rows.map(({ id }) => id);
}

async function toRow(tx: TxCtx, { expiresInDays, ...reward }: NewReward) {
  const { timeZone } = await businesses.requireById(tx, reward.businessId);
  return {
    ...reward,
    expiresAt: iso(getEndOfLocalDay(tx.clock.now(), expiresInDays, timeZone)),
    id: tx.ids.next('reward'),
    code: generateCode(tx.random),
    amountCents: reward.type === 'fixed' ? reward.value : null,
    status: 'issued' as const,
    createdAt: nowIso(tx.clock),
  };
}

/** Returns those of the rewards that were redeemed or voided, or are in a wallet, and can't be removed without a trace. */
export function listUsed({ db }: AnyCtx, ids: readonly string[]): Promise<string[]> {
  return store.listUsed(db, ids);
}

/** Removes rewards that were issued by mistake and never used. */
export function remove(tx: TxCtx, ids: readonly string[]): Promise<void> {
  return store.remove(tx.db, ids);
}

const REWARD_OF_BODY = { kind: 'reward', field: 'rewardId' } as const;

/**
 * Redeems a reward once.
 * @throws VALIDATION_ERROR unless the body names one reward, NOT_FOUND for an unknown one or that of another business,
 * REWARD_NOT_REDEEMABLE, ORDER_VALUE_REQUIRED
 */
export async function redeem(ctx: Ctx, input: Redemption): Promise<Redeemed> {
  const { orderValue, businessId, placeId } = input;
  const { reference, findRow } = readReference(input);
  await expireDue(ctx);
  const redeemOnce = async (tx: TxCtx): Promise<Redeemed> => {
    const row = requireBusinessRecord(tx.actor, reference, await findRow(tx), businessId);
    if (row.status !== 'issued') throw new AppError('REWARD_NOT_REDEEMABLE', closedReason(row));
    const discountCents = calculateDiscount(
      row,
      orderValue === undefined ? null : toCents(orderValue, row.currency, 'orderValue'),
    );
    const amountCents = row.type === 'fixed' ? row.amountCents : discountCents;
    const redeemedAt = nowIso(tx.clock);
    const reward = toReward(
      await store.update(tx.db, row.id, { status: 'redeemed', amountCents, redeemedAt }),
    );
    const previous = changedFields(toReward(row), reward, []);
    await events.record(tx, 'reward.redeemed', { businessId: row.businessId, object: reward, previous });
    await recordAction(tx, {
      kind: 'redemption',
      businessId: row.businessId,
      placeId,
      resourceId: row.id,
      programId: row.programId,
      memberId: row.userId,
      valueCents: amountCents ?? 0,
    });
    return { reward, discount: toAmount(discountCents, row.currency) };
  };
  return atomically(ctx, redeemOnce, await resolveLockKeys(ctx.actor, reference, () => findRow(ctx)));
}

/** Rewards that their holders paid for. */
const BOUGHT: Partial<Record<Reward['source'], string>> = {
  perk: 'Rewards redeemed from purchased perks',
  shop: 'Rewards bought with points',
};

/** Voids a reward manually. @throws NOT_FOUND, CONFLICT if it is no longer open, or its holder paid for it */
export async function voidRewardById(ctx: Ctx, { rewardId, reason, businessId }: Voiding): Promise<Reward> {
  await expireDue(ctx);
  const voidOnce = async (tx: TxCtx) => {
    const row = requireBusinessRecord(
      tx.actor,
      REWARD_OF_BODY,
      await store.find(tx.db, rewardId),
      businessId,
    );
    const bought = BOUGHT[row.source];
    if (bought) throw new AppError('CONFLICT', `${bought} can't be voided`);
    return await voidRow(tx, row, reason);
  };
  const find = () => store.find(ctx.db, rewardId);
  return atomically(ctx, voidOnce, await resolveLockKeys(ctx.actor, REWARD_OF_BODY, find));
}

/** Voids a reward in the transaction that reverses it. @throws CONFLICT if it was redeemed */
export async function voidReward(tx: TxCtx, rewardId: string, reason: string): Promise<Reward> {
  const row = await store.find(tx.db, rewardId);
  if (!row) throw notFound(REWARD_OF_BODY);
  // An expired reward has no value left, so reversing it needs no void.
  if (row.status === 'expired' || row.status === 'void') return toReward(row);
  return await voidRow(tx, row, reason);
}

async function voidRow(tx: TxCtx, row: RewardRow, reason: string): Promise<Reward> {
  if (row.status !== 'issued')
    throw new AppError('CONFLICT', `The reward cannot be voided (status: ${row.status})`);
  const voided = toReward(await store.update(tx.db, row.id, { status: 'void', voidReason: reason }));
  await events.record(tx, 'reward.voided', {
    businessId: row.businessId,
    object: voided,
    previous: { status: row.status },
  });
  return voided;
}

/** Unredeemed rewards that have passed their expiry date. */
const expiry: DueWork<RewardRow> = {
  find: (ctx, limit) => store.listDue(ctx.db, { now: nowIso(ctx.clock), limit }),
  handle: async (tx, { id, businessId, status }) => {
    const object = toReward(await store.update(tx.db, id, { status: 'expired' }));
    await events.record(tx, 'reward.expired', { businessId, object, previous: { status } });
  },
};

/** Expires overdue rewards, from the scheduler and before reads. @returns how many */
export async function expireDue(ctx: Ctx): Promise<number> {
  return processDue(ctx, expiry);
}
