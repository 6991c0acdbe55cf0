import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { cents, currency, id, timestamp } from '../columns.ts';
import { businesses } from './businesses.ts';
import { ledgerTransfers } from './ledger.ts';
import { cashbacks, members, programs } from './programs.ts';

/** Corrections of a member's points, visits or cashback by the business, each of one of them, and signed. */
export const memberAdjustments = sqliteTable(
  'member_adjustments',
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
    points: integer('points').notNull(),
    visits: integer('visits').notNull(),
    currency: currency(),
    cashbackCents: cents('cashback_cents').notNull(),
    /** The cashback that was added; null for all others. */
    cashbackId: text('cashback_id').references(() => cashbacks.id),
    /** The transfer of cashback; null for points, whose activity has it, and for visits. */
    transferId: text('transfer_id').references(() => ledgerTransfers.id),
    reason: text('reason').notNull(),
    actorKind: text('actor_kind').notNull(),
    actorId: text('actor_id').notNull(),
    createdAt: timestamp('created_at').notNull(),
    undoneAt: timestamp('undone_at'),
  },
  table => [
    index('member_adjustments_by_member').on(table.memberKey, table.createdAt, table.id),
    check(
      'member_adjustments_amounts',
      sql`case when points <> 0 then 1 else 0 end + case when visits <> 0 then 1 else 0 end
        + case when cashback_cents <> 0 then 1 else 0 end = 1`,
    ),
  ],
);

/** The cashback that a negative adjustment was deducted from, so that its undo returns it there. */
export const adjustmentParts = sqliteTable(
  'adjustment_parts',
  {
    adjustmentId: text('adjustment_id')
      .notNull()
      .references(() => memberAdjustments.id),
    cashbackId: text('cashback_id')
      .notNull()
      .references(() => cashbacks.id),
    amountCents: cents('amount_cents').notNull(),
  },
  table => [
    primaryKey({ columns: [table.adjustmentId, table.cashbackId] }),
    index('adjustment_parts_by_cashback').on(table.cashbackId),
    check('adjustment_parts_amounts', sql`amount_cents > 0`),
  ],
);

export type AdjustmentRow = typeof memberAdjustments.$inferSelect;
