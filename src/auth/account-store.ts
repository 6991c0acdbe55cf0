import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { listQuery } from '../../db/list-query.ts';
import { links, sessions, users } from '../../db/schema/auth.ts';
import * as statements from '../../db/statements.ts';
import type { UserRow } from './store.ts';

export type SessionRow = typeof sessions.$inferSelect;

export async function updateUser(
  db: Db,
  id: string,
  change: Partial<typeof users.$inferInsert>,
): Promise<UserRow> {
  return await db.update(users).set(change).where(eq(users.id, id)).returning().get();
}

export async function setSessionUsed(db: Db, id: string, lastUsedAt: string): Promise<void> {
  await db.update(sessions).set({ lastUsedAt }).where(eq(sessions.id, id)).run();
}

/** Lists the active sessions of a user, the most recently opened first. */
export const listSessions = listQuery(sessions, {
  filters: { userId: sessions.userId, activeAt: now => gt(sessions.expiresAt, now) },
  where: isNull(sessions.endedAt),
  owners: ['userId'],
  newestFirst: [sessions.createdAt, sessions.id],
});

export const findSession = statements.findBy(sessions, ['id']);

export async function setProvenAt(db: Db, id: string, provenAt: string): Promise<void> {
  await db.update(sessions).set({ provenAt }).where(eq(sessions.id, id)).run();
}

/** Finds an active session of a user. */
export async function findOwnSession(
  db: Db,
  { id, userId, now }: { id: string; userId: string; now: string },
): Promise<SessionRow | undefined> {
  const isActive = and(isNull(sessions.endedAt), gt(sessions.expiresAt, now));
  return await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId), isActive))
    .get();
}

/** Finds the address that a user asked to change to and has not confirmed yet. */
export async function findPendingEmail(db: Db, userId: string, now: string): Promise<string | undefined> {
  const isPending = and(eq(links.purpose, 'email'), isNull(links.usedAt), gt(links.expiresAt, now));
  const link = await db
    .select({ newEmail: links.newEmail })
    .from(links)
    .where(and(eq(links.userId, userId), isPending))
    .orderBy(desc(links.expiresAt))
    .limit(1)
    .get();
  return link?.newEmail ?? undefined;
}

/** Deletes the links of an account with one purpose. */
export const deleteLinksOf = statements.deleteBy(links, ['userId', 'purpose']);
