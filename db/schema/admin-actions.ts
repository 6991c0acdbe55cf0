import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { timestamp } from '../columns.ts';

/** What admins changed, by request or by command: a row in the transaction of each change. */
export const adminActions = sqliteTable(
  'admin_actions',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    createdAt: timestamp('created_at').notNull(),
    actorKind: text('actor_kind').notNull(),
    actorId: text('actor_id').notNull(),
    /** An operation of the API, or a command. */
    operation: text('operation').notNull(),
    /** What it was done to, as the address or the command line names it. */
    target: text('target'),
    requestId: text('request_id'),
  },
  table => [index('admin_actions_by_time').on(table.createdAt)],
);

export type AdminActionRow = typeof adminActions.$inferSelect;
