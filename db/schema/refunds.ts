import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { cents, id, timestamp } from '../columns.ts';
import { businesses } from './businesses.ts';
import { ledgerTransfers } from './ledger.ts';
import { cashbacks, members, programs } from './programs.ts';
import { visits } from './visits.ts';

/** Cashback that a member spent at the business. */
export const cashbackRedemptions = sqliteTable(
  'cashback_redemptions',
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
    amountCents: cents('amount_cents').notNull(),
    refundedCents: cents('refunded_cents').notNull().default(0),
    transferId: text('transfer_id')
      .notNull()
      .references(() => ledgerTransfers.id),
    actorKind: text('actor_kind').notNull(),
    actorId: text('actor_id').notNull(),
    createdAt: timestamp('created_at').notNull(),
  },
  table => [
    index('cashback_redemptions_by_member').on(table.memberKey),
    check(
      'cashback_redemptions_amounts',
      sql`amount_cents > 0 and refunded_cents between 0 and amount_cents`,
    ),
  ],
);

/** The cashback that a redemption was deducted from, so that a refund returns it there. */
export const cashbackRedemptionParts = sqliteTable(
  'cashback_redemption_parts',
  {
    redemptionId: text('redemption_id')
      .notNull()
      .references(() => cashbackRedemptions.id),
    /** Counted from 1 in the order of deduction. */
    number: integer('number').notNull(),
    cashbackId: text('cashback_id')
      .notNull()
      .references(() => cashbacks.id),
    amountCents: cents('amount_cents').notNull(),
    refundedCents: cents('refunded_cents').notNull().default(0),
  },
  table => [
    primaryKey({ columns: [table.redemptionId, table.number] }),
    index('cashback_redemption_parts_by_cashback').on(table.cashbackId),
    check(
      'cashback_redemption_parts_amounts',
      sql`amount_cents > 0 and refunded_cents between 0 and amount_cents`,
    ),
  ],
);

/** Refunds of orders and of spent cashback, whole or in part. */
export const cashbackRefunds = sqliteTable(
  'cashback_refunds',
  {
    id: id(),
    programId: text('program_id')
      .notNull()
      .references(() => programs.id),
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    memberKey: text('member_key')
      .notNull()
      .references(() => members.id),
    memberId: text('member_id').notNull(),
    /** The ID of the order's visit, otherwise of its cashback, or of the redemption. */
    subjectId: text('subject_id').notNull(),
    /** Counted from 1 for each subject. */
    number: integer('number').notNull(),
    orderId: text('order_id'),
    cashbackId: text('cashback_id').references(() => cashbacks.id),
    visitId: text('visit_id').references(() => visits.id),
    redemptionId: text('redemption_id').references(() => cashbackRedemptions.id),
    /** The activity of the order that granted its points. */
    activityReference: text('activity_reference'),
    /** The part of the order's value, or of the spent cashback; 0 for a visit without an order value. */
    amountCents: cents('amount_cents').notNull(),
    /** The value of the order or redemption, which the amounts of its refunds never exceed. */
    totalCents: cents('total_cents').notNull(),
    /** Cashback taken back for an order, or given back for a redemption. */
    cashbackCents: cents('cashback_cents').notNull(),
    /** The part of it that was still pending (of an order), or that has expired meanwhile. */
    heldCents: cents('held_cents').notNull(),
    expiredCents: cents('expired_cents').notNull(),
    points: integer('points').notNull(),
    visits: integer('visits').notNull(),
    reason: text('reason'),
    actorKind: text('actor_kind').notNull(),
    actorId: text('actor_id').notNull(),
    createdAt: timestamp('created_at').notNull(),
  },
  table => [
    index('cashback_refunds_by_member').on(table.memberKey),
    uniqueIndex('cashback_refunds_subject').on(table.subjectId, table.number),
    check('cashback_refunds_amounts', sql`amount_cents between 0 and total_cents and cashback_cents >= 0`),
  ],
);

export type CashbackRedemptionRow = typeof cashbackRedemptions.$inferSelect;
export type CashbackRefundRow = typeof cashbackRefunds.$inferSelect;
