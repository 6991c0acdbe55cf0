import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { cents, id, json, oneOf, oneOfCheck, timestamp } from '../columns.ts';
import { SUGGESTION_ORIGINS } from '../enums.ts';
import { businesses } from './businesses.ts';

/**
 * Campaigns that the planner suggested. The campaigns that reference a suggestion (`campaigns.suggestion_id`) tell
 * whether it was applied and what it earned.
 */
export const suggestions = sqliteTable(
  'suggestions',
  {
    id: id(),
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    origin: oneOf('origin', SUGGESTION_ORIGINS).notNull(),
    /** Suggestions of the same response of the campaign agent share a plan. */
    planId: text('plan_id'),
    actionId: text('action_id').notNull(),
    /** The body of POST /campaigns. */
    campaign: json<Record<string, unknown>>('campaign').notNull(),
    costCents: cents('cost_cents').notNull(),
    valueCents: cents('value_cents').notNull(),
    completions: integer('completions').notNull(),
    createdAt: timestamp('created_at').notNull(),
    /** When the first campaign was created from it. */
    appliedAt: timestamp('applied_at'),
  },
  table => [
    index('suggestions_by_business').on(table.businessId, table.createdAt, table.id),
    index('suggestions_applied').on(table.businessId, table.appliedAt).where(sql`applied_at is not null`),
    index('suggestions_unused').on(table.createdAt).where(sql`applied_at is null`),
    oneOfCheck('suggestions_origin', table.origin, SUGGESTION_ORIGINS),
  ],
);

export type SuggestionRow = typeof suggestions.$inferSelect;

/** Requests to the language model by day (UTC), stored so that the daily limit survives a restart. */
export const aiUsage = sqliteTable('ai_usage', {
  day: text('day').primaryKey(),
  requests: integer('requests').notNull(),
});
