import { and, desc, eq, isNull, lte, sql } from 'drizzle-orm';
import { counters } from '../../db/schema/counters.ts';
import { planNotices, subscriptions, usageMonths } from '../../db/schema/plans.ts';
import { programs } from '../../db/schema/programs.ts';
import * as statements from '../../db/statements.ts';

export const find = statements.findBy(subscriptions, ['id']);

/** Lists all subscriptions of a business, newest first. */
export const listOfBusiness = statements.listBy(subscriptions, ['businessId'], {
  orderBy: [desc(subscriptions.createdAt), desc(subscriptions.id)],
});

export const insert = statements.insert(subscriptions);
export const update = statements.update(subscriptions);

/** Must match the condition of the partial index exactly, or SQLite does not use it. */
const isOwnAndOn = sql`${subscriptions.isOwn} = 1 and ${subscriptions.endedAt} is null`;

/** Lists our own subscriptions whose period ends by `until` without an invoice for the next one. */
export const listUnbilled = statements.select(
  subscriptions,
  { until: subscriptions.periodEnd, limit: Number },
  p => ({
    where: and(
      isOwnAndOn,
      lte(subscriptions.periodEnd, p.until),
      isNull(subscriptions.renewalInvoiceId),
      eq(subscriptions.cancelAtPeriodEnd, false),
    ),
    limit: p.limit,
  }),
);

/** Lists our own subscriptions whose paid period has ended. */
export const listPeriodEnded = statements.select(
  subscriptions,
  { now: subscriptions.periodEnd, limit: Number },
  p => ({
    where: and(
      isOwnAndOn,
      lte(subscriptions.periodEnd, p.now),
      sql`${subscriptions.paymentStatus} = 'active'`,
    ),
    limit: p.limit,
  }),
);

/** Lists subscriptions past due since `since` or longer. */
export const listPastDue = statements.select(
  subscriptions,
  { since: subscriptions.pastDueAt, limit: Number },
  p => ({
    where: and(
      lte(subscriptions.pastDueAt, p.since),
      sql`${subscriptions.pastDueAt} is not null`,
      isNull(subscriptions.graceEndedAt),
      isNull(subscriptions.endedAt),
    ),
    limit: p.limit,
  }),
);

export const countActiveCampaigns = statements.queryNumber({ businessId: counters.scope }, (db, p) =>
  db
    .select({ total: counters.total })
    .from(counters)
    .where(
      and(eq(counters.scope, p.businessId), eq(counters.list, 'campaigns'), eq(counters.facet, 'active')),
    ),
);

export const countSubmissions = statements.queryNumber(
  { businessId: usageMonths.businessId, month: usageMonths.month },
  (db, p) =>
    db
      .select({ submissions: usageMonths.submissions })
      .from(usageMonths)
      .where(and(eq(usageMonths.businessId, p.businessId), eq(usageMonths.month, p.month))),
);

/** Counts active members across a business's programs. */
export const countMembers = statements.queryNumber({ businessId: programs.businessId }, (db, p) =>
  db
    .select({ total: sql<number>`coalesce(sum(${programs.activeMemberCount}), 0)` })
    .from(programs)
    .where(eq(programs.businessId, p.businessId)),
);

/** Records that a business was notified of a limit. @returns false if it was notified before */
export const insertNotice = statements.insertIfNew(planNotices);
