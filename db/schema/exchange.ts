import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { cents, currency, id, oneOf, oneOfCheck, timestamp } from '../columns.ts';
import {
  ORDER_CANCEL_REASONS,
  ORDER_STATUSES,
  ORDER_TYPES,
  PERK_STATUSES,
  SIDES,
  TIMES_IN_FORCE,
  TRADER_ROLES,
  TRADER_STATUSES,
} from '../enums.ts';
import { businesses } from './businesses.ts';
import { ledgerTransfers } from './ledger.ts';

/** Participants of the exchange: customers, and businesses with their staff and keys. */
export const exchangeTraders = sqliteTable(
  'exchange_traders',
  {
    id: id(),
    /** The owner of the wallet: a user ID or a business ID. */
    ownerId: text('owner_id').notNull(),
    /** The user or key that enrolled. */
    userId: text('user_id').notNull(),
    businessId: text('business_id').references(() => businesses.id),
    role: oneOf('role', TRADER_ROLES).notNull(),
    status: oneOf('status', TRADER_STATUSES).notNull(),
    displayName: text('display_name'),
    createdAt: timestamp('created_at').notNull(),
  },
  table => [
    uniqueIndex('exchange_traders_owner').on(table.ownerId),
    index('exchange_traders_by_user').on(table.userId),
    oneOfCheck('exchange_traders_role', table.role, TRADER_ROLES),
  ],
);

export const perks = sqliteTable(
  'perks',
  {
    id: id(),
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    programId: text('program_id'),
    name: text('name').notNull(),
    description: text('description'),
    currency: currency(),
    faceValueCents: cents('face_value_cents').notNull(),
    supply: integer('supply').notNull(),
    redeemed: integer('redeemed').notNull().default(0),
    lastPriceCents: cents('last_price_cents'),
    expiresAt: timestamp('expires_at'),
    status: oneOf('status', PERK_STATUSES).notNull(),
    /** The best prices in the order book; null for an empty side. Stored so that perks can be ranked by them. */
    bestAskCents: cents('best_ask_cents'),
    bestBidCents: cents('best_bid_cents'),
    /** Ranks perks by recent trading volume (see exchange/statistics.ts). */
    activity: integer('activity').notNull().default(0),
    /** The sequence of the latest market change of this perk, unique over all perks. */
    changeSequence: integer('change_sequence').notNull().default(0),
    createdAt: timestamp('created_at').notNull(),
    updatedAt: timestamp('updated_at').notNull(),
  },
  table => [
    index('perks_by_business').on(table.businessId, table.createdAt),
    index('perks_by_status').on(table.status, table.createdAt, table.id),
    index('perks_by_change').on(table.changeSequence),
    index('perks_by_activity').on(table.activity, table.id).where(sql`status <> 'expired'`),
    index('perks_by_discount')
      .on(sql`(best_ask_cents * 10000 / face_value_cents)`)
      .where(sql`status <> 'expired' and best_ask_cents is not null`),
    index('perks_by_demand')
      .on(sql`(best_bid_cents * 10000 / face_value_cents)`)
      .where(sql`status <> 'expired' and best_bid_cents is not null`),
    index('perks_offered_by_creation')
      .on(table.createdAt, table.id)
      .where(sql`status <> 'expired' and best_ask_cents is not null`),
    index('perks_offered_by_end')
      .on(table.expiresAt, table.id)
      .where(sql`status <> 'expired' and best_ask_cents is not null`),
    index('perks_of_issuer').on(table.businessId).where(sql`status <> 'expired' and redeemed < supply`),
    index('perks_due').on(table.expiresAt).where(sql`status <> 'expired' and expires_at is not null`),
    oneOfCheck('perks_status', table.status, PERK_STATUSES),
    check('perks_supply', sql`redeemed >= 0 and redeemed <= supply`),
  ],
);

export const exchangeOrders = sqliteTable(
  'exchange_orders',
  {
    id: id(),
    /** The order of acceptance, which with the price decides priority. Times have no influence. */
    sequence: integer('sequence').notNull(),
    ownerId: text('owner_id').notNull(),
    userId: text('user_id').notNull(),
    perkId: text('perk_id')
      .notNull()
      .references(() => perks.id),
    type: oneOf('type', SIDES).notNull(),
    orderType: oneOf('order_type', ORDER_TYPES).notNull(),
    currency: currency(),
    /** Null for a market order. */
    priceCents: cents('price_cents'),
    /** The sort key of the order book, best price first: negative for buy orders, 0 for market orders. */
    rankCents: cents('rank_cents').notNull(),
    quantity: integer('quantity').notNull(),
    filled: integer('filled').notNull().default(0),
    cancelled: integer('cancelled').notNull().default(0),
    /** Total price of the filled quantity. */
    valueCents: cents('value_cents').notNull().default(0),
    status: oneOf('status', ORDER_STATUSES).notNull(),
    timeInForce: oneOf('time_in_force', TIMES_IN_FORCE).notNull(),
    cancelReason: oneOf('cancel_reason', ORDER_CANCEL_REASONS),
    clientOrderId: text('client_order_id'),
    expiresAt: timestamp('expires_at'),
    createdAt: timestamp('created_at').notNull(),
    updatedAt: timestamp('updated_at').notNull(),
  },
  table => [
    uniqueIndex('exchange_orders_sequence').on(table.sequence),
    index('exchange_orders_book')
      .on(table.perkId, table.type, table.rankCents, table.sequence)
      .where(sql`status in ('open', 'partiallyFilled')`),
    index('exchange_orders_by_owner').on(table.ownerId, table.sequence),
    index('exchange_orders_by_owner_status').on(table.ownerId, table.status, table.sequence),
    uniqueIndex('exchange_orders_client')
      .on(table.ownerId, table.clientOrderId)
      .where(sql`client_order_id is not null`),
    index('exchange_orders_due')
      .on(table.expiresAt)
      .where(sql`status in ('open', 'partiallyFilled') and expires_at is not null`),
    oneOfCheck('exchange_orders_type', table.type, SIDES),
    oneOfCheck('exchange_orders_status', table.status, ORDER_STATUSES),
    check(
      'exchange_orders_counts',
      sql`quantity > 0 and filled >= 0 and cancelled >= 0 and filled + cancelled <= quantity`,
    ),
  ],
);

/** Executed trades. Triggers prevent changes. */
export const exchangeTrades = sqliteTable(
  'exchange_trades',
  {
    id: id(),
    sequence: integer('sequence').notNull(),
    perkId: text('perk_id')
      .notNull()
      .references(() => perks.id),
    buyOrderId: text('buy_order_id').notNull(),
    sellOrderId: text('sell_order_id').notNull(),
    buyOwnerId: text('buy_owner_id').notNull(),
    sellOwnerId: text('sell_owner_id').notNull(),
    takerSide: oneOf('taker_side', SIDES).notNull(),
    currency: currency(),
    priceCents: cents('price_cents').notNull(),
    quantity: integer('quantity').notNull(),
    /** The transfer that settled it with the other trades of its order. */
    transferId: text('transfer_id')
      .notNull()
      .references(() => ledgerTransfers.id),
    executedAt: timestamp('executed_at').notNull(),
  },
  table => [
    uniqueIndex('exchange_trades_sequence').on(table.sequence),
    index('exchange_trades_by_buyer').on(table.buyOwnerId, table.sequence),
    index('exchange_trades_by_seller').on(table.sellOwnerId, table.sequence),
    index('exchange_trades_by_buyer_perk').on(table.buyOwnerId, table.perkId, table.sequence),
    index('exchange_trades_by_seller_perk').on(table.sellOwnerId, table.perkId, table.sequence),
    index('exchange_trades_by_perk').on(table.perkId, table.sequence),
    check('exchange_trades_sides', sql`buy_owner_id <> sell_owner_id and quantity > 0 and price_cents > 0`),
  ],
);

/** Open quantity by price level, maintained with the orders so that market depth need not read them. */
export const exchangeLevels = sqliteTable(
  'exchange_levels',
  {
    perkId: text('perk_id').notNull(),
    type: oneOf('type', SIDES).notNull(),
    /** Sort key as in `exchangeOrders`. */
    rankCents: cents('rank_cents').notNull(),
    quantity: integer('quantity').notNull(),
    orders: integer('orders').notNull(),
  },
  table => [
    primaryKey({ columns: [table.perkId, table.type, table.rankCents] }),
    check('exchange_levels_counts', sql`quantity >= 0 and orders >= 0`),
  ],
);

/** Trading totals by minute and by hour, so that daily statistics read 84 rows per perk for any number of trades. */
export const exchangeBuckets = sqliteTable(
  'exchange_buckets',
  {
    perkId: text('perk_id').notNull(),
    spanSeconds: integer('span_seconds').notNull(),
    /** Epoch seconds. */
    startsAt: integer('starts_at').notNull(),
    openCents: cents('open_cents').notNull(),
    highCents: cents('high_cents').notNull(),
    lowCents: cents('low_cents').notNull(),
    closeCents: cents('close_cents').notNull(),
    volumeCents: cents('volume_cents').notNull(),
    quantity: integer('quantity').notNull(),
    trades: integer('trades').notNull(),
  },
  table => [primaryKey({ columns: [table.perkId, table.spanSeconds, table.startsAt] })],
);

export type TraderRow = typeof exchangeTraders.$inferSelect;
export type PerkRow = typeof perks.$inferSelect;
export type OrderRow = typeof exchangeOrders.$inferSelect;
export type TradeRow = typeof exchangeTrades.$inferSelect;
export type BucketRow = typeof exchangeBuckets.$inferSelect;
