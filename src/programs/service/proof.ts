import type { MemberRow, ProgramRow } from '../../../db/schema/programs.ts';
import type { AnyCtx, TxCtx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { requireNameable } from '../../people/service.ts';
import * as cashbackStore from '../cashback-store.ts';
import * as store from '../members-store.ts';
import { earnedBy, rewardsOf } from '../rules.ts';
import * as programStore from '../store.ts';
import { grant } from './cashback.ts';
import { annul, takeBack, touch } from './holdings.ts';
import {
  assertActive,
  assertCanEarn,
  memberNamed,
  programOf,
  requireEnrolled,
  requireJoinable,
} from './read.ts';
import * as steps from './steps.ts';

/** What a submission of proof is to a program; who reviews it stands in submissions, which know programs. */
export interface Proof {
  id: string;
  programId: string | null;
  memberId: string | null;
  campaignId: string | null;
  orderValueCents: number | null;
}

/**
 * The program and the member of a new submission.
 * @throws NOT_FOUND, FORBIDDEN, PROGRAM_NOT_ACTIVE, NOT_A_MEMBER, MEMBER_SUSPENDED
 */
export function requireSubmitter(tx: TxCtx, programId: string, named: string | undefined) {
  const program = requireJoinable(tx, programId);
  const memberId = memberNamed(tx, named);
  requireNameable(tx, program.businessId, memberId);
  assertActive(program);
  const member = requireEnrolled(tx, program, memberId);
  assertCanEarn(member);
  return { program, member };
}

/** Does somebody who submits to a campaign of the program earn there, too? */
export function findEarner({ db }: AnyCtx, programId: string, memberId: string): MemberRow | undefined {
  const member = store.find(db, programId, memberId);
  return member && programStore.find(db, programId)?.status === 'active' && member.status === 'active'
    ? member
    : undefined;
}

/** Counts a new submission of a member. */
export function countSubmitted(tx: TxCtx, member: MemberRow): void {
  store.adjust(tx.db, touch(tx, member).id, { submissionCount: 1 });
  programStore.adjust(tx.db, member.programId, { submissionCount: 1 });
}

/**
 * Gives a member what its approved proof earns: points, tier and goals, and cashback within its caps. Proof of
 * a campaign is approved for the campaign's sake, so that one which cannot earn here just does not.
 * @throws PROGRAM_NOT_ACTIVE, MEMBER_SUSPENDED for proof that was sent to the program itself
 */
export function approve(tx: TxCtx, proof: Proof): void {
  const found = partiesOf(tx, proof);
  if (!found) return;
  const { program, member } = found;
  const canEarn = program.status === 'active' && member.status === 'active';
  if (!canEarn && proof.campaignId !== null) return;
  assertActive(program);
  assertCanEarn(member);
  const { id: reference, orderValueCents } = proof;
  const counted = steps.take(tx, program, member, {
    reference,
    isApproval: true,
    spendCents: orderValueCents ?? 0,
  });
  const { cashback } = rewardsOf(program);
  if (!cashback) return;
  const earned = earnedBy(cashback, orderValueCents);
  grant(tx, program, counted, { ...earned, orderValueCents, submissionId: reference });
}

/**
 * Takes back what an approval gave.
 * @throws CONFLICT when its cashback was spent
 */
export function reverse(tx: TxCtx, proof: Proof, reason: string): void {
  const found = partiesOf(tx, proof);
  if (!found) return;
  const [row] = cashbackStore.listOfSubmission(tx.db, proof.id);
  if (row?.status === 'pending') annul(tx, row, reason);
  else if (row?.status === 'available' && row.remainingCents === row.amountCents) takeBack(tx, row, reason);
  else if (row?.status === 'available' || row?.status === 'redeemed') {
    throw new AppError('CONFLICT', 'The cashback of this submission was spent');
  }
  const member = store.findById(tx.db, found.member.id) as MemberRow;
  steps.undo(tx, found.program, member, proof.id);
}

function partiesOf(
  tx: TxCtx,
  { programId, memberId }: Proof,
): { program: ProgramRow; member: MemberRow } | undefined {
  if (programId === null || memberId === null) return undefined;
  const program = programOf(tx, programId);
  return { program, member: requireEnrolled(tx, program, memberId) };
}
