import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { cents, currency, flag, id, json, oneOf, oneOfCheck, sharedJson, timestamp } from '../columns.ts';
import {
  AMOUNT_TYPES,
  CAMPAIGN_STATES,
  type PolicyLevel,
  REVIEW_MODES,
  STATE_REASONS,
  TIMEOUT_ACTIONS,
} from '../enums.ts';
import { businesses } from './businesses.ts';

/** When a campaign opens its business to customers; the triggers of opens_at look for the earliest. */
const opening = sql`coalesce("starts_at", "created_at")`;

export const campaigns = sqliteTable(
  'campaigns',
  {
    id: id(),
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    name: text('name').notNull(),
    /** The name in the campaign's short link; null only for a row that an older version inserted. */
    slug: text('slug'),
    description: text('description'),
    instructions: text('instructions'),
    state: oneOf('state', CAMPAIGN_STATES).notNull(),
    stateReason: oneOf('state_reason', STATE_REASONS),
    platform: text('platform').notNull(),
    actionType: text('action_type').notNull(),
    actionId: text('action_id'),
    programId: text('program_id'),
    /** The planner's suggestion that the campaign was created from. */
    suggestionId: text('suggestion_id'),
    currency: currency(),
    rewardType: oneOf('reward_type', AMOUNT_TYPES).notNull(),
    /** Cents of a fixed reward or the cost of an item, basis points of a percentage. */
    rewardValue: integer('reward_value').notNull(),
    /** The name of an item, which is stored as a fixed reward. */
    rewardItem: text('reward_item'),
    rewardMaxCents: cents('reward_max_cents'),
    rewardExpiresInDays: integer('reward_expires_in_days').notNull(),
    minFollowers: integer('min_followers').notNull(),
    hashtags: json<string[]>('hashtags').notNull(),
    startsAt: timestamp('starts_at'),
    endsAt: timestamp('ends_at'),
    budgetTotalCents: cents('budget_total_cents'),
    budgetReservedCents: cents('budget_reserved_cents').notNull().default(0),
    budgetSpentCents: cents('budget_spent_cents').notNull().default(0),
    maxApprovals: integer('max_approvals'),
    perUser: integer('per_user').notNull(),
    reviewMode: oneOf('review_mode', REVIEW_MODES).notNull(),
    reviewSlaHours: integer('review_sla_hours'),
    reviewOnTimeout: oneOf('review_on_timeout', TIMEOUT_ACTIONS).notNull(),
    disclosureRequired: flag('disclosure_required').notNull(),
    disclosureText: text('disclosure_text'),
    warnings:
      sharedJson<
        readonly Readonly<{ code: string; message: string; source: unknown; alternative?: unknown }>[]
      >('warnings').notNull(),
    policyAcknowledgedAt: timestamp('policy_acknowledged_at'),
    /** The ID of the user or API key that acknowledged the policy. */
    policyAcknowledgedBy: text('policy_acknowledged_by'),
    /** The last change of the rules to stricter ones while the campaign ran. */
    policyChange: json<{ at: string; from: PolicyLevel; to: PolicyLevel }>('policy_change'),
    pendingCount: integer('pending_count').notNull().default(0),
    approvedCount: integer('approved_count').notNull().default(0),
    rejectedCount: integer('rejected_count').notNull().default(0),
    createdAt: timestamp('created_at').notNull(),
    updatedAt: timestamp('updated_at').notNull(),
  },
  table => [
    index('campaigns_by_business').on(table.businessId, table.createdAt, table.id),
    index('campaigns_by_business_state').on(table.businessId, table.state, table.createdAt, table.id),
    index('campaigns_by_business_name').on(table.businessId, sql`lower("name")`, table.id),
    index('campaigns_by_state_name').on(table.state, sql`lower("name")`, table.id),
    index('campaigns_by_state').on(table.state, table.createdAt, table.id),
    index('campaigns_by_program').on(table.programId).where(sql`program_id is not null`),
    index('campaigns_by_suggestion').on(table.suggestionId).where(sql`suggestion_id is not null`),
    index('campaigns_by_creation').on(table.createdAt, table.id),
    index('campaigns_by_opening').on(table.businessId, opening).where(sql`state = 'active'`),
    index('campaigns_due').on(table.endsAt).where(sql`state in ('active', 'paused') and ends_at is not null`),
    oneOfCheck('campaigns_state', table.state, CAMPAIGN_STATES),
    oneOfCheck('campaigns_reward_type', table.rewardType, AMOUNT_TYPES),
    check(
      'campaigns_budget',
      sql`budget_reserved_cents >= 0 and budget_spent_cents >= 0 and
        (budget_total_cents is null or budget_reserved_cents + budget_spent_cents <= budget_total_cents)`,
    ),
    check('campaigns_counts', sql`pending_count >= 0 and approved_count >= 0 and rejected_count >= 0`),
  ],
);

export type CampaignRow = typeof campaigns.$inferSelect;
