import { inArray, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { byDimension } from '../../db/list-filter.ts';
import { listQuery } from '../../db/list-query.ts';
import { programs } from '../../db/schema/programs.ts';
import * as statements from '../../db/statements.ts';

export const find = statements.findBy(programs, ['id']);

export async function listNames(db: Db, ids: string[]): Promise<{ id: string; name: string }[]> {
  if (ids.length === 0) return [];
  const columns = { id: programs.id, name: programs.name };
  return await db.select(columns).from(programs).where(inArray(programs.id, ids)).all();
}

export const insert = statements.insert(programs);
export const update = statements.update(programs);
/** Counts and totals over the members. */
export const adjust = statements.increment(programs, [
  'memberCount',
  'activeMemberCount',
  'submissionCount',
  'approvedCount',
  'visitCount',
  'pendingCents',
  'availableCents',
  'redeemedCents',
]);

export const list = listQuery(programs, {
  filters: {
    businessId: programs.businessId,
    status: programs.status,
    /** A value of `toSearchPattern`. */
    search: pattern => sql`lower(${programs.name}) like lower(${pattern}) escape '\\'`,
  },
  owners: ['businessId'],
  newestFirst: [programs.createdAt, programs.id],
  counter: { list: 'programs', dimensions: { status: byDimension }, scopes: ['businessId'] },
});

export const remove = statements.deleteBy(programs, ['id']);
