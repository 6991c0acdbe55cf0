import type { MemberRow, ProgramRow } from '../../../db/schema/programs.ts';
import type { AnyCtx, TxCtx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { assertCanReference } from '../../people/service.ts';
import { mapInOrder } from '../../platform/runtime/in-order.ts';
import { calculateCashback, calculateCredit, capAtMemberLimit } from '../cashback/rules.ts';
import { reverseCashback, touchLastActivity, voidCashback } from '../cashback/service/balances.ts';
import { grantCashback } from '../cashback/service/cashback.ts';
import * as cashbackStore from '../cashback/store.ts';
import { calculatePoints } from '../members/rules.ts';
import * as activities from '../members/service/activities.ts';
import * as store from '../members/store.ts';
import { getProgramRewards } from '../rules.ts';
import * as programStore from '../store.ts';
import {
  assertActive,
  assertCanEarn,
  getProgramRow,
  requireEnrolled,
  requireJoinable,
  resolveMemberId,
} from './read.ts';

/** The member that a submission belongs to, and its order value. */
interface Claim {
  programId: string | null;
  memberId: string | null;
  orderValueCents: number | null;
}

/** The fields of a submission that programs use; the submissions domain depends on programs, not the reverse. */
interface ProgramSubmission extends Claim {
  id: string;
  campaignId: string | null;
}

/**
 * Returns the program and member of a new submission.
 * @throws NOT_FOUND, FORBIDDEN, PROGRAM_NOT_ACTIVE, NOT_A_MEMBER, MEMBER_SUSPENDED
 */
export async function requireSubmitter(tx: TxCtx, programId: string, named: string | undefined) {
  const program = await requireJoinable(tx, programId);
  const memberId = resolveMemberId(tx, named);
  await assertCanReference(tx, program.businessId, memberId, 'memberId');
  assertActive(program);
  const member = await requireEnrolled(tx, program, memberId);
  assertCanEarn(member);
  return { program, member };
}

/** Finds the membership in which a submitter to one of the program's campaigns also earns. */
export async function findEarningMember(
  ctx: AnyCtx,
  programId: string,
  memberId: string,
): Promise<MemberRow | undefined> {
  return (await findEarningMembership(ctx, { programId, memberId }))?.member;
}

/** Counts a member's new submission. */
export async function countSubmission(tx: TxCtx, member: MemberRow): Promise<void> {
  await store.adjust(tx.db, (await touchLastActivity(tx, member)).id, { submissionCount: 1 });
  await programStore.adjust(tx.db, member.programId, { submissionCount: 1 });
}

/** The points and cashback that an approval grants a member. */
interface ProjectedEarnings {
  points: number;
  cashbackCents: number;
}

const NO_EARNINGS: ProjectedEarnings = { points: 0, cashbackCents: 0 };

/** Returns what approving each submission now would grant; zero if its member cannot earn. Reads each program once. */
export async function projectEarnings(ctx: AnyCtx, proofs: readonly Claim[]): Promise<ProjectedEarnings[]> {
  const programs = new Map<string, ProgramRow | undefined>();
  return await mapInOrder(proofs, async proof => {
    const { programId, orderValueCents } = proof;
    if (programId !== null && !programs.has(programId))
      programs.set(programId, await programStore.find(ctx.db, programId));
    const found = await findEarningMembership(ctx, proof, programs.get(programId ?? ''));
    return found ? calculateEarnings(found, orderValueCents) : NO_EARNINGS;
  });
}

function calculateEarnings(
  { program, member }: Membership,
  orderValueCents: number | null,
): ProjectedEarnings {
  const rewards = getProgramRewards(program);
  const step = { isApproval: true, spendCents: orderValueCents ?? 0 };
  const { cashback } = rewards;
  return {
    points: calculatePoints(step, rewards, member),
    cashbackCents: cashback
      ? capAtMemberLimit(
          calculateCashback(cashback, orderValueCents, member.currency).cents,
          cashback,
          member,
        )
      : 0,
  };
}

/**
 * Returns the cents of cashback to reserve in a campaign's budget for a new submission. Amounts that depend only on the
 * claimed order value are reserved up to the owner's limit, so that a large claim cannot block the budget; the
 * approval spends the rest.
 */
export async function calculateReservedCashback(ctx: AnyCtx, proof: Claim): Promise<number> {
  const found = await findEarningMembership(ctx, proof);
  if (!found) return 0;
  const { cashbackCents } = calculateEarnings(found, proof.orderValueCents);
  const { cashback } = getProgramRewards(found.program);
  const isBounded =
    cashback?.type === 'fixed' || cashback?.maxPerTransaction != null || cashback?.maxPerMember != null;
  return isBounded ? cashbackCents : Math.min(cashbackCents, found.program.autoCreditLimitCents);
}

/**
 * Returns whether an automatic approval may credit an unconfirmed order value: nothing depends on it, or the credit
 * is within or above the limit set by the program's owner.
 */
export async function classifyAutomaticCredit(
  ctx: AnyCtx,
  proof: Claim,
): Promise<'none' | 'withinLimit' | 'aboveLimit'> {
  const found = await findEarningMembership(ctx, proof);
  const credit = found ? calculateCredit(proof.orderValueCents ?? 0, getProgramRewards(found.program)) : 0;
  if (!found || credit === 0) return 'none';
  return credit <= found.program.autoCreditLimitCents ? 'withinLimit' : 'aboveLimit';
}

/**
 * Grants a member what an approved submission earns: points, tier, goals, and cashback within its caps. A submission to
 * a campaign is ignored if it cannot earn here, because it is approved for the campaign.
 * @returns the cents of cashback granted
 * @throws PROGRAM_NOT_ACTIVE, MEMBER_SUSPENDED for a submission to the program itself
 */
export async function approve(tx: TxCtx, proof: ProgramSubmission): Promise<number> {
  const found = await getMembership(tx, proof);
  if (!found) return 0;
  const { program, member } = found;
  if (!canEarn(found) && proof.campaignId !== null) return 0;
  assertActive(program);
  assertCanEarn(member);
  const { id: reference, orderValueCents } = proof;
  const { member: counted } = await activities.recordActivity(tx, program, member, {
    reference,
    isApproval: true,
    spendCents: orderValueCents ?? 0,
  });
  const { cashback } = getProgramRewards(program);
  if (!cashback) return 0;
  const earned = calculateCashback(cashback, orderValueCents, program.currency);
  const row = await grantCashback(tx, program, counted, {
    ...earned,
    orderValueCents,
    submissionId: reference,
  });
  return row?.amountCents ?? 0;
}

/** Reverts what an approval granted. @throws CONFLICT if its cashback was redeemed */
export async function reverse(tx: TxCtx, proof: ProgramSubmission, reason: string): Promise<void> {
  const found = await getMembership(tx, proof);
  if (!found) return;
  const [row] = await cashbackStore.listOfSubmission(tx.db, proof.id);
  if (row?.status === 'pending') await voidCashback(tx, row, reason);
  else if (row?.status === 'available' && row.remainingCents === row.amountCents)
    await reverseCashback(tx, row, reason);
  else if (row?.status === 'available' || row?.status === 'redeemed') {
    throw new AppError('CONFLICT', 'The cashback from this submission has already been redeemed');
  }
  const member = (await store.findById(tx.db, found.member.id)) as MemberRow;
  await activities.revertActivity(tx, found.program, member, proof.id);
}

interface Membership {
  program: ProgramRow;
  member: MemberRow;
}

async function getMembership(tx: TxCtx, { programId, memberId }: Claim): Promise<Membership | undefined> {
  if (programId === null || memberId === null) return undefined;
  const program = await getProgramRow(tx, programId);
  return { program, member: await requireEnrolled(tx, program, memberId) };
}

/** Finds the program and member that can currently earn from a submission. */
async function findEarningMembership(
  { db }: AnyCtx,
  { programId, memberId }: Omit<Claim, 'orderValueCents'>,
  known?: ProgramRow,
): Promise<Membership | undefined> {
  if (programId === null || memberId === null) return undefined;
  const program = known ?? (await programStore.find(db, programId));
  const member = await store.find(db, programId, memberId);
  return program && member && canEarn({ program, member }) ? { program, member } : undefined;
}

function canEarn({ program, member }: Membership): boolean {
  return program.status === 'active' && member.status === 'active';
}
