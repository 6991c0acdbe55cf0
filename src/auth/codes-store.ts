import { and, eq, gt, inArray, lt, lte, ne, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { loginCodes } from '../../db/schema/auth.ts';

type LoginCodeRow = typeof loginCodes.$inferSelect;

/** Saves a code beside the earlier ones of the address. */
export async function saveCode(
  db: Db,
  code: Pick<LoginCodeRow, 'email' | 'hash' | 'client' | 'expiresAt'>,
): Promise<void> {
  // By chance, the address has the same code already.
  const set = { ...code, attempts: 0, otherAttempts: 0 };
  await db.insert(loginCodes).values(code).onConflictDoUpdate({ target: loginCodes.hash, set }).run();
}

/**
 * Counts an attempt by a client with each code of an address: apart for the codes that the client asked for, so that
 * the attempts of others don't use up its own. @returns the codes that it may still match
 */
export async function countAttempt(
  db: Db,
  { email, client, maxAttempts, now }: { email: string; client: string; maxAttempts: number; now: string },
): Promise<LoginCodeRow[]> {
  const { attempts, otherAttempts, expiresAt } = loginCodes;
  const isOfEmail = and(eq(loginCodes.email, email), gt(expiresAt, now));
  const own = await db
    .update(loginCodes)
    .set({ attempts: sql`${attempts} + 1` })
    .where(and(isOfEmail, eq(loginCodes.client, client), lt(attempts, maxAttempts)))
    .returning()
    .all();
  const others = await db
    .update(loginCodes)
    .set({ otherAttempts: sql`${otherAttempts} + 1` })
    .where(and(isOfEmail, ne(loginCodes.client, client), lt(otherAttempts, maxAttempts)))
    .returning()
    .all();
  return [...own, ...others];
}

/** Deletes all codes of an address as one was used. @returns false if that one was used meanwhile */
export async function useCode(
  db: Db,
  { email, hash }: Pick<LoginCodeRow, 'email' | 'hash'>,
): Promise<boolean> {
  const deleted = await db
    .delete(loginCodes)
    .where(eq(loginCodes.email, email))
    .returning({ hash: loginCodes.hash })
    .all();
  return deleted.some(code => code.hash === hash);
}

/** Deletes up to `limit` expired codes. @returns how many */
export async function deleteExpiredCodes(db: Db, now: string, limit: number): Promise<number> {
  const { hash, expiresAt } = loginCodes;
  const old = db.select({ hash }).from(loginCodes).where(lte(expiresAt, now)).limit(limit);
  return (await db.delete(loginCodes).where(inArray(hash, old)).returning({ hash }).all()).length;
}
