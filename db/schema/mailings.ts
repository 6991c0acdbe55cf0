import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { flag, id, json, oneOf, oneOfCheck, timestamp } from '../columns.ts';
import { CONSENT_SOURCES, MAIL_SKIP_REASONS, MAIL_STATES } from '../enums.ts';
import { users } from './auth.ts';
import { businesses } from './businesses.ts';

/** The kinds of mail that a person allowed or stopped, with the proof of that choice. */
export const mailPreferences = sqliteTable(
  'mail_preferences',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    isEnabled: flag('is_enabled').notNull(),
    source: oneOf('source', CONSENT_SOURCES).notNull(),
    /** The version of the texts that the person saw. */
    wording: text('wording').notNull(),
    decidedAt: timestamp('decided_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.userId, table.kind] }),
    oneOfCheck('mail_preferences_source', table.source, CONSENT_SOURCES),
  ],
);

/** When a person wants no mail, as hours and minutes in the person's time zone. */
export const mailQuietHours = sqliteTable('mail_quiet_hours', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  from: text('quiet_from').notNull(),
  to: text('quiet_to').notNull(),
});

/** The last event of a business that was turned into mails. */
export const mailCursors = sqliteTable('mail_cursors', {
  businessId: text('business_id')
    .primaryKey()
    .references(() => businesses.id),
  eventSequence: integer('event_sequence').notNull(),
});

/** Mails to send and sent ones, up to one per person, kind and occasion. */
export const mailOutbox = sqliteTable(
  'mail_outbox',
  {
    id: id(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The shop that the mail is from; null for the exchange, where a shop must not learn who traded. */
    businessId: text('business_id').references(() => businesses.id),
    kind: text('kind').notNull(),
    /** The cause of the mail: the ID of an event or a record, or a week. */
    occasion: text('occasion').notNull(),
    /** The values that the template needs. */
    data: json<Record<string, unknown>>('data').notNull(),
    state: oneOf('state', MAIL_STATES).notNull(),
    skipReason: oneOf('skip_reason', MAIL_SKIP_REASONS),
    attempts: integer('attempts').notNull().default(0),
    error: text('error'),
    nextAttemptAt: timestamp('next_attempt_at'),
    /** The worker that sends it, and when another may take over, by the clock of the database. */
    claimedBy: text('claimed_by'),
    claimedUntil: timestamp('claimed_until'),
    sentAt: timestamp('sent_at'),
    createdAt: timestamp('created_at').notNull(),
  },
  table => [
    uniqueIndex('mail_outbox_by_occasion').on(table.userId, table.kind, table.occasion),
    index('mail_outbox_by_business')
      .on(table.businessId, table.createdAt, table.id)
      .where(sql`business_id is not null`),
    index('mail_outbox_by_state')
      .on(table.businessId, table.state, table.createdAt, table.id)
      .where(sql`business_id is not null`),
    index('mail_outbox_due').on(table.nextAttemptAt, table.id).where(sql`state in ('waiting', 'sending')`),
    index('mail_outbox_by_creation').on(table.createdAt),
    oneOfCheck('mail_outbox_state', table.state, MAIL_STATES),
    oneOfCheck('mail_outbox_skip_reason', table.skipReason, MAIL_SKIP_REASONS),
  ],
);

/**
 * Mails that a person waits for, such as sign-in codes, until the mail server accepts them or their content ends.
 * Nothing is kept of those that were sent.
 */
export const urgentMails = sqliteTable(
  'urgent_mails',
  {
    id: id(),
    email: text('email').notNull(),
    /** The message, encrypted. */
    content: text('content').notNull(),
    attempts: integer('attempts').notNull(),
    nextAttemptAt: timestamp('next_attempt_at').notNull(),
    /** When the code or link in it ends. */
    expiresAt: timestamp('expires_at').notNull(),
    /** The worker that sends it, and when another may take over, by the clock of the database. */
    claimedBy: text('claimed_by'),
    claimedUntil: timestamp('claimed_until'),
    createdAt: timestamp('created_at').notNull(),
  },
  table => [
    index('urgent_mails_due').on(table.nextAttemptAt, table.id),
    index('urgent_mails_by_email').on(table.email),
  ],
);

/** Addresses that a mail server refused for good. Other mails to them are not tried for a while. */
export const refusedAddresses = sqliteTable(
  'refused_addresses',
  { email: text('email').primaryKey(), refusedAt: timestamp('refused_at').notNull() },
  table => [index('refused_addresses_by_time').on(table.refusedAt)],
);

export type UrgentMailRow = typeof urgentMails.$inferSelect;
export type MailRow = typeof mailOutbox.$inferSelect;
