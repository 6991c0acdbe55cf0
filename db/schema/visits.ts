import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { cents, currency, id, timestamp } from '../columns.ts';
import { businesses } from './businesses.ts';
import { ledgerTransfers } from './ledger.ts';
import { cashbacks, members, programs } from './programs.ts';

/** Visits of members, such as the stamps of a stamp card, and purchases without a visit, whose quantity is 0. */
export const visits = sqliteTable(
  'visits',
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
    quantity: integer('quantity').notNull(),
    orderId: text('order_id'),
    currency: currency(),
    orderValueCents: cents('order_value_cents'),
    /** Points that the order earned. */
    points: integer('points').notNull(),
    /** The cashback that the order earned. */
    cashbackId: text('cashback_id').references(() => cashbacks.id),
    /** The activity of the order; null without one. */
    orderReference: text('order_reference'),
    actorKind: text('actor_kind').notNull(),
    actorId: text('actor_id').notNull(),
    createdAt: timestamp('created_at').notNull(),
    reversedAt: timestamp('reversed_at'),
  },
  table => [
    uniqueIndex('visits_order').on(table.programId, table.orderId).where(sql`order_id is not null`),
    index('visits_by_program').on(table.programId, table.createdAt, table.id),
    index('visits_by_member').on(table.memberKey, table.createdAt, table.id),
    index('visits_by_cashback').on(table.cashbackId).where(sql`cashback_id is not null`),
    check('visits_quantity', sql`quantity > 0 or (quantity = 0 and order_value_cents is not null)`),
  ],
);

/** Rewards that members bought with points. */
export const shopOrders = sqliteTable(
  'shop_orders',
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
    /** The ID of the item in the program's terms. */
    itemId: text('item_id').notNull(),
    points: integer('points').notNull(),
    rewardId: text('reward_id').notNull(),
    transferId: text('transfer_id')
      .notNull()
      .references(() => ledgerTransfers.id),
    actorKind: text('actor_kind').notNull(),
    actorId: text('actor_id').notNull(),
    createdAt: timestamp('created_at').notNull(),
    /** The time at which the points were returned. */
    canceledAt: timestamp('canceled_at'),
    cancelReason: text('cancel_reason'),
  },
  table => [
    index('shop_orders_by_program').on(table.programId, table.createdAt, table.id),
    index('shop_orders_by_member').on(table.memberKey, table.createdAt, table.id),
  ],
);

/** How often an item was bought: in a program, for its stock, and by a member, for the limit per member. */
export const shopCounts = sqliteTable(
  'shop_counts',
  {
    /** The ID of a program or member. */
    scope: text('scope').notNull(),
    itemId: text('item_id').notNull(),
    bought: integer('bought').notNull(),
  },
  table => [primaryKey({ columns: [table.scope, table.itemId] })],
);

export type VisitRow = typeof visits.$inferSelect;
export type ShopOrderRow = typeof shopOrders.$inferSelect;
