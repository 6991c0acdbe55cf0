import { and, desc, eq, lte, type SQL, sql } from 'drizzle-orm';
import { type Db, prepared } from '../../db/client.ts';
import { rewards } from '../../db/schema/rewards.ts';
import { tallies } from '../../db/schema/tallies.ts';
import { nullableDollars, toDollars, toPercent } from '../platform/money.ts';
import type { Reward } from './model.ts';

export type RewardRow = typeof rewards.$inferSelect;

const byId = prepared((db: Db) =>
  db
    .select()
    .from(rewards)
    .where(eq(rewards.id, sql.placeholder('id')))
    .prepare(),
);

export function find(db: Db, id: string): RewardRow | undefined {
  return byId(db).get({ id });
}

export function findByCode(db: Db, code: string): RewardRow | undefined {
  return db.select().from(rewards).where(eq(rewards.code, code)).get();
}

export function insert(db: Db, reward: typeof rewards.$inferInsert): RewardRow {
  return db.insert(rewards).values(reward).returning().get();
}

export function update(db: Db, id: string, change: Partial<typeof rewards.$inferInsert>): RewardRow {
  return db.update(rewards).set(change).where(eq(rewards.id, id)).returning().get();
}

export interface RewardFilter {
  businessId?: string;
  userId?: string;
  campaignId?: string;
  status?: Reward['status'];
}

export function list(db: Db, filter: RewardFilter, limit: number, offset: number) {
  const conditions: SQL[] = [];
  if (filter.businessId !== undefined) conditions.push(eq(rewards.businessId, filter.businessId));
  if (filter.userId !== undefined) conditions.push(eq(rewards.userId, filter.userId));
  if (filter.campaignId !== undefined) conditions.push(eq(rewards.campaignId, filter.campaignId));
  if (filter.status !== undefined) conditions.push(eq(rewards.status, filter.status));
  const where = and(...conditions);
  const newestFirst = [desc(rewards.createdAt), desc(rewards.id)];
  const items = db
    .select()
    .from(rewards)
    .where(where)
    .orderBy(...newestFirst)
    .limit(limit)
    .offset(offset)
    .all();
  return { items, total: countOf(db, filter, where) };
}

/** From the tallies where they know; a person's or a campaign's own rewards are few enough to count. */
function countOf(
  db: Db,
  { businessId, userId, campaignId, status }: RewardFilter,
  where: SQL | undefined,
): number {
  if (userId !== undefined || campaignId !== undefined) {
    return db.select({ n: sql<number>`count(*)` }).from(rewards).where(where).get()?.n ?? 0;
  }
  const facet = status === undefined ? undefined : eq(tallies.facet, status);
  const row = db
    .select({ n: sql<number>`coalesce(sum(${tallies.total}), 0)` })
    .from(tallies)
    .where(and(eq(tallies.scope, businessId ?? '*'), eq(tallies.list, 'rewards'), facet))
    .get();
  return row?.n ?? 0;
}

const dueStatement = prepared((db: Db) =>
  db
    .select({ id: rewards.id })
    .from(rewards)
    .where(and(eq(rewards.status, 'issued'), lte(rewards.expiresAt, sql.placeholder('now'))))
    .limit(sql.placeholder('limit'))
    .prepare(),
);

export function listDue(db: Db, now: string, limit: number): string[] {
  return dueStatement(db)
    .all({ now, limit })
    .map(row => row.id);
}

/** A reward as the wire shows it. */
export function present(row: RewardRow): Reward {
  const { maxCents, amountCents, voidReason, ...fields } = row;
  return {
    ...fields,
    value: row.type === 'fixed' ? toDollars(row.value) : toPercent(row.value),
    maxAmount: nullableDollars(maxCents),
    amount: nullableDollars(amountCents),
  };
}
