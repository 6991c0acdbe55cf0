import { and, desc, eq, gt, inArray, isNull, lte, ne, or } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { listQuery } from '../../db/list-query.ts';
import { apiKeySecrets, apiKeys } from '../../db/schema/api-keys.ts';
import { links, refreshTokens, sessions, users } from '../../db/schema/auth.ts';
import * as statements from '../../db/statements.ts';
import { endAccess } from './access-store.ts';

export type UserRow = typeof users.$inferSelect;
export type LinkRow = typeof links.$inferSelect;

/** Finds the current user of a session; role and business are never taken from the token. */
export const findCaller = statements.queryOne({ sessionId: sessions.id }, (db, p) =>
  db
    .select({
      userId: users.id,
      role: users.role,
      businessId: users.businessId,
      position: users.position,
      endedAt: sessions.endedAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.id, p.sessionId)),
);

/** Finds the current user of a refresh token in a cookie. */
export const findCookieCaller = statements.queryOne({ hash: refreshTokens.hash }, (db, p) =>
  db
    .select({
      userId: users.id,
      role: users.role,
      businessId: users.businessId,
      position: users.position,
      sessionId: sessions.id,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.lastUsedAt,
      usedAt: refreshTokens.usedAt,
      expiresAt: refreshTokens.expiresAt,
      sessionEndedAt: sessions.endedAt,
    })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(refreshTokens.hash, p.hash)),
);

export const findKeyByHash = statements.queryOne({ hash: apiKeySecrets.hash }, (db, p) =>
  db
    .select({
      id: apiKeys.id,
      businessId: apiKeys.businessId,
      scopes: apiKeys.scopes,
      isTest: apiKeys.isTest,
      app: apiKeys.app,
      mandate: apiKeys.mandate,
      lastUsedAt: apiKeys.lastUsedAt,
      revokedAt: apiKeys.revokedAt,
      expiresAt: apiKeySecrets.expiresAt,
    })
    .from(apiKeySecrets)
    .innerJoin(apiKeys, eq(apiKeys.id, apiKeySecrets.keyId))
    .where(eq(apiKeySecrets.hash, p.hash)),
);

export async function touchKey(db: Db, id: string, now: string): Promise<void> {
  await db.update(apiKeys).set({ lastUsedAt: now }).where(eq(apiKeys.id, id)).run();
}

export const findUserByEmail = statements.findBy(users, ['email']);

export const findUser = statements.findBy(users, ['id']);

export const insertUser = statements.insert(users);

export async function setPasswordHash(
  db: Db,
  userId: string,
  passwordHash: string | null,
  now: string,
): Promise<UserRow> {
  const change = { passwordHash, updatedAt: now };
  return await db.update(users).set(change).where(eq(users.id, userId)).returning().get();
}

/** Saves when the address was first confirmed. */
export async function confirmEmail(db: Db, userId: string, now: string): Promise<void> {
  const isFirst = isNull(users.emailConfirmedAt);
  await db
    .update(users)
    .set({ emailConfirmedAt: now })
    .where(and(eq(users.id, userId), isFirst))
    .run();
}

export const deleteUser = statements.deleteBy(users, ['id']);

export async function hasAdmin(db: Db): Promise<boolean> {
  return (
    (await db.select({ id: users.id }).from(users).where(eq(users.role, 'admin')).limit(1).get()) !==
    undefined
  );
}

/** Returns whether anyone is in charge of the installation: an admin, or the owner of a business. */
export async function hasAdminOrOwner(db: Db): Promise<boolean> {
  const isInCharge = or(eq(users.role, 'admin'), eq(users.position, 'owner'));
  return (await db.select({ id: users.id }).from(users).where(isInCharge).limit(1).get()) !== undefined;
}

/** Lists admins, and the person who set the installation up. */
export async function listOperators(
  db: Db,
  founderId: string | null,
): Promise<Pick<UserRow, 'businessId' | 'email' | 'locale'>[]> {
  const isOperator = or(eq(users.role, 'admin'), eq(users.id, founderId ?? ''));
  return await db
    .select({ email: users.email, locale: users.locale, businessId: users.businessId })
    .from(users)
    .where(isOperator)
    .all();
}

export const listUsers = listQuery(users, {
  filters: { businessId: users.businessId },
  owners: ['businessId'],
  newestFirst: [users.createdAt, users.id],
});

export async function listNames(db: Db, ids: string[]): Promise<Pick<UserRow, 'id' | 'name'>[]> {
  if (ids.length === 0) return [];
  return await db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, ids)).all();
}

export async function countOwners(db: Db, businessId: string): Promise<number> {
  return await db.$count(users, and(eq(users.businessId, businessId), eq(users.position, 'owner')));
}

export const insertSession = statements.insert(sessions);

/** Extends a session that was used at `lastUsedAt`. */
export async function extendSession(
  db: Db,
  id: string,
  expiresAt: string,
  lastUsedAt: string,
): Promise<void> {
  await db.update(sessions).set({ expiresAt, lastUsedAt }).where(eq(sessions.id, id)).run();
}

type EndReason = NonNullable<(typeof sessions.$inferSelect)['endReason']>;

export async function endSession(db: Db, id: string, endReason: EndReason, now: string): Promise<void> {
  await db
    .update(sessions)
    .set({ endedAt: now, endReason })
    .where(and(eq(sessions.id, id), isNull(sessions.endedAt)))
    .run();
}

/**
 * Ends all sessions of a user, optionally except one, and with them what could open another one: the links of the account, such
 * as a change of the address that a thief of a session had asked for, logins that wait for the second factor, and
 * sign-ins by PIN.
 * @returns the number of sessions
 */
export async function endUserSessions(
  db: Db,
  userId: string,
  endReason: EndReason,
  now: string,
  except?: string,
): Promise<number> {
  const others = except ? ne(sessions.id, except) : undefined;
  const ended = await db
    .update(sessions)
    .set({ endedAt: now, endReason })
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt), others))
    .returning({ id: sessions.id })
    .all();
  await deleteLinks(db, { userId });
  await endAccess(db, 'logout', [userId], now);
  return ended.length;
}

/** Lists the IDs of up to `limit` users that follow an ID. */
export async function listUserIds(db: Db, after: string, limit: number): Promise<string[]> {
  const { id } = users;
  const rows = await db.select({ id }).from(users).where(gt(id, after)).orderBy(id).limit(limit).all();
  return rows.map(row => row.id);
}

export const insertRefreshToken = statements.insert(refreshTokens);

export async function findRefreshToken(db: Db, hash: string) {
  return await db
    .select({
      sessionId: refreshTokens.sessionId,
      usedAt: refreshTokens.usedAt,
      expiresAt: refreshTokens.expiresAt,
      sessionEndedAt: sessions.endedAt,
      createdAt: sessions.createdAt,
      userId: sessions.userId,
    })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .where(eq(refreshTokens.hash, hash))
    .get();
}

export async function markRefreshTokenUsed(db: Db, hash: string, now: string): Promise<void> {
  await db.update(refreshTokens).set({ usedAt: now }).where(eq(refreshTokens.hash, hash)).run();
}

/** Extends the expiry of a cookie's token and its session. */
export async function extendCookie(
  db: Db,
  hash: string,
  expiresAt: string,
  lastUsedAt: string,
): Promise<void> {
  const [token] = await db
    .update(refreshTokens)
    .set({ expiresAt })
    .where(eq(refreshTokens.hash, hash))
    .returning({ sessionId: refreshTokens.sessionId })
    .all();
  if (token) await extendSession(db, token.sessionId, expiresAt, lastUsedAt);
}

export const insertLink = statements.insert(links);

export const findLink = statements.findBy(links, ['hash']);

export async function markLinkUsed(db: Db, hash: string, now: string): Promise<void> {
  await db.update(links).set({ usedAt: now }).where(eq(links.hash, hash)).run();
}

/** The owner of links: an account or an email address. */
export type LinkOwner = { userId: string } | { email: string };

const ownedBy = (owner: LinkOwner) =>
  'userId' in owner ? eq(links.userId, owner.userId) : eq(links.email, owner.email);

/** Deletes all links of an owner except the `keep` that expire last. */
export async function trimLinks(db: Db, owner: LinkOwner, keep: number): Promise<void> {
  const longestFirst = await db
    .select()
    .from(links)
    .where(ownedBy(owner))
    .orderBy(desc(links.expiresAt))
    .all();
  const surplus = longestFirst.slice(keep).map(({ hash }) => hash);
  if (surplus.length > 0) await db.delete(links).where(inArray(links.hash, surplus)).run();
}

export async function deleteLinks(db: Db, where: LinkOwner | { purpose: 'setup' }): Promise<void> {
  const filter = 'purpose' in where ? eq(links.purpose, where.purpose) : ownedBy(where);
  await db.delete(links).where(filter).run();
}

/** Deletes up to `limit` refresh tokens of sessions that expired before a time. @returns how many */
export async function deleteExpiredRefreshTokens(db: Db, before: string, limit: number): Promise<number> {
  const over = db.select({ id: sessions.id }).from(sessions).where(lte(sessions.expiresAt, before));
  const old = db
    .select({ hash: refreshTokens.hash })
    .from(refreshTokens)
    .where(inArray(refreshTokens.sessionId, over))
    .limit(limit);
  const { hash } = refreshTokens;
  return (await db.delete(refreshTokens).where(inArray(hash, old)).returning({ hash }).all()).length;
}

/** Deletes up to `limit` sessions that expired before a time. @returns how many */
export async function deleteExpiredSessions(db: Db, before: string, limit: number): Promise<number> {
  const { id, expiresAt } = sessions;
  const old = db.select({ id }).from(sessions).where(lte(expiresAt, before)).limit(limit);
  return (await db.delete(sessions).where(inArray(id, old)).returning({ id }).all()).length;
}

/** Deletes up to `limit` expired secrets of keys: access tokens of apps, and those of before a rotation. @returns how many */
export async function deleteExpiredSecrets(db: Db, now: string, limit: number): Promise<number> {
  const { hash, expiresAt } = apiKeySecrets;
  const old = db.select({ hash }).from(apiKeySecrets).where(lte(expiresAt, now)).limit(limit);
  return (await db.delete(apiKeySecrets).where(inArray(hash, old)).returning({ hash }).all()).length;
}

/** Deletes up to `limit` expired links. @returns how many */
export async function deleteExpiredLinks(db: Db, now: string, limit: number): Promise<number> {
  const { hash, expiresAt } = links;
  const old = db.select({ hash }).from(links).where(lte(expiresAt, now)).limit(limit);
  return (await db.delete(links).where(inArray(hash, old)).returning({ hash }).all()).length;
}
