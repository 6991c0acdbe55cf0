import { and, desc, eq, inArray, isNull, lte, ne, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { apiKeySecrets, apiKeys } from '../../db/schema/api-keys.ts';
import { links, refreshTokens, sessions, users } from '../../db/schema/auth.ts';
import * as statements from '../../db/statements.ts';

export type UserRow = typeof users.$inferSelect;
export type LinkRow = typeof links.$inferSelect;

const selectCallerBySession = statements.queryOne({ sessionId: sessions.id }, (db, p) =>
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

/** Finds the current user of a session; role and business are never taken from the token. */
export function findCaller(db: Db, sessionId: string) {
  return selectCallerBySession(db, { sessionId });
}

const selectCookieCaller = statements.queryOne({ hash: refreshTokens.hash }, (db, p) =>
  db
    .select({
      userId: users.id,
      role: users.role,
      businessId: users.businessId,
      position: users.position,
      sessionId: sessions.id,
      usedAt: refreshTokens.usedAt,
      expiresAt: refreshTokens.expiresAt,
      sessionEndedAt: sessions.endedAt,
    })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(refreshTokens.hash, p.hash)),
);

/** Finds the current user of a refresh token in a cookie. */
export function findCookieCaller(db: Db, hash: string) {
  return selectCookieCaller(db, { hash });
}

const selectKeyByHash = statements.queryOne({ hash: apiKeySecrets.hash }, (db, p) =>
  db
    .select({
      id: apiKeys.id,
      businessId: apiKeys.businessId,
      scopes: apiKeys.scopes,
      lastUsedAt: apiKeys.lastUsedAt,
      revokedAt: apiKeys.revokedAt,
      expiresAt: apiKeySecrets.expiresAt,
    })
    .from(apiKeySecrets)
    .innerJoin(apiKeys, eq(apiKeys.id, apiKeySecrets.keyId))
    .where(eq(apiKeySecrets.hash, p.hash)),
);

export function findKeyByHash(db: Db, hash: string) {
  return selectKeyByHash(db, { hash });
}

export function touchKey(db: Db, id: string, now: string): void {
  db.update(apiKeys).set({ lastUsedAt: now }).where(eq(apiKeys.id, id)).run();
}

export function findUserByEmail(db: Db, email: string): UserRow | undefined {
  return db.select().from(users).where(eq(users.email, email)).get();
}

export const findUser = statements.findById(users);

export function insertUser(db: Db, user: typeof users.$inferInsert): UserRow {
  return db.insert(users).values(user).returning().get();
}

export function setPasswordHash(db: Db, userId: string, passwordHash: string, now: string): UserRow {
  const change = { passwordHash, updatedAt: now };
  return db.update(users).set(change).where(eq(users.id, userId)).returning().get();
}

/** Saves when the address was first confirmed. */
export function confirmEmail(db: Db, userId: string, now: string): void {
  const isFirst = isNull(users.emailConfirmedAt);
  db.update(users)
    .set({ emailConfirmedAt: now })
    .where(and(eq(users.id, userId), isFirst))
    .run();
}

export function deleteUser(db: Db, id: string): void {
  db.delete(users).where(eq(users.id, id)).run();
}

export function hasAdmin(db: Db): boolean {
  return db.select({ id: users.id }).from(users).where(eq(users.role, 'admin')).limit(1).get() !== undefined;
}

export function listUsers(db: Db, where: { businessId?: string }, limit: number, offset: number) {
  const filter = where.businessId ? eq(users.businessId, where.businessId) : undefined;
  const items = db
    .select()
    .from(users)
    .where(filter)
    .orderBy(sql`${users.createdAt} desc, ${users.id} desc`)
    .limit(limit)
    .offset(offset)
    .all();
  return { items, total: db.$count(users, filter) };
}

export function countOwners(db: Db, businessId: string): Promise<number> {
  return Promise.resolve(
    db.$count(users, and(eq(users.businessId, businessId), eq(users.position, 'owner'))),
  );
}

export function insertSession(db: Db, session: typeof sessions.$inferInsert): void {
  db.insert(sessions).values(session).run();
}

export function extendSession(db: Db, id: string, expiresAt: string): void {
  db.update(sessions).set({ expiresAt }).where(eq(sessions.id, id)).run();
}

type EndReason = NonNullable<(typeof sessions.$inferSelect)['endReason']>;

export function endSession(db: Db, id: string, endReason: EndReason, now: string): void {
  db.update(sessions)
    .set({ endedAt: now, endReason })
    .where(and(eq(sessions.id, id), isNull(sessions.endedAt)))
    .run();
}

/** Ends all sessions of a user, optionally except one. */
export function endUserSessions(
  db: Db,
  userId: string,
  endReason: EndReason,
  now: string,
  except?: string,
): void {
  const others = except ? ne(sessions.id, except) : undefined;
  db.update(sessions)
    .set({ endedAt: now, endReason })
    .where(and(eq(sessions.userId, userId), isNull(sessions.endedAt), others))
    .run();
}

export function insertRefreshToken(db: Db, token: typeof refreshTokens.$inferInsert): void {
  db.insert(refreshTokens).values(token).run();
}

export function findRefreshToken(db: Db, hash: string) {
  return db
    .select({
      sessionId: refreshTokens.sessionId,
      usedAt: refreshTokens.usedAt,
      expiresAt: refreshTokens.expiresAt,
      sessionEndedAt: sessions.endedAt,
      userId: sessions.userId,
    })
    .from(refreshTokens)
    .innerJoin(sessions, eq(sessions.id, refreshTokens.sessionId))
    .where(eq(refreshTokens.hash, hash))
    .get();
}

export function markRefreshTokenUsed(db: Db, hash: string, now: string): void {
  db.update(refreshTokens).set({ usedAt: now }).where(eq(refreshTokens.hash, hash)).run();
}

/** Extends the expiry of a cookie's token and its session. */
export function extendCookie(db: Db, hash: string, expiresAt: string): void {
  const [token] = db
    .update(refreshTokens)
    .set({ expiresAt })
    .where(eq(refreshTokens.hash, hash))
    .returning({ sessionId: refreshTokens.sessionId })
    .all();
  if (token) extendSession(db, token.sessionId, expiresAt);
}

export function insertLink(db: Db, link: typeof links.$inferInsert): void {
  db.insert(links).values(link).run();
}

export function findLink(db: Db, hash: string): LinkRow | undefined {
  return db.select().from(links).where(eq(links.hash, hash)).get();
}

export function markLinkUsed(db: Db, hash: string, now: string): void {
  db.update(links).set({ usedAt: now }).where(eq(links.hash, hash)).run();
}

/** The owner of links: an account or an email address. */
export type LinkOwner = { userId: string } | { email: string };

const ownedBy = (owner: LinkOwner) =>
  'userId' in owner ? eq(links.userId, owner.userId) : eq(links.email, owner.email);

/** Deletes all links of an owner except the `keep` that expire last. */
export function trimLinks(db: Db, owner: LinkOwner, keep: number): void {
  const longestFirst = db.select().from(links).where(ownedBy(owner)).orderBy(desc(links.expiresAt)).all();
  const surplus = longestFirst.slice(keep).map(({ hash }) => hash);
  if (surplus.length > 0) db.delete(links).where(inArray(links.hash, surplus)).run();
}

export function deleteLinks(db: Db, where: LinkOwner | { purpose: 'setup' }): void {
  const filter = 'purpose' in where ? eq(links.purpose, where.purpose) : ownedBy(where);
  db.delete(links).where(filter).run();
}

/** Deletes up to `limit` refresh tokens of sessions that expired before a time. @returns how many */
export function deleteExpiredRefreshTokens(db: Db, before: string, limit: number): number {
  const over = db.select({ id: sessions.id }).from(sessions).where(lte(sessions.expiresAt, before));
  const old = db
    .select({ hash: refreshTokens.hash })
    .from(refreshTokens)
    .where(inArray(refreshTokens.sessionId, over))
    .limit(limit);
  const { hash } = refreshTokens;
  return db.delete(refreshTokens).where(inArray(hash, old)).returning({ hash }).all().length;
}

/** Deletes up to `limit` sessions that expired before a time. @returns how many */
export function deleteExpiredSessions(db: Db, before: string, limit: number): number {
  const { id, expiresAt } = sessions;
  const old = db.select({ id }).from(sessions).where(lte(expiresAt, before)).limit(limit);
  return db.delete(sessions).where(inArray(id, old)).returning({ id }).all().length;
}

/** Deletes up to `limit` expired links. @returns how many */
export function deleteExpiredLinks(db: Db, now: string, limit: number): number {
  const { hash, expiresAt } = links;
  const old = db.select({ hash }).from(links).where(lte(expiresAt, now)).limit(limit);
  return db.delete(links).where(inArray(hash, old)).returning({ hash }).all().length;
}
