import type { InvoiceRow } from '../../../db/schema/billing.ts';
import type { TxCtx } from '../../context.ts';
import { creditWallet } from '../../exchange/service/wallet.ts';
import * as subscriptions from '../../plans/subscriptions.ts';
import { nowIso } from '../../platform/clock.ts';
import * as store from '../store.ts';
import { collectShortfalls } from './give-back.ts';
import { withPlanChange } from './plan.ts';

/** What the provider calls an invoice and its payment, once it is known. */
export interface Receipt {
  providerInvoiceId?: string | null;
  providerPaymentId?: string | null;
  /** The subscription there that it pays for: whoever runs that one tells of its periods. */
  remoteId?: string | null;
  /** False while it is not known who runs the subscription that it pays for. */
  startsPlan?: boolean;
}

/**
 * An invoice is paid, once, whoever says so and however often: a top-up reaches the wallet, a subscription of
 * our own begins or goes on. One that was made void is paid all the same: the money is there.
 */
export function settleInvoice(tx: TxCtx, invoice: InvoiceRow, receipt: Receipt = {}): InvoiceRow {
  const known = noteReceipt(tx, invoice, receipt);
  if (known.paidAt !== null) return known;
  const paid = store.update(tx.db, known.id, { status: 'paid', paidAt: nowIso(tx.clock) });
  if (paid.kind === 'topup') return creditTopup(tx, paid);
  const isRemote = receipt.remoteId || isRunElsewhere(tx, paid);
  return isRemote || receipt.startsPlan === false ? paid : startOrRenew(tx, paid);
}

function noteReceipt(tx: TxCtx, invoice: InvoiceRow, receipt: Receipt): InvoiceRow {
  const news = {
    providerInvoiceId: invoice.providerInvoiceId ?? receipt.providerInvoiceId ?? null,
    providerPaymentId: invoice.providerPaymentId ?? receipt.providerPaymentId ?? null,
    subscriptionId: invoice.subscriptionId ?? receipt.remoteId ?? null,
  };
  const isNews = Object.entries(news).some(([name, value]) => value !== invoice[name as keyof InvoiceRow]);
  return isNews ? store.update(tx.db, invoice.id, news) : invoice;
}

function creditTopup(tx: TxCtx, { id, businessId, amountCents }: InvoiceRow): InvoiceRow {
  const { transferId } = creditWallet(tx, businessId, amountCents, `billing:${id}`);
  const paid = store.update(tx.db, id, { transferId });
  collectShortfalls(tx, businessId);
  return paid;
}

function isRunElsewhere(tx: TxCtx, { subscriptionId }: InvoiceRow): boolean {
  const row = subscriptionId === null ? undefined : subscriptions.find(tx, subscriptionId);
  return row !== undefined && !row.isOwn;
}

function startOrRenew(tx: TxCtx, invoice: InvoiceRow): InvoiceRow {
  const { id, businessId, planId, interval } = invoice;
  if (planId === null || interval === null) throw new Error(`The invoice ${id} is for no plan`);
  const row = withPlanChange(tx, businessId, () => {
    const running = subscriptions.findOwn(tx, businessId);
    if (running?.renewalInvoiceId === id) return subscriptions.renewOwn(tx, running);
    if (running?.renewalInvoiceId) overtake(tx, running.renewalInvoiceId);
    return subscriptions.startOwn(tx, { businessId, planId, interval });
  });
  return store.update(tx.db, id, { subscriptionId: row.id });
}

/** Another plan was paid: nobody has to pay for the next period of the old one. */
function overtake(tx: TxCtx, renewalId: string): void {
  if (store.find(tx.db, renewalId)?.status === 'open') store.update(tx.db, renewalId, { status: 'void' });
}
