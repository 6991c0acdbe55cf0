import { and, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { recoveryCodes, signInChallenges, totpSecrets } from '../../db/schema/auth.ts';
import * as statements from '../../db/statements.ts';

export type TotpRow = typeof totpSecrets.$inferSelect;
type ChallengeRow = typeof signInChallenges.$inferSelect;

export const findTotp = statements.findBy(totpSecrets, ['userId']);

/** Returns whether the user has turned on the authenticator app. */
export async function hasTotp(db: Db, userId: string): Promise<boolean> {
  const row = await findTotp(db, userId);
  return row !== undefined && row.confirmedAt !== null;
}

/** Saves a secret that the user has not confirmed yet, in place of an earlier one. */
export async function savePendingTotp(
  db: Db,
  totp: Pick<TotpRow, 'userId' | 'secret' | 'createdAt'>,
): Promise<void> {
  const { secret, createdAt } = totp;
  await db
    .insert(totpSecrets)
    .values(totp)
    .onConflictDoUpdate({
      target: totpSecrets.userId,
      set: { secret, createdAt, lastStep: 0 },
      setWhere: isNull(totpSecrets.confirmedAt),
    })
    .run();
}

export async function confirmTotp(db: Db, userId: string, confirmedAt: string): Promise<void> {
  await db.update(totpSecrets).set({ confirmedAt }).where(eq(totpSecrets.userId, userId)).run();
}

/**
 * Marks the code of a time step as used. A step that was used while the clock was ahead does not count, because the app would
 * be of no use until that time.
 * @param last the last step whose code is accepted now
 * @returns false if the code, or a later one, was used before
 */
export async function useStep(
  db: Db,
  { userId, step, last }: { userId: string; step: number; last: number },
): Promise<boolean> {
  const { lastStep } = totpSecrets;
  const isNew = and(eq(totpSecrets.userId, userId), or(lt(lastStep, step), gt(lastStep, last)));
  const used = await db
    .update(totpSecrets)
    .set({ lastStep: step })
    .where(isNew)
    .returning({ userId: totpSecrets.userId })
    .all();
  return used.length > 0;
}

/** Deletes the secret and the recovery codes of a user. @returns false if the app was not turned on */
export async function deleteTotp(db: Db, userId: string): Promise<boolean> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)).run();
  await db.delete(signInChallenges).where(eq(signInChallenges.userId, userId)).run();
  const isOn = and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt));
  const deleted = await db.delete(totpSecrets).where(isOn).returning({ userId: totpSecrets.userId }).all();
  return deleted.length > 0;
}

/** Replaces the recovery codes of a user. */
export async function replaceRecoveryCodes(db: Db, userId: string, hashes: string[]): Promise<void> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)).run();
  await db
    .insert(recoveryCodes)
    .values(hashes.map(hash => ({ userId, hash })))
    .run();
}

/** Deletes a recovery code. @returns false if the user has no such code */
export async function useRecoveryCode(db: Db, userId: string, hash: string): Promise<boolean> {
  const isCode = and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.hash, hash));
  const used = await db.delete(recoveryCodes).where(isCode).returning({ hash: recoveryCodes.hash }).all();
  return used.length > 0;
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  return await db.$count(recoveryCodes, eq(recoveryCodes.userId, userId));
}

export const insertChallenge = statements.insert(signInChallenges);

/** Counts an attempt with a challenge; undefined if it is unknown, it expired, or too many were made. */
export async function countChallengeAttempt(
  db: Db,
  { hash, maxAttempts, now }: { hash: string; maxAttempts: number; now: string },
): Promise<ChallengeRow | undefined> {
  const { attempts, expiresAt } = signInChallenges;
  const [challenge] = await db
    .update(signInChallenges)
    .set({ attempts: sql`${attempts} + 1` })
    .where(and(eq(signInChallenges.hash, hash), lt(attempts, maxAttempts), gt(expiresAt, now)))
    .returning()
    .all();
  return challenge;
}

/** Deletes a challenge that was met. @returns false if it was met meanwhile */
export async function deleteChallenge(db: Db, hash: string): Promise<boolean> {
  const { hash: key } = signInChallenges;
  return (await db.delete(signInChallenges).where(eq(key, hash)).returning({ key }).all()).length > 0;
}

/** Deletes up to `limit` expired challenges. @returns how many */
export async function deleteExpiredChallenges(db: Db, now: string, limit: number): Promise<number> {
  const { hash, expiresAt } = signInChallenges;
  const old = db.select({ hash }).from(signInChallenges).where(lte(expiresAt, now)).limit(limit);
  return (await db.delete(signInChallenges).where(inArray(hash, old)).returning({ hash }).all()).length;
}
