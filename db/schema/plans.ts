import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { flag, id, oneOf, oneOfCheck, timestamp } from '../columns.ts';
import { BILLING_INTERVALS, BILLING_PROVIDERS, PAYMENT_STATUSES, QUOTA_METRICS } from '../enums.ts';
import { businesses } from './businesses.ts';

/**
 * Current and past subscriptions of businesses. A subscription that another system manages (Stripe or the operator's
 * own payment system) has that system's ID.
 */
export const subscriptions = sqliteTable(
  'subscriptions',
  {
    id: id(),
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    provider: oneOf('provider', BILLING_PROVIDERS).notNull(),
    /** Whether Perkmint renews and invoices it. Otherwise it follows the events of another system. */
    isOwn: flag('is_own').notNull(),
    planId: text('plan_id').notNull(),
    interval: oneOf('interval', BILLING_INTERVALS).notNull(),
    /** Null until the first payment. */
    paymentStatus: oneOf('standing', PAYMENT_STATUSES),
    /** Its day of the month is the day on which periods end. */
    anchorAt: timestamp('anchor_at').notNull(),
    periodStart: timestamp('period_start'),
    periodEnd: timestamp('period_end'),
    cancelAtPeriodEnd: flag('cancel_at_period_end').notNull().default(false),
    pastDueAt: timestamp('past_due_at'),
    /** When the grace period ended. From then on, the plan does not apply until it is paid. */
    graceEndedAt: timestamp('grace_ended_at'),
    endedAt: timestamp('ended_at'),
    /** The open invoice for the next period. */
    renewalInvoiceId: text('renewal_invoice_id'),
    /** The event that set the terms, so that older events are ignored. */
    termsKey: text('terms_key').notNull().default(''),
    createdAt: timestamp('created_at').notNull(),
    updatedAt: timestamp('updated_at').notNull(),
  },
  table => [
    index('subscriptions_by_business').on(table.businessId, table.createdAt, table.id),
    index('subscriptions_renewing').on(table.periodEnd).where(sql`is_own = 1 and ended_at is null`),
    index('subscriptions_in_grace')
      .on(table.pastDueAt)
      .where(sql`past_due_at is not null and grace_ended_at is null and ended_at is null`),
    oneOfCheck('subscriptions_provider', table.provider, BILLING_PROVIDERS),
    oneOfCheck('subscriptions_interval', table.interval, BILLING_INTERVALS),
    oneOfCheck('subscriptions_standing', table.paymentStatus, PAYMENT_STATUSES),
  ],
);

/** Submissions of a business by calendar month (UTC), counted by a trigger. */
export const usageMonths = sqliteTable(
  'usage_months',
  {
    businessId: text('business_id').notNull(),
    /** `2026-06`. */
    month: text('month').notNull(),
    submissions: integer('submissions').notNull(),
  },
  table => [primaryKey({ columns: [table.businessId, table.month] })],
);

/** Notifications about reached limits: one per month, limit and plan. */
export const planNotices = sqliteTable(
  'plan_notices',
  {
    businessId: text('business_id').notNull(),
    meter: oneOf('meter', QUOTA_METRICS).notNull(),
    month: text('month').notNull(),
    planId: text('plan_id').notNull(),
  },
  table => [
    primaryKey({ columns: [table.businessId, table.meter, table.month, table.planId] }),
    oneOfCheck('plan_notices_meter', table.meter, QUOTA_METRICS),
  ],
);

export type SubscriptionRow = typeof subscriptions.$inferSelect;
