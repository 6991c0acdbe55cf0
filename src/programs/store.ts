import { desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { byDimension, listQuery } from '../../db/list-query.ts';
import { type ProgramRow, programs } from '../../db/schema/programs.ts';
import { adjuster, finder, inserter, updater } from '../../db/statements.ts';

const byId = finder(programs, db =>
  db
    .select()
    .from(programs)
    .where(eq(programs.id, sql.placeholder('id'))),
);

export function find(db: Db, id: string): ProgramRow | undefined {
  return byId(db, { id });
}

export const insert = inserter(programs);
export const update = updater(programs);
/** Counts and sums over the members. */
export const adjust = adjuster(programs, [
  'memberCount',
  'activeMemberCount',
  'submissionCount',
  'approvedCount',
  'pendingCents',
  'availableCents',
  'redeemedCents',
]);

export const list = listQuery(programs, {
  filters: { businessId: programs.businessId, status: programs.status },
  order: [desc(programs.createdAt), desc(programs.id)],
  tally: { list: 'programs', facets: { status: byDimension }, scopes: ['businessId'] },
});

export function remove(db: Db, id: string): void {
  db.delete(programs).where(eq(programs.id, id)).run();
}
