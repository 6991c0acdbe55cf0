import { and, desc, eq, gt, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { listQuery } from '../../db/list-query.ts';
import { businesses } from '../../db/schema/businesses.ts';
import { campaigns } from '../../db/schema/campaigns.ts';
import { installationCounters } from '../../db/schema/counters.ts';
import * as statements from '../../db/statements.ts';

/** The shops with an active campaign less those whose campaigns have not started, which are few. */
const countOpen = statements.queryNumber({ now: businesses.opensAt }, (db, p) =>
  db
    .select({
      total: sql<number>`coalesce(sum(${installationCounters.total}), 0)
        - (select count(*) from ${businesses} where ${gt(businesses.opensAt, p.now)})`,
    })
    .from(installationCounters)
    .where(sql`${installationCounters.list} = 'shops' and ${installationCounters.facet} = 'open'`),
);

/**
 * Lists businesses with an open campaign, by name. `openAt` is the time, `search` a pattern of `toSearchPattern`.
 */
export const listOpen = listQuery(businesses, {
  filters: {
    // The function keeps SQLite from reading all open shops by their time and sorting them.
    openAt: now => sql`coalesce(${businesses.opensAt}, '') <= ${now}`,
    search: pattern => sql`lower(${businesses.name}) like lower(${pattern}) escape '\\'`,
  },
  owners: [],
  where: sql`${businesses.opensAt} is not null`,
  newestFirst: [businesses.createdAt, businesses.id],
  sorts: { name: { by: [sql`lower(${businesses.name})`, businesses.id], direction: 'asc' } },
  totalOf: ['openAt'],
  getTotal: (db, { openAt = '' }) => countOpen(db, { now: openAt }),
});

/** Lists the rewards of the open campaigns of businesses, those of each from the newest to the oldest campaign. */
export async function listOpenRewards(db: Db, businessIds: string[], now: string) {
  if (businessIds.length === 0) return [];
  const { businessId, state, startsAt, createdAt, id, currency } = campaigns;
  const { rewardType, rewardValue, rewardItem, rewardMaxCents, rewardExpiresInDays } = campaigns;
  const hasStarted = or(isNull(startsAt), lte(startsAt, now));
  return await db
    .select({
      businessId,
      currency,
      rewardType,
      rewardValue,
      rewardItem,
      rewardMaxCents,
      rewardExpiresInDays,
    })
    .from(campaigns)
    .where(and(inArray(businessId, businessIds), eq(state, 'active'), hasStarted))
    .orderBy(businessId, desc(createdAt), desc(id))
    .all();
}
