import type { CashbackRow } from '../../../db/schema/programs.ts';
import type { CashbackRefundRow } from '../../../db/schema/refunds.ts';
import { AppError, type ErrorDetail, invalid } from '../../errors.ts';
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts';
import { formatCents, toAmount, toCents } from '../../platform/money.ts';
import type { CashbackRefund, NewRefund } from './model.ts';

/** The step of a refund: what was refunded of the total before and after it, in the smallest unit. */
export interface Step {
  before: number;
  after: number;
  total: number;
}

/**
 * Returns what a step takes back of an amount that the whole order earned. Each state is rounded down, so that the parts of
 * a refund add up to the whole, and the last part takes the remainder.
 */
export function calculatePart(amount: number, { before, after, total }: Step): number {
  const share = (refunded: number) => Number((BigInt(amount) * BigInt(refunded)) / BigInt(total));
  return share(after) - share(before);
}

/**
 * Returns the step that refunds an amount, or the rest of the total.
 * @throws INVALID_TRANSITION if nothing is left, VALIDATION_ERROR for more than is left
 */
export function toStep(total: number, before: number, amount: number | undefined, currency: string): Step {
  const left = total - before;
  if (left <= 0) throw new AppError('INVALID_TRANSITION', 'It has already been refunded');
  const cents = amount === undefined ? left : toCents(amount, currency, 'amount');
  if (cents > left) {
    const limit = toAmount(left, currency);
    throw invalid('amount', `must be at most ${limit}, which is left to refund`, { rule: 'maximum', limit });
  }
  return { before, after: before + cents, total };
}

/** The columns of a refund's row that state what it moved. */
export type Moved = Pick<
  CashbackRefundRow,
  'cashbackCents' | 'heldCents' | 'expiredCents' | 'points' | 'visits'
>;

/** A visit without an order value is refunded as a whole. */
export const WHOLE: Step = { before: 0, after: 1, total: 1 };

const SUBJECT_FIELDS = ['orderId', 'cashbackId', 'visitId', 'redemptionId'] as const;
/** The field of a request that names what to refund. */
export type SubjectField = (typeof SUBJECT_FIELDS)[number];

/** Which record a refund names. @throws VALIDATION_ERROR unless it names exactly one */
export function getSubjectField(input: NewRefund): SubjectField {
  const fields = SUBJECT_FIELDS.filter(field => input[field] !== undefined);
  const [field] = fields;
  if (field === undefined || fields.length > 1)
    throw invalid(
      'orderId',
      'or cashbackId, visitId or redemptionId is required, and only one of them',
      'required',
    );
  return field;
}

/** @throws CONFLICT after the window of the business */
export function assertInWindow(createdAt: string, days: number, now: number): void {
  if (days > 0 && now <= Date.parse(createdAt) + days * DAY_MS) return;
  const issue = `is from ${createdAt}; refunds are possible within ${days} days`;
  throw new AppError('CONFLICT', `The order or redemption ${issue}`, {
    details: [{ field: 'createdAt', issue, rule: 'maximum', limit: days }],
  });
}

/** Returns whether a time lies within the hours in which the counter may undo. */
export function isRecent(createdAt: string, hours: number, now: number): boolean {
  return now <= Date.parse(createdAt) + hours * HOUR_MS;
}

/** The columns of cashback after taking back a part of it. */
type TakenBack = Pick<CashbackRow, 'remainingCents' | 'refundedCents' | 'expiredCents' | 'status'>;

/** Returns cashback after an order's refund took back cents. @throws INSUFFICIENT_BALANCE if they are spent */
export function takeBack(row: CashbackRow, cents: number, field: string): TakenBack {
  const isExpired = row.status === 'expired';
  const left = isExpired ? row.expiredCents : row.remainingCents;
  if (left < cents) {
    const text = `${formatCents(cents, row.currency)} of cashback, of which ${formatCents(left, row.currency)} is left`;
    throw spent(`The order earned ${text}; the rest is spent`, { field, issue: `earned ${text}` });
  }
  const refundedCents = row.refundedCents + cents;
  const remainingCents = isExpired ? 0 : row.remainingCents - cents;
  const expiredCents = isExpired ? row.expiredCents - cents : row.expiredCents;
  return {
    refundedCents,
    remainingCents,
    expiredCents,
    status: toStatus(row, refundedCents, remainingCents),
  };
}

function toStatus(row: CashbackRow, refundedCents: number, remainingCents: number): CashbackRow['status'] {
  if (refundedCents === row.amountCents) return row.status === 'pending' ? 'void' : 'reversed';
  return row.status === 'available' && remainingCents === 0 ? 'redeemed' : row.status;
}

/** Creates the error of units that can't be taken back because they are spent. */
export function spent(message: string, detail: Pick<ErrorDetail, 'field' | 'issue'>): AppError {
  return new AppError('INSUFFICIENT_BALANCE', message, { details: [{ ...detail, rule: 'conflict' }] });
}

/** Converts a refund to its API representation. */
export function toRefund(
  row: CashbackRefundRow,
  {
    refundedCents,
    balanceCents,
    currency,
  }: { refundedCents: number; balanceCents: number; currency: string },
): CashbackRefund {
  const { id, programId, memberId, orderId, cashbackId, visitId, redemptionId, points, visits, reason } = row;
  return {
    id,
    programId,
    memberId,
    orderId,
    cashbackId,
    visitId,
    redemptionId,
    currency,
    amount: toAmount(row.amountCents, currency),
    total: toAmount(row.totalCents, currency),
    refunded: toAmount(refundedCents, currency),
    cashback: toAmount(row.cashbackCents, currency),
    expired: toAmount(row.expiredCents, currency),
    points,
    visits,
    balance: toAmount(balanceCents, currency),
    reason,
    createdAt: row.createdAt,
  };
}
