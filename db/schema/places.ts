import { sql } from 'drizzle-orm';
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { cents, id, oneOf, oneOfCheck, timestamp } from '../columns.ts';
import { ACTOR_KINDS, COUNTER_ACTIONS, POSITIONS } from '../enums.ts';
import { users } from './auth.ts';
import { businesses } from './businesses.ts';

/** The branches of a business. A deleted place keeps its row, because past actions name it. */
export const places = sqliteTable(
  'places',
  {
    id: id(),
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    name: text('name').notNull(),
    /** The name in lower case, for comparison. */
    nameKey: text('name_key').notNull(),
    createdAt: timestamp('created_at').notNull(),
    updatedAt: timestamp('updated_at').notNull(),
    deletedAt: timestamp('deleted_at'),
  },
  table => [
    index('places_by_business').on(table.businessId, table.createdAt, table.id),
    uniqueIndex('places_by_name').on(table.businessId, table.nameKey).where(sql`deleted_at is null`),
  ],
);

/** Shared devices at a counter. */
export const devices = sqliteTable(
  'devices',
  {
    id: id(),
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    placeId: text('place_id')
      .notNull()
      .references(() => places.id),
    name: text('name').notNull(),
    /** The SHA-256 of the token in the device's cookie. */
    hash: text('hash').notNull(),
    /** The User-Agent header of the sign-in, shortened. */
    userAgent: text('user_agent'),
    /** The user who signed the device in. Not a foreign key, because the user may be removed. */
    createdBy: text('created_by').notNull(),
    createdAt: timestamp('created_at').notNull(),
    lastUsedAt: timestamp('last_used_at').notNull(),
    revokedAt: timestamp('revoked_at'),
  },
  table => [
    uniqueIndex('devices_hash').on(table.hash),
    index('devices_by_business')
      .on(table.businessId, table.createdAt, table.id)
      .where(sql`revoked_at is null`),
    index('devices_by_place').on(table.placeId).where(sql`revoked_at is null`),
  ],
);

/** The person who is signed in on a device by PIN: one per device. */
export const counterSessions = sqliteTable(
  'counter_sessions',
  {
    deviceId: text('device_id')
      .primaryKey()
      .references(() => devices.id, { onDelete: 'cascade' }),
    id: text('id').notNull(),
    /** The SHA-256 of the token in the cookie. */
    hash: text('hash').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The position at sign-in: another one ends the session. */
    position: oneOf('position', POSITIONS).notNull(),
    createdAt: timestamp('created_at').notNull(),
    lastUsedAt: timestamp('last_used_at').notNull(),
  },
  table => [
    uniqueIndex('counter_sessions_hash').on(table.hash),
    index('counter_sessions_by_user').on(table.userId),
    oneOfCheck('counter_sessions_position', table.position, POSITIONS),
  ],
);

/** Visits, purchases and redemptions at a counter, and the actions that undo them, each with its person and place. */
export const counterActions = sqliteTable(
  'counter_actions',
  {
    id: id(),
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    placeId: text('place_id').references(() => places.id),
    deviceId: text('device_id').references(() => devices.id),
    actorKind: oneOf('actor_kind', ACTOR_KINDS).notNull(),
    actorId: text('actor_id').notNull(),
    kind: oneOf('kind', COUNTER_ACTIONS).notNull(),
    programId: text('program_id'),
    /** The member's reference in the program, or the holder of a reward. */
    memberId: text('member_id'),
    /** The record that changed: a visit, a reward, cashback, a redemption or a purchase with points. */
    resourceId: text('resource_id').notNull(),
    visits: integer('visits').notNull().default(0),
    stamps: integer('stamps').notNull().default(0),
    /** The value of the purchase; null without one. */
    purchaseCents: cents('purchase_cents'),
    /** The value that was redeemed, reinstated or refunded. */
    valueCents: cents('value_cents').notNull().default(0),
    createdAt: timestamp('created_at').notNull(),
  },
  table => [
    // Covers the report, which therefore reads no rows.
    index('counter_actions_by_business').on(
      table.businessId,
      table.createdAt,
      table.id,
      table.placeId,
      table.actorId,
      table.actorKind,
      table.kind,
      table.visits,
      table.stamps,
      table.purchaseCents,
      table.valueCents,
    ),
    index('counter_actions_by_place').on(table.businessId, table.placeId, table.createdAt, table.id),
    index('counter_actions_by_resource').on(table.businessId, table.resourceId, table.createdAt, table.id),
    index('counter_actions_by_actor').on(table.businessId, table.actorId, table.createdAt, table.id),
    oneOfCheck('counter_actions_actor_kind', table.actorKind, ACTOR_KINDS),
    oneOfCheck('counter_actions_kind', table.kind, COUNTER_ACTIONS),
    check(
      'counter_actions_amounts',
      sql`visits >= 0 and stamps >= 0 and value_cents >= 0 and (purchase_cents is null or purchase_cents >= 0)`,
    ),
  ],
);

export type PlaceRow = typeof places.$inferSelect;
export type DeviceRow = typeof devices.$inferSelect;
export type CounterActionRow = typeof counterActions.$inferSelect;
