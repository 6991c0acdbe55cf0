import { sql } from 'drizzle-orm';
import { check, index, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { cents, id, oneOf, oneOfCheck, timestamp } from '../columns.ts';
import { INBOUND_ORDER_STATUSES, ORDER_SOURCES, WEBHOOK_REFUSALS } from '../enums.ts';
import { businesses } from './businesses.ts';
import { visits } from './visits.ts';

/** Shop systems that send their orders to a program. A removed one is kept for its orders. */
export const integrations = sqliteTable(
  'integrations',
  {
    id: id(),
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    source: oneOf('source', ORDER_SOURCES).notNull(),
    /** No foreign key, so that a removed integration does not keep its program. */
    programId: text('program_id').notNull(),
    /** The secret that the system signs with, encrypted; empty until it is set, and once removed. */
    secret: text('secret').notNull(),
    lastReceivedAt: timestamp('last_received_at'),
    /** The latest webhook that was not a paid order or refund. */
    lastIgnoredAt: timestamp('last_ignored_at'),
    /** The latest webhook that was refused. Recorded at most once per minute, and cleared when the secret is set. */
    lastRefusedAt: timestamp('last_refused_at'),
    lastRefusedCode: oneOf('last_refused_code', WEBHOOK_REFUSALS),
    createdAt: timestamp('created_at').notNull(),
    updatedAt: timestamp('updated_at').notNull(),
    removedAt: timestamp('removed_at'),
  },
  table => [
    uniqueIndex('integrations_by_source').on(table.businessId, table.source).where(sql`removed_at is null`),
    index('integrations_by_business').on(table.businessId, table.createdAt, table.id),
    oneOfCheck('integrations_source', table.source, ORDER_SOURCES),
  ],
);

/** Orders that shop systems sent. Of the buyer, only what is needed to find the member is kept, and only until then. */
export const inboundOrders = sqliteTable(
  'inbound_orders',
  {
    id: id(),
    integrationId: text('integration_id')
      .notNull()
      .references(() => integrations.id),
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    source: oneOf('source', ORDER_SOURCES).notNull(),
    /** The program that counts the order, or would. */
    programId: text('program_id').notNull(),
    /** The ID of the order, or of its payment, in the shop system. */
    orderId: text('order_id').notNull(),
    status: oneOf('status', INBOUND_ORDER_STATUSES).notNull(),
    /** Why the order, or its refund, could not be counted: an error code and a sentence. */
    reasonCode: text('reason_code'),
    reason: text('reason'),
    /** In lower case; null once the order is counted. */
    email: text('email'),
    /** In E.164 format; null once the order is counted. */
    phone: text('phone'),
    currency: text('currency').notNull(),
    /** The order value in the smallest unit of its currency; null until the order comes. */
    amountCents: cents('amount_cents'),
    /** The sum of the refunds in the shop system, and the part of it that was taken back from the member. */
    refundedCents: cents('refunded_cents').notNull().default(0),
    reversedCents: cents('reversed_cents').notNull().default(0),
    /** The member that it was counted for, by reference, and the visit. */
    memberId: text('member_id'),
    visitId: text('visit_id').references(() => visits.id),
    createdAt: timestamp('created_at').notNull(),
    updatedAt: timestamp('updated_at').notNull(),
  },
  table => [
    uniqueIndex('inbound_orders_by_order').on(table.integrationId, table.orderId),
    index('inbound_orders_by_source').on(table.businessId, table.source, table.createdAt, table.id),
    index('inbound_orders_by_status').on(
      table.businessId,
      table.source,
      table.status,
      table.createdAt,
      table.id,
    ),
    index('inbound_orders_by_member').on(
      table.businessId,
      table.source,
      table.memberId,
      table.createdAt,
      table.id,
    ),
    index('inbound_orders_by_email')
      .on(table.programId, table.email)
      .where(sql`status = 'parked' and email is not null`),
    index('inbound_orders_by_phone')
      .on(table.programId, table.phone)
      .where(sql`status = 'parked' and phone is not null`),
    index('inbound_orders_unsettled').on(table.id).where(sql`reason_code is not null`),
    index('inbound_orders_with_buyer').on(table.updatedAt).where(sql`email is not null or phone is not null`),
    oneOfCheck('inbound_orders_source', table.source, ORDER_SOURCES),
    oneOfCheck('inbound_orders_status', table.status, INBOUND_ORDER_STATUSES),
    check(
      'inbound_orders_amounts',
      sql`amount_cents >= 0 and refunded_cents >= 0 and reversed_cents between 0 and refunded_cents`,
    ),
  ],
);

/** The refunds of an order, each with its amount, so that each counts once. */
export const inboundRefunds = sqliteTable(
  'inbound_refunds',
  {
    orderKey: text('order_key')
      .notNull()
      .references(() => inboundOrders.id, { onDelete: 'cascade' }),
    /** The ID of the refund in the shop system. */
    refundId: text('refund_id').notNull(),
    amountCents: cents('amount_cents').notNull(),
    /** Null for one of an earlier version, in the currency of the order. */
    currency: text('currency'),
  },
  table => [primaryKey({ columns: [table.orderKey, table.refundId] })],
);

export type IntegrationRow = typeof integrations.$inferSelect;
export type InboundOrderRow = typeof inboundOrders.$inferSelect;
