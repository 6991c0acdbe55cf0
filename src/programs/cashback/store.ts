import { and, asc, desc, eq, isNotNull, lt, lte, sql } from 'drizzle-orm';
import { byDimension } from '../../../db/list-filter.ts';
import { listQuery } from '../../../db/list-query.ts';
import { cashbacks } from '../../../db/schema/programs.ts';
import * as statements from '../../../db/statements.ts';

export const find = statements.findBy(cashbacks, ['id']);

export const insert = statements.insert(cashbacks);
export const update = statements.update(cashbacks);

export const list = listQuery(cashbacks, {
  filters: {
    programId: cashbacks.programId,
    memberKey: cashbacks.memberKey,
    status: cashbacks.status,
  },
  owners: ['programId', 'memberKey'],
  newestFirst: [cashbacks.createdAt, cashbacks.id],
  counter: { list: 'cashbacks', dimensions: { status: byDimension }, scopes: ['memberKey', 'programId'] },
});

export const findByOrder = statements.findBy(cashbacks, ['programId', 'orderId']);

/** Lists the cashback granted for a submission, newest first. */
export const listOfSubmission = statements.listBy(cashbacks, ['submissionId'], {
  orderBy: [desc(cashbacks.id)],
});

/** Lists a member's spendable cashback, oldest first. */
export const listSpendable = statements.select(
  cashbacks,
  { memberKey: cashbacks.memberKey, limit: Number },
  p => ({
    where: and(eq(cashbacks.memberKey, p.memberKey), eq(cashbacks.status, 'available')),
    orderBy: [asc(cashbacks.createdAt), asc(cashbacks.id)],
    limit: p.limit,
  }),
);

/** Lists cashback whose hold period has ended. */
export const listReleasable = statements.select(
  cashbacks,
  { now: cashbacks.availableAt, limit: Number },
  p => ({
    where: and(sql`likely(${cashbacks.status} = 'pending')`, lte(cashbacks.availableAt, p.now)),
    limit: p.limit,
  }),
);

/** Lists unspent cashback that has passed its expiry date. */
export const listExpired = statements.select(cashbacks, { now: cashbacks.expiresAt, limit: Number }, p => ({
  where: and(
    sql`likely(${cashbacks.status} = 'available')`,
    isNotNull(cashbacks.expiresAt),
    lt(cashbacks.expiresAt, p.now),
  ),
  limit: p.limit,
}));
