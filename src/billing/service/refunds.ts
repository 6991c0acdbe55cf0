import type { InvoiceRow } from '../../../db/schema/billing.ts';
import type { TxCtx } from '../../context.ts';
import { restoreWithdrawal, withdrawDeposit } from '../../exchange/wallet/service/withdraw.ts';
import { nowIso } from '../../platform/clock.ts';
import { BILLING_CURRENCY } from '../../platform/currency-digits.ts';
import * as store from '../store.ts';

/**
 * Updates a paid invoice to the amount refunded, and the wallet to match: removes a refunded top-up as far as the
 * balance covers it, and restores it if the refund is reversed. Records and logs any shortfall.
 */
export async function applyRefund(
  tx: TxCtx,
  invoice: InvoiceRow,
  change: Partial<Pick<InvoiceRow, 'refundsCents' | 'chargedBackCents'>>,
): Promise<InvoiceRow> {
  const { refundsCents, chargedBackCents, amountCents } = { ...invoice, ...change };
  const refundedCents = Math.min(amountCents, refundsCents + chargedBackCents);
  const missing =
    invoice.transferId === null ? 0 : refundedCents - (await adjustWallet(tx, invoice, refundedCents));
  if (missing > invoice.shortfallCents) {
    const { number } = invoice;
    tx.log.warn('a refunded top-up has already been spent', { invoice: number, missingCents: missing });
  }
  const isWhole = refundedCents === amountCents;
  return await store.update(tx.db, invoice.id, {
    refundsCents,
    chargedBackCents,
    refundedCents,
    shortfallCents: missing,
    status: isWhole ? 'refunded' : 'paid',
    refundedAt: isWhole ? (invoice.refundedAt ?? nowIso(tx.clock)) : null,
  });
}

/** @returns the cents of the top-up currently removed from the wallet */
async function adjustWallet(tx: TxCtx, invoice: InvoiceRow, owedCents: number): Promise<number> {
  const { id, businessId, amountCents: depositCents } = invoice;
  const wallet = { ownerId: businessId, currency: BILLING_CURRENCY };
  const transferId = invoice.transferId as string;
  const removedCents = invoice.refundedCents - invoice.shortfallCents;
  const reference = `billing:${id}:${tx.ids.next('transfer')}`;
  const cents = owedCents - removedCents;
  if (cents > 0)
    return (
      removedCents + (await withdrawDeposit(tx, { ...wallet, transferId, depositCents, cents, reference }))
    );
  if (cents < 0) await restoreWithdrawal(tx, { ...wallet, cents: -cents, reference });
  return owedCents;
}

/** Collects shortfalls of earlier refunds and chargebacks from a newly funded wallet, oldest first. */
export async function collectShortfalls(tx: TxCtx, businessId: string): Promise<void> {
  for (const invoice of await store.listWithShortfall(tx.db, businessId)) await applyRefund(tx, invoice, {});
}
