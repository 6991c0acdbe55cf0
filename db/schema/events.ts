import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { id, json, timestamp } from '../columns.ts';
import { businesses } from './businesses.ts';

/** Events, each written in the transaction of its change. */
export const events = sqliteTable(
  'events',
  {
    id: id(),
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    sequence: integer('sequence').notNull(),
    type: text('type').notNull(),
    /** The type up to its first dot, stored because it is the most common filter. */
    family: text('family').notNull(),
    resourceId: text('resource_id').notNull(),
    actorKind: text('actor_kind').notNull(),
    actorId: text('actor_id').notNull(),
    requestId: text('request_id'),
    /** The trace of the caller and the span of the request in it, as a header of W3C Trace Context. */
    traceparent: text('traceparent'),
    data: json<{ object: unknown; previous?: unknown }>('data').notNull(),
    createdAt: timestamp('created_at').notNull(),
  },
  table => [
    uniqueIndex('events_by_sequence').on(table.businessId, table.sequence),
    index('events_by_type').on(table.businessId, table.type, table.sequence),
    index('events_by_family').on(table.businessId, table.family, table.sequence),
    index('events_by_resource').on(table.resourceId, table.businessId, table.sequence),
    index('events_by_creation').on(table.createdAt, table.id),
  ],
);

export type EventRow = typeof events.$inferSelect;
