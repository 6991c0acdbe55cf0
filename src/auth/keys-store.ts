import { and, asc, eq, gt, isNotNull, isNull, or } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { listQuery } from '../../db/list-query.ts';
import { apiKeySecrets, apiKeys } from '../../db/schema/api-keys.ts';
import * as statements from '../../db/statements.ts';

export type KeyRow = typeof apiKeys.$inferSelect;

export const insert = statements.insert(apiKeys);

export const insertSecret = statements.insert(apiKeySecrets);

/** Expires a key's secrets at `expiresAt`, unless they expire earlier. */
export async function expireSecrets(db: Db, keyId: string, expiresAt: string): Promise<void> {
  const later = or(isNull(apiKeySecrets.expiresAt), gt(apiKeySecrets.expiresAt, expiresAt));
  await db
    .update(apiKeySecrets)
    .set({ expiresAt })
    .where(and(eq(apiKeySecrets.keyId, keyId), later))
    .run();
}

export const find = statements.findBy(apiKeys, ['id']);

export async function update(
  db: Db,
  id: string,
  change: Partial<typeof apiKeys.$inferInsert>,
): Promise<KeyRow> {
  return await db.update(apiKeys).set(change).where(eq(apiKeys.id, id)).returning().get();
}

const isActiveApp = and(isNotNull(apiKeys.app), isNull(apiKeys.revokedAt));

/** Lists the active keys of the apps that a person connected, newest first. */
export const listApps = listQuery(apiKeys, {
  filters: { createdBy: apiKeys.createdBy },
  where: isActiveApp,
  owners: ['createdBy'],
  newestFirst: [apiKeys.createdAt, apiKeys.id],
});

/** Lists the same without pages. */
export const listAllApps = statements.listBy(apiKeys, ['createdBy'], { where: isActiveApp });

/** Lists all keys of a business, including revoked ones, oldest first. */
export const listAll = statements.listBy(apiKeys, ['businessId'], {
  orderBy: [asc(apiKeys.createdAt), asc(apiKeys.id)],
});

/** Lists the active keys of a business, newest first. */
export const list = listQuery(apiKeys, {
  filters: { businessId: apiKeys.businessId },
  where: isNull(apiKeys.revokedAt),
  owners: ['businessId'],
  newestFirst: [apiKeys.createdAt, apiKeys.id],
});
