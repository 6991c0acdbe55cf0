import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { currency, id, json, oneOf, oneOfCheck, timestamp } from '../columns.ts';
import { POLICY_GUARDS, SLUG_KINDS } from '../enums.ts';

const DEFAULT_REINSTATE_HOURS = 24;
const DEFAULT_REFUND_DAYS = 30;

export const businesses = sqliteTable(
  'businesses',
  {
    id: id(),
    name: text('name').notNull(),
    industry: text('industry'),
    website: text('website'),
    /** ISO 3166-1 alpha-2: the country of phone numbers without a country code. */
    country: text('country'),
    /** IANA time zone: where its days start. */
    timeZone: text('time_zone').notNull().default('UTC'),
    /** BCP 47 language tag. */
    locale: text('locale').notNull().default('en-US'),
    currency: currency(),
    /** The worth of one US dollar in the currency, in millionths, for the library's figures; null if unknown. */
    usdRateMillionths: integer('usd_rate_millionths'),
    policyGuard: oneOf('policy_guard', POLICY_GUARDS).notNull().default('warn'),
    requireRejectReason: integer('require_reject_reason', { mode: 'boolean' }).notNull().default(false),
    /** How long after a redemption its reward can be reinstated. */
    reinstateWindowHours: integer('reinstate_window_hours').notNull().default(DEFAULT_REINSTATE_HOURS),
    /** How long after an order, or after cashback was spent, it can be refunded. */
    refundWindowDays: integer('refund_window_days').notNull().default(DEFAULT_REFUND_DAYS),
    /** The name in the address of the shop's page; null only for a row that an older version inserted. */
    slug: text('slug'),
    /** The shop's account names by platform, without the @. */
    handles: json<Record<string, string>>('handles').notNull().default({}),
    logoUploadId: text('logo_upload_id'),
    /** A color as #rrggbb. */
    accentColor: text('accent_color'),
    /** The shop's own words on its public pages; null for those of the product. */
    invitationText: text('invitation_text'),
    /** The shop's own words to people who get a reward. */
    rewardText: text('reward_text'),
    /** The sender's name in mails to customers; null for the name of the business. */
    senderName: text('sender_name'),
    /** Whether the public pages of the shop name the product at their end. */
    showsPerkmint: integer('shows_perkmint', { mode: 'boolean' }).notNull().default(true),
    /**
     * The first time at which one of its active campaigns is open, kept by triggers on campaigns; null without an active
     * one.
     */
    opensAt: timestamp('opens_at'),
    /** The sequence of the business's latest event. Sequences rise without gaps. */
    eventSequence: integer('event_sequence').notNull().default(0),
    /** The ID of the database with its test data; null until a test key is used and after the data is deleted. */
    testEnvironmentId: text('test_environment_id'),
    createdAt: timestamp('created_at').notNull(),
    updatedAt: timestamp('updated_at').notNull(),
  },
  table => [
    oneOfCheck('businesses_policy_guard', table.policyGuard, POLICY_GUARDS),
    index('businesses_by_logo').on(table.logoUploadId).where(sql`logo_upload_id is not null`),
    index('businesses_by_name').on(sql`lower("name")`, table.id),
    index('businesses_open_by_name').on(sql`lower("name")`, table.id).where(sql`opens_at is not null`),
    index('businesses_by_opening').on(table.opensAt).where(sql`opens_at is not null`),
  ],
);

/**
 * Every name that the address of a public page has or had, so that printed addresses keep leading to their record. The
 * current one is the `slug` of the record.
 */
export const slugs = sqliteTable(
  'slugs',
  {
    kind: oneOf('kind', SLUG_KINDS).notNull(),
    slug: text('slug').notNull(),
    recordId: text('record_id').notNull(),
    createdAt: timestamp('created_at').notNull(),
  },
  table => [
    primaryKey({ columns: [table.kind, table.slug] }),
    index('slugs_by_record').on(table.recordId),
    oneOfCheck('slugs_kind', table.kind, SLUG_KINDS),
  ],
);
