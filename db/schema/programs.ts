import { sql } from 'drizzle-orm';
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { cents, currency, flag, id, json, oneOf, oneOfCheck, timestamp } from '../columns.ts';
import { CARD_KINDS, CASHBACK_STATUSES, MEMBER_STATUSES, PROGRAM_STATUSES } from '../enums.ts';
import { businesses } from './businesses.ts';
import { ledgerTransfers } from './ledger.ts';

export const programs = sqliteTable(
  'programs',
  {
    id: id(),
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    name: text('name').notNull(),
    description: text('description'),
    status: oneOf('status', PROGRAM_STATUSES).notNull(),
    /** The API representation, validated when it is written. */
    rewards: json<Record<string, unknown>>('rewards').notNull(),
    currency: currency(),
    /** The maximum credit of an automatic approval for an unconfirmed order value. */
    autoCreditLimitCents: cents('auto_credit_limit_cents').notNull().default(0),
    /** The kind of the members' cards. */
    card: oneOf('card', CARD_KINDS).notNull().default('static'),
    /** The rewards of a referral, validated when they are written; null without referrals. */
    referral: json<Record<string, unknown>>('referral'),
    /** Minutes that must pass between two visits of a member. */
    visitCooldownMinutes: integer('visit_cooldown_minutes'),
    visitMaxPerDay: integer('visit_max_per_day'),
    memberCount: integer('member_count').notNull().default(0),
    activeMemberCount: integer('active_member_count').notNull().default(0),
    submissionCount: integer('submission_count').notNull().default(0),
    approvedCount: integer('approved_count').notNull().default(0),
    visitCount: integer('visit_count').notNull().default(0),
    /** Sums over the members, so that the program's summary reads one row. */
    pendingCents: cents('pending_cents').notNull().default(0),
    availableCents: cents('available_cents').notNull().default(0),
    redeemedCents: cents('redeemed_cents').notNull().default(0),
    createdAt: timestamp('created_at').notNull(),
    updatedAt: timestamp('updated_at').notNull(),
  },
  table => [
    index('programs_by_business').on(table.businessId, table.createdAt, table.id),
    index('programs_by_business_status').on(table.businessId, table.status, table.createdAt, table.id),
    index('programs_by_status').on(table.status, table.createdAt, table.id),
    index('programs_by_creation').on(table.createdAt, table.id),
    oneOfCheck('programs_status', table.status, PROGRAM_STATUSES),
    oneOfCheck('programs_card', table.card, CARD_KINDS),
    check(
      'programs_sums',
      sql`member_count >= active_member_count and active_member_count >= 0 and submission_count >= approved_count
        and approved_count >= 0 and pending_cents >= 0 and available_cents >= 0 and redeemed_cents >= 0`,
    ),
  ],
);

/** The random end of a member's ID, by which other people name the member. */
export const referralCode = sql`substr("id", 21)`;

/** When a member was last active, or else joined. */
export const latestActivity = sql`coalesce("last_activity_at", "joined_at")`;

export const members = sqliteTable(
  'members',
  {
    id: id(),
    programId: text('program_id')
      .notNull()
      .references(() => programs.id),
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    /** A user ID, or the business's own reference for a customer. */
    memberId: text('member_id').notNull(),
    /** The business's own reference before the person claimed the membership; it still finds the member. */
    enrolledAs: text('enrolled_as'),
    /** Whether the user enrolled or claimed the membership, rather than the business on their behalf. That links the two. */
    enrolledByPerson: flag('enrolled_by_person').notNull().default(false),
    /** The ID of the member into whom this one was merged, to whom its references and cards lead. */
    mergedInto: text('merged_into').references((): AnySQLiteColumn => members.id),
    name: text('name'),
    email: text('email'),
    /** In E.164 format, entered or confirmed by the business: it finds the member. */
    phone: text('phone'),
    /** A number that the member entered, in E.164 format. It is not proven, so it finds no member and need not be unique. */
    unconfirmedPhone: text('unconfirmed_phone'),
    /** Counts the replacements of the card; earlier cards are invalid. */
    cardVersion: integer('card_version').notNull().default(0),
    status: oneOf('status', MEMBER_STATUSES).notNull(),
    tier: text('tier'),
    /** Points earned and not reverted, which decide the tier. */
    points: integer('points').notNull().default(0),
    /** Points spent in the shop; the others are the balance. */
    pointsSpent: integer('points_spent').notNull().default(0),
    currency: currency(),
    pendingCents: cents('pending_cents').notNull().default(0),
    availableCents: cents('available_cents').notNull().default(0),
    redeemedCents: cents('redeemed_cents').notNull().default(0),
    /** Total cashback that ever became available. */
    lifetimeCents: cents('lifetime_cents').notNull().default(0),
    /** Cashback granted and neither voided nor reversed, which maxPerMember limits. */
    grantedCents: cents('granted_cents').notNull().default(0),
    spendCents: cents('spend_cents').notNull().default(0),
    submissionCount: integer('submission_count').notNull().default(0),
    approvedCount: integer('approved_count').notNull().default(0),
    /** Visits that were not reverted, each with its quantity. */
    visitCount: integer('visit_count').notNull().default(0),
    lastVisitAt: timestamp('last_visit_at'),
    metadata: json<Record<string, unknown>>('metadata').notNull(),
    joinedAt: timestamp('joined_at').notNull(),
    lastActivityAt: timestamp('last_activity_at'),
  },
  table => [
    uniqueIndex('members_by_reference').on(table.programId, table.memberId),
    uniqueIndex('members_by_phone').on(table.programId, table.phone).where(sql`phone is not null`),
    uniqueIndex('members_by_earlier_reference')
      .on(table.programId, table.enrolledAs)
      .where(sql`enrolled_as is not null`),
    index('members_by_merge').on(table.mergedInto, table.id).where(sql`merged_into is not null`),
    index('members_by_address').on(table.email, table.programId).where(sql`email is not null`),
    /** The last ten characters of an ID are the member's referral code. */
    index('members_by_referral_code').on(table.programId, referralCode),
    index('members_by_activity').on(table.programId, latestActivity, table.id),
    index('members_of_business_by_activity').on(table.businessId, latestActivity, table.id),
    index('members_by_person').on(table.memberId, table.businessId).where(sql`enrolled_by_person = 1`),
    index('members_by_program').on(table.programId, table.joinedAt, table.id),
    index('members_by_program_status').on(table.programId, table.status, table.joinedAt, table.id),
    index('members_by_program_tier').on(table.programId, table.tier, table.joinedAt, table.id),
    index('members_by_program_status_tier').on(
      table.programId,
      table.status,
      table.tier,
      table.joinedAt,
      table.id,
    ),
    oneOfCheck('members_status', table.status, MEMBER_STATUSES),
    check(
      'members_sums',
      sql`points >= 0 and pending_cents >= 0 and available_cents >= 0 and redeemed_cents >= 0
        and lifetime_cents >= 0 and granted_cents >= 0 and spend_cents >= 0
        and submission_count >= approved_count and approved_count >= 0`,
    ),
  ],
);

/** Points, spending and visits that a submission, order or visit added to a member, so that they can be reverted exactly. */
export const memberActivities = sqliteTable(
  'member_steps',
  {
    /** The ID of the submission, cashback or visit, with a number if it was reverted and recorded again. */
    id: id(),
    memberId: text('member_id')
      .notNull()
      .references(() => members.id),
    /** The submission, cashback or visit. */
    reference: text('reference').notNull(),
    isApproval: flag('is_approval').notNull(),
    points: integer('points').notNull(),
    spendCents: cents('spend_cents').notNull(),
    visits: integer('visits').notNull().default(0),
    /** The transfer of the points; null without points. */
    transferId: text('transfer_id').references(() => ledgerTransfers.id),
    createdAt: timestamp('created_at').notNull(),
    reversedAt: timestamp('reversed_at'),
  },
  table => [
    uniqueIndex('member_steps_open').on(table.reference).where(sql`reversed_at is null`),
    index('member_steps_by_member').on(table.memberId),
  ],
);

/** A member's state in a goal that they have reached or that repeats. */
export const memberGoals = sqliteTable(
  'member_goals',
  {
    memberId: text('member_id')
      .notNull()
      .references(() => members.id),
    goalId: text('goal_id').notNull(),
    /** How often it is completed; more than once only if it repeats. */
    completions: integer('completions').notNull().default(1),
    /** The count at which a repeating goal began for the member, in cents for spending. */
    baseline: integer('baseline').notNull().default(0),
    /** The part of the count that completions of a repeating goal used up, in the same unit. */
    consumed: integer('consumed').notNull().default(0),
    /** The latest completion; the time of the baseline without one. */
    completedAt: timestamp('completed_at').notNull(),
  },
  table => [primaryKey({ columns: [table.memberId, table.goalId] })],
);

/** Completions of goals, one by one, so that they can be reverted exactly. */
export const goalCompletions = sqliteTable(
  'goal_completions',
  {
    memberId: text('member_id')
      .notNull()
      .references(() => members.id),
    goalId: text('goal_id').notNull(),
    /** Counted from 1 for each member and goal. */
    number: integer('number').notNull(),
    /** The part of the count that it used up, for a repeating goal. */
    consumed: integer('consumed').notNull(),
    /** Null if the goal pays nothing. */
    rewardId: text('reward_id'),
    completedAt: timestamp('completed_at').notNull(),
  },
  table => [primaryKey({ columns: [table.memberId, table.goalId, table.number] })],
);

export const cashbacks = sqliteTable(
  'cashbacks',
  {
    id: id(),
    programId: text('program_id')
      .notNull()
      .references(() => programs.id),
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    /** The ID of the member; `memberId` is the reference used at enrollment. */
    memberKey: text('member_key')
      .notNull()
      .references(() => members.id),
    memberId: text('member_id').notNull(),
    submissionId: text('submission_id'),
    orderId: text('order_id'),
    currency: currency(),
    amountCents: cents('amount_cents').notNull(),
    /** The amount that is neither spent nor expired. */
    remainingCents: cents('remaining_cents').notNull(),
    /** The amounts that refunds of the order took back, and that expired. The rest of the difference was spent. */
    refundedCents: cents('refunded_cents').notNull().default(0),
    expiredCents: cents('expired_cents').notNull().default(0),
    orderValueCents: cents('order_value_cents'),
    /** Basis points of a percentage; null for a fixed amount. */
    rate: integer('rate'),
    status: oneOf('status', CASHBACK_STATUSES).notNull(),
    description: text('description'),
    reason: text('reason'),
    availableAt: timestamp('available_at').notNull(),
    expiresAt: timestamp('expires_at'),
    earnTransferId: text('earn_transfer_id')
      .notNull()
      .references(() => ledgerTransfers.id),
    /** The transfer from pending to available; null without a hold period. */
    releaseTransferId: text('release_transfer_id').references(() => ledgerTransfers.id),
    createdAt: timestamp('created_at').notNull(),
  },
  table => [
    uniqueIndex('cashbacks_order').on(table.programId, table.orderId).where(sql`order_id is not null`),
    index('cashbacks_by_program').on(table.programId, table.createdAt, table.id),
    index('cashbacks_by_program_status').on(table.programId, table.status, table.createdAt, table.id),
    index('cashbacks_by_member').on(table.memberKey, table.createdAt, table.id),
    index('cashbacks_by_member_status').on(table.memberKey, table.status, table.createdAt, table.id),
    index('cashbacks_by_submission').on(table.submissionId, table.id).where(sql`submission_id is not null`),
    index('cashbacks_held').on(table.availableAt).where(sql`status = 'pending'`),
    index('cashbacks_expiring')
      .on(table.expiresAt)
      .where(sql`status = 'available' and expires_at is not null`),
    oneOfCheck('cashbacks_status', table.status, CASHBACK_STATUSES),
    check('cashbacks_amounts', sql`amount_cents > 0 and remaining_cents between 0 and amount_cents`),
  ],
);

export type MemberGoalRow = typeof memberGoals.$inferSelect;
export type GoalCompletionRow = typeof goalCompletions.$inferSelect;
export type ProgramRow = typeof programs.$inferSelect;
export type MemberRow = typeof members.$inferSelect;
export type CashbackRow = typeof cashbacks.$inferSelect;
