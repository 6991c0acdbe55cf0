import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { cents } from '../columns.ts';

/**
 * What reviews have decided so far, by business and kind of campaign, kept by triggers on the counts of
 * campaigns, so that no answer about the whole installation walks through its campaigns.
 */
export const observations = sqliteTable(
  'observations',
  {
    businessId: text('business_id').notNull(),
    platform: text('platform').notNull(),
    actionType: text('action_type').notNull(),
    /** Empty where the campaign names no entry of the library. */
    actionId: text('action_id').notNull(),
    approved: integer('approved').notNull(),
    rejected: integer('rejected').notNull(),
    /** Approvals that paid a fixed reward, and what they paid. */
    fixedApproved: integer('fixed_approved').notNull(),
    fixedCents: cents('fixed_cents').notNull(),
  },
  table => [primaryKey({ columns: [table.businessId, table.platform, table.actionType, table.actionId] })],
);

export type ObservationRow = typeof observations.$inferSelect;
