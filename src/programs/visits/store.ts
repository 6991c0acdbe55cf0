import { and, desc, eq, gte, isNull, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { listQuery } from '../../../db/list-query.ts';
import { type VisitRow, visits } from '../../../db/schema/visits.ts';
import * as statements from '../../../db/statements.ts';

export const find = statements.findById(visits);
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

const selectByOrder = statements.selectOne(
  visits,
  { programId: visits.programId, orderId: visits.orderId },
  p => ({ where: and(eq(visits.programId, p.programId), eq(visits.orderId, p.orderId)) }),
);

export function findByOrder(db: Db, programId: string, orderId: string): Promise<VisitRow | undefined> {
  return selectByOrder(db, { programId, orderId });
}

const selectByCashback = statements.selectOne(visits, { cashbackId: visits.cashbackId }, p => ({
  where: eq(visits.cashbackId, p.cashbackId),
}));

/** Finds the visit whose order earned the cashback. */
export function findByCashback(db: Db, cashbackId: string): Promise<VisitRow | undefined> {
  return selectByCashback(db, { cashbackId });
}

const sumQuantity = statements.queryOne({ memberKey: visits.memberKey, since: visits.createdAt }, (db, p) =>
  db
    .select({ total: sql<number>`coalesce(sum(${visits.quantity}), 0)` })
    .from(visits)
    .where(and(eq(visits.memberKey, p.memberKey), gte(visits.createdAt, p.since), isNull(visits.reversedAt))),
);

/** Returns how many visits of a member were recorded since a time and not reverted. */
export async function countSince(db: Db, memberKey: string, since: string): Promise<number> {
  return Number((await sumQuantity(db, { memberKey, since }))?.total ?? 0);
}

const selectLatest = statements.selectOne(visits, { memberKey: visits.memberKey }, p => ({
  where: and(eq(visits.memberKey, p.memberKey), isNull(visits.reversedAt)),
  orderBy: [desc(visits.createdAt), desc(visits.id)],
  limit: 1,
}));

/** Returns a member's latest visit that was not reverted. */
export function findLatest(db: Db, memberKey: string): Promise<VisitRow | undefined> {
  return selectLatest(db, { memberKey });
}
