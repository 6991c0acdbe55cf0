import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { AgentMandate } from '../../src/platform/actor.ts';
import { id, json, timestamp } from '../columns.ts';
import { businesses } from './businesses.ts';

export const apiKeys = sqliteTable(
  'api_keys',
  {
    id: id(),
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    name: text('name').notNull(),
    last4: text('last4').notNull(),
    scopes: json<string[]>('scopes').notNull(),
    /** Whether the key acts in the business's test environment. */
    isTest: integer('is_test', { mode: 'boolean' }).notNull().default(false),
    createdAt: timestamp('created_at').notNull(),
    /** The user or key that created it; null for old rows. Not a foreign key, because the creator may be deleted. */
    createdBy: text('created_by'),
    /** The user or key that last rotated the secret. */
    rotatedBy: text('rotated_by'),
    lastUsedAt: timestamp('last_used_at'),
    rotatedAt: timestamp('rotated_at'),
    revokedAt: timestamp('revoked_at'),
    /** The host of the app that a person connected, such as `claude.ai`, or the scheme of a program; null for other keys. */
    app: text('app'),
    /** The limits of an agent; null for other keys. */
    mandate: json<AgentMandate>('mandate'),
  },
  table => [
    index('api_keys_by_business').on(table.businessId, table.createdAt, table.id),
    index('api_keys_of_apps').on(table.createdBy, table.createdAt, table.id).where(sql`app is not null`),
  ],
);

/** Secrets of a key: one, two during the grace period of a rotation, or the access tokens of an app. */
export const apiKeySecrets = sqliteTable(
  'api_key_secrets',
  {
    hash: text('hash').primaryKey(),
    keyId: text('key_id')
      .notNull()
      .references(() => apiKeys.id),
    expiresAt: timestamp('expires_at'),
  },
  table => [
    index('api_key_secrets_by_key').on(table.keyId),
    index('api_key_secrets_by_expiry').on(table.expiresAt).where(sql`expires_at is not null`),
  ],
);

/** The refresh tokens of apps. A used one stays until it expires, so that its reuse is noticed. */
export const appTokens = sqliteTable(
  'app_tokens',
  {
    /** SHA-256 of the token. */
    hash: text('hash').primaryKey(),
    keyId: text('key_id')
      .notNull()
      .references(() => apiKeys.id),
    /** SHA-256 of the ID of the client that may use it. */
    clientHash: text('client_hash').notNull(),
    expiresAt: timestamp('expires_at').notNull(),
    usedAt: timestamp('used_at'),
  },
  table => [index('app_tokens_by_key').on(table.keyId), index('app_tokens_by_expiry').on(table.expiresAt)],
);
