import type { MemberRow, ProgramRow } from '../../../../db/schema/programs.ts';
import type { VisitRow } from '../../../../db/schema/visits.ts';
import * as businesses from '../../../businesses/service.ts';
import { atomically, type Ctx, type TxCtx } from '../../../context.ts';
import { invalid } from '../../../errors.ts';
import * as events from '../../../events/service.ts';
import { recordAction } from '../../../places/service/actions.ts';
import { iso, MINUTE_MS, nowIso } from '../../../platform/clock.ts';
import { toCents } from '../../../platform/money.ts';
import { getStartOfDay, toLocalDay } from '../../../platform/time-zone.ts';
import type { Reward } from '../../../rewards/model.ts';
import { calculateCashback } from '../../cashback/rules.ts';
import { getMemberRow } from '../../cashback/service/balances.ts';
import { grantCashback } from '../../cashback/service/cashback.ts';
import { processDueCashback } from '../../cashback/service/due.ts';
import { latestOf } from '../../members/merge-rules.ts';
import * as activities from '../../members/service/activities.ts';
import { resolveMember } from '../../members/service/resolve.ts';
import * as memberStore from '../../members/store.ts';
import { getProgramRewards } from '../../rules.ts';
import { toMember } from '../../serialize.ts';
import { assertNewOrder } from '../../service/orders.ts';
import { assertActive, assertCanEarn, requireOwn, resolveProgramLockKeys } from '../../service/read.ts';
import type { NewVisit, RecordedVisit } from '../model.ts';
import { assertCooldownOver, assertWithinDay, toVisit } from '../rules.ts';
import * as store from '../store.ts';

/**
 * Records a visit: its quantity counts toward goals, an order value also earns spend, points and cashback. The rewards
 * of goals that it completes are issued in the same transaction. A quantity of 0 records a purchase alone, such as one
 * at a visit that was stamped before, so that the limits of visits don't lose its points and cashback.
 * @throws VALIDATION_ERROR, NOT_FOUND, PROGRAM_NOT_ACTIVE, NOT_A_MEMBER, MEMBER_SUSPENDED, DUPLICATE_ORDER, LIMIT_REACHED
 */
export async function recordVisit(ctx: Ctx, programId: string, input: NewVisit): Promise<RecordedVisit> {
  const { quantity = 1, orderId = null } = input;
  await processDueCashback(ctx);
  const record = async (tx: TxCtx): Promise<RecordedVisit> => {
    const program = await requireOwn(tx, programId);
    const { orderValue } = input;
    if (quantity === 0 && orderValue === undefined)
      throw invalid('quantity', 'must be at least 1 without orderValue', { rule: 'minimum', limit: 1 });
    const orderValueCents =
      orderValue === undefined ? null : toCents(orderValue, program.currency, 'orderValue');
    assertActive(program);
    const member = await resolveMember(tx, program, input);
    assertCanEarn(member);
    await assertNewOrder(tx, programId, orderId);
    if (quantity > 0) await assertAllowed(tx, program, member, quantity);
    return await recordVisitOf(tx, program, member, {
      quantity,
      orderId,
      orderValueCents,
      placeId: input.placeId,
    });
  };
  return atomically(ctx, record, await resolveProgramLockKeys(ctx, programId));
}

/** By how much the clock may be set back without an effect on the limits of visits. */
const SMALL_CORRECTION_MS = MINUTE_MS;

/** A visit whose program and member are known. */
interface VisitInput {
  quantity: number;
  orderId: string | null;
  /** In the smallest unit of the program's currency; null for a visit without an order. */
  orderValueCents: number | null;
  placeId?: string | undefined;
}

/** Records a visit in the transaction that has checked that the member may earn and that the order is new. */
export async function recordVisitOf(
  tx: TxCtx,
  program: ProgramRow,
  { id: memberKey, lastVisitAt }: MemberRow,
  { quantity, orderId, orderValueCents, placeId }: VisitInput,
): Promise<RecordedVisit> {
  const { id: programId, businessId, currency } = program;
  const id = tx.ids.next('visit');
  const now = nowIso(tx.clock);
  const isVisit = quantity > 0;
  const member = await memberStore.update(tx.db, memberKey, {
    // A clock that was ahead may have recorded a later one.
    ...(isVisit && { lastVisitAt: latestOf(lastVisitAt, now) }),
    lastActivityAt: now,
  });
  const order = await recordOrder(tx, program, member, { visitId: id, orderId, orderValueCents });
  const stamp = { reference: id, isApproval: false, spendCents: 0, visits: quantity };
  const stamped = isVisit
    ? await activities.recordActivity(tx, program, order.member, stamp)
    : { member: order.member, rewards: [] };
  const row = await store.insert(tx.db, {
    id,
    programId,
    businessId,
    quantity,
    orderId,
    currency,
    orderValueCents,
    memberKey,
    memberId: member.memberId,
    ...order.columns,
    actorKind: tx.actor.kind,
    actorId: tx.actor.id,
    createdAt: now,
  });
  const visit = toVisit(row, true);
  await events.record(tx, 'member.visited', { businessId, object: visit });
  await recordAction(tx, {
    kind: isVisit ? 'visit' : 'purchase',
    businessId,
    placeId,
    resourceId: id,
    programId,
    memberId: member.memberId,
    visits: isVisit ? 1 : 0,
    stamps: quantity,
    purchaseCents: orderValueCents,
  });
  const rewards = [...order.rewards, ...stamped.rewards];
  return { ...visit, member: toMember(stamped.member), rewards };
}

/** @throws LIMIT_REACHED */
async function assertAllowed(
  tx: TxCtx,
  program: ProgramRow,
  member: MemberRow,
  quantity: number,
): Promise<void> {
  const now = tx.clock.now();
  // When a clock that was ahead is set right, the visits of that time must not keep the member from new ones.
  const until = iso(now + SMALL_CORRECTION_MS);
  const isAhead = member.lastVisitAt !== null && member.lastVisitAt > until;
  const last = isAhead ? await store.findLastVisit(tx.db, member.id, until) : member.lastVisitAt;
  assertCooldownOver(program, last, now);
  if (program.visitMaxPerDay === null) return;
  const { timeZone } = await businesses.requireById(tx, program.businessId);
  const since = iso(getStartOfDay(toLocalDay(now, timeZone), timeZone));
  assertWithinDay(program, await store.countBetween(tx.db, { memberKey: member.id, since, until }), quantity);
}

interface VisitOrder {
  visitId: string;
  orderId: string | null;
  orderValueCents: number | null;
}

interface RecordedOrder {
  member: MemberRow;
  rewards: Reward[];
  columns: Pick<VisitRow, 'points' | 'cashbackId' | 'orderReference'>;
}

/** Records the order of a visit: cashback if the program grants any and the member's cap allows it, spend and points. */
async function recordOrder(
  tx: TxCtx,
  program: ProgramRow,
  member: MemberRow,
  { visitId, orderId, orderValueCents }: VisitOrder,
): Promise<RecordedOrder> {
  if (orderValueCents === null)
    return { member, rewards: [], columns: { points: 0, cashbackId: null, orderReference: null } };
  const { cashback } = getProgramRewards(program);
  const earned = cashback ? calculateCashback(cashback, orderValueCents, program.currency) : null;
  const order = { orderValueCents, orderId: orderId ?? undefined };
  const row =
    earned && earned.cents > 0
      ? await grantCashback(tx, program, member, { ...earned, ...order })
      : undefined;
  const reference = row?.id ?? `${visitId}/order`;
  const step = { reference, isApproval: false, spendCents: orderValueCents };
  const earning = row ? await getMemberRow(tx, row) : member;
  const { points, ...recorded } = await activities.recordActivity(tx, program, earning, step);
  return { ...recorded, columns: { points, cashbackId: row?.id ?? null, orderReference: reference } };
}

/** Marks a visit as reverted, in the transaction that took back everything it counted. */
export async function closeVisit(tx: TxCtx, { id, memberKey }: VisitRow): Promise<void> {
  await store.update(tx.db, id, { reversedAt: nowIso(tx.clock) });
  await memberStore.update(tx.db, memberKey, { lastVisitAt: await store.findLastVisit(tx.db, memberKey) });
}
