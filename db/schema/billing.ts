import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { cents, id, oneOf, oneOfCheck, timestamp } from '../columns.ts';
import {
  BILLING_INTERVALS,
  BILLING_OUTCOMES,
  BILLING_PROVIDERS,
  INVOICE_KINDS,
  INVOICE_STATUSES,
  PAYMENT_STATUSES,
} from '../enums.ts';
import { businesses } from './businesses.ts';
import { ledgerTransfers } from './ledger.ts';

/** What a business owes or has paid to the operator. Never deleted, so that the numbers have no gaps. */
export const invoices = sqliteTable(
  'invoices',
  {
    id: id(),
    /** `INV-2026-000001`: rises by one with each invoice of a year. */
    number: text('number').notNull(),
    /** What the payer writes on a transfer (ISO 11649). */
    reference: text('reference').notNull(),
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    provider: oneOf('provider', BILLING_PROVIDERS).notNull(),
    kind: oneOf('kind', INVOICE_KINDS).notNull(),
    planId: text('plan_id'),
    interval: oneOf('interval', BILLING_INTERVALS),
    /** The subscription whose next period it pays for, or which it has started. */
    subscriptionId: text('subscription_id'),
    amountCents: cents('amount_cents').notNull(),
    currency: text('currency').notNull(),
    status: oneOf('status', INVOICE_STATUSES).notNull(),
    /** Where it can be paid, at the provider. */
    checkoutUrl: text('checkout_url'),
    checkoutId: text('checkout_id'),
    /** Whatever the provider calls it: its own invoice, and the payment that paid it. */
    providerInvoiceId: text('provider_invoice_id'),
    providerPaymentId: text('provider_payment_id'),
    /** The top-up in the ledger. */
    transferId: text('transfer_id').references(() => ledgerTransfers.id),
    /** What was given back: refunds and chargebacks, together at most the amount. */
    refundedCents: cents('refunded_cents').notNull().default(0),
    /** What refunds alone gave back, and what chargebacks hold now. */
    refundsCents: cents('refunds_cents').notNull().default(0),
    chargedBackCents: cents('charged_back_cents').notNull().default(0),
    /** What should have been taken out of the wallet and was not there; later top-ups pay for it. */
    shortfallCents: cents('shortfall_cents').notNull().default(0),
    createdAt: timestamp('created_at').notNull(),
    dueAt: timestamp('due_at').notNull(),
    paidAt: timestamp('paid_at'),
    refundedAt: timestamp('refunded_at'),
  },
  table => [
    uniqueIndex('invoices_by_number').on(table.number),
    uniqueIndex('invoices_by_provider_invoice')
      .on(table.providerInvoiceId)
      .where(sql`provider_invoice_id is not null`),
    index('invoices_by_provider_payment')
      .on(table.providerPaymentId)
      .where(sql`provider_payment_id is not null`),
    index('invoices_by_business').on(table.businessId, table.createdAt, table.id),
    index('invoices_by_business_status').on(table.businessId, table.status, table.createdAt, table.id),
    index('invoices_short').on(table.businessId, table.createdAt, table.id).where(sql`shortfall_cents > 0`),
    index('invoices_by_status').on(table.status, table.createdAt, table.id),
    index('invoices_by_creation').on(table.createdAt, table.id),
    oneOfCheck('invoices_provider', table.provider, BILLING_PROVIDERS),
    oneOfCheck('invoices_kind', table.kind, INVOICE_KINDS),
    oneOfCheck('invoices_interval', table.interval, BILLING_INTERVALS),
    oneOfCheck('invoices_status', table.status, INVOICE_STATUSES),
    check(
      'invoices_amounts',
      sql`amount_cents > 0 and refunded_cents between 0 and amount_cents
        and shortfall_cents between 0 and refunded_cents`,
    ),
  ],
);

/** The last number given out in each year. */
export const invoiceNumbers = sqliteTable('invoice_numbers', {
  year: integer('year').primaryKey(),
  last: integer('last').notNull(),
});

/** Events of providers. Kept for good: the id is how a repeat is known, whenever it comes. */
export const billingEvents = sqliteTable(
  'billing_events',
  {
    provider: oneOf('provider', BILLING_PROVIDERS).notNull(),
    /** The provider's own. */
    id: text('id').notNull(),
    type: text('type').notNull(),
    objectId: text('object_id'),
    /** The subscription that it is about, and what it says of payments for it. */
    subscriptionId: text('subscription_id'),
    paymentStatus: oneOf('standing', PAYMENT_STATUSES),
    /** Of a refund or chargeback: the invoice or payment, and all that was given back, or is held, by then. */
    refundOf: text('refund_of'),
    refundedCents: cents('refunded_cents'),
    /** Among events of one second. */
    rank: integer('rank').notNull(),
    outcome: oneOf('outcome', BILLING_OUTCOMES).notNull(),
    /** When it happened there. */
    occurredAt: timestamp('occurred_at').notNull(),
    receivedAt: timestamp('received_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.provider, table.id] }),
    index('billing_events_of_refund').on(table.refundOf).where(sql`refund_of is not null`),
    index('billing_events_of_subscription')
      .on(table.subscriptionId, table.occurredAt, table.rank, table.id)
      .where(sql`standing is not null`),
    oneOfCheck('billing_events_provider', table.provider, BILLING_PROVIDERS),
    oneOfCheck('billing_events_standing', table.paymentStatus, PAYMENT_STATUSES),
    oneOfCheck('billing_events_outcome', table.outcome, BILLING_OUTCOMES),
  ],
);

/** Who a business is at the provider. */
export const billingCustomers = sqliteTable(
  'billing_customers',
  {
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    provider: oneOf('provider', BILLING_PROVIDERS).notNull(),
    customerId: text('customer_id').notNull(),
    updatedAt: timestamp('updated_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.businessId, table.provider] }),
    oneOfCheck('billing_customers_provider', table.provider, BILLING_PROVIDERS),
  ],
);

export type InvoiceRow = typeof invoices.$inferSelect;
