import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { byDimension } from '../../db/list-filter.ts';
import { listQuery } from '../../db/list-query.ts';
import {
  billingCustomers,
  billingEvents,
  type InvoiceRow,
  invoiceNumbers,
  invoices,
} from '../../db/schema/billing.ts';
import * as statements from '../../db/statements.ts';
import type { PaymentUpdate } from './rules.ts';

export const find = statements.findBy(invoices, ['id']);

export const findByNumber = statements.findBy(invoices, ['number']);

export const findByProviderInvoice = statements.findBy(invoices, ['providerInvoiceId']);

export const findByProviderPayment = statements.findBy(invoices, ['providerPaymentId']);

/** Lists a business's open invoices, newest first. */
export const listOpen = statements.listBy(invoices, ['businessId'], {
  where: eq(invoices.status, 'open'),
  orderBy: [desc(invoices.createdAt), desc(invoices.id)],
});

export const insert = statements.insert(invoices);
export const update = statements.update(invoices);

/** Returns the next number of a year; a rollback releases it, so there are no gaps. */
export async function nextNumber(db: Db, year: number): Promise<number> {
  const { last } = invoiceNumbers;
  return (
    await db
      .insert(invoiceNumbers)
      .values({ year, last: 1 })
      .onConflictDoUpdate({ target: invoiceNumbers.year, set: { last: sql`${last} + 1` } })
      .returning({ last })
      .get()
  ).last;
}

export const list = listQuery(invoices, {
  filters: { businessId: invoices.businessId, status: invoices.status },
  owners: ['businessId'],
  newestFirst: [invoices.createdAt, invoices.id],
  counter: { list: 'invoices', dimensions: { status: byDimension }, scopes: ['businessId'] },
});

/** Stores an event. @returns false if this id was received before */
export const insertEvent = statements.insertIfNew(billingEvents);

type EventKey = Pick<typeof billingEvents.$inferSelect, 'provider' | 'id'>;

export async function setOutcome(
  db: Db,
  { provider, id }: EventKey,
  outcome: (typeof billingEvents.$inferSelect)['outcome'],
): Promise<void> {
  await db
    .update(billingEvents)
    .set({ outcome })
    .where(and(eq(billingEvents.provider, provider), eq(billingEvents.id, id)))
    .run();
}

/** Lists all payment updates for a subscription, in the order they occurred. */
export async function listPaymentUpdates(db: Db, subscriptionId: string): Promise<PaymentUpdate[]> {
  return (await db
    .select({ occurredAt: billingEvents.occurredAt, paymentStatus: billingEvents.paymentStatus })
    .from(billingEvents)
    .where(
      and(eq(billingEvents.subscriptionId, subscriptionId), sql`${billingEvents.paymentStatus} is not null`),
    )
    .orderBy(asc(billingEvents.occurredAt), asc(billingEvents.rank), asc(billingEvents.id))
    .all()) as PaymentUpdate[];
}

/** Lists all refund events of an invoice or provider payment; null means the full amount. */
export async function listRefunds(db: Db, refundOf: string): Promise<{ refundedCents: number | null }[]> {
  return await db
    .select({ refundedCents: billingEvents.refundedCents })
    .from(billingEvents)
    .where(and(eq(billingEvents.refundOf, refundOf), eq(billingEvents.type, 'charge.refunded')))
    .all();
}

/** Lists all dispute events of an invoice by any of its ids, unordered. */
export async function listDisputes(db: Db, { id, number, providerInvoiceId, providerPaymentId }: InvoiceRow) {
  const names = [providerPaymentId, providerInvoiceId, id, number].filter(name => name !== null);
  return await db
    .select({
      disputeId: billingEvents.objectId,
      heldCents: billingEvents.refundedCents,
      occurredAt: billingEvents.occurredAt,
      rank: billingEvents.rank,
      id: billingEvents.id,
    })
    .from(billingEvents)
    .where(and(inArray(billingEvents.refundOf, names), ne(billingEvents.type, 'charge.refunded')))
    .all();
}

/** Lists a business's invoices with refunds or chargebacks that the wallet could not cover, oldest first. */
export async function listWithShortfall(db: Db, businessId: string): Promise<InvoiceRow[]> {
  return await db
    .select()
    .from(invoices)
    .where(and(eq(invoices.businessId, businessId), sql`${invoices.shortfallCents} > 0`))
    .orderBy(asc(invoices.createdAt), asc(invoices.id))
    .all();
}

/** Finds the Stripe customer id of a business. */
export async function findCustomer(db: Db, businessId: string): Promise<string | undefined> {
  const { provider, customerId } = billingCustomers;
  return (
    await db
      .select({ customerId })
      .from(billingCustomers)
      .where(and(eq(billingCustomers.businessId, businessId), eq(provider, 'stripe')))
      .get()
  )?.customerId;
}

export const saveCustomer = statements.save(billingCustomers, ['businessId', 'provider']);
