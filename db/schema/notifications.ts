import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { timestamp } from '../columns.ts';
import { users } from './auth.ts';
import { businesses } from './businesses.ts';

/** The last event of a business that a user has seen. */
export const notificationReads = sqliteTable(
  'notification_reads',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    sequence: integer('sequence').notNull(),
    updatedAt: timestamp('updated_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.userId, table.businessId] }),
    index('notification_reads_by_business').on(table.businessId),
  ],
);
