import { and, asc, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { apiKeySecrets, apiKeys } from '../../db/schema/api-keys.ts';

export type KeyRow = typeof apiKeys.$inferSelect;

export function insert(db: Db, key: typeof apiKeys.$inferInsert): KeyRow {
  return db.insert(apiKeys).values(key).returning().get();
}

export function insertSecret(db: Db, secret: typeof apiKeySecrets.$inferInsert): void {
  db.insert(apiKeySecrets).values(secret).run();
}

/** Expires a key's secrets at `expiresAt`, unless they expire earlier. */
export function expireSecrets(db: Db, keyId: string, expiresAt: string): void {
  const later = or(isNull(apiKeySecrets.expiresAt), gt(apiKeySecrets.expiresAt, expiresAt));
  db.update(apiKeySecrets)
    .set({ expiresAt })
    .where(and(eq(apiKeySecrets.keyId, keyId), later))
    .run();
}

export function find(db: Db, id: string): KeyRow | undefined {
  return db.select().from(apiKeys).where(eq(apiKeys.id, id)).get();
}

export function update(db: Db, id: string, change: Partial<typeof apiKeys.$inferInsert>): KeyRow {
  return db.update(apiKeys).set(change).where(eq(apiKeys.id, id)).returning().get();
}

/** Lists all keys of a business, including revoked ones, oldest first. */
export function listAll(db: Db, businessId: string): KeyRow[] {
  const oldestFirst = [asc(apiKeys.createdAt), asc(apiKeys.id)];
  return db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.businessId, businessId))
    .orderBy(...oldestFirst)
    .all();
}

/** Lists the active keys of a business, newest first. */
export function list(
  db: Db,
  businessId: string,
  limit: number,
  offset: number,
): { items: KeyRow[]; total: number } {
  const where = and(eq(apiKeys.businessId, businessId), isNull(apiKeys.revokedAt));
  const newestFirst = [desc(apiKeys.createdAt), desc(apiKeys.id)];
  const items = db
    .select()
    .from(apiKeys)
    .where(where)
    .orderBy(...newestFirst)
    .limit(limit)
    .offset(offset)
    .all();
  const total = db.select({ n: sql<number>`count(*)` }).from(apiKeys).where(where).get()?.n ?? 0;
  return { items, total };
}
