import type { InvoiceRow } from '../../../db/schema/billing.ts';
import type { TxCtx } from '../../context.ts';
import { creditWallet } from '../../exchange/wallet/service/wallet.ts';
import * as subscriptions from '../../plans/service/subscriptions.ts';
import { nowIso } from '../../platform/clock.ts';
import { BILLING_CURRENCY } from '../../platform/currency-digits.ts';
import * as store from '../store.ts';
import { withPlanChange } from './plan-change.ts';
import { collectShortfalls } from './refunds.ts';

/** The provider's ids of an invoice and its payment, once known. */
interface Receipt {
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
export async function settleInvoice(
  tx: TxCtx,
  invoice: InvoiceRow,
  receipt: Receipt = {},
): Promise<InvoiceRow> {
  const known = await saveReceipt(tx, invoice, receipt);
  if (known.paidAt !== null) return known;
  const paid = await store.update(tx.db, known.id, { status: 'paid', paidAt: nowIso(tx.clock) });
  if (paid.kind === 'topup') return await creditTopup(tx, paid);
  const isRemote = receipt.remoteId || (await isManagedElsewhere(tx, paid));
  return isRemote || receipt.startsPlan === false ? paid : await startOrRenew(tx, paid);
}

async function saveReceipt(tx: TxCtx, invoice: InvoiceRow, receipt: Receipt): Promise<InvoiceRow> {
  const ids = {
    providerInvoiceId: invoice.providerInvoiceId ?? receipt.providerInvoiceId ?? null,
    providerPaymentId: invoice.providerPaymentId ?? receipt.providerPaymentId ?? null,
    subscriptionId: invoice.subscriptionId ?? receipt.remoteId ?? null,
  };
  const hasChanges = Object.entries(ids).some(([name, value]) => value !== invoice[name as keyof InvoiceRow]);
  return hasChanges ? await store.update(tx.db, invoice.id, ids) : invoice;
}

async function creditTopup(tx: TxCtx, { id, businessId, amountCents }: InvoiceRow): Promise<InvoiceRow> {
  const { transferId } = await creditWallet(
    tx,
    businessId,
    { cents: amountCents, currency: BILLING_CURRENCY },
    `billing:${id}`,
  );
  const paid = await store.update(tx.db, id, { transferId });
  await collectShortfalls(tx, businessId);
  return paid;
}

async function isManagedElsewhere(tx: TxCtx, { subscriptionId }: InvoiceRow): Promise<boolean> {
  const row = subscriptionId === null ? undefined : await subscriptions.find(tx, subscriptionId);
  return row !== undefined && !row.isOwn;
}

async function startOrRenew(tx: TxCtx, invoice: InvoiceRow): Promise<InvoiceRow> {
  const { id, businessId, planId, interval } = invoice;
  if (planId === null || interval === null) throw new Error(`Invoice ${id} has no plan`);
  const row = await withPlanChange(tx, businessId, async () => {
    const running = await subscriptions.findOwn(tx, businessId);
    if (running?.renewalInvoiceId === id) return await subscriptions.renewOwn(tx, running);
    if (running?.renewalInvoiceId) await voidSupersededRenewal(tx, running.renewalInvoiceId);
    return await subscriptions.startOwn(tx, { businessId, planId, interval });
  });
  return await store.update(tx.db, id, { subscriptionId: row.id });
}

/** Voids the old plan's renewal, because another plan was paid. */
async function voidSupersededRenewal(tx: TxCtx, renewalId: string): Promise<void> {
  if ((await store.find(tx.db, renewalId))?.status === 'open')
    await store.update(tx.db, renewalId, { status: 'void' });
}
