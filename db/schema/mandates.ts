import { sql } from 'drizzle-orm';
import { check, index, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { cents, currency, id, timestamp } from '../columns.ts';
import { PROPOSAL_STATUSES } from '../enums.ts';
import { apiKeys } from './api-keys.ts';
import { businesses } from './businesses.ts';

/** The costs of requests of agents, and the budgets of campaigns that they launched. */
export const agentCharges = sqliteTable(
  'agent_charges',
  {
    id: id(),
    keyId: text('key_id')
      .notNull()
      .references(() => apiKeys.id),
    operationId: text('operation_id').notNull(),
    /** The campaign whose whole budget counts; null for all other charges. Not a foreign key, because drafts are deleted. */
    campaignId: text('campaign_id'),
    amountCents: cents('amount_cents').notNull(),
    createdAt: timestamp('created_at').notNull(),
  },
  table => [
    index('agent_charges_by_key').on(table.keyId, table.createdAt),
    check('agent_charges_amount', sql`amount_cents > 0`),
  ],
);

/** Requests of agents that wait for a person, or that a person decided about. */
export const proposals = sqliteTable(
  'proposals',
  {
    id: id(),
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    keyId: text('key_id')
      .notNull()
      .references(() => apiKeys.id),
    operationId: text('operation_id').notNull(),
    /** The body, and what the request would have returned and has returned; encrypted, because it is about people. */
    content: text('content').notNull(),
    /** A hash of the request, by which a repetition is recognized. */
    fingerprint: text('fingerprint').notNull(),
    /** Null if it can't be known. */
    amountCents: cents('amount_cents'),
    currency: currency(),
    status: text('status', { enum: PROPOSAL_STATUSES }).notNull(),
    reason: text('reason'),
    decidedBy: text('decided_by'),
    decidedAt: timestamp('decided_at'),
    createdAt: timestamp('created_at').notNull(),
    expiresAt: timestamp('expires_at').notNull(),
  },
  table => [
    index('proposals_by_business').on(table.businessId, table.createdAt, table.id),
    index('proposals_by_key').on(table.keyId, table.fingerprint),
    index('proposals_due').on(table.expiresAt).where(sql`status = 'pending'`),
    index('proposals_ended').on(table.expiresAt).where(sql`status <> 'pending'`),
  ],
);
export type ProposalRow = typeof proposals.$inferSelect;
