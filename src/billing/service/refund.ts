import type { InvoiceRow } from '../../../db/schema/billing.ts';
import type { TxCtx } from '../../context.ts';
import { sumHeldByDisputes, toOrderingKey } from '../rules.ts';
import * as store from '../store.ts';
import { settleInvoice } from './pay.ts';
import { applyRefund } from './refunds.ts';

/**
 * Applies the total refunded so far; repeated events count once. A refund implies payment, even if no payment event
 * has arrived. The plan continues until it is canceled.
 */
export async function refundInvoice(tx: TxCtx, invoice: InvoiceRow, totalCents: number): Promise<InvoiceRow> {
  const paid = await settleFirst(tx, invoice);
  const refundsCents = Math.min(totalCents, invoice.amountCents);
  return refundsCents > paid.refundsCents ? await applyRefund(tx, paid, { refundsCents }) : paid;
}

/** Applies the disputes of an invoice: what the payer's bank currently holds, from all events. */
export async function applyDisputes(tx: TxCtx, invoice: InvoiceRow): Promise<InvoiceRow> {
  const events = await store.listDisputes(tx.db, invoice);
  if (events.length === 0) return invoice;
  const paid = await settleFirst(tx, invoice);
  const inOrder = events.toSorted((a, b) => (toOrderingKey(a) < toOrderingKey(b) ? -1 : 1));
  const chargedBackCents = sumHeldByDisputes(inOrder, invoice.amountCents);
  return chargedBackCents === paid.chargedBackCents
    ? paid
    : await applyRefund(tx, paid, { chargedBackCents });
}

function settleFirst(tx: TxCtx, invoice: InvoiceRow): Promise<InvoiceRow> {
  return settleInvoice(tx, invoice, { startsPlan: invoice.provider === 'manual' });
}
