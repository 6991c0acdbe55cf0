import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { timestamp } from '../columns.ts';

/** The first response for each caller and key, replayed for 24 hours. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    caller: text('caller').notNull(),
    key: text('key').notNull(),
    /** SHA-256 over method, path, query and body. */
    fingerprint: text('fingerprint').notNull(),
    status: integer('status').notNull(),
    body: text('body').notNull(),
    expiresAt: timestamp('expires_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.caller, table.key] }),
    index('idempotency_keys_by_expiry').on(table.expiresAt),
  ],
);
