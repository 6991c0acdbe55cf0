import type { MemberRow } from '../../../../db/schema/programs.ts';
import type { CashbackRedemptionRow } from '../../../../db/schema/refunds.ts';
import type { TxCtx } from '../../../context.ts';
import * as ledger from '../../../ledger/service.ts';
import { nowIso } from '../../../platform/clock.ts';
import { moveFunds } from '../../cashback/service/accounts.ts';
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
  await ledger.reversePart(tx, redemption.transferId, cents, `Refund ${refundId}`);
  await store.updateRedemption(tx.db, redemption.id, { refundedCents: after });
  const expiredCents = await restoreParts(tx, redemption.id, cents);
  if (expiredCents > 0) {
    await moveFunds(tx, member, {
      ...{ kind: 'cashback.expired', from: 'available', to: 'issued', amount: expiredCents },
      reference: refundId,
    });
  }
  await adjustBalances(tx, member, { availableCents: cents - expiredCents, redeemedCents: -cents });
  return { cashbackCents: cents, heldCents: 0, expiredCents, points: 0, visits: 0 };
}

/** @returns the cents of cashback that has expired */
async function restoreParts(tx: TxCtx, redemptionId: string, cents: number): Promise<number> {
  const now = nowIso(tx.clock);
  let openCents = cents;
  let expiredCents = 0;
  for (const part of await store.listParts(tx.db, redemptionId)) {
    const restored = Math.min(openCents, part.amountCents - part.refundedCents);
    if (restored === 0) continue;
    await store.refundPart(tx.db, part, restored);
    const row = await cashbackStore.find(tx.db, part.cashbackId);
    if (!row) throw new Error(`Cashback ${part.cashbackId} not found`);
    if (row.expiresAt !== null && row.expiresAt < now) {
      expiredCents += restored;
      const change = { expiredCents: row.expiredCents + restored, status: 'expired' as const };
      await cashbackStore.update(tx.db, row.id, change);
    } else {
      const change = { remainingCents: row.remainingCents + restored, status: 'available' as const };
      await cashbackStore.update(tx.db, row.id, change);
    }
    openCents -= restored;
  }
  if (openCents > 0) throw new Error(`The parts of redemption ${redemptionId} add up to too little`);
  return expiredCents;
}
