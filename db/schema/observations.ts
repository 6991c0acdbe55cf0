import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { cents } from '../columns.ts';

/**
 * Review results by business and type of campaign, maintained by triggers on the campaign counts, so that statistics of
 * the installation need not read all campaigns.
 */
export const observations = sqliteTable(
  'observations',
  {
    businessId: text('business_id').notNull(),
    platform: text('platform').notNull(),
    actionType: text('action_type').notNull(),
    /** Empty for a campaign without an action from the reference library. */
    actionId: text('action_id').notNull(),
    approved: integer('approved').notNull(),
    rejected: integer('rejected').notNull(),
    /** Approvals with a fixed reward, and their total. */
    fixedApproved: integer('fixed_approved').notNull(),
    fixedCents: cents('fixed_cents').notNull(),
  },
  table => [primaryKey({ columns: [table.businessId, table.platform, table.actionType, table.actionId] })],
);
