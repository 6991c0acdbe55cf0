import type { CashbackRow, MemberRow, ProgramRow } from '../../db/schema/programs.ts';
import { toAmount, toNullableAmount, toPercent } from '../platform/money.ts';
import type { Cashback } from './cashback/model.ts';
import type { Member } from './members/model.ts';
import { getPhone } from './members/rules.ts';
import type { Program } from './model.ts';
import { getProgramRewards } from './rules.ts';

/** Converts a program to its API representation. */
export function toProgram(row: ProgramRow): Program {
  const { id, name, description, businessId, currency, status, memberCount, createdAt, updatedAt } = row;
  const rewards = getProgramRewards(row);
  const visits = { cooldownMinutes: row.visitCooldownMinutes, maxPerDay: row.visitMaxPerDay };
  const autoCreditLimit = toAmount(row.autoCreditLimitCents, row.currency);
  return {
    id,
    name,
    description,
    businessId,
    currency,
    status,
    memberCount,
    rewards,
    visits,
    autoCreditLimit,
    card: row.card,
    createdAt,
    updatedAt,
    referral: row.referral as Program['referral'],
  };
}

/** Converts a member to its API representation. */
export function toMember(row: MemberRow): Member {
  return {
    id: row.id,
    programId: row.programId,
    memberId: row.memberId,
    enrolledAs: row.enrolledAs,
    mergedInto: row.mergedInto,
    name: row.name,
    email: row.email,
    phone: getPhone(row),
    phoneConfirmed: row.phone !== null,
    status: row.status,
    tier: row.tier,
    points: row.points,
    pointsBalance: row.points - row.pointsSpent,
    visits: row.visitCount,
    lastVisitAt: row.lastVisitAt,
    currency: row.currency,
    cashback: {
      pending: toAmount(row.pendingCents, row.currency),
      available: toAmount(row.availableCents, row.currency),
      redeemed: toAmount(row.redeemedCents, row.currency),
      lifetime: toAmount(row.lifetimeCents, row.currency),
    },
    joinedAt: row.joinedAt,
    lastActivityAt: row.lastActivityAt,
    metadata: row.metadata,
  };
}

/** Converts cashback to its API representation. */
export function toCashback(row: CashbackRow): Cashback {
  return {
    id: row.id,
    programId: row.programId,
    memberId: row.memberId,
    submissionId: row.submissionId,
    orderId: row.orderId,
    amount: toAmount(row.amountCents, row.currency),
    remaining: toAmount(row.remainingCents, row.currency),
    refunded: toAmount(row.refundedCents, row.currency),
    orderValue: toNullableAmount(row.orderValueCents, row.currency),
    rate: row.rate === null ? null : toPercent(row.rate),
    currency: row.currency,
    status: row.status,
    description: row.description,
    reason: row.reason,
    availableAt: row.availableAt,
    expiresAt: row.expiresAt,
    createdAt: row.createdAt,
  };
}
