import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { timestamp } from '../columns.ts';

/**
 * Actions of admins by API request or command, each written in the transaction of its change. Each row contains its own
 * hash and that of the previous row, so that changed, deleted and inserted rows are detected.
 */
export const adminActions = sqliteTable(
  'admin_actions',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    createdAt: timestamp('created_at').notNull(),
    actorKind: text('actor_kind').notNull(),
    actorId: text('actor_id').notNull(),
    /** An API operation or a CLI command. */
    operation: text('operation').notNull(),
    /** The record that was changed. */
    target: text('target'),
    /** JSON: other records, amounts, values of fixed lists and names of changed fields. */
    details: text('details'),
    requestId: text('request_id'),
    /** Null in rows older than the chain; empty in the first row of the chain. */
    previousHash: text('previous_hash'),
    hash: text('hash'),
  },
  table => [index('admin_actions_by_time').on(table.createdAt)],
);

export type AdminActionRow = typeof adminActions.$inferSelect;
