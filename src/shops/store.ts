import { and, asc, eq, exists, isNull, lte, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { businesses } from '../../db/schema/businesses.ts';
import { campaigns } from '../../db/schema/campaigns.ts';
import * as statements from '../../db/statements.ts';

type BusinessRow = typeof businesses.$inferSelect;

const PARAMETERS = { now: String, search: String };

/** A shop is listed while one of its campaigns accepts submissions. */
function isListed(db: Db, { now, search }: { now: Placeholder; search: Placeholder }): SQL | undefined {
  const isOpen = and(
    eq(campaigns.businessId, businesses.id),
    eq(campaigns.state, 'active'),
    or(isNull(campaigns.startsAt), lte(campaigns.startsAt, now)),
  );
  return and(
    exists(db.select({ one: sql`1` }).from(campaigns).where(isOpen)),
    sql`lower(${businesses.name}) like lower(${search}) escape '\\'`,
  );
}

const selectOpen = statements.query({ ...PARAMETERS, limit: Number, offset: Number }, (db, p) =>
  db
    .select()
    .from(businesses)
    .where(isListed(db, p))
    .orderBy(sql`lower(${businesses.name})`, asc(businesses.id))
    .limit(p.limit)
    .offset(p.offset),
);

const countOpen = statements.queryOne(PARAMETERS, (db, p) =>
  db.select({ total: sql<number>`count(*)` }).from(businesses).where(isListed(db, p)),
);

/**
 * Lists businesses with an open campaign, by name.
 * @param filter.search a pattern of `toSearchPattern`
 */
export async function listOpen(
  db: Db,
  filter: { now: string; search: string },
  limit: number,
  offset: number,
): Promise<{ items: BusinessRow[]; total: number }> {
  const items = await selectOpen(db, { ...filter, limit, offset });
  return { items, total: (await countOpen(db, filter))?.total ?? 0 };
}
