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

/** Invoices of the operator to businesses. Never deleted, so that the numbers have no gaps. */
export const invoices = sqliteTable(
  'invoices',
  {
    id: id(),
    /** `INV-2026-000001`, numbered without gaps within a year. */
    number: text('number').notNull(),
    /** The reference for a bank transfer (ISO 11649). */
    reference: text('reference').notNull(),
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    provider: oneOf('provider', BILLING_PROVIDERS).notNull(),
    kind: oneOf('kind', INVOICE_KINDS).notNull(),
    planId: text('plan_id'),
    interval: oneOf('interval', BILLING_INTERVALS),
    /** The subscription that it starts or renews. */
    subscriptionId: text('subscription_id'),
    amountCents: cents('amount_cents').notNull(),
    currency: text('currency').notNull(),
    status: oneOf('status', INVOICE_STATUSES).notNull(),
    /** The provider's payment page. */
    checkoutUrl: text('checkout_url'),
    checkoutId: text('checkout_id'),
    /** The provider's IDs of its invoice and of the payment. */
    providerInvoiceId: text('provider_invoice_id'),
    providerPaymentId: text('provider_payment_id'),
    /** The ledger transfer of a top-up. */
    transferId: text('transfer_id').references(() => ledgerTransfers.id),
    /** Refunds and chargebacks, up to the amount in total. */
    refundedCents: cents('refunded_cents').notNull().default(0),
    /** Refunds alone, and current chargebacks. */
    refundsCents: cents('refunds_cents').notNull().default(0),
    chargedBackCents: cents('charged_back_cents').notNull().default(0),
    /** The amount that the wallet could not cover when it was debited. Later top-ups pay for it. */
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

/** The last invoice number of each year. */
export const invoiceNumbers = sqliteTable('invoice_numbers', {
  year: integer('year').primaryKey(),
  last: integer('last').notNull(),
});

/** Events of payment providers. Never deleted, so that a repeated event is always recognized by its ID. */
export const billingEvents = sqliteTable(
  'billing_events',
  {
    provider: oneOf('provider', BILLING_PROVIDERS).notNull(),
    /** The provider's event ID. */
    id: text('id').notNull(),
    type: text('type').notNull(),
    objectId: text('object_id'),
    /** The subscription of the event, and its payment status. */
    subscriptionId: text('subscription_id'),
    paymentStatus: oneOf('standing', PAYMENT_STATUSES),
    /** For refunds and chargebacks: the invoice or payment, and the total refunded or held so far. */
    refundOf: text('refund_of'),
    refundedCents: cents('refunded_cents'),
    /** Orders events of the same second. */
    rank: integer('rank').notNull(),
    outcome: oneOf('outcome', BILLING_OUTCOMES).notNull(),
    /** The provider's time of the event. */
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

/** The provider's customer ID of each business. */
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
