import type { CashbackRow, MemberRow } from '../../../../db/schema/programs.ts';
import { atomically, type Ctx, type TxCtx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { recordAction } from '../../../places/service/actions.ts';
import { nowIso } from '../../../platform/clock.ts';
import { formatCents, toAmount, toCents } from '../../../platform/money.ts';
import * as refundStore from '../../refunds/store.ts';
import { toCashback } from '../../serialize.ts';
import { requireEnrolled, requireOwn, resolveProgramLockKeys } from '../../service/read.ts';
import type { CashbackRedeemed, CashbackRedemption } from '../model.ts';
import * as store from '../store.ts';
import { moveFunds } from './accounts.ts';
import { adjustBalances, saveTransition, touchLastActivity } from './balances.ts';
import { processDueCashback } from './due.ts';

/**
 * Spends available cashback at the business, oldest first. Works even if the program is paused or the membership
 * suspended.
 * @throws NOT_FOUND, NOT_A_MEMBER, INSUFFICIENT_BALANCE
 */
export async function redeemCashback(
  ctx: Ctx,
  programId: string,
  input: CashbackRedemption,
): Promise<CashbackRedeemed> {
  await processDueCashback(ctx);
  const spend = async (tx: TxCtx) => {
    const member = await requireEnrolled(tx, await requireOwn(tx, programId), input.memberId);
    const cents = toCents(input.amount, member.currency, 'amount');
    const spending = await spendCashback(tx, await touchLastActivity(tx, member), cents);
    const redemptionId = await keepRedemption(tx, member, cents, spending);
    const { businessId, memberId } = member;
    await recordAction(tx, {
      kind: 'redemption',
      businessId,
      placeId: input.placeId,
      resourceId: redemptionId,
      programId,
      memberId,
      valueCents: cents,
    });
    return {
      redemptionId,
      currency: member.currency,
      amount: toAmount(cents, member.currency),
      balance: toAmount(spending.balanceCents, member.currency),
      cashback: spending.parts.map(({ row }) => toCashback(row)),
    };
  };
  return atomically(ctx, spend, await resolveProgramLockKeys(ctx, programId));
}

/** Keeps what a redemption was deducted from, so that it can be refunded. @returns its ID */
async function keepRedemption(
  tx: TxCtx,
  { id: memberKey, programId, businessId, memberId }: MemberRow,
  amountCents: number,
  { transferId, parts }: Spending,
): Promise<string> {
  const redemption = await refundStore.insertRedemption(tx.db, {
    id: tx.ids.next('redemption'),
    programId,
    businessId,
    memberKey,
    memberId,
    amountCents,
    transferId,
    actorKind: tx.actor.kind,
    actorId: tx.actor.id,
    createdAt: nowIso(tx.clock),
  });
  await refundStore.insertParts(
    tx.db,
    parts.map(({ row, cents }, index) => ({
      redemptionId: redemption.id,
      number: index + 1,
      cashbackId: row.id,
      amountCents: cents,
      refundedCents: 0,
    })),
  );
  return redemption.id;
}

/** Spent cashback: its transfer, the remaining balance, and the records that it was deducted from, oldest first. */
interface Spending {
  transferId: string;
  balanceCents: number;
  parts: { row: CashbackRow; cents: number }[];
}

/** Spends a member's available cashback in the caller's transaction. @throws INSUFFICIENT_BALANCE */
export async function spendCashback(tx: TxCtx, member: MemberRow, cents: number): Promise<Spending> {
  if (member.availableCents < cents) {
    throw new AppError(
      'INSUFFICIENT_BALANCE',
      `Only ${formatCents(member.availableCents, member.currency)} is available`,
    );
  }
  const transferId = await moveFunds(tx, member, {
    kind: 'cashback.redeemed',
    from: 'available',
    to: 'redeemed',
    amount: cents,
  });
  const after = await adjustBalances(tx, member, { availableCents: -cents, redeemedCents: cents });
  const parts = await drawDown(tx, member, cents, (row, part) => {
    const remainingCents = row.remainingCents - part;
    const status = remainingCents === 0 ? 'redeemed' : 'available';
    return saveTransition(tx, 'cashback.redeemed', row, { remainingCents, status });
  });
  return { transferId, balanceCents: after.availableCents, parts };
}

/** Records read per batch until the amount is covered. */
const BATCH = 50;

/** Takes cents from a member's available cashback, oldest first. @param take saves what is taken from a record */
export async function drawDown(
  tx: TxCtx,
  member: MemberRow,
  cents: number,
  take: (row: CashbackRow, cents: number) => Promise<CashbackRow>,
): Promise<Spending['parts']> {
  const parts: Spending['parts'] = [];
  for (let openCents = cents; openCents > 0; ) {
    const rows = await store.listSpendable(tx.db, { memberKey: member.id, limit: BATCH });
    if (rows.length === 0)
      throw new Error(`The cashback records of member ${member.id} add up to less than the balance`);
    for (const row of rows) {
      if (openCents === 0) break;
      const part = Math.min(openCents, row.remainingCents);
      parts.push({ row: await take(row, part), cents: part });
      openCents -= part;
    }
  }
  return parts;
}
