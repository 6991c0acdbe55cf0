import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { idempotencyKeys } from '../../db/schema/idempotency.ts';
import * as statements from '../../db/statements.ts';

export const findResponse = statements.selectOne(
  idempotencyKeys,
  { caller: idempotencyKeys.caller, key: idempotencyKeys.key, now: idempotencyKeys.expiresAt },
  p => ({
    where: and(
      eq(idempotencyKeys.caller, p.caller),
      eq(idempotencyKeys.key, p.key),
      gt(idempotencyKeys.expiresAt, p.now),
    ),
  }),
);

/** Stores a response, replacing an expired one under the same key. */
export const insertResponse = statements.save(idempotencyKeys, ['caller', 'key']);

/** Deletes up to `limit` expired responses. @returns the number of deleted rows */
export async function deleteExpired(db: Db, now: string, limit: number): Promise<number> {
  const { caller, key, expiresAt } = idempotencyKeys;
  const expired = db.select({ caller, key }).from(idempotencyKeys).where(lte(expiresAt, now)).limit(limit);
  return (
    await db.delete(idempotencyKeys).where(sql`(${caller}, ${key}) in ${expired}`).returning({ key }).all()
  ).length;
}
