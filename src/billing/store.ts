import { and, asc, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { byDimension, listQuery } from '../../db/list-query.ts';
import {
  billingCustomers,
  billingEvents,
  type InvoiceRow,
  invoiceNumbers,
  invoices,
} from '../../db/schema/billing.ts';
import * as statements from '../../db/statements.ts';
import type { PaymentUpdate } from './rules.ts';

export const find = statements.findById(invoices);

export function findByNumber(db: Db, number: string): InvoiceRow | undefined {
  return db.select().from(invoices).where(eq(invoices.number, number)).get();
}

export function findByProviderInvoice(db: Db, id: string): InvoiceRow | undefined {
  return db.select().from(invoices).where(eq(invoices.providerInvoiceId, id)).get();
}

export function findByProviderPayment(db: Db, id: string): InvoiceRow | undefined {
  return db.select().from(invoices).where(eq(invoices.providerPaymentId, id)).get();
}

/** Lists a business's open invoices, newest first. */
export function listOpen(db: Db, businessId: string): InvoiceRow[] {
  return db
    .select()
    .from(invoices)
    .where(and(eq(invoices.businessId, businessId), eq(invoices.status, 'open')))
    .orderBy(desc(invoices.createdAt), desc(invoices.id))
    .all();
}

export const insert = statements.insert(invoices);
export const update = statements.update(invoices);

/** Returns the next number of a year; a rollback releases it, so there are no gaps. */
export function nextNumber(db: Db, year: number): number {
  const { last } = invoiceNumbers;
  return db
    .insert(invoiceNumbers)
    .values({ year, last: 1 })
    .onConflictDoUpdate({ target: invoiceNumbers.year, set: { last: sql`${last} + 1` } })
    .returning({ last })
    .get().last;
}

export const list = listQuery(invoices, {
  filters: { businessId: invoices.businessId, status: invoices.status },
  orderBy: [desc(invoices.createdAt), desc(invoices.id)],
  counter: { list: 'invoices', dimensions: { status: byDimension }, scopes: ['businessId'] },
});

/** Stores an event. @returns false if this id was received before */
export function insertEvent(db: Db, event: typeof billingEvents.$inferInsert): boolean {
  const { id } = billingEvents;
  return db.insert(billingEvents).values(event).onConflictDoNothing().returning({ id }).get() !== undefined;
}

type EventKey = Pick<typeof billingEvents.$inferSelect, 'provider' | 'id'>;

export function setOutcome(
  db: Db,
  { provider, id }: EventKey,
  outcome: (typeof billingEvents.$inferSelect)['outcome'],
): void {
  db.update(billingEvents)
    .set({ outcome })
    .where(and(eq(billingEvents.provider, provider), eq(billingEvents.id, id)))
    .run();
}

/** Lists all payment updates for a subscription, in the order they occurred. */
export function listPaymentUpdates(db: Db, subscriptionId: string): PaymentUpdate[] {
  return db
    .select({ occurredAt: billingEvents.occurredAt, paymentStatus: billingEvents.paymentStatus })
    .from(billingEvents)
    .where(
      and(eq(billingEvents.subscriptionId, subscriptionId), sql`${billingEvents.paymentStatus} is not null`),
    )
    .orderBy(asc(billingEvents.occurredAt), asc(billingEvents.rank), asc(billingEvents.id))
    .all() as PaymentUpdate[];
}

/** Lists all refund events of an invoice or provider payment; null means the full amount. */
export function listRefunds(db: Db, refundOf: string): { refundedCents: number | null }[] {
  return db
    .select({ refundedCents: billingEvents.refundedCents })
    .from(billingEvents)
    .where(and(eq(billingEvents.refundOf, refundOf), eq(billingEvents.type, 'charge.refunded')))
    .all();
}

/** Lists all dispute events of an invoice by any of its ids, unordered. */
export function listDisputes(db: Db, { id, number, providerInvoiceId, providerPaymentId }: InvoiceRow) {
  const names = [providerPaymentId, providerInvoiceId, id, number].filter(name => name !== null);
  return db
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
export function listWithShortfall(db: Db, businessId: string): InvoiceRow[] {
  return db
    .select()
    .from(invoices)
    .where(and(eq(invoices.businessId, businessId), sql`${invoices.shortfallCents} > 0`))
    .orderBy(asc(invoices.createdAt), asc(invoices.id))
    .all();
}

/** Finds the Stripe customer id of a business. */
export function findCustomer(db: Db, businessId: string): string | undefined {
  const { provider, customerId } = billingCustomers;
  return db
    .select({ customerId })
    .from(billingCustomers)
    .where(and(eq(billingCustomers.businessId, businessId), eq(provider, 'stripe')))
    .get()?.customerId;
}

export function saveCustomer(db: Db, row: typeof billingCustomers.$inferInsert): void {
  const { businessId, provider } = billingCustomers;
  db.insert(billingCustomers)
    .values(row)
    .onConflictDoUpdate({
      target: [businessId, provider],
      set: { customerId: row.customerId, updatedAt: row.updatedAt },
    })
    .run();
}
