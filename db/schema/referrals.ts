import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { id, oneOf, oneOfCheck, timestamp } from '../columns.ts';
import { REFERRAL_STATUSES } from '../enums.ts';
import { businesses } from './businesses.ts';
import { members, programs } from './programs.ts';

/** Members whom another member brought, one record per new member. */
export const referrals = sqliteTable(
  'referrals',
  {
    id: id(),
    programId: text('program_id')
      .notNull()
      .references(() => programs.id),
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    /** The IDs of the members, which are not their references. */
    referrerKey: text('referrer_key')
      .notNull()
      .references(() => members.id),
    refereeKey: text('referee_key')
      .notNull()
      .references(() => members.id),
    status: oneOf('status', REFERRAL_STATUSES).notNull(),
    /** The activity of the purchase that paid the rewards. */
    activityReference: text('activity_reference'),
    referrerRewardId: text('referrer_reward_id'),
    refereeRewardId: text('referee_reward_id'),
    createdAt: timestamp('created_at').notNull(),
    paidAt: timestamp('paid_at'),
  },
  table => [
    uniqueIndex('referrals_by_referee').on(table.refereeKey),
    index('referrals_by_referrer').on(table.referrerKey, table.status),
    index('referrals_by_program').on(table.programId, table.createdAt, table.id),
    index('referrals_by_program_status').on(table.programId, table.status, table.createdAt, table.id),
    oneOfCheck('referrals_status', table.status, REFERRAL_STATUSES),
  ],
);

export type ReferralRow = typeof referrals.$inferSelect;
