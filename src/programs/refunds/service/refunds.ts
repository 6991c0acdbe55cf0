import type { MemberRow, ProgramRow } from '../../../../db/schema/programs.ts';
import type { CashbackRefundRow } from '../../../../db/schema/refunds.ts';
import { atomically, type Ctx, type TxCtx } from '../../../context.ts';
import { AppError, invalid, notFound } from '../../../errors.ts';
import * as events from '../../../events/service.ts';
import { recordAction } from '../../../places/service/actions.ts';
import { nowIso } from '../../../platform/clock.ts';
import { getMemberRow, touchLastActivity } from '../../cashback/service/balances.ts';
import { processDueCashback } from '../../cashback/service/due.ts';
import { requireOwn, resolveProgramLockKeys } from '../../service/read.ts';
import type { CashbackRefund, NewRefund } from '../model.ts';
import {
  getSubjectField,
  type Moved,
  type Step,
  type SubjectField,
  toRefund,
  toStep,
  WHOLE,
} from '../rules.ts';
import * as store from '../store.ts';
import { findOrder } from './find-order.ts';
import { takeBackOrder } from './order.ts';
import { giveBackRedemption } from './redemption.ts';
import { assertInRefundWindow } from './window.ts';

/** An order or a redemption of cashback, before it is refunded. */
interface Subject {
  id: string;
  member: MemberRow;
  /** Null for a visit without an order value. */
  totalCents: number | null;
  createdAt: string;
  columns: Pick<
    CashbackRefundRow,
    'orderId' | 'cashbackId' | 'visitId' | 'redemptionId' | 'activityReference'
  >;
  /** Applies the refund. @returns what it moved */
  apply(step: Step, refunded: store.Refunded, refundId: string): Promise<Moved>;
}

/**
 * Refunds an order or spent cashback, whole or in part, each cent once. An order's refund takes back the cashback, points,
 * spend and visits that it earned, in proportion; that of a redemption gives the cashback back where it came from.
 * @throws VALIDATION_ERROR, NOT_FOUND, INVALID_TRANSITION if nothing is left to refund, CONFLICT after the business's
 * window or if a goal's reward was redeemed, FORBIDDEN for the position counter after its window, INSUFFICIENT_BALANCE
 * if what the order earned is spent
 */
export async function refund(ctx: Ctx, programId: string, input: NewRefund): Promise<CashbackRefund> {
  getSubjectField(input);
  await processDueCashback(ctx);
  const lockKeys = await resolveProgramLockKeys(ctx, programId);
  return atomically(ctx, tx => refundOnce(tx, programId, input), lockKeys);
}

/** Refunds as `refund` does, in the caller's transaction. @throws the errors of `refund` */
export async function refundOnce(tx: TxCtx, programId: string, input: NewRefund): Promise<CashbackRefund> {
  const field = getSubjectField(input);
  const program = await requireOwn(tx, programId);
  const subject = await findSubject(tx, program, input, field);
  await assertInRefundWindow(tx, program.businessId, subject.createdAt);
  const refunded = await store.sumRefunds(tx.db, subject.id);
  const { currency } = program;
  const step = resolveStep(subject, refunded, input.amount, currency);
  const isWhole = subject.totalCents === null;
  const id = tx.ids.next('refund');
  const moved = await subject.apply(step, refunded, id);
  const { member } = subject;
  const row = await store.insert(tx.db, {
    id,
    programId,
    businessId: program.businessId,
    memberKey: member.id,
    memberId: member.memberId,
    subjectId: subject.id,
    number: refunded.count + 1,
    ...subject.columns,
    amountCents: isWhole ? 0 : step.after - step.before,
    totalCents: subject.totalCents ?? 0,
    ...moved,
    reason: input.reason ?? null,
    actorKind: tx.actor.kind,
    actorId: tx.actor.id,
    createdAt: nowIso(tx.clock),
  });
  const { availableCents } = await touchLastActivity(tx, member);
  const balances = { refundedCents: isWhole ? 0 : step.after, balanceCents: availableCents, currency };
  const object = toRefund(row, balances);
  await events.record(tx, 'cashback.refunded', { businessId: program.businessId, object });
  await recordAction(tx, {
    kind: 'refund',
    businessId: program.businessId,
    placeId: input.placeId,
    resourceId: subject.id,
    programId,
    memberId: member.memberId,
    valueCents: row.amountCents,
  });
  return object;
}

/** @throws INVALID_TRANSITION if nothing is left to refund, VALIDATION_ERROR for an amount that does not apply */
function resolveStep(
  { totalCents }: Subject,
  refunded: store.Refunded,
  amount: number | undefined,
  currency: string,
): Step {
  if (totalCents !== null) return toStep(totalCents, refunded.cents, amount, currency);
  if (refunded.count > 0) throw new AppError('INVALID_TRANSITION', 'It has already been refunded');
  if (amount !== undefined)
    throw invalid('amount', 'does not apply to a visit without an order value', 'conflict');
  return WHOLE;
}

/** The kind of record that a field names. */
const KINDS = { orderId: 'order', cashbackId: 'cashback', visitId: 'visit' } as const;

/** @throws NOT_FOUND */
async function findSubject(
  tx: TxCtx,
  program: ProgramRow,
  input: NewRefund,
  field: SubjectField,
): Promise<Subject> {
  if (field === 'redemptionId') return await findRedemption(tx, program, input.redemptionId as string);
  const order = await findOrder(tx, program, input);
  if (!order) throw notFound({ kind: KINDS[field], field });
  const { id, orderId, cashback, visit, totalCents, createdAt } = order;
  const member = await getMemberRow(tx, order);
  const activityReference = visit ? visit.orderReference : id;
  return {
    id,
    member,
    totalCents,
    createdAt,
    columns: {
      orderId,
      cashbackId: cashback?.id ?? null,
      visitId: visit?.id ?? null,
      redemptionId: null,
      activityReference,
    },
    apply: (step, refunded) =>
      takeBackOrder(tx, program, member, order, { step, refunded, field, reason: input.reason }),
  };
}

/** @throws NOT_FOUND */
async function findRedemption(tx: TxCtx, program: ProgramRow, id: string): Promise<Subject> {
  const row = await store.findRedemption(tx.db, id);
  if (row?.programId !== program.id) throw notFound({ kind: 'redemption', field: 'redemptionId' });
  const member = await getMemberRow(tx, row);
  return {
    id,
    member,
    totalCents: row.amountCents,
    createdAt: row.createdAt,
    columns: { orderId: null, cashbackId: null, visitId: null, redemptionId: id, activityReference: null },
    apply: (step, _refunded, refundId) => giveBackRedemption(tx, member, row, step, refundId),
  };
}
