import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { cents, currency, id, oneOf, oneOfCheck, timestamp } from '../columns.ts';
import { AMOUNT_TYPES, REWARD_SOURCES, REWARD_STATUSES } from '../enums.ts';
import { businesses } from './businesses.ts';
import { campaigns } from './campaigns.ts';
import { submissions } from './submissions.ts';

export const rewards = sqliteTable(
  'rewards',
  {
    id: id(),
    code: text('code').notNull(),
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    campaignId: text('campaign_id').references(() => campaigns.id),
    programId: text('program_id'),
    source: oneOf('source', REWARD_SOURCES).notNull().default('submission'),
    submissionId: text('submission_id').references(() => submissions.id),
    userId: text('user_id').notNull(),
    currency: currency(),
    type: oneOf('type', AMOUNT_TYPES).notNull(),
    /** Cents of a fixed reward or the cost of an item, basis points of a percentage. */
    value: integer('value').notNull(),
    /** The name of an item, which is stored as a fixed reward. */
    item: text('item'),
    maxCents: cents('max_cents'),
    /** The value of the reward: known at issue if it is fixed, at redemption if it is a percentage. */
    amountCents: cents('amount_cents'),
    status: oneOf('status', REWARD_STATUSES).notNull(),
    voidReason: text('void_reason'),
    expiresAt: timestamp('expires_at').notNull(),
    redeemedAt: timestamp('redeemed_at'),
    createdAt: timestamp('created_at').notNull(),
  },
  table => [
    uniqueIndex('rewards_code').on(table.code),
    index('rewards_by_business').on(table.businessId, table.createdAt, table.id),
    index('rewards_by_business_status').on(table.businessId, table.status, table.createdAt, table.id),
    index('rewards_by_redemption')
      .on(table.businessId, table.redeemedAt, table.id)
      .where(sql`status = 'redeemed'`),
    index('rewards_by_campaign').on(table.campaignId, table.createdAt, table.id),
    index('rewards_by_user').on(table.userId, table.createdAt, table.id),
    index('rewards_open_by_user')
      .on(table.userId, table.businessId, table.expiresAt)
      .where(sql`status = 'issued'`),
    index('rewards_by_creation').on(table.createdAt, table.id),
    index('rewards_due').on(table.expiresAt, table.id).where(sql`status = 'issued'`),
    oneOfCheck('rewards_status', table.status, REWARD_STATUSES),
    oneOfCheck('rewards_type', table.type, AMOUNT_TYPES),
  ],
);

/** Redemptions that were undone, each with who undid it and why. */
export const rewardReinstatements = sqliteTable(
  'reward_reinstatements',
  {
    rewardId: text('reward_id')
      .notNull()
      .references(() => rewards.id),
    /** Counted from 1 for each reward. */
    number: integer('number').notNull(),
    /** The redemption that was undone: its time and the amount that the reward had. */
    redeemedAt: timestamp('redeemed_at').notNull(),
    amountCents: cents('amount_cents'),
    reason: text('reason'),
    actorKind: text('actor_kind').notNull(),
    actorId: text('actor_id').notNull(),
    createdAt: timestamp('created_at').notNull(),
  },
  table => [primaryKey({ columns: [table.rewardId, table.number] })],
);

export type ReinstatementRow = typeof rewardReinstatements.$inferSelect;
export type RewardRow = typeof rewards.$inferSelect;
