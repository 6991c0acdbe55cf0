import type { InvoiceRow } from '../../../db/schema/billing.ts';
import { type AnyCtx, atomically, type Ctx, type TxCtx } from '../../context.ts';
import { AppError, notFound } from '../../errors.ts';
import * as subscriptions from '../../plans/service/subscriptions.ts';
import { DAY_MS, iso, nowIso } from '../../platform/clock.ts';
import { BILLING_CURRENCY } from '../../platform/currency-digits.ts';
import type { Page, RecordQuery } from '../../platform/page.ts';
import type { Invoice } from '../model.ts';
import { toCreditorReference, toInvoice, toInvoiceNumber } from '../rules.ts';
import * as store from '../store.ts';
import { settleInvoice } from './pay.ts';
import { refundInvoice } from './refund.ts';

/** Days to pay an order; a renewal is due at the end of the period. */
const PAYMENT_DAYS = 14;

interface NewInvoice extends Pick<InvoiceRow, 'businessId' | 'provider' | 'kind' | 'amountCents'> {
  /** Set in advance if a provider already knows it. */
  id?: string | undefined;
  planId?: string | null;
  interval?: InvoiceRow['interval'];
  subscriptionId?: string | null;
  checkoutUrl?: string;
  checkoutId?: string;
  providerInvoiceId?: string | null;
  dueAt?: string;
}

/** Issues an open invoice with the next number. */
export async function issueInvoice(tx: TxCtx, input: NewInvoice): Promise<InvoiceRow> {
  const createdAt = nowIso(tx.clock);
  const year = Number(createdAt.slice(0, 4));
  const number = toInvoiceNumber(year, await store.nextNumber(tx.db, year));
  return await store.insert(tx.db, {
    ...input,
    id: input.id ?? tx.ids.next('invoice'),
    number,
    reference: toCreditorReference(number),
    currency: BILLING_CURRENCY,
    status: 'open',
    createdAt,
    dueAt: input.dueAt ?? iso(tx.clock.now() + PAYMENT_DAYS * DAY_MS),
  });
}

/** Lists open plan orders, excluding renewals of the running plan. */
export async function listOrders(ctx: AnyCtx, businessId: string): Promise<InvoiceRow[]> {
  const renewalId = (await subscriptions.findOwn(ctx, businessId))?.renewalInvoiceId;
  return (await store.listOpen(ctx.db, businessId)).filter(
    ({ id, kind }) => kind === 'subscription' && id !== renewalId,
  );
}

/** Voids orders superseded by another one. */
export async function voidOrders(tx: TxCtx, businessId: string): Promise<void> {
  for (const { id } of await listOrders(tx, businessId)) await store.update(tx.db, id, { status: 'void' });
}

interface InvoiceQuery extends RecordQuery {
  businessId?: string;
  status?: InvoiceRow['status'];
}

/** Lists invoices of one business or all, newest first. */
export async function listInvoices(ctx: Ctx, query: InvoiceQuery): Promise<Page<Invoice>> {
  const { businessId, status } = query;
  const page = await store.list(ctx.db, { businessId, status }, query);
  return { ...page, items: page.items.map(toInvoice) };
}

/**
 * Marks an invoice as paid: its plan starts or continues, or its top-up is credited to the wallet.
 * @throws NOT_FOUND, CONFLICT unless it is open
 */
export async function markPaid(ctx: Ctx, number: string): Promise<Invoice> {
  return atomically(ctx, async tx => toInvoice(await settleInvoice(tx, await requireIn(tx, number, 'open'))));
}

/** Voids an open invoice. @throws NOT_FOUND, CONFLICT unless it is open */
export async function voidInvoice(ctx: Ctx, number: string): Promise<Invoice> {
  return atomically(ctx, async tx =>
    toInvoice(await store.update(tx.db, (await requireIn(tx, number, 'open')).id, { status: 'void' })),
  );
}

/** Marks an invoice as fully refunded and removes a top-up from the wallet. @throws NOT_FOUND, CONFLICT */
export async function markRefunded(ctx: Ctx, number: string): Promise<Invoice> {
  return atomically(ctx, async tx => {
    const row = await requireIn(tx, number, 'paid');
    return toInvoice(await refundInvoice(tx, row, row.amountCents));
  });
}

async function requireIn({ db }: TxCtx, number: string, status: InvoiceRow['status']): Promise<InvoiceRow> {
  const row = await store.findByNumber(db, number);
  if (!row) throw notFound({ kind: 'invoice', field: 'number' });
  if (row.status !== status)
    throw new AppError('CONFLICT', `The invoice ${number} is ${row.status}, not ${status}`);
  return row;
}
