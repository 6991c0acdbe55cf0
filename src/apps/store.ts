import { and, eq, inArray, isNull, lte } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { apiKeySecrets, appTokens } from '../../db/schema/api-keys.ts';
import * as statements from '../../db/statements.ts';

export const insert = statements.insert(appTokens);

export const find = statements.findBy(appTokens, ['hash']);

export const findByKey = statements.findBy(appTokens, ['keyId'], { limit: 1 });

/** Returns a refresh token of the app that an access token belongs to. */
export async function findByAccessToken(db: Db, hash: string) {
  const { keyId, clientHash } = appTokens;
  return await db
    .select({ keyId, clientHash })
    .from(apiKeySecrets)
    .innerJoin(appTokens, eq(keyId, apiKeySecrets.keyId))
    .where(eq(apiKeySecrets.hash, hash))
    .limit(1)
    .get();
}

/** Marks a refresh token as used. @returns false if it was used before */
export async function use(db: Db, hash: string, usedAt: string): Promise<boolean> {
  const unused = and(eq(appTokens.hash, hash), isNull(appTokens.usedAt));
  const rows = await db
    .update(appTokens)
    .set({ usedAt })
    .where(unused)
    .returning({ hash: appTokens.hash })
    .all();
  return rows.length > 0;
}

/** Deletes up to `limit` expired tokens. @returns the IDs of their keys */
export async function deleteExpired(db: Db, now: string, limit: number): Promise<string[]> {
  const { hash, expiresAt, keyId } = appTokens;
  const old = db.select({ hash }).from(appTokens).where(lte(expiresAt, now)).limit(limit);
  const rows = await db.delete(appTokens).where(inArray(hash, old)).returning({ keyId }).all();
  return rows.map(row => row.keyId);
}
