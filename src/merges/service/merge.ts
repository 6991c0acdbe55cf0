import type { MemberRow } from '../../../db/schema/programs.ts';
import { atomically, type Ctx, type TxCtx } from '../../context.ts';
import { AppError, invalid, notFound } from '../../errors.ts';
import * as events from '../../events/service.ts';
import { renamePassesOf } from '../../passes/service/rename.ts';
import { nowIso } from '../../platform/clock.ts';
import { changedFields } from '../../platform/objects.ts';
import { processDueCashback } from '../../programs/cashback/service/due.ts';
import { findMember, findUnmerged, joinMembers, type Pair } from '../../programs/members/service/merging.ts';
import { toMember } from '../../programs/serialize.ts';
import { assertCanEarn, requireOwn, resolveProgramLockKeys } from '../../programs/service/read.ts';
import type { MergedMembers, NewMerge } from '../model.ts';
import { toMerge } from '../serialize.ts';
import * as store from '../store.ts';
import { countItems, sumMoved } from '../totals-store.ts';

/**
 * Merges a member into another one of the program: points, cashback, visits, rewards, purchases and their history move, and
 * goals that both reach together are completed. The merged member ends; its references and cards lead to the other one,
 * except for an account, which loses the membership.
 * @throws NOT_FOUND, VALIDATION_ERROR for the member itself, INVALID_TRANSITION for a merged member, MEMBER_SUSPENDED
 * unless the other one is active
 */
export async function mergeMember(
  ctx: Ctx,
  programId: string,
  memberId: string,
  input: NewMerge,
): Promise<MergedMembers> {
  await processDueCashback(ctx);
  const merge = async (tx: TxCtx): Promise<MergedMembers> => {
    const program = await requireOwn(tx, programId);
    const pair = await requirePair(tx, programId, memberId, input);
    const { from, into } = pair;
    const { id } = await store.insert(tx.db, {
      id: tx.ids.next('merge'),
      programId,
      businessId: program.businessId,
      fromKey: from.id,
      fromReference: from.memberId,
      intoKey: into.id,
      intoReference: into.memberId,
      fromStatus: from.status,
      fromEnrolledByPerson: from.enrolledByPerson,
      fromPhoneConfirmed: from.phone !== null,
      submissionCount: from.submissionCount,
      fromLastActivityAt: from.lastActivityAt,
      intoLastActivityAt: into.lastActivityAt,
      filled: [],
      goals: [],
      intoGoals: [],
      otherVisits: 0,
      otherRedeemedCents: 0,
      actorKind: tx.actor.kind,
      actorId: tx.actor.id,
      createdAt: nowIso(tx.clock),
    });
    await store.moveAll(tx.db, id, pair);
    const sums = await sumMoved(tx.db, id);
    const purchases = await countItems(tx.db, id);
    const joined = await joinMembers(tx, program, pair, { id, purchases });
    await store.deleteClaim(tx.db, from);
    await renamePassesOf(tx, program.businessId, {
      programId,
      from: from.memberId,
      to: joined.from.memberId,
    });
    const row = await store.update(tx.db, id, {
      ...joined.columns,
      otherVisits: from.visitCount - sums.recordedVisits,
      otherRedeemedCents: from.redeemedCents - sums.redeemedCents,
    });
    await recordChanges(tx, pair, joined);
    const object = toMerge(row);
    await events.record(tx, 'member.merged', { businessId: program.businessId, object });
    return { ...object, member: toMember(joined.into), rewards: joined.rewards };
  };
  return atomically(ctx, merge, await resolveProgramLockKeys(ctx, programId));
}

/** @throws NOT_FOUND, VALIDATION_ERROR, INVALID_TRANSITION, MEMBER_SUSPENDED */
async function requirePair(
  tx: TxCtx,
  programId: string,
  memberId: string,
  { into: other }: NewMerge,
): Promise<Pair> {
  const from = await findUnmerged(tx, programId, memberId);
  if (!from) throw notFound({ kind: 'member', field: 'memberId' });
  const into = await findMember(tx, programId, other);
  if (!into) throw notFound({ kind: 'member', field: 'into' });
  if (from.mergedInto !== null)
    throw new AppError('INVALID_TRANSITION', 'The member has already been merged into another one');
  if (from.id === into.id) throw invalid('into', 'must be another member', 'conflict');
  assertCanEarn(into);
  return { from, into };
}

/** Records an event for each of two members that changed. */
export async function recordChanges(tx: TxCtx, before: Pair, after: Pair): Promise<void> {
  const record = async (old: MemberRow, current: MemberRow) => {
    const object = toMember(current);
    const previous = changedFields(toMember(old), object, []);
    await events.record(tx, 'member.updated', { businessId: current.businessId, object, previous });
  };
  await record(before.from, after.from);
  await record(before.into, after.into);
}
