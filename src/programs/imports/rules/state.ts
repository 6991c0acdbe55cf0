import type { MemberRow } from '../../../../db/schema/programs.ts';
import { sha256 } from '../../../platform/crypto.ts';

/** Returns a hash of everything about a member that an undo would restore, or that shows that they have acted. */
export function hashMember(member: MemberRow): string {
  const { name, email, phone, status, tier, cardVersion, lastActivityAt, lastVisitAt, enrolledByPerson } =
    member;
  const { points, pointsSpent, visitCount, spendCents, submissionCount, approvedCount } = member;
  const { pendingCents, availableCents, redeemedCents, lifetimeCents, grantedCents } = member;
  const values = [
    ...[name, email, phone, status, tier, cardVersion, lastActivityAt, lastVisitAt, enrolledByPerson],
    ...[points, pointsSpent, visitCount, spendCents, submissionCount, approvedCount],
    ...[pendingCents, availableCents, redeemedCents, lifetimeCents, grantedCents],
  ];
  return sha256(JSON.stringify(values));
}
