import { and, eq, gt, inArray, lt, lte, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { loginCodes } from '../../db/schema/auth.ts';

export type LoginCodeRow = typeof loginCodes.$inferSelect;

/** Saves a code in place of the earlier one of the address. */
export async function saveCode(
  db: Db,
  code: Pick<LoginCodeRow, 'email' | 'hash' | 'expiresAt'>,
): Promise<void> {
  const { hash, expiresAt } = code;
  await db
    .insert(loginCodes)
    .values(code)
    .onConflictDoUpdate({ target: loginCodes.email, set: { hash, expiresAt, attempts: 0 } })
    .run();
}

/** Counts an attempt with the code of an address; undefined if it has none, it expired, or too many were made. */
export async function countAttempt(
  db: Db,
  { email, maxAttempts, now }: { email: string; maxAttempts: number; now: string },
): Promise<LoginCodeRow | undefined> {
  const isUsable = and(lt(loginCodes.attempts, maxAttempts), gt(loginCodes.expiresAt, now));
  const [code] = await db
    .update(loginCodes)
    .set({ attempts: sql`${loginCodes.attempts} + 1` })
    .where(and(eq(loginCodes.email, email), isUsable))
    .returning()
    .all();
  return code;
}

/** Deletes a code that was used. @returns false if it was used or replaced meanwhile */
export async function deleteCode(
  db: Db,
  { email, hash }: Pick<LoginCodeRow, 'email' | 'hash'>,
): Promise<boolean> {
  const isSame = and(eq(loginCodes.email, email), eq(loginCodes.hash, hash));
  return (await db.delete(loginCodes).where(isSame).returning({ email: loginCodes.email }).all()).length > 0;
}

/** Deletes up to `limit` expired codes. @returns how many */
export async function deleteExpiredCodes(db: Db, now: string, limit: number): Promise<number> {
  const { email, expiresAt } = loginCodes;
  const old = db.select({ email }).from(loginCodes).where(lte(expiresAt, now)).limit(limit);
  return (await db.delete(loginCodes).where(inArray(email, old)).returning({ email }).all()).length;
}
