import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { id, json, oneOf, oneOfCheck, timestamp } from '../columns.ts';
import { PASS_KINDS, PASS_PLATFORMS } from '../enums.ts';
import { businesses } from './businesses.ts';

/** The account with which a business issues passes for a phone's wallet. */
export const passIssuers = sqliteTable(
  'pass_issuers',
  {
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    platform: oneOf('platform', PASS_PLATFORMS).notNull(),
    /** The parts that are not secret, in the form of src/passes/issuers.ts. */
    settings: json<Record<string, string>>('settings').notNull(),
    /** The private key, encrypted. */
    secret: text('secret').notNull(),
    /** The sequence of the last event whose passes were updated. */
    eventSequence: integer('event_sequence').notNull(),
    /** Why the last update failed; null if it worked. */
    lastError: text('last_error'),
    updatedAt: timestamp('updated_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.businessId, table.platform] }),
    oneOfCheck('pass_issuers_platform', table.platform, PASS_PLATFORMS),
  ],
);

/** Passes that were issued, so that they are updated. */
export const passes = sqliteTable(
  'passes',
  {
    id: id(),
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    platform: oneOf('platform', PASS_PLATFORMS).notNull(),
    kind: oneOf('kind', PASS_KINDS).notNull(),
    /** The ID of the membership or the reward. */
    recordId: text('record_id').notNull(),
    /** The record as events name it: reward:<id> or member:<program>:<member>. */
    subject: text('subject').notNull(),
    /** The version of the member's card; Google has been asked to end the passes of earlier ones. */
    cardVersion: integer('card_version').notNull().default(0),
    /** The language in which its owner added it; null if the business did. */
    locale: text('locale'),
    /** The last message to the owner of the pass, in words; null before the first. */
    news: text('news'),
    /** The ID of the event that the message is about, or why else it was written. */
    newsOf: text('news_of'),
    createdAt: timestamp('created_at').notNull(),
    /** When the shown data last changed. */
    updatedAt: timestamp('updated_at').notNull(),
  },
  table => [
    uniqueIndex('passes_by_subject').on(table.businessId, table.subject, table.platform),
    oneOfCheck('passes_platform', table.platform, PASS_PLATFORMS),
    oneOfCheck('passes_kind', table.kind, PASS_KINDS),
  ],
);

/** Devices that have an Apple pass and get its updates. */
export const passDevices = sqliteTable(
  'pass_devices',
  {
    deviceId: text('device_id').notNull(),
    passId: text('pass_id')
      .notNull()
      .references(() => passes.id, { onDelete: 'cascade' }),
    /** Names the device to Apple's push service. */
    pushToken: text('push_token').notNull(),
    /** From when the device is notified that the pass has changed; null for one that has been notified. */
    pushDueAt: timestamp('push_due_at'),
    createdAt: timestamp('created_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.deviceId, table.passId] }),
    index('pass_devices_by_pass').on(table.passId),
    index('pass_devices_due').on(table.pushDueAt).where(sql`push_due_at is not null`),
  ],
);

export type PassIssuerRow = typeof passIssuers.$inferSelect;
export type PassRow = typeof passes.$inferSelect;
