import { and, between, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { listQuery } from '../../../db/list-query.ts';
import { visits } from '../../../db/schema/visits.ts';
import * as statements from '../../../db/statements.ts';

/** The latest time that the API accepts. */
const LAST_TIME = '9999-12-31T23:59:59.999Z';

export const find = statements.findBy(visits, ['id']);
export const insert = statements.insert(visits);
export const update = statements.update(visits);

export const list = listQuery(visits, {
  filters: {
    programId: visits.programId,
    memberKey: visits.memberKey,
  },
  owners: ['programId', 'memberKey'],
  newestFirst: [visits.createdAt, visits.id],
  counter: { list: 'visits', dimensions: {}, scopes: ['memberKey', 'programId'] },
});

export const findByOrder = statements.findBy(visits, ['programId', 'orderId']);

/** Finds the visit whose order earned the cashback. */
export const findByCashback = statements.findBy(visits, ['cashbackId']);

/** Returns how many visits of a member were recorded between two times, both included, and not reverted. */
export const countBetween = statements.queryNumber(
  { memberKey: visits.memberKey, since: visits.createdAt, until: visits.createdAt },
  (db, p) =>
    db
      .select({ total: sql<number>`coalesce(sum(${visits.quantity}), 0)` })
      .from(visits)
      .where(
        and(
          eq(visits.memberKey, p.memberKey),
          between(visits.createdAt, p.since, p.until),
          isNull(visits.reversedAt),
        ),
      ),
);

/**
 * Returns the time of a member's latest visit that was not reverted, or that an import named, for merged members, too.
 * @param until leaves out later visits, which were recorded when the clock was ahead
 */
export async function findLastVisit(db: Db, memberKey: string, until = LAST_TIME): Promise<string | null> {
  const [row] = await db.all<{ last: string | null }>(sql`
    with recursive family (id) as (
      select id from members where id = ${memberKey}
      union all select m.id from members m join family f on m.merged_into = f.id
    )
    select max(at) as last from (
      select created_at as at from visits where member_key = ${memberKey} and reversed_at is null and quantity > 0
      union all select last_visit_at from imported_members where member_key in (select id from family)
    ) as known where at <= ${until}`);
  return row?.last ?? null;
}
