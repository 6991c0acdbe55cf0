import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { idempotencyKeys } from '../../db/schema/idempotency.ts';
import * as statements from '../../db/statements.ts';

const selectResponse = statements.selectOne(
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

export function findResponse(db: Db, where: { caller: string; key: string; now: string }) {
  return selectResponse(db, where);
}

const upsertResponse = statements.query(statements.allColumns(idempotencyKeys), (db, response) =>
  db
    .insert(idempotencyKeys)
    .values(response)
    .onConflictDoUpdate({
      target: [idempotencyKeys.caller, idempotencyKeys.key],
      set: {
        fingerprint: sql`excluded."fingerprint"`,
        status: sql`excluded."status"`,
        body: sql`excluded."body"`,
        expiresAt: sql`excluded."expires_at"`,
      },
    }),
);

/** Stores a response, replacing an expired one under the same key. */
export async function insertResponse(db: Db, response: typeof idempotencyKeys.$inferInsert): Promise<void> {
  await upsertResponse(db, response);
}

/** Deletes up to `limit` expired responses. @returns the number of deleted rows */
export async function deleteExpired(db: Db, now: string, limit: number): Promise<number> {
  const { caller, key, expiresAt } = idempotencyKeys;
  const expired = db.select({ caller, key }).from(idempotencyKeys).where(lte(expiresAt, now)).limit(limit);
  return (
    await db.delete(idempotencyKeys).where(sql`(${caller}, ${key}) in ${expired}`).returning({ key }).all()
  ).length;
}
