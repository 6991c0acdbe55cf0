import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { idempotencyKeys } from '../../db/schema/idempotency.ts';
import * as statements from '../../db/statements.ts';

const placeholder = sql.placeholder;

const selectResponse = statements.selectOne(idempotencyKeys, db =>
  db
    .select()
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.caller, placeholder('caller')),
        eq(idempotencyKeys.key, placeholder('key')),
        gt(idempotencyKeys.expiresAt, placeholder('now')),
      ),
    ),
);

export function findAnswer(db: Db, where: { caller: string; key: string; now: string }) {
  return selectResponse(db, where);
}

const upsertResponse = statements.query<never>(db =>
  db
    .insert(idempotencyKeys)
    .values({
      caller: placeholder('caller'),
      key: placeholder('key'),
      fingerprint: placeholder('fingerprint'),
      status: placeholder('status'),
      body: placeholder('body'),
      expiresAt: placeholder('expiresAt'),
    })
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
export function insertAnswer(db: Db, answer: typeof idempotencyKeys.$inferInsert): void {
  upsertResponse(db, answer);
}

/** Deletes up to `limit` expired responses. @returns the number of deleted rows */
export function deleteExpired(db: Db, now: string, limit: number): number {
  const { rowid, expiresAt } = { rowid: sql`rowid`, expiresAt: idempotencyKeys.expiresAt };
  const old = db.select({ rowid }).from(idempotencyKeys).where(lte(expiresAt, now)).limit(limit);
  return db.delete(idempotencyKeys).where(inArray(rowid, old)).returning({ key: idempotencyKeys.key }).all()
    .length;
}
