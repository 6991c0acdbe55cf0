import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { flag, id, oneOf, oneOfCheck, timestamp } from '../columns.ts';
import { LINK_PURPOSES, POSITIONS, ROLES, SESSION_END_REASONS } from '../enums.ts';
import { businesses } from './businesses.ts';

export const users = sqliteTable(
  'users',
  {
    id: id(),
    /** In lower case, so that an address has one account. */
    email: text('email').notNull(),
    name: text('name').notNull(),
    role: oneOf('role', ROLES).notNull(),
    businessId: text('business_id').references(() => businesses.id),
    position: oneOf('position', POSITIONS),
    /** argon2id in PHC format; null until an invited user sets a password. */
    passwordHash: text('password_hash'),
    /** When the user confirmed the email address; null until then. */
    emailConfirmedAt: timestamp('email_confirmed_at'),
    /** The language of the pages, as a BCP 47 tag; null for the language of the business or browser. */
    locale: text('locale'),
    /** The IANA time zone of the pages; null for the time zone of the business or browser. */
    timeZone: text('time_zone'),
    /** Whether the dashboard shows API calls, agents and webhooks. */
    developerTools: flag('developer_tools').notNull().default(false),
    /**
     * The user or key that added the person to a business; null for who registered. Not a foreign key, because the
     * creator may be deleted. For accounts of versions before 0.3, the first user of the business.
     */
    createdBy: text('created_by'),
    createdAt: timestamp('created_at').notNull(),
    updatedAt: timestamp('updated_at').notNull(),
  },
  table => [
    uniqueIndex('users_email').on(table.email),
    index('users_by_business').on(table.businessId, table.createdAt, table.id),
    oneOfCheck('users_role', table.role, ROLES),
    oneOfCheck('users_position', table.position, POSITIONS),
  ],
);

/** The PINs with which people sign in on a shared device. */
export const pins = sqliteTable('pins', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** argon2id in PHC format, of the PIN with the installation's secret. */
  hash: text('hash').notNull(),
  updatedAt: timestamp('updated_at').notNull(),
});

/** The codes that were mailed to sign in without a password. Several of an address are valid side by side. */
export const loginCodes = sqliteTable(
  'login_codes',
  {
    /** HMAC-SHA256 with the installation's secret, because all codes of a stolen database could be tried. */
    hash: text('hash').primaryKey(),
    email: text('email').notNull(),
    /** The browser or network address that asked for the code, as HMAC-SHA256. */
    client: text('client').notNull(),
    /** Attempts by that client, and by all others. */
    attempts: integer('attempts').notNull().default(0),
    otherAttempts: integer('other_attempts').notNull().default(0),
    expiresAt: timestamp('expires_at').notNull(),
  },
  table => [
    index('login_codes_by_email').on(table.email),
    index('login_codes_by_expiry').on(table.expiresAt),
  ],
);

/** The secrets of authenticator apps (TOTP, RFC 6238), one per user. */
export const totpSecrets = sqliteTable('totp_secrets', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Encrypted with the installation's key. */
  secret: text('secret').notNull(),
  /** When the user entered the first code; null until then, and no code is required before. */
  confirmedAt: timestamp('confirmed_at'),
  /** The 30-second step of the latest code that was used, so that no code is used twice. */
  lastStep: integer('last_step').notNull().default(0),
  createdAt: timestamp('created_at').notNull(),
});

/** The codes that replace a lost authenticator app. A used code is deleted. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** HMAC-SHA256 with the installation's secret. */
    hash: text('hash').notNull(),
  },
  table => [primaryKey({ columns: [table.userId, table.hash] })],
);

/** The public keys of passkeys (WebAuthn). */
export const passkeys = sqliteTable(
  'passkeys',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The authenticator's ID of the credential, in base64url. */
    credentialId: text('credential_id').notNull(),
    /** The COSE key, in base64url. */
    publicKey: text('public_key').notNull(),
    /** The highest signature counter seen; stays 0 for passkeys that are synced between devices. */
    counter: integer('counter').notNull(),
    name: text('name').notNull(),
    createdAt: timestamp('created_at').notNull(),
    lastUsedAt: timestamp('last_used_at'),
  },
  table => [
    uniqueIndex('passkeys_credential').on(table.credentialId),
    index('passkeys_by_user').on(table.userId, table.createdAt, table.id),
  ],
);

/** Sign-ins that wait for the second factor. */
export const signInChallenges = sqliteTable(
  'sign_in_challenges',
  {
    /** SHA-256 of the token that the client holds. */
    hash: text('hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    attempts: integer('attempts').notNull().default(0),
    expiresAt: timestamp('expires_at').notNull(),
  },
  table => [
    index('sign_in_challenges_by_user').on(table.userId),
    index('sign_in_challenges_by_expiry').on(table.expiresAt),
  ],
);

export const sessions = sqliteTable(
  'sessions',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at').notNull(),
    /** When the newest refresh token expires. The session is deleted after that. */
    expiresAt: timestamp('expires_at').notNull(),
    /** The User-Agent header of the login, shortened; null for sessions of earlier versions. */
    userAgent: text('user_agent'),
    /** When a page was last opened, or a token last refreshed; null until then. */
    lastUsedAt: timestamp('last_used_at'),
    /** When the person last confirmed their identity in the session; null: not since the login. */
    provenAt: timestamp('proven_at'),
    endedAt: timestamp('ended_at'),
    endReason: oneOf('end_reason', SESSION_END_REASONS),
  },
  table => [index('sessions_by_user').on(table.userId), index('sessions_by_expiry').on(table.expiresAt)],
);

export const refreshTokens = sqliteTable(
  'refresh_tokens',
  {
    hash: text('hash').primaryKey(),
    sessionId: text('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    expiresAt: timestamp('expires_at').notNull(),
    usedAt: timestamp('used_at'),
  },
  table => [index('refresh_tokens_by_session').on(table.sessionId)],
);

/** Single-use links: reset a password, accept an invitation, confirm a new address, set up the first admin. */
export const links = sqliteTable(
  'links',
  {
    hash: text('hash').primaryKey(),
    purpose: oneOf('purpose', LINK_PURPOSES).notNull(),
    userId: text('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** The address that a reset link was issued for, even if no account has it any more. */
    email: text('email'),
    /** The address that an account changes to when its link is used. */
    newEmail: text('new_email'),
    /** The user who invited the person. Not a foreign key, because the inviter may be removed. */
    createdBy: text('created_by'),
    expiresAt: timestamp('expires_at').notNull(),
    usedAt: timestamp('used_at'),
  },
  table => [
    index('links_by_user').on(table.userId),
    index('links_by_email').on(table.email),
    index('links_by_expiry').on(table.expiresAt),
    oneOfCheck('links_purpose', table.purpose, LINK_PURPOSES),
  ],
);
