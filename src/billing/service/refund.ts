import type { InvoiceRow } from '../../../db/schema/billing.ts';
import type { TxCtx } from '../../context.ts';
import { takeBack } from '../../exchange/service/refund.ts';
import { nowIso } from '../../platform/clock.ts';
import * as store from '../store.ts';
import { settle } from './pay.ts';

/**
 * So much of an invoice was given back by now, in all: told twice it counts once. What was paid back was paid,
 * even if nobody has said so yet. A top-up leaves the wallet as far as it is still there; what is missing is
 * noted and warned of. A plan goes on until it is cancelled.
 */
export function refund(tx: TxCtx, invoice: InvoiceRow, totalCents: number): InvoiceRow {
  const refundedCents = Math.min(totalCents, invoice.amountCents);
  const paid = settle(tx, invoice, { startsPlan: invoice.provider === 'manual' });
  const newCents = refundedCents - paid.refundedCents;
  if (newCents <= 0) return paid;
  const missing = paid.transferId === null ? 0 : newCents - takeFromWallet(tx, paid, newCents, refundedCents);
  if (missing > 0) {
    const { number } = paid;
    tx.log.warn('A refunded top-up was spent already', { invoice: number, missingCents: missing });
  }
  const isWhole = refundedCents === paid.amountCents;
  return store.update(tx.db, paid.id, {
    refundedCents,
    shortfallCents: paid.shortfallCents + missing,
    ...(isWhole ? { status: 'refunded', refundedAt: nowIso(tx.clock) } : {}),
  });
}

function takeFromWallet(tx: TxCtx, invoice: InvoiceRow, cents: number, totalCents: number): number {
  return takeBack(tx, {
    ownerId: invoice.businessId,
    transferId: invoice.transferId as string,
    depositCents: invoice.amountCents,
    cents,
    reference: `billing:${invoice.id}:${totalCents}`,
  });
}
