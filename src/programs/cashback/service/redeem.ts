import type { CashbackRow, MemberRow } from '../../../../db/schema/programs.ts';
import { atomically, type Ctx, type TxCtx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { toCents, toDollars } from '../../../platform/money.ts';
import { toCashback } from '../../serialize.ts';
import { requireEnrolled, requireOwn, resolveProgramDomain } from '../../service/read.ts';
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
    return await spendCashback(tx, await touchLastActivity(tx, member), toCents(input.amount, 'amount'));
  };
  return atomically(ctx, spend, await resolveProgramDomain(ctx, programId));
}

/** Spends a member's available cashback in the caller's transaction. @throws INSUFFICIENT_BALANCE */
export async function spendCashback(tx: TxCtx, member: MemberRow, cents: number): Promise<CashbackRedeemed> {
  if (member.availableCents < cents) {
    throw new AppError(
      'INSUFFICIENT_BALANCE',
      `Only $${toDollars(member.availableCents).toFixed(2)} is available`,
    );
  }
  await moveFunds(tx, member, {
    kind: 'cashback.redeemed',
    from: 'available',
    to: 'redeemed',
    amount: cents,
  });
  const after = await adjustBalances(tx, member, { availableCents: -cents, redeemedCents: cents });
  const touched = await drawDown(tx, member, cents);
  return {
    amount: toDollars(cents),
    balance: toDollars(after.availableCents),
    cashback: touched.map(toCashback),
  };
}

/** Records read per batch until the amount is covered. */
const BATCH = 50;

async function drawDown(tx: TxCtx, member: MemberRow, cents: number): Promise<CashbackRow[]> {
  const touched: CashbackRow[] = [];
  for (let openCents = cents; openCents > 0; ) {
    const rows = await store.listSpendable(tx.db, member.id, BATCH);
    if (rows.length === 0)
      throw new Error(`The cashback records of member ${member.id} add up to less than the balance`);
    for (const row of rows) {
      if (openCents === 0) break;
      const part = Math.min(openCents, row.remainingCents);
      const remainingCents = row.remainingCents - part;
      const status = remainingCents === 0 ? 'redeemed' : 'available';
      touched.push(await saveTransition(tx, 'cashback.redeemed', row, { remainingCents, status }));
      openCents -= part;
    }
  }
  return touched;
}
