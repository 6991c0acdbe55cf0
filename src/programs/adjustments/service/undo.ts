import type { AdjustmentRow } from '../../../../db/schema/adjustments.ts';
import type { CashbackRow, MemberRow } from '../../../../db/schema/programs.ts';
import { atomically, type Ctx, type TxCtx } from '../../../context.ts';
import { AppError, notFound } from '../../../errors.ts';
import * as events from '../../../events/service.ts';
import { nowIso } from '../../../platform/clock.ts';
import { reverseFunds } from '../../cashback/service/accounts.ts';
import { adjustBalances, reverseCashback } from '../../cashback/service/balances.ts';
import { processDueCashback } from '../../cashback/service/due.ts';
import * as cashbackStore from '../../cashback/store.ts';
import { revertActivity } from '../../members/service/activities.ts';
import { requireMember } from '../../members/service/read.ts';
import * as memberStore from '../../members/store.ts';
import { expireRestored, restoreCashback } from '../../refunds/service/redemption.ts';
import { toMember } from '../../serialize.ts';
import { requireOwn, resolveProgramLockKeys } from '../../service/read.ts';
import type { AppliedAdjustment } from '../model.ts';
import { assertCovers, toAdjustment } from '../rules.ts';
import * as store from '../store.ts';

/**
 * Undoes a correction once, by the reverse entry in the ledger: what was added is taken back, and what was taken back
 * returns where it came from.
 * @throws NOT_FOUND, INVALID_TRANSITION if it was undone before, INSUFFICIENT_BALANCE if what it added is spent, CONFLICT
 * if the reward of a goal that is no longer reached was redeemed, or its cashback was reversed
 */
export async function undoAdjustment(
  ctx: Ctx,
  programId: string,
  memberId: string,
  adjustmentId: string,
): Promise<AppliedAdjustment> {
  await processDueCashback(ctx);
  const undo = async (tx: TxCtx): Promise<AppliedAdjustment> => {
    const program = await requireOwn(tx, programId);
    const member = await requireMember(tx, program, memberId);
    const row = await store.find(tx.db, adjustmentId);
    if (row?.memberKey !== member.id) throw notFound({ kind: 'adjustment', field: 'adjustmentId' });
    if (row.undoneAt !== null) throw new AppError('INVALID_TRANSITION', 'It has already been undone');
    const { points, visits, cashbackCents } = row;
    assertCovers(member, { points: -points, visits: -visits, cashbackCents: -cashbackCents });
    if (cashbackCents > 0) await takeBackCashback(tx, row);
    else if (cashbackCents < 0) await giveBackCashback(tx, member, row);
    else await revertActivity(tx, program, member, row.id);
    const adjustment = toAdjustment(await store.update(tx.db, row.id, { undoneAt: nowIso(tx.clock) }));
    const previous = { undoneAt: null };
    await events.record(tx, 'member.adjusted', { businessId: row.businessId, object: adjustment, previous });
    const after = (await memberStore.findById(tx.db, member.id)) as MemberRow;
    return { ...adjustment, member: toMember(after), rewards: [] };
  };
  return atomically(ctx, undo, await resolveProgramLockKeys(ctx, programId));
}

/** Takes back added cashback. @throws INSUFFICIENT_BALANCE unless all of it is left */
async function takeBackCashback(tx: TxCtx, row: AdjustmentRow): Promise<void> {
  const cashback = await cashbackStore.find(tx.db, row.cashbackId as string);
  if (cashback?.status === 'available' && cashback.remainingCents === cashback.amountCents)
    await reverseCashback(tx, cashback, 'Correction undone');
  else
    throw new AppError('INSUFFICIENT_BALANCE', 'The added cashback has been spent, reversed or has expired');
}

/** Gives taken cashback back where it came from. @throws CONFLICT if the rest of it was reversed meanwhile */
async function giveBackCashback(tx: TxCtx, member: MemberRow, row: AdjustmentRow): Promise<void> {
  await reverseFunds(tx, member, row.transferId as string, -row.cashbackCents, `Undone ${row.id}`);
  let expiredCents = 0;
  for (const { cashbackId, amountCents } of await store.listParts(tx.db, row.id)) {
    const cashback = (await cashbackStore.find(tx.db, cashbackId)) as CashbackRow;
    if (cashback.status === 'reversed' && cashback.refundedCents < cashback.amountCents)
      throw new AppError('CONFLICT', 'The rest of the cashback that it was taken from has been reversed');
    const change = { refundedCents: cashback.refundedCents - amountCents };
    expiredCents += await restoreCashback(tx, cashback, amountCents, change);
  }
  await expireRestored(tx, member, expiredCents, row.id);
  const grantedCents = -row.cashbackCents;
  await adjustBalances(tx, member, { availableCents: grantedCents - expiredCents, grantedCents });
}
