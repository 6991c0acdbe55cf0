import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { flag, id, json, oneOf, oneOfCheck, timestamp } from '../columns.ts';
import { DELIVERY_STATUSES, DISABLED_REASONS, WEBHOOK_STATUSES } from '../enums.ts';
import { businesses } from './businesses.ts';

/** Webhook endpoints of businesses. A removed endpoint is kept for its deliveries. */
export const webhooks = sqliteTable(
  'webhooks',
  {
    id: id(),
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    url: text('url').notNull(),
    /** Event types, or prefixes that end with a dot; `*` means all. */
    events: json<string[]>('events').notNull(),
    description: text('description'),
    /** Whether deliveries contain the ID of the record instead of the record. */
    isThin: flag('is_thin').notNull().default(false),
    status: oneOf('status', WEBHOOK_STATUSES).notNull(),
    disabledReason: oneOf('disabled_reason', DISABLED_REASONS),
    /** The current secret, encrypted. */
    secret: text('secret').notNull(),
    /** The secret before a rotation, encrypted. It is used for signing until `previousSecretUntil`. */
    previousSecret: text('previous_secret'),
    previousSecretUntil: timestamp('previous_secret_until'),
    /** Consecutive failed attempts. */
    failures: integer('failures').notNull().default(0),
    createdAt: timestamp('created_at').notNull(),
    removedAt: timestamp('removed_at'),
  },
  table => [
    index('webhooks_by_business')
      .on(table.businessId, table.createdAt, table.id)
      .where(sql`removed_at is null`),
    oneOfCheck('webhooks_status', table.status, WEBHOOK_STATUSES),
    oneOfCheck('webhooks_disabled_reason', table.disabledReason, DISABLED_REASONS),
  ],
);

/** An attempt in the timeline of a delivery. */
interface AttemptEntry {
  at: string;
  responseStatus: number | null;
  error: string | null;
  durationMs: number;
}

/** Deliveries of events to endpoints, written in the transaction of the event. */
export const deliveries = sqliteTable(
  'deliveries',
  {
    id: id(),
    webhookId: text('webhook_id')
      .notNull()
      .references(() => webhooks.id),
    /** Not a foreign key, because the event of a sample is not stored. */
    eventId: text('event_id').notNull(),
    type: text('type').notNull(),
    /** The body of a sample. The body of an event is created from the event, which never changes. */
    sample: text('sample'),
    status: oneOf('status', DELIVERY_STATUSES).notNull(),
    attempts: integer('attempts').notNull().default(0),
    responseStatus: integer('response_status'),
    responseBody: text('response_body'),
    error: text('error'),
    durationMs: integer('duration_ms'),
    timeline: json<AttemptEntry[]>('timeline').notNull(),
    nextAttemptAt: timestamp('next_attempt_at'),
    /** The worker that makes an attempt, and when another may take over, by the clock of the database. */
    claimedBy: text('claimed_by'),
    claimedUntil: timestamp('claimed_until'),
    createdAt: timestamp('created_at').notNull(),
  },
  table => [
    index('deliveries_by_webhook').on(table.webhookId, table.createdAt, table.id),
    index('deliveries_by_webhook_status').on(table.webhookId, table.status, table.createdAt, table.id),
    index('deliveries_by_event').on(table.webhookId, table.eventId),
    index('deliveries_due').on(table.webhookId, table.nextAttemptAt, table.id).where(sql`status = 'pending'`),
    index('deliveries_claimed')
      .on(table.webhookId, table.claimedUntil)
      .where(sql`status = 'pending' and claimed_until is not null`),
    index('deliveries_waiting').on(table.createdAt).where(sql`status = 'pending'`),
    index('deliveries_by_creation').on(table.createdAt),
    oneOfCheck('deliveries_status', table.status, DELIVERY_STATUSES),
  ],
);

export type WebhookRow = typeof webhooks.$inferSelect;
export type DeliveryRow = typeof deliveries.$inferSelect;
