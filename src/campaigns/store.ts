import { and, desc, eq, gte, inArray, isNull, lte, notInArray, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { byDimension } from '../../db/list-filter.ts';
import { listQuery } from '../../db/list-query.ts';
import { type CampaignRow, campaigns } from '../../db/schema/campaigns.ts';
import * as statements from '../../db/statements.ts';

export type CampaignColumns = Partial<typeof campaigns.$inferInsert>;

export const find = statements.findBy(campaigns, ['id']);

export async function findMany(db: Db, ids: string[]): Promise<CampaignRow[]> {
  return ids.length === 0 ? [] : await db.select().from(campaigns).where(inArray(campaigns.id, ids)).all();
}

export const remove = statements.deleteBy(campaigns, ['id']);

export const insert = statements.insert(campaigns);
export const update = statements.update(campaigns);

/** Cents and counts to add; negative to subtract. */
interface CountChange {
  reserved?: number;
  spent?: number;
  pending?: number;
  approved?: number;
  rejected?: number;
}

const incrementCounts = statements.increment(campaigns, [
  'budgetReservedCents',
  'budgetSpentCents',
  'pendingCount',
  'approvedCount',
  'rejectedCount',
]);

/** Adjusts budget and counts. The table's constraints reject an overdrawn budget. */
export function adjust(db: Db, id: string, by: CountChange): Promise<CampaignRow> {
  return incrementCounts(db, id, {
    budgetReservedCents: by.reserved,
    budgetSpentCents: by.spent,
    pendingCount: by.pending,
    approvedCount: by.approved,
    rejectedCount: by.rejected,
  });
}

export const list = listQuery(campaigns, {
  filters: {
    businessId: campaigns.businessId,
    state: campaigns.state,
    platform: campaigns.platform,
    /** A value of `toSearchPattern`. */
    search: pattern => sql`lower(${campaigns.name}) like lower(${pattern}) escape '\\'`,
  },
  owners: ['businessId'],
  newestFirst: [campaigns.createdAt, campaigns.id],
  // Businesses have few campaigns, so the orders by counts need no index.
  sorts: {
    name: { by: [sql`lower(${campaigns.name})`, campaigns.id], direction: 'asc' },
    '-pending': { by: [campaigns.pendingCount, campaigns.id], direction: 'desc' },
    '-approved': { by: [campaigns.approvedCount, campaigns.id], direction: 'desc' },
  },
  counter: { list: 'campaigns', dimensions: { state: byDimension }, scopes: ['businessId'] },
});

/**
 * Lists active and paused campaigns that have passed their end date. `likely` keeps SQLite from scanning all active
 * campaigns by state, because the end-date index matches only a few.
 */
export const listDue = statements.select(campaigns, { now: campaigns.endsAt, limit: Number }, p => ({
  where: and(sql`likely(${campaigns.state} in ('active', 'paused'))`, lte(campaigns.endsAt, p.now)),
  limit: p.limit,
}));

/** Lists active campaigns in the order of their creation, those after `last` if it is given. */
export async function listActiveAfter(
  db: Db,
  last: Pick<CampaignRow, 'createdAt' | 'id'> | undefined,
  limit: number,
): Promise<CampaignRow[]> {
  const { state, createdAt, id } = campaigns;
  return await db
    .select()
    .from(campaigns)
    .where(and(eq(state, 'active'), last && sql`(${createdAt}, ${id}) > (${last.createdAt}, ${last.id})`))
    .orderBy(createdAt, id)
    .limit(limit)
    .all();
}

/** Lists the newest campaigns of a business that did not end before a time. */
export async function listSince(
  db: Db,
  businessId: string,
  since: string,
  limit: number,
): Promise<CampaignRow[]> {
  const { state, endsAt, updatedAt, createdAt, id } = campaigns;
  const isRecent = or(
    notInArray(state, ['ended', 'expired']),
    gte(endsAt, since),
    and(isNull(endsAt), gte(updatedAt, since)),
  );
  return await db
    .select()
    .from(campaigns)
    .where(and(eq(campaigns.businessId, businessId), isRecent))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit)
    .all();
}

export const listOfProgram = statements.listBy(campaigns, ['programId']);

/** A campaign that ran, with its approvals. */
export interface CampaignRun {
  businessId: string;
  platform: string;
  actionType: string;
  actionId: string | null;
  currency: string;
  rewardType: CampaignRow['rewardType'];
  rewardValue: number;
  approved: number;
  startedAt: string;
  /** When it last could have accepted a submission; null while it runs. */
  stoppedAt: string | null;
}

/** Lists the campaigns among the newest `limit` of the installation that have been active. */
export async function listRuns(db: Db, limit: number): Promise<CampaignRun[]> {
  return await db.all<CampaignRun>(sql`
    select business_id as "businessId", platform, action_type as "actionType", action_id as "actionId",
      currency, reward_type as "rewardType", reward_value as "rewardValue", approved_count as approved,
      coalesce(starts_at, created_at) as "startedAt",
      case when state = 'active' then ends_at else updated_at end as "stoppedAt"
    from (select * from campaigns order by created_at desc, id desc limit ${limit}) as limited
    where state <> 'draft'`);
}

/** Lists campaigns created from a suggestion, unordered. */
export const listOfSuggestion = statements.select(
  campaigns,
  { suggestionId: campaigns.suggestionId, limit: Number },
  p => ({ where: eq(campaigns.suggestionId, p.suggestionId), limit: p.limit }),
);
