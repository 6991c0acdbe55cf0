import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { listQuery } from '../../db/list-query.ts';
import { pins, users } from '../../db/schema/auth.ts';
import { counterSessions, devices } from '../../db/schema/places.ts';
import * as statements from '../../db/statements.ts';

export const find = statements.findBy(devices, ['id']);
export const insert = statements.insert(devices);
export const update = statements.update(devices);

/** Finds a device by the token of its cookie, unless it is revoked. */
export const findByHash = statements.findBy(devices, ['hash'], { where: isNull(devices.revokedAt) });

const isActiveOf = (businessId: string) => and(eq(devices.businessId, businessId), isNull(devices.revokedAt));

/** Lists the devices of a business that are not revoked, newest first. */
export const list = listQuery(devices, {
  filters: { businessId: devices.businessId },
  where: isNull(devices.revokedAt),
  owners: ['businessId'],
  newestFirst: [devices.createdAt, devices.id],
});

export async function count(db: Db, businessId: string): Promise<number> {
  return await db.$count(devices, isActiveOf(businessId));
}

export async function countByPlace(db: Db, placeId: string): Promise<number> {
  return await db.$count(devices, and(eq(devices.placeId, placeId), isNull(devices.revokedAt)));
}

/** Finds a counter session by the token of its cookie, with its device and its person as they are now. */
export const findSession = statements.queryOne({ hash: counterSessions.hash }, (db, p) =>
  db
    .select({
      id: counterSessions.id,
      deviceId: counterSessions.deviceId,
      userId: counterSessions.userId,
      name: users.name,
      openedAs: counterSessions.position,
      createdAt: counterSessions.createdAt,
      lastUsedAt: counterSessions.lastUsedAt,
      role: users.role,
      businessId: users.businessId,
      position: users.position,
      deviceBusinessId: devices.businessId,
      deviceHash: devices.hash,
      placeId: devices.placeId,
      revokedAt: devices.revokedAt,
      pinSetAt: pins.updatedAt,
    })
    .from(counterSessions)
    .innerJoin(devices, eq(devices.id, counterSessions.deviceId))
    .innerJoin(users, eq(users.id, counterSessions.userId))
    .leftJoin(pins, eq(pins.userId, counterSessions.userId))
    .where(eq(counterSessions.hash, p.hash)),
);

export type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>;

/** Stores the session of a device in place of the one before. */
export const replaceSession = statements.save(counterSessions, ['deviceId']);

export async function touchSession(db: Db, id: string, lastUsedAt: string): Promise<void> {
  await db.update(counterSessions).set({ lastUsedAt }).where(eq(counterSessions.id, id)).run();
}

export const deleteSession = statements.deleteBy(counterSessions, ['deviceId']);
