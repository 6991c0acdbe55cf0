import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { id, json, oneOf, oneOfCheck, timestamp } from '../columns.ts';
import { INFLUENCER_STATUSES } from '../enums.ts';
import { businesses } from './businesses.ts';

export const influencers = sqliteTable(
  'influencers',
  {
    id: id(),
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    name: text('name').notNull(),
    email: text('email').notNull(),
    /** The address in lower case, for comparison. */
    emailKey: text('email_key').notNull(),
    platforms: json<{ platform: string; handle: string; followers: number }[]>('platforms').notNull(),
    rateCard:
      json<{ platform: string; format: string; price: number; currency: string; includes: string[] }[]>(
        'rate_card',
      ).notNull(),
    niches: json<string[]>('niches').notNull(),
    country: text('country'),
    /** Percentage of followers, as entered. */
    engagementRate: real('engagement_rate'),
    notes: text('notes'),
    status: oneOf('status', INFLUENCER_STATUSES).notNull().default('lead'),
    /** Name, email and handles in lower case, for search. */
    searchText: text('search_text').notNull(),
    createdAt: timestamp('created_at').notNull(),
  },
  table => [
    index('influencers_by_business').on(table.businessId, table.createdAt, table.id),
    index('influencers_by_creation').on(table.createdAt, table.id),
    oneOfCheck('influencers_status', table.status, INFLUENCER_STATUSES),
    uniqueIndex('influencers_email').on(table.businessId, table.emailKey),
  ],
);

/** Accounts of `influencers.platforms` as rows, for filtering and uniqueness. */
export const influencerAccounts = sqliteTable(
  'influencer_accounts',
  {
    businessId: text('business_id').notNull(),
    platform: text('platform').notNull(),
    /** The handle without `@` in lower case, for comparison. */
    handleKey: text('handle_key').notNull(),
    influencerId: text('influencer_id')
      .notNull()
      .references(() => influencers.id),
    followers: integer('followers').notNull(),
  },
  table => [
    primaryKey({ columns: [table.businessId, table.platform, table.handleKey] }),
    index('influencer_accounts_of').on(table.influencerId, table.platform, table.followers),
  ],
);

export type InfluencerRow = typeof influencers.$inferSelect;
