import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { pins, users } from '../../db/schema/auth.ts';
import * as statements from '../../db/statements.ts';

/** Finds the PIN of a user of a business. */
export async function findPin(
  db: Db,
  { userId, businessId }: { userId: string; businessId: string },
): Promise<{ hash: string } | undefined> {
  return await db
    .select({ hash: pins.hash })
    .from(pins)
    .innerJoin(users, eq(users.id, pins.userId))
    .where(and(eq(pins.userId, userId), eq(users.businessId, businessId)))
    .get();
}

export const savePin = statements.save(pins, ['userId']);

export const deletePin = statements.deleteBy(pins, ['userId']);

/** Returns which of these users have a PIN. */
export async function listWithPin(db: Db, userIds: string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await db.select({ userId: pins.userId }).from(pins).where(inArray(pins.userId, userIds)).all();
  return new Set(rows.map(({ userId }) => userId));
}

/** Lists the users of a business who have a PIN, by name. */
export async function listPeople(
  db: Db,
  businessId: string,
  limit: number,
): Promise<{ id: string; name: string }[]> {
  return await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .innerJoin(pins, eq(pins.userId, users.id))
    .where(eq(users.businessId, businessId))
    .orderBy(asc(users.name), asc(users.id))
    .limit(limit)
    .all();
}
