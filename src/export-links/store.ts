import { eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { listQuery } from '../../db/list-query.ts';
import { exportLinks } from '../../db/schema/export-links.ts';
import * as statements from '../../db/statements.ts';

export const find = statements.findBy(exportLinks, ['id']);
export const insert = statements.insert(exportLinks);

export const findByHash = statements.findBy(exportLinks, ['hash']);

/** Lists the links of a business, newest first. */
export const list = listQuery(exportLinks, {
  filters: { businessId: exportLinks.businessId },
  owners: ['businessId'],
  newestFirst: [exportLinks.createdAt, exportLinks.id],
});

export async function countByBusiness(db: Db, businessId: string): Promise<number> {
  return await db.$count(exportLinks, eq(exportLinks.businessId, businessId));
}

export const remove = statements.deleteBy(exportLinks, ['id']);

export async function touch(db: Db, id: string, now: string): Promise<void> {
  await db.update(exportLinks).set({ lastUsedAt: now }).where(eq(exportLinks.id, id)).run();
}
