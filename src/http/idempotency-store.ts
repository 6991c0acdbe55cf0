import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import { type Db, prepared } from '../../db/client.ts';
import { idempotencyKeys } from '../../db/schema/idempotency.ts';

const answerOf = prepared((db: Db) =>
  db
    .select()
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.caller, sql.placeholder('caller')),
        eq(idempotencyKeys.key, sql.placeholder('key')),
        gt(idempotencyKeys.expiresAt, sql.placeholder('now')),
      ),
    )
    .prepare(),
);

export function findAnswer(db: Db, where: { caller: string; key: string; now: string }) {
  return answerOf(db).get(where);
}

/** Takes the place of an expired answer under the same key. */
export function insertAnswer(db: Db, answer: typeof idempotencyKeys.$inferInsert): void {
  db.insert(idempotencyKeys)
    .values(answer)
    .onConflictDoUpdate({ target: [idempotencyKeys.caller, idempotencyKeys.key], set: answer })
    .run();
}

/** Forgets answers past their 24 hours, at most `limit` of them. @returns how many. */
export function deleteExpired(db: Db, now: string, limit: number): number {
  const { rowid, expiresAt } = { rowid: sql`rowid`, expiresAt: idempotencyKeys.expiresAt };
  const old = db.select({ rowid }).from(idempotencyKeys).where(lte(expiresAt, now)).limit(limit);
  return db.delete(idempotencyKeys).where(inArray(rowid, old)).returning({ key: idempotencyKeys.key }).all()
    .length;
}
