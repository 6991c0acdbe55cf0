import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { id, oneOf, oneOfCheck, timestamp } from '../columns.ts';
import { CONNECTION_METHODS, CONNECTION_REASONS, CONNECTION_STATUSES } from '../enums.ts';
import { users } from './auth.ts';
import { businesses } from './businesses.ts';

/** Connected platform accounts of businesses and users, and attempts to connect one. */
export const connections = sqliteTable(
  'connections',
  {
    id: id(),
    /** Null if the owner is a user. */
    businessId: text('business_id').references(() => businesses.id),
    /** Null if the owner is a business. */
    userId: text('user_id').references(() => users.id),
    /** The business ID or the user ID. */
    ownerId: text('owner_id').notNull(),
    platform: text('platform').notNull(),
    method: oneOf('method', CONNECTION_METHODS).notNull(),
    status: oneOf('status', CONNECTION_STATUSES).notNull(),
    reason: oneOf('reason', CONNECTION_REASONS),
    handle: text('handle'),
    /** The handle without `@` in lower case, for comparison. */
    handleKey: text('handle_key'),
    displayName: text('display_name'),
    /** The platform's account ID. */
    accountId: text('account_id'),
    followers: integer('followers'),
    verificationCode: text('verification_code'),
    /** Encrypted. Deleted when the account is disconnected. */
    tokens: text('tokens'),
    /** When a pending attempt expires. */
    expiresAt: timestamp('expires_at'),
    /** When the access token expires; null if unknown. */
    tokenExpiresAt: timestamp('token_expires_at'),
    /** When the tokens are due for renewal. */
    refreshAt: timestamp('refresh_at'),
    /** When the tokens or the profile are refreshed next; null without tokens. */
    nextCheckAt: timestamp('next_check_at'),
    /** When the handle and followers were last read. */
    checkedAt: timestamp('checked_at'),
    connectedAt: timestamp('connected_at'),
    createdAt: timestamp('created_at').notNull(),
    updatedAt: timestamp('updated_at').notNull(),
  },
  table => [
    index('connections_by_owner').on(table.ownerId, table.createdAt, table.id),
    index('connections_by_platform').on(table.ownerId, table.platform, table.createdAt, table.id),
    index('connections_by_creation').on(table.createdAt, table.id),
    /** An account belongs to one user. It is identified by the platform's ID or, without one, by its handle. */
    uniqueIndex('connections_account')
      .on(table.platform, table.accountId)
      .where(sql`status = 'connected' and user_id is not null and account_id is not null`),
    uniqueIndex('connections_handle')
      .on(table.platform, table.handleKey)
      .where(sql`status = 'connected' and user_id is not null and account_id is null`),
    index('connections_by_account')
      .on(table.platform, table.accountId, table.updatedAt)
      .where(sql`user_id is not null and connected_at is not null`),
    index('connections_by_handle')
      .on(table.platform, table.handleKey, table.updatedAt)
      .where(sql`user_id is not null and connected_at is not null`),
    uniqueIndex('connections_connected').on(table.ownerId, table.platform).where(sql`status = 'connected'`),
    index('connections_due').on(table.nextCheckAt).where(sql`next_check_at is not null`),
    index('connections_pending').on(table.expiresAt).where(sql`status = 'pending'`),
    oneOfCheck('connections_method', table.method, CONNECTION_METHODS),
    oneOfCheck('connections_status', table.status, CONNECTION_STATUSES),
    oneOfCheck('connections_reason', table.reason, CONNECTION_REASONS),
  ],
);

/** OAuth authorization requests. Each can be completed once, by the caller that started it. */
export const oauthFlows = sqliteTable(
  'oauth_flows',
  {
    /** SHA-256 of the state. */
    stateHash: text('state_hash').primaryKey(),
    connectionId: text('connection_id')
      .notNull()
      .references(() => connections.id, { onDelete: 'cascade' }),
    platform: text('platform').notNull(),
    actorId: text('actor_id').notNull(),
    /** The session that started it; null for an API key. */
    sessionId: text('session_id'),
    /** SHA-256 of the cookie of the browser that started it. */
    browserHash: text('browser_hash'),
    redirectUri: text('redirect_uri').notNull(),
    /** The PKCE verifier, encrypted; null if the platform does not support PKCE. */
    verifier: text('verifier'),
    expiresAt: timestamp('expires_at').notNull(),
    consumedAt: timestamp('consumed_at'),
  },
  table => [
    index('oauth_flows_by_connection').on(table.connectionId),
    index('oauth_flows_by_expiry').on(table.expiresAt),
  ],
);

export type ConnectionRow = typeof connections.$inferSelect;
export type OauthFlowRow = typeof oauthFlows.$inferSelect;
