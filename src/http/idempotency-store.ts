import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { idempotencyKeys } from '../../db/schema/idempotency.ts';
import * as statements from '../../db/statements.ts';

const { caller, key, expiresAt } = idempotencyKeys;

export const findResponse = statements.queryOne({ caller, key, now: expiresAt }, (db, p) =>
  db
    .select()
    .from(idempotencyKeys)
    .where(and(eq(caller, p.caller), eq(key, p.key), gt(expiresAt, p.now))),
);

/** Stores a response, replacing an expired one under the same key. */
export const insertResponse = statements.save(idempotencyKeys, ['caller', 'key']);

/** Deletes up to `limit` expired responses. @returns the number of deleted rows */
export async function deleteExpired(db: Db, now: string, limit: number): Promise<number> {
  const expired = db.select({ caller, key }).from(idempotencyKeys).where(lte(expiresAt, now)).limit(limit);
  return (
    await db.delete(idempotencyKeys).where(sql`(${caller}, ${key}) in ${expired}`).returning({ key }).all()
  ).length;
}
