import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { memberAdjustments } from '../schema/adjustments.ts';
import { adminActions } from '../schema/admin-actions.ts';
import { apiKeys } from '../schema/api-keys.ts';
import * as auth from '../schema/auth.ts';
import { campaigns } from '../schema/campaigns.ts';
import { connections, oauthFlows } from '../schema/connections.ts';
import { events } from '../schema/events.ts';
import * as exchange from '../schema/exchange.ts';
import { exportLinks } from '../schema/export-links.ts';
import { idempotencyKeys } from '../schema/idempotency.ts';
import { imports } from '../schema/imports.ts';
import { integrations } from '../schema/integrations.ts';
import { ledgerAccounts } from '../schema/ledger.ts';
import { mailOutbox, mailPreferences, mailQuietHours } from '../schema/mailings.ts';
import { proposals } from '../schema/mandates.ts';
import { memberMerges } from '../schema/merges.ts';
import { notificationReads } from '../schema/notifications.ts';
import { counterActions, counterSessions, devices } from '../schema/places.ts';
import { cashbackRedemptions, cashbackRefunds } from '../schema/refunds.ts';
import { rewardReinstatements, rewards } from '../schema/rewards.ts';
import { submissions, uploads } from '../schema/submissions.ts';
import { shopOrders, visits } from '../schema/visits.ts';
import { webhooks } from '../schema/webhooks.ts';

/**
 * The effect on rows. `keep`: none; `delete`: they are deleted; `end`: src/auth ends them with events or other changes;
 * `set`: they get these values, of which NOW is the time.
 */
export type Ending = 'keep' | 'delete' | 'end' | { set: Readonly<Record<string, string>> };
export const NOW = 'now';

/**
 * The decisions about a table with rows of people, or rows that people or their API keys made. PERSONAL_DATA has the decision
 * about an erasure.
 */
export interface Access {
  table: SQLiteTable;
  /** The columns with the ID of the person or key; `businessId` for all rows of a business that the person registered. */
  by: readonly string[];
  /** When the owner of the address of an account proves it for the first time, and did not make the account. */
  firstProof: Ending;
  /** When a person ends all of their sessions. */
  logout: Ending;
}

/** Rows by which a person gets in. */
function ways(table: SQLiteTable, by: string, firstProof: Ending, logout: Ending): Access {
  return { table, by: by.split(' '), firstProof, logout };
}

/** Rows that only record what was done, by whom or for whom. */
function records(table: SQLiteTable, by: string): Access {
  return { table, by: by.split(' '), firstProof: 'keep', logout: 'keep' };
}

/** Each table with a column for a person or creator; a test compares it with the schema. */
export const ACCESS: readonly Access[] = [
  ways(auth.users, 'createdBy', 'end', 'keep'),
  ways(auth.sessions, 'userId', 'end', 'end'),
  ways(auth.links, 'userId createdBy', 'delete', 'end'),
  ways(auth.signInChallenges, 'userId', 'delete', 'delete'),
  ways(auth.passkeys, 'userId', 'delete', 'keep'),
  ways(auth.totpSecrets, 'userId', 'delete', 'keep'),
  ways(auth.recoveryCodes, 'userId', 'delete', 'keep'),
  ways(auth.pins, 'userId', 'delete', 'keep'),
  ways(counterSessions, 'userId', 'delete', 'delete'),
  ways(devices, 'createdBy', { set: { revokedAt: NOW } }, 'keep'),
  ways(apiKeys, 'createdBy rotatedBy', 'end', 'keep'),
  ways(exportLinks, 'createdBy', 'delete', 'keep'),
  ways(oauthFlows, 'actorId', 'delete', 'delete'),
  ways(webhooks, 'businessId', { set: { status: 'disabled', disabledReason: 'manual' } }, 'keep'),
  ways(integrations, 'businessId', { set: { secret: '' } }, 'keep'),
  // A platform vouches for its account itself, and only its owner can connect it.
  records(connections, 'userId ownerId'),
  // Answered again only to a caller whose credential still works.
  records(idempotencyKeys, 'caller'),
  records(proposals, 'decidedBy'),
  records(mailPreferences, 'userId'),
  records(mailQuietHours, 'userId'),
  records(mailOutbox, 'userId'),
  records(notificationReads, 'userId'),
  records(submissions, 'userId reviewedBy'),
  records(uploads, 'ownerId'),
  records(campaigns, 'policyAcknowledgedBy'),
  records(rewards, 'userId'),
  records(rewardReinstatements, 'actorId'),
  records(cashbackRedemptions, 'actorId'),
  records(cashbackRefunds, 'actorId'),
  records(memberAdjustments, 'actorId'),
  records(memberMerges, 'actorId'),
  records(visits, 'actorId'),
  records(shopOrders, 'actorId'),
  records(counterActions, 'actorId'),
  records(imports, 'actorId'),
  records(exchange.exchangeTraders, 'userId ownerId'),
  records(exchange.exchangeOrders, 'userId ownerId'),
  records(ledgerAccounts, 'ownerId'),
  records(events, 'actorId'),
  records(adminActions, 'actorId'),
];
