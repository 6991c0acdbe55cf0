import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { timestamp } from '../columns.ts';

/**
 * What admins did, by request or by command: a row in the transaction of each change. Each row holds the hash of the one
 * before it and its own, so that a row that was changed, taken out or put in shows.
 */
export const adminActions = sqliteTable(
  'admin_actions',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    createdAt: timestamp('created_at').notNull(),
    actorKind: text('actor_kind').notNull(),
    actorId: text('actor_id').notNull(),
    /** An operation of the API, or a command. */
    operation: text('operation').notNull(),
    /** The record that it was done to. */
    target: text('target'),
    /** JSON: other records, amounts and words of fixed lists, and the names of the fields that were given. */
    details: text('details'),
    requestId: text('request_id'),
    /** Null in rows of before there was a chain; the first row of the chain has an empty one. */
    previousHash: text('previous_hash'),
    hash: text('hash'),
  },
  table => [index('admin_actions_by_time').on(table.createdAt)],
);

export type AdminActionRow = typeof adminActions.$inferSelect;
