import { and, desc, eq, isNull, lte, sql } from 'drizzle-orm';
import { type Db, prepared } from '../../db/client.ts';
import { counters } from '../../db/schema/counters.ts';
import { planNotices, type SubscriptionRow, subscriptions, usageMonths } from '../../db/schema/plans.ts';
import { programs } from '../../db/schema/programs.ts';
import * as statements from '../../db/statements.ts';

export const find = statements.findById(subscriptions);

const ofBusiness = statements.select(subscriptions, db =>
  db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.businessId, sql.placeholder('businessId')))
    .orderBy(desc(subscriptions.createdAt), desc(subscriptions.id)),
);

/** Lists all subscriptions of a business, newest first. */
export function listOfBusiness(db: Db, businessId: string): SubscriptionRow[] {
  return ofBusiness(db, { businessId });
}

export const insert = statements.insert(subscriptions);
export const update = statements.update(subscriptions);

const isOwnAndOn = sql`${subscriptions.isOwn} and ${subscriptions.endedAt} is null`;

const unbilled = statements.select(subscriptions, db =>
  db
    .select()
    .from(subscriptions)
    .where(
      and(
        isOwnAndOn,
        lte(subscriptions.periodEnd, sql.placeholder('until')),
        isNull(subscriptions.renewalInvoiceId),
        sql`not ${subscriptions.cancelAtPeriodEnd}`,
      ),
    )
    .limit(sql.placeholder('limit')),
);

/** Lists our own subscriptions whose period ends by `until` without an invoice for the next one. */
export function listUnbilled(db: Db, until: string, limit: number): SubscriptionRow[] {
  return unbilled(db, { until, limit });
}

const over = statements.select(subscriptions, db =>
  db
    .select()
    .from(subscriptions)
    .where(
      and(
        isOwnAndOn,
        lte(subscriptions.periodEnd, sql.placeholder('now')),
        sql`${subscriptions.standing} = 'active'`,
      ),
    )
    .limit(sql.placeholder('limit')),
);

/** Lists our own subscriptions whose paid period has ended. */
export function listPeriodEnded(db: Db, now: string, limit: number): SubscriptionRow[] {
  return over(db, { now, limit });
}

const inGrace = statements.select(subscriptions, db =>
  db
    .select()
    .from(subscriptions)
    .where(
      and(
        lte(subscriptions.pastDueAt, sql.placeholder('since')),
        sql`${subscriptions.pastDueAt} is not null`,
        isNull(subscriptions.graceEndedAt),
        isNull(subscriptions.endedAt),
      ),
    )
    .limit(sql.placeholder('limit')),
);

/** Lists subscriptions past due since `since` or longer. */
export function listPastDue(db: Db, since: string, limit: number): SubscriptionRow[] {
  return inGrace(db, { since, limit });
}

const active = prepared((db: Db) =>
  db
    .select({ total: counters.total })
    .from(counters)
    .where(
      and(
        eq(counters.scope, sql.placeholder('businessId')),
        eq(counters.list, 'campaigns'),
        eq(counters.facet, 'active'),
      ),
    )
    .prepare(),
);

export function countActiveCampaigns(db: Db, businessId: string): number {
  return active(db).get({ businessId })?.total ?? 0;
}

const ofMonth = prepared((db: Db) =>
  db
    .select({ submissions: usageMonths.submissions })
    .from(usageMonths)
    .where(
      and(
        eq(usageMonths.businessId, sql.placeholder('businessId')),
        eq(usageMonths.month, sql.placeholder('month')),
      ),
    )
    .prepare(),
);

export function countSubmissions(db: Db, businessId: string, month: string): number {
  return ofMonth(db).get({ businessId, month })?.submissions ?? 0;
}

const activeMembers = prepared((db: Db) =>
  db
    .select({ total: sql<number>`coalesce(sum(${programs.activeMemberCount}), 0)` })
    .from(programs)
    .where(eq(programs.businessId, sql.placeholder('businessId')))
    .prepare(),
);

/** Counts active members across a business's programs. */
export function countMembers(db: Db, businessId: string): number {
  return activeMembers(db).get({ businessId })?.total ?? 0;
}

/** Records that a business was notified of a limit. @returns false if it was notified before */
export function insertNotice(db: Db, notice: typeof planNotices.$inferInsert): boolean {
  const { planId } = planNotices;
  return (
    db.insert(planNotices).values(notice).onConflictDoNothing().returning({ planId }).get() !== undefined
  );
}
