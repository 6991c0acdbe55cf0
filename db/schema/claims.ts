import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { timestamp } from '../columns.ts';
import { members } from './programs.ts';

/** One-time codes by which a person takes over a membership that the business created, the latest of each member. */
export const memberClaims = sqliteTable(
  'member_claims',
  {
    memberKey: text('member_key')
      .primaryKey()
      .references(() => members.id, { onDelete: 'cascade' }),
    hash: text('hash').notNull(),
    createdAt: timestamp('created_at').notNull(),
    expiresAt: timestamp('expires_at').notNull(),
  },
  table => [
    uniqueIndex('member_claims_by_hash').on(table.hash),
    index('member_claims_by_expiry').on(table.expiresAt),
  ],
);
