import { desc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { byDimension, listQuery } from '../../db/list-query.ts';
import { type ProgramRow, programs } from '../../db/schema/programs.ts';
import { prepareIncrement, prepareInsert, prepareSelectOne, prepareUpdate } from '../../db/statements.ts';

const byId = prepareSelectOne(programs, db =>
  db
    .select()
    .from(programs)
    .where(eq(programs.id, sql.placeholder('id'))),
);

export function find(db: Db, id: string): ProgramRow | undefined {
  return byId(db, { id });
}

export const insert = prepareInsert(programs);
export const update = prepareUpdate(programs);
/** Counts and totals over the members. */
export const adjust = prepareIncrement(programs, [
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
  counter: { list: 'programs', dimensions: { status: byDimension }, scopes: ['businessId'] },
});

export function remove(db: Db, id: string): void {
  db.delete(programs).where(eq(programs.id, id)).run();
}
