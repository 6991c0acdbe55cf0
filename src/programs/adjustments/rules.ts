import type { AdjustmentRow } from '../../../db/schema/adjustments.ts';
import type { MemberRow } from '../../../db/schema/programs.ts';
import { AppError, type ErrorDetail, invalid } from '../../errors.ts';
import { formatCents, toAmount, toSignedCents } from '../../platform/money.ts';
import type { Adjustment, NewAdjustment } from './model.ts';

/** A signed change of one balance; the two others are 0. */
export type Change = Pick<AdjustmentRow, 'points' | 'visits' | 'cashbackCents'>;

const FIELDS = ['points', 'cashback', 'visits'] as const;
type Field = (typeof FIELDS)[number];

/** Reads the balance that a request changes. @throws VALIDATION_ERROR unless it is exactly one, by an amount other than 0 */
export function readChange(input: NewAdjustment, currency: string): Change {
  const given = FIELDS.filter(field => input[field] !== undefined);
  const [field] = given;
  if (field === undefined || given.length > 1)
    throw invalid(field ?? 'points', 'or cashback or visits is required, and only one of them', 'required');
  const { [field]: amount = 0 } = input;
  if (amount === 0) throw invalid(field, 'must not be 0', { rule: 'minimum', limit: 1 });
  return {
    points: field === 'points' ? amount : 0,
    visits: field === 'visits' ? amount : 0,
    cashbackCents: field === 'cashback' ? toSignedCents(amount, currency, 'cashback') : 0,
  };
}

/** @throws INSUFFICIENT_BALANCE if a member has less than a change takes back */
export function assertCovers(member: MemberRow, { points, visits, cashbackCents }: Change): void {
  const { currency, availableCents, visitCount } = member;
  const balance = member.points - member.pointsSpent;
  if (balance + points < 0) throw tooLittle('points', `${balance} points can be spent`);
  if (visitCount + visits < 0) throw tooLittle('visits', `${visitCount} visits are recorded`);
  if (availableCents + cashbackCents < 0)
    throw tooLittle('cashback', `${formatCents(availableCents, currency)} of cashback is available`);
}

function tooLittle(field: Field, left: string): AppError {
  const detail: ErrorDetail = { field, issue: `takes back more than there is: ${left}`, rule: 'conflict' };
  return new AppError('INSUFFICIENT_BALANCE', `Only ${left}`, { details: [detail] });
}

/** Converts a correction to its API representation. */
export function toAdjustment(row: AdjustmentRow): Adjustment {
  const { id, programId, memberId, points, visits, currency, reason, createdAt, undoneAt } = row;
  return {
    id,
    programId,
    memberId,
    points,
    cashback: toAmount(row.cashbackCents, currency),
    visits,
    currency,
    reason,
    adjustedBy: { kind: row.actorKind as Adjustment['adjustedBy']['kind'], id: row.actorId },
    createdAt,
    undoneAt,
  };
}
