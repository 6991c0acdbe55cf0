import type { InvoiceRow } from '../../../db/schema/billing.ts';
import * as businesses from '../../businesses/service.ts';
import type { AnyCtx, TxCtx } from '../../context.ts';
import * as events from '../../events/service.ts';
import { findPlan } from '../../plans/service/quotas.ts';
import * as subscriptions from '../../plans/service/subscriptions.ts';
import type { Payment, Refund } from '../provider/events.ts';
import { toInvoice } from '../rules.ts';
import * as store from '../store.ts';
import { issueInvoice } from './invoices.ts';
import { withPlanChange } from './plan-change.ts';

type InvoiceReferences = Pick<Refund, 'metadata' | 'providerInvoiceId' | 'providerPaymentId'>;

/** Finds the invoice an event is about: by the provider's ids for it and its payment, or by our ids in the metadata. */
export async function findInvoice(
  { db }: AnyCtx,
  references: InvoiceReferences,
): Promise<InvoiceRow | undefined> {
  const { metadata, providerInvoiceId, providerPaymentId } = references;
  const byProvider =
    (providerInvoiceId && (await store.findByProviderInvoice(db, providerInvoiceId))) ||
    (providerPaymentId && (await store.findByProviderPayment(db, providerPaymentId)));
  return byProvider || (await findByMetadata({ db }, metadata));
}

async function findByMetadata(
  { db }: Pick<AnyCtx, 'db'>,
  { invoiceId, businessId }: InvoiceReferences['metadata'],
): Promise<InvoiceRow | undefined> {
  if (invoiceId === null) return undefined;
  const row = (await store.find(db, invoiceId)) ?? (await store.findByNumber(db, invoiceId));
  return row && (businessId === null || row.businessId === businessId) ? row : undefined;
}

/**
 * Returns the invoice for a payment or failed payment: our own, or a new one for a period billed by the provider, so
 * that the business sees everything it paid.
 * @returns undefined if it matches nothing of ours
 */
export async function findOrIssueInvoice(
  tx: TxCtx,
  provider: InvoiceRow['provider'],
  payment: Payment,
): Promise<InvoiceRow | undefined> {
  const { metadata, isFirst, providerInvoiceId } = payment;
  const known = await findInvoice(
    tx,
    isFirst ? payment : { ...payment, metadata: { ...metadata, invoiceId: null } },
  );
  // The first invoice keeps our id in its metadata; a later one without a billing reason has its own provider id.
  const isOther =
    known && providerInvoiceId && known.providerInvoiceId && known.providerInvoiceId !== providerInvoiceId;
  return known && !isOther ? known : await issueForPayment(tx, provider, payment);
}

async function issueForPayment(
  tx: TxCtx,
  provider: InvoiceRow['provider'],
  payment: Payment,
): Promise<InvoiceRow | undefined> {
  const { metadata, isFirst, remote, amountCents, providerInvoiceId } = payment;
  const row = remote ? await subscriptions.find(tx, remote.id) : undefined;
  const businessId = metadata.businessId ?? row?.businessId;
  const kind = remote ? 'subscription' : metadata.kind;
  if (!businessId || !kind || !amountCents || !(await businesses.find(tx, businessId))) return undefined;
  // The terms at the time the invoice was issued.
  const planId = metadata.planId ?? row?.planId ?? null;
  const interval = metadata.interval ?? row?.interval ?? null;
  const isPlan = planId !== null && interval !== null && findPlan(tx, planId) !== undefined;
  if (kind === 'subscription' && !isPlan) return undefined;
  const terms = kind === 'subscription' ? { planId, interval, subscriptionId: remote?.id } : {};
  // A payment event may arrive before its order is stored; the order then finds this invoice.
  const id =
    isFirst && (await isUnused(tx, metadata.invoiceId)) ? (metadata.invoiceId ?? undefined) : undefined;
  return await issueInvoice(tx, { id, businessId, provider, kind, amountCents, providerInvoiceId, ...terms });
}

const INVOICE_ID = /^inv_[0-9a-z]{26}$/;

async function isUnused({ db }: TxCtx, id: string | null): Promise<boolean> {
  return id !== null && INVOICE_ID.test(id) && (await store.find(db, id)) === undefined;
}

/** Records a failed payment. For a subscription we manage, the grace period starts. */
export async function recordPaymentFailure(
  tx: TxCtx,
  invoice: InvoiceRow,
  occurredAt: string,
): Promise<void> {
  if (invoice.status !== 'open') return;
  const { businessId } = invoice;
  await events.record(tx, 'billing.paymentFailed', { businessId, object: toInvoice(invoice) });
  const own = await subscriptions.findOwn(tx, businessId);
  if (own?.renewalInvoiceId !== invoice.id || own.paymentStatus === 'pastDue') return;
  // The grace period starts at the end of the paid period.
  const isEarly = own.periodEnd !== null && own.periodEnd > occurredAt;
  const pastDueAt = isEarly ? own.periodEnd : occurredAt;
  await withPlanChange(tx, businessId, () =>
    subscriptions.change(tx, own.id, { paymentStatus: 'pastDue', pastDueAt }),
  );
}
