import { sql } from 'drizzle-orm';
import { listQuery } from '../../db/list-query.ts';
import { businesses } from '../../db/schema/businesses.ts';
import { campaigns } from '../../db/schema/campaigns.ts';

/**
 * Lists businesses with an open campaign, by name. `openAt` is the time, `search` a pattern of `toSearchPattern`.
 */
export const listOpen = listQuery(businesses, {
  filters: {
    openAt: now =>
      sql`exists (select 1 from ${campaigns} where ${campaigns.businessId} = ${businesses.id}
        and ${campaigns.state} = 'active' and (${campaigns.startsAt} is null or ${campaigns.startsAt} <= ${now}))`,
    search: pattern => sql`lower(${businesses.name}) like lower(${pattern}) escape '\\'`,
  },
  owners: [],
  newestFirst: [businesses.createdAt, businesses.id],
  sorts: { name: { by: [sql`lower(${businesses.name})`, businesses.id], direction: 'asc' } },
});
