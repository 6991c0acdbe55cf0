import type { InvoiceRow } from '../../../db/schema/billing.ts';
import type { TxCtx } from '../../context.ts';
import { creditWallet } from '../../exchange/wallet/service/wallet.ts';
import * as subscriptions from '../../plans/service/subscriptions.ts';
import { nowIso } from '../../platform/clock.ts';
import * as store from '../store.ts';
import { withPlanChange } from './plan-change.ts';
import { collectShortfalls } from './refunds.ts';

/** The provider's ids of an invoice and its payment, once known. */
export interface Receipt {
  providerInvoiceId?: string | null;
  providerPaymentId?: string | null;
  /** The remote subscription that it pays for; its provider reports the periods. */
  remoteId?: string | null;
  /** False until it is known who manages the subscription. */
  startsPlan?: boolean;
}

/**
 * Settles an invoice; repeated calls have no effect. Credits a top-up to the wallet, or starts or continues a
 * subscription we manage. A voided invoice is settled too, because the money has arrived.
 */
export function settleInvoice(tx: TxCtx, invoice: InvoiceRow, receipt: Receipt = {}): InvoiceRow {
  const known = saveReceipt(tx, invoice, receipt);
  if (known.paidAt !== null) return known;
  const paid = store.update(tx.db, known.id, { status: 'paid', paidAt: nowIso(tx.clock) });
  if (paid.kind === 'topup') return creditTopup(tx, paid);
  const isRemote = receipt.remoteId || isManagedElsewhere(tx, paid);
  return isRemote || receipt.startsPlan === false ? paid : startOrRenew(tx, paid);
}

function saveReceipt(tx: TxCtx, invoice: InvoiceRow, receipt: Receipt): InvoiceRow {
  const ids = {
    providerInvoiceId: invoice.providerInvoiceId ?? receipt.providerInvoiceId ?? null,
    providerPaymentId: invoice.providerPaymentId ?? receipt.providerPaymentId ?? null,
    subscriptionId: invoice.subscriptionId ?? receipt.remoteId ?? null,
  };
  const hasChanges = Object.entries(ids).some(([name, value]) => value !== invoice[name as keyof InvoiceRow]);
  return hasChanges ? store.update(tx.db, invoice.id, ids) : invoice;
}

function creditTopup(tx: TxCtx, { id, businessId, amountCents }: InvoiceRow): InvoiceRow {
  const { transferId } = creditWallet(tx, businessId, amountCents, `billing:${id}`);
  const paid = store.update(tx.db, id, { transferId });
  collectShortfalls(tx, businessId);
  return paid;
}

function isManagedElsewhere(tx: TxCtx, { subscriptionId }: InvoiceRow): boolean {
  const row = subscriptionId === null ? undefined : subscriptions.find(tx, subscriptionId);
  return row !== undefined && !row.isOwn;
}

function startOrRenew(tx: TxCtx, invoice: InvoiceRow): InvoiceRow {
  const { id, businessId, planId, interval } = invoice;
  if (planId === null || interval === null) throw new Error(`Invoice ${id} has no plan`);
  const row = withPlanChange(tx, businessId, () => {
    const running = subscriptions.findOwn(tx, businessId);
    if (running?.renewalInvoiceId === id) return subscriptions.renewOwn(tx, running);
    if (running?.renewalInvoiceId) voidSupersededRenewal(tx, running.renewalInvoiceId);
    return subscriptions.startOwn(tx, { businessId, planId, interval });
  });
  return store.update(tx.db, id, { subscriptionId: row.id });
}

/** Voids the old plan's renewal, because another plan was paid. */
function voidSupersededRenewal(tx: TxCtx, renewalId: string): void {
  if (store.find(tx.db, renewalId)?.status === 'open') store.update(tx.db, renewalId, { status: 'void' });
}
