import { and, asc, desc, eq, gte, inArray, lt, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { byDimension } from '../../db/list-filter.ts';
import { listQuery } from '../../db/list-query.ts';
import { campaigns } from '../../db/schema/campaigns.ts';
import { passes } from '../../db/schema/passes.ts';
import { type RewardRow, rewardReinstatements, rewards } from '../../db/schema/rewards.ts';
import * as statements from '../../db/statements.ts';
import { selectUtcDay, toLocalDay, type UtcDay } from '../../db/time-sql.ts';

export const find = statements.findBy(rewards, ['id']);

export const findByCode = statements.findBy(rewards, ['code']);

export async function findMany(db: Db, ids: string[]): Promise<RewardRow[]> {
  return ids.length === 0 ? [] : await db.select().from(rewards).where(inArray(rewards.id, ids)).all();
}

/** Returns those of the rewards that were redeemed or voided once, or of which a pass was issued. */
export async function listUsed(db: Db, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const isReinstated = sql`exists (select 1 from ${rewardReinstatements} i where i.reward_id = ${rewards.id})`;
  const isInWallet = sql`exists (select 1 from ${passes} p
    where p.business_id = ${rewards.businessId} and p.subject = 'reward:' || ${rewards.id})`;
  const isClosed = inArray(rewards.status, ['redeemed', 'void']);
  const isUsed = and(inArray(rewards.id, [...ids]), or(isClosed, isReinstated, isInWallet));
  const rows = await db.select({ id: rewards.id }).from(rewards).where(isUsed).all();
  return rows.map(({ id }) => id);
}

export async function remove(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await db
      .delete(rewards)
      .where(inArray(rewards.id, [...ids]))
      .run();
}

export const insertReinstatement = statements.insert(rewardReinstatements);

/** Lists the reinstatements of a reward, newest first. */
export const listReinstatements = statements.select(
  rewardReinstatements,
  { rewardId: rewardReinstatements.rewardId, limit: Number },
  p => ({
    where: eq(rewardReinstatements.rewardId, p.rewardId),
    orderBy: [desc(rewardReinstatements.number)],
    limit: p.limit,
  }),
);

export const insert = statements.insert(rewards);
export const insertMany = statements.insertMany(rewards);
export const update = statements.update(rewards);

export const list = listQuery(rewards, {
  filters: {
    businessId: rewards.businessId,
    userId: rewards.userId,
    campaignId: rewards.campaignId,
    status: rewards.status,
    code: rewards.code,
    platform: platform =>
      sql`exists (select 1 from ${campaigns} c where c.id = ${rewards.campaignId} and c.platform = ${platform})`,
    redeemedFrom: from => gte(rewards.redeemedAt, from),
  },
  owners: ['businessId', 'userId'],
  newestFirst: [rewards.createdAt, rewards.id],
  sorts: {
    '-redeemedAt': {
      by: [rewards.redeemedAt, rewards.id],
      direction: 'desc',
      where: sql`likely(${rewards.status} = 'redeemed')`,
    },
  },
  counter: { list: 'rewards', dimensions: { status: byDimension }, scopes: ['campaignId', 'businessId'] },
});

/** Lists unredeemed rewards that have passed their expiry date. */
export const listDue = statements.select(rewards, { now: rewards.expiresAt, limit: Number }, p => ({
  where: and(sql`likely(${rewards.status} = 'issued')`, lt(rewards.expiresAt, p.now)),
  limit: p.limit,
}));

/** Lists the rewards of a business that a customer can redeem, those that expire first at the top. */
export const listOpen = statements.select(
  rewards,
  { userId: rewards.userId, businessId: rewards.businessId, now: rewards.expiresAt, limit: Number },
  p => ({
    where: and(
      eq(rewards.userId, p.userId),
      eq(rewards.businessId, p.businessId),
      sql`likely(${rewards.status} = 'issued')`,
      gte(rewards.expiresAt, p.now),
    ),
    orderBy: [asc(rewards.expiresAt)],
    limit: p.limit,
  }),
);

/** `offsetMinutes`: the time zone's offset from UTC. */
export interface DayQuery {
  businessId: string;
  since: string;
  /** Exclusive. */
  until: string;
  offsetMinutes: number;
  limit: number;
}

/**
 * Sums the cost of a business's newest `limit` rewards in a period, by day and campaign; expired and void ones cost
 * nothing. A day may repeat.
 */
export async function sumByDay(db: Db, { businessId, since, until, offsetMinutes, limit }: DayQuery) {
  type Sums = Pick<RewardRow, 'campaignId'> & { costCents: number; redeemedCents: number; count: number };
  const rows = await db.all<UtcDay & Sums>(sql`
    select ${selectUtcDay(offsetMinutes)}, campaign_id as "campaignId", count(*) as count,
      sum(case when status in ('issued', 'redeemed') then coalesce(amount_cents, 0) else 0 end) as "costCents",
      sum(case when status = 'redeemed' then coalesce(amount_cents, 0) else 0 end) as "redeemedCents"
    from (
      select created_at, campaign_id, status, amount_cents from rewards
      where business_id = ${businessId} and created_at >= ${since} and created_at < ${until}
      order by created_at desc, id desc limit ${limit}
    ) as limited group by 1, 2, 3`);
  return rows.map(row => ({ ...row, day: toLocalDay(row, offsetMinutes) }));
}

/** Sums the cents of rewards that a business issued since a time, except reversed ones. */
export async function sumSince(
  db: Db,
  { businessId, since }: { businessId: string; since: string },
): Promise<number> {
  const [row] = await db.all<{ cents: number | null }>(sql`
    select sum(amount_cents) as cents from rewards
    where business_id = ${businessId} and created_at >= ${since} and status <> 'void'`);
  return row?.cents ?? 0;
}
