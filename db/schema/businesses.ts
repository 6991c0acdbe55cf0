import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { id, oneOf, oneOfCheck, timestamp } from '../columns.ts';
import { POLICY_GUARDS } from '../enums.ts';

export const businesses = sqliteTable(
  'businesses',
  {
    id: id(),
    name: text('name').notNull(),
    industry: text('industry'),
    website: text('website'),
    currency: text('currency').notNull().default('USD'),
    policyGuard: oneOf('policy_guard', POLICY_GUARDS).notNull().default('warn'),
    requireRejectReason: integer('require_reject_reason', { mode: 'boolean' }).notNull().default(false),
    /** The sequence of the business's latest event. Sequences rise without gaps. */
    eventSequence: integer('event_sequence').notNull().default(0),
    createdAt: timestamp('created_at').notNull(),
    updatedAt: timestamp('updated_at').notNull(),
  },
  table => [oneOfCheck('businesses_policy_guard', table.policyGuard, POLICY_GUARDS)],
);
