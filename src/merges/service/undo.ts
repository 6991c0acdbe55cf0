import type { MergeRow } from '../../../db/schema/merges.ts';
import { atomically, type Ctx, type TxCtx } from '../../context.ts';
import { AppError, notFound } from '../../errors.ts';
import * as events from '../../events/service.ts';
import { renamePassesOf } from '../../passes/service/rename.ts';
import { nowIso } from '../../platform/clock.ts';
import { processDueCashback } from '../../programs/cashback/service/due.ts';
import {
  findById,
  findMember,
  findUnmerged,
  type Pair,
  splitMembers,
} from '../../programs/members/service/merging.ts';
import { toMember } from '../../programs/serialize.ts';
import { requireOwn, resolveProgramLockKeys } from '../../programs/service/read.ts';
import type { MergedMembers } from '../model.ts';
import { toMerge } from '../serialize.ts';
import * as store from '../store.ts';
import { countItems, isCashbackUsed, type MovedTotals, sumMoved } from '../totals-store.ts';
import { recordChanges } from './merge.ts';

/**
 * Undoes the latest merge of a member, or into it: everything that moved returns as it is now, with what has followed from
 * it, such as refunds. Later visits and orders stay with the other member.
 * @throws NOT_FOUND, INVALID_TRANSITION without a merge, CONFLICT if the other member was merged in turn, personal data was
 * erased, what moved is spent, the reference was used again, or a reward that both earned together was redeemed,
 * INSUFFICIENT_BALANCE if points are spent
 */
export async function undoMerge(ctx: Ctx, programId: string, memberId: string): Promise<MergedMembers> {
  await processDueCashback(ctx);
  const undo = async (tx: TxCtx): Promise<MergedMembers> => {
    const program = await requireOwn(tx, programId);
    const merge = await requireMerge(tx, programId, memberId);
    const pair = await readPair(tx, merge);
    await assertUndoable(tx, merge, pair);
    await store.addFollowing(tx.db, merge.id, pair.into);
    if (await isCashbackUsed(tx.db, merge.id))
      throw new AppError(
        'CONFLICT',
        'Cashback of the merged member has been spent or corrected since the merge',
      );
    const sums = await sumMoved(tx.db, merge.id);
    const purchases = await countItems(tx.db, merge.id);
    const moved = toTotals(merge, sums);
    const restored = { ...pair.from, memberId: merge.fromReference };
    await store.moveBack(tx.db, merge.id, { from: restored, into: pair.into });
    const split = await splitMembers(tx, program, pair, { ...merge, purchases, moved });
    const { businessId } = program;
    await renamePassesOf(tx, businessId, { programId, from: pair.from.memberId, to: merge.fromReference });
    const row = await store.update(tx.db, merge.id, { undoneAt: nowIso(tx.clock) });
    await recordChanges(tx, pair, split);
    const object = toMerge(row);
    await events.record(tx, 'member.merged', { businessId, object, previous: { undoneAt: null } });
    return { ...object, member: toMember(split.into), rewards: split.rewards };
  };
  return atomically(ctx, undo, await resolveProgramLockKeys(ctx, programId));
}

/** Finds the merge of the member whom a reference names, by the reference at the time too. @throws NOT_FOUND, INVALID_TRANSITION */
async function requireMerge(tx: TxCtx, programId: string, reference: string): Promise<MergeRow> {
  const member = await findUnmerged(tx, programId, reference);
  const found =
    (member && ((await store.findOf(tx.db, member)) ?? (await store.findInto(tx.db, member)))) ??
    (await store.findByReference(tx.db, programId, reference));
  if (found) return found;
  if (!member) throw notFound({ kind: 'member', field: 'memberId' });
  throw new AppError('INVALID_TRANSITION', 'The member has not been merged, or the merge has been undone');
}

async function readPair(tx: TxCtx, { fromKey, intoKey }: MergeRow): Promise<Pair> {
  const [from, into] = [await findById(tx, fromKey), await findById(tx, intoKey)];
  if (!from || !into) throw new Error(`The members of a merge of ${fromKey} do not exist`);
  return { from, into };
}

/** @throws CONFLICT */
async function assertUndoable(tx: TxCtx, merge: MergeRow, { from, into }: Pair): Promise<void> {
  const conflict = (message: string) => new AppError('CONFLICT', message);
  if (merge.isFinal) throw conflict('Personal data of a member was erased, so the merge is final');
  if (into.mergedInto !== null)
    throw conflict(`${into.memberId} was merged into another member; undo that merge first`);
  if (from.memberId === merge.fromReference) return;
  if (await findMember(tx, merge.programId, merge.fromReference))
    throw conflict('The account of the merged member has joined the program again');
}

/** @throws CONFLICT if the merged member has spent more points than it earned, because its orders were refunded */
function toTotals(merge: MergeRow, { recordedVisits: _, ...sums }: MovedTotals) {
  if (sums.points < sums.pointsSpent)
    throw new AppError('CONFLICT', 'The merged member has spent points of orders that were refunded since');
  const { submissionCount, otherRedeemedCents } = merge;
  return { ...sums, submissionCount, redeemedCents: sums.redeemedCents + otherRedeemedCents };
}
