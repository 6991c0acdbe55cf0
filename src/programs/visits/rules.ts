import type { ProgramRow } from '../../../db/schema/programs.ts';
import type { VisitRow } from '../../../db/schema/visits.ts';
import { AppError, type ErrorDetail } from '../../errors.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import { toNullableAmount } from '../../platform/money.ts';
import type { Visit } from './model.ts';

type Limits = Pick<ProgramRow, 'visitCooldownMinutes' | 'visitMaxPerDay'>;

/** @throws LIMIT_REACHED if the member's last visit is too recent */
export function assertCooldownOver(
  { visitCooldownMinutes }: Limits,
  lastVisitAt: string | null,
  now: number,
): void {
  if (visitCooldownMinutes === null || lastVisitAt === null) return;
  const left = Date.parse(lastVisitAt) + visitCooldownMinutes * MINUTE_MS - now;
  if (left <= 0) return;
  const minutes = Math.ceil(left / MINUTE_MS);
  throw limitReached(
    `The member's last visit was too recent. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`,
    {
      field: 'visits.cooldownMinutes',
      issue: `must pass between two visits; ${minutes} of them remain`,
      rule: 'minimum',
      limit: visitCooldownMinutes,
    },
  );
}

/**
 * @param today the visits of the member that were recorded on this day
 * @throws LIMIT_REACHED if the member would exceed the visits per day
 */
export function assertWithinDay({ visitMaxPerDay }: Limits, today: number, quantity: number): void {
  if (visitMaxPerDay === null || today + quantity <= visitMaxPerDay) return;
  const left = Math.max(0, visitMaxPerDay - today);
  throw limitReached(`The member has ${left} of ${visitMaxPerDay} visits left today`, {
    field: 'visits.maxPerDay',
    issue: `would be exceeded; ${left} left today`,
    rule: 'maximum',
    limit: visitMaxPerDay,
  });
}

function limitReached(message: string, detail: ErrorDetail): AppError {
  return new AppError('LIMIT_REACHED', message, { details: [detail] });
}

/**
 * Converts a visit to its API representation.
 * @param showsActor false for customers, who don't see the business's users and keys
 */
export function toVisit(row: VisitRow, showsActor: boolean): Visit {
  const { id, programId, memberId, quantity, orderId, points, cashbackId, reversedAt, createdAt } = row;
  const kind = row.actorKind as NonNullable<Visit['recordedBy']>['kind'];
  return {
    id,
    programId,
    memberId,
    quantity,
    orderId,
    points,
    cashbackId,
    reversedAt,
    createdAt,
    currency: row.currency,
    orderValue: toNullableAmount(row.orderValueCents, row.currency),
    recordedBy: showsActor ? { kind, id: row.actorId } : null,
  };
}
