import type { AdjustmentRow } from '../../../../db/schema/adjustments.ts';
import type { CashbackRow, MemberRow, ProgramRow } from '../../../../db/schema/programs.ts';
import { atomically, type Ctx, type TxCtx } from '../../../context.ts';
import * as events from '../../../events/service.ts';
import { nowIso } from '../../../platform/clock.ts';
import type { Page, RecordQuery } from '../../../platform/page.ts';
import type { Reward } from '../../../rewards/model.ts';
import { moveFunds } from '../../cashback/service/accounts.ts';
import { adjustBalances } from '../../cashback/service/balances.ts';
import { grantCashback } from '../../cashback/service/cashback.ts';
import { processDueCashback } from '../../cashback/service/due.ts';
import { drawDown } from '../../cashback/service/redeem.ts';
import * as cashbackStore from '../../cashback/store.ts';
import { recordCorrection } from '../../members/service/activities.ts';
import { requireMember } from '../../members/service/read.ts';
import * as memberStore from '../../members/store.ts';
import { takeBack } from '../../refunds/rules.ts';
import { toMember } from '../../serialize.ts';
import { assertCanEarn, requireOwn, resolveProgramLockKeys } from '../../service/read.ts';
import type { Adjustment, AppliedAdjustment, NewAdjustment } from '../model.ts';
import { assertCovers, type Change, readChange, toAdjustment } from '../rules.ts';
import * as store from '../store.ts';

/** The description of cashback that a correction adds. */
const DESCRIPTION = 'Correction';

/** Lists the corrections of a member's balances, newest first. @throws NOT_FOUND */
export async function listAdjustments(
  ctx: Ctx,
  programId: string,
  memberId: string,
  query: RecordQuery,
): Promise<Page<Adjustment>> {
  const program = await requireOwn(ctx, programId);
  const member = await requireMember(ctx, program, memberId);
  const page = await store.list(ctx.db, { programId, memberKey: member.id }, query);
  return { ...page, items: page.items.map(toAdjustment) };
}

/**
 * Corrects a member's points, visits or cashback by a counter-entry in the ledger. Tiers and goals follow: a goal that is
 * reached issues its reward, and the reward of one that is no longer reached becomes void.
 * @throws VALIDATION_ERROR unless it is exactly one balance, NOT_FOUND, MEMBER_SUSPENDED for an addition,
 * INSUFFICIENT_BALANCE if less is left than is taken back, CONFLICT if the reward of a goal that is no longer reached was
 * redeemed, LIMIT_REACHED
 */
export async function adjustMember(
  ctx: Ctx,
  programId: string,
  memberId: string,
  input: NewAdjustment,
): Promise<AppliedAdjustment> {
  await processDueCashback(ctx);
  const adjust = async (tx: TxCtx): Promise<AppliedAdjustment> => {
    const program = await requireOwn(tx, programId);
    const member = await requireMember(tx, program, memberId);
    const change = readChange(input, program.currency);
    if (change.points + change.visits + change.cashbackCents > 0) assertCanEarn(member);
    assertCovers(member, change);
    const id = tx.ids.next('adjustment');
    const { parts, rewards, ...columns } = await apply(tx, program, member, { id, ...change });
    const row = await store.insert(tx.db, {
      id,
      programId,
      businessId: program.businessId,
      currency: program.currency,
      memberKey: member.id,
      memberId: member.memberId,
      ...change,
      ...columns,
      reason: input.reason,
      actorKind: tx.actor.kind,
      actorId: tx.actor.id,
      createdAt: nowIso(tx.clock),
    });
    await store.insertParts(
      tx.db,
      parts.map(({ row: { id: cashbackId }, cents }) => ({
        adjustmentId: id,
        cashbackId,
        amountCents: cents,
      })),
    );
    const adjustment = toAdjustment(row);
    await events.record(tx, 'member.adjusted', { businessId: row.businessId, object: adjustment });
    const after = (await memberStore.findById(tx.db, member.id)) as MemberRow;
    return { ...adjustment, member: toMember(after), rewards };
  };
  return atomically(ctx, adjust, await resolveProgramLockKeys(ctx, programId));
}

/** The records of a correction besides its own row. */
interface Applied extends Pick<AdjustmentRow, 'transferId' | 'cashbackId'> {
  /** The cashback that it was taken from. */
  parts: { row: CashbackRow; cents: number }[];
  rewards: Reward[];
}

async function apply(
  tx: TxCtx,
  program: ProgramRow,
  member: MemberRow,
  { id: reference, points, visits, cashbackCents }: Change & { id: string },
): Promise<Applied> {
  const applied: Applied = { transferId: null, cashbackId: null, parts: [], rewards: [] };
  if (cashbackCents === 0) {
    const { rewards } = await recordCorrection(tx, program, member, { reference, points, visits });
    return { ...applied, rewards };
  }
  if (cashbackCents > 0) {
    const grant = { cents: cashbackCents, rate: null, orderValueCents: null };
    const row = await grantCashback(tx, program, member, {
      ...grant,
      description: DESCRIPTION,
      isCorrection: true,
    });
    return { ...applied, cashbackId: row?.id ?? null, transferId: row?.earnTransferId ?? null };
  }
  const cents = -cashbackCents;
  const transferId = await moveFunds(tx, member, {
    kind: 'cashback.adjusted',
    from: 'available',
    to: 'issued',
    amount: cents,
    reference,
  });
  await adjustBalances(tx, member, { availableCents: -cents, grantedCents: -cents });
  const parts = await drawDown(tx, member, cents, (row, part) =>
    cashbackStore.update(tx.db, row.id, takeBack(row, part, 'cashback')),
  );
  return { ...applied, transferId, parts };
}
