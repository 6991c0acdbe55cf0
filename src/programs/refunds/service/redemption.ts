import type { CashbackRow, MemberRow } from '../../../../db/schema/programs.ts';
import type { CashbackRedemptionRow } from '../../../../db/schema/refunds.ts';
import type { TxCtx } from '../../../context.ts';
import { nowIso } from '../../../platform/clock.ts';
import { moveFunds, reverseFunds } from '../../cashback/service/accounts.ts';
import { adjustBalances } from '../../cashback/service/balances.ts';
import * as cashbackStore from '../../cashback/store.ts';
import type { Moved, Step } from '../rules.ts';
import * as store from '../store.ts';

/**
 * Gives spent cashback back to the cashback it was deducted from, the last deducted first. What has expired meanwhile
 * returns to the business at once.
 */
export async function giveBackRedemption(
  tx: TxCtx,
  member: MemberRow,
  redemption: CashbackRedemptionRow,
  { before, after }: Step,
  refundId: string,
): Promise<Moved> {
  const cents = after - before;
  await reverseFunds(tx, member, redemption.transferId, cents, `Refund ${refundId}`);
  await store.updateRedemption(tx.db, redemption.id, { refundedCents: after });
  const expiredCents = await restoreParts(tx, redemption.id, cents);
  await expireRestored(tx, member, expiredCents, refundId);
  await adjustBalances(tx, member, { availableCents: cents - expiredCents, redeemedCents: -cents });
  return { cashbackCents: cents, heldCents: 0, expiredCents, points: 0, visits: 0 };
}

/** @returns the cents of cashback that has expired */
async function restoreParts(tx: TxCtx, redemptionId: string, cents: number): Promise<number> {
  let openCents = cents;
  let expiredCents = 0;
  for (const part of await store.listParts(tx.db, redemptionId)) {
    const restored = Math.min(openCents, part.amountCents - part.refundedCents);
    if (restored === 0) continue;
    await store.refundPart(tx.db, { redemptionId, number: part.number, cents: restored });
    const row = await cashbackStore.find(tx.db, part.cashbackId);
    if (!row) throw new Error(`Cashback ${part.cashbackId} not found`);
    expiredCents += await restoreCashback(tx, row, restored);
    openCents -= restored;
  }
  if (openCents > 0) throw new Error(`The parts of redemption ${redemptionId} add up to too little`);
  return expiredCents;
}

/**
 * Gives cents back to the cashback that they were taken from. What has expired meanwhile is no longer of use.
 * @returns the cents that have expired
 */
export async function restoreCashback(
  tx: TxCtx,
  row: CashbackRow,
  cents: number,
  change: Partial<CashbackRow> = {},
): Promise<number> {
  const isExpired = row.expiresAt !== null && row.expiresAt < nowIso(tx.clock);
  const restored = isExpired
    ? { expiredCents: row.expiredCents + cents, status: 'expired' as const }
    : { remainingCents: row.remainingCents + cents, status: 'available' as const };
  await cashbackStore.update(tx.db, row.id, { ...change, ...restored });
  return isExpired ? cents : 0;
}

/** Returns restored cashback that has expired to the business. */
export async function expireRestored(
  tx: TxCtx,
  member: MemberRow,
  amount: number,
  reference: string,
): Promise<void> {
  if (amount === 0) return;
  await moveFunds(tx, member, {
    kind: 'cashback.expired',
    from: 'available',
    to: 'issued',
    amount,
    reference,
  });
}
