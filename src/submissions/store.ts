import { and, desc, eq, gte, isNull, lte, ne, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { byDimension } from '../../db/list-filter.ts';
import { listQuery } from '../../db/list-query.ts';
import { users } from '../../db/schema/auth.ts';
import { campaigns } from '../../db/schema/campaigns.ts';
import { type SubmissionRow, submissions } from '../../db/schema/submissions.ts';
import * as statements from '../../db/statements.ts';
import { selectUtcDay, toLocalDay, type UtcDay } from '../../db/time-sql.ts';

export const find = statements.findBy(submissions, ['id']);

export const insert = statements.insert(submissions);
export const update = statements.update(submissions);

/** Matches the campaign of a submission. */
const ofCampaign = (condition: SQL) =>
  sql`exists (select 1 from ${campaigns} c where c.id = ${submissions.campaignId} and ${condition})`;
const ofAccount = (condition: SQL) =>
  sql`exists (select 1 from ${users} u where u.id = ${submissions.userId} and ${condition})`;
const contains = (text: SQL, pattern: Placeholder) => sql`lower(${text}) like lower(${pattern}) escape '\\'`;
const isDecided = sql`${submissions.status} <> 'pending'`;

const BY_REVIEW = [submissions.reviewedAt, submissions.id];

export const list = listQuery(submissions, {
  filters: {
    businessId: submissions.businessId,
    userId: submissions.userId,
    campaignId: submissions.campaignId,
    status: submissions.status,
    platform: platform => ofCampaign(sql`c.platform = ${platform}`),
    /** A value of `toFlagPattern`. */
    flag: pattern => sql`${submissions.riskFlags} like ${pattern}`,
    /** A value of `toSearchPattern`. */
    search: pattern =>
      sql`(${contains(sql`${submissions.handle}`, pattern)} or ${contains(sql`${submissions.userId}`, pattern)}
        or ${ofCampaign(contains(sql`c.name`, pattern))} or ${ofAccount(contains(sql`u.name`, pattern))})`,
  },
  owners: ['businessId', 'userId'],
  newestFirst: [submissions.createdAt, submissions.id],
  sorts: {
    '-reviewedAt': { by: BY_REVIEW, direction: 'desc', where: isDecided },
    reviewedAt: { by: BY_REVIEW, direction: 'asc', where: isDecided },
  },
  counter: { list: 'submissions', dimensions: { status: byDimension }, scopes: ['campaignId', 'businessId'] },
});

/** Returns the value of the filter `flag`: submissions with a risk flag, or with any. */
export function toFlagPattern(flag: string): string {
  return flag === 'any' ? '["%' : `%"${flag}"%`;
}

const selectCreatedAt = statements.queryOne({ businessId: submissions.businessId, offset: Number }, (db, p) =>
  db
    .select({ createdAt: submissions.createdAt })
    .from(submissions)
    .where(eq(submissions.businessId, p.businessId))
    .orderBy(desc(submissions.createdAt), desc(submissions.id))
    .limit(1)
    .offset(p.offset),
);

/** Returns when the oldest of a business's newest `count` submissions was created; undefined if it has fewer. */
export async function findStartOfNewest(
  db: Db,
  businessId: string,
  count: number,
): Promise<string | undefined> {
  return (await selectCreatedAt(db, { businessId, offset: count - 1 }))?.createdAt;
}

const selectStatuses = statements.query(
  { userId: submissions.userId, businessId: submissions.businessId, limit: Number },
  (db, p) =>
    db
      .select({ status: submissions.status })
      .from(submissions)
      .where(and(eq(submissions.userId, p.userId), eq(submissions.businessId, p.businessId)))
      .orderBy(desc(submissions.createdAt), desc(submissions.id))
      .limit(p.limit),
);

/** Lists the statuses of a customer's newest `limit` submissions to a business. */
export async function listStatuses(
  db: Db,
  customer: { userId: string; businessId: string; limit: number },
): Promise<SubmissionRow['status'][]> {
  return (await selectStatuses(db, customer)).map(({ status }) => status);
}

/** The scope in which proofs must be unique: the campaign or the program. */
export type ProofScope = { campaignId: string } | { programId: string };

export interface SubmissionHistory {
  /** Whether the person already submitted this proof to the target. */
  isRepeated: boolean;
  /** Whether someone else submitted this proof to the target. */
  isProofOfOther: boolean;
  /** The person's pending and approved submissions to the campaign. */
  acceptedCount: number;
  /** The person's submissions to the business since a time. */
  recentCount: number;
}

function prepareHistory(target: typeof submissions.campaignId | typeof submissions.programId) {
  const { userId, businessId, campaignId, proofHash, createdAt } = submissions;
  const parameters = { target, campaignId: { nullable: campaignId }, since: createdAt };
  return statements.queryOne({ ...parameters, proofHash, userId, businessId }, (db, p) => {
    const sameProof = and(eq(target, p.target), eq(proofHash, p.proofHash));
    const isOfUser = eq(userId, p.userId);
    const accepted = and(isOfUser, eq(campaignId, p.campaignId), ne(submissions.status, 'rejected'));
    const recent = and(isOfUser, gte(createdAt, p.since), eq(businessId, p.businessId));
    const exists = (where: SQL | undefined) =>
      sql<number>`exists ${db.select({ one: sql`1` }).from(submissions).where(where)}`;
    const count = (where: SQL | undefined) =>
      sql<number>`${db.select({ total: sql`count(*)` }).from(submissions).where(where)}`;
    return db
      .select({
        isRepeated: exists(and(sameProof, isOfUser)),
        isProofOfOther: exists(and(sameProof, ne(userId, p.userId))),
        acceptedCount: count(accepted),
        recentCount: count(recent),
      })
      .from(sql`(select 1) as "one"`);
  });
}

const history = {
  campaign: prepareHistory(submissions.campaignId),
  program: prepareHistory(submissions.programId),
};

interface HistoryQuery {
  proofHash: string;
  userId: string;
  businessId: string;
  campaignId: string | null;
  /** The start of the recent submissions. */
  since: string;
}

/** Reads what a submission is compared with, in one statement because each costs a round trip. */
export async function readHistory(db: Db, at: ProofScope, where: HistoryQuery): Promise<SubmissionHistory> {
  const row =
    'campaignId' in at
      ? await history.campaign(db, { ...where, target: at.campaignId })
      : await history.program(db, { ...where, target: at.programId });
  if (!row) throw new Error('The history of submissions has no row');
  return { ...row, isRepeated: row.isRepeated === 1, isProofOfOther: row.isProofOfOther === 1 };
}

export async function hasImage(db: Db, businessId: string, imageHash: string): Promise<boolean> {
  const where = and(eq(submissions.businessId, businessId), eq(submissions.imageHash, imageHash));
  return (
    (await db.select({ id: submissions.id }).from(submissions).where(where).limit(1).get()) !== undefined
  );
}

export async function hasSuccessor(db: Db, id: string): Promise<boolean> {
  const where = eq(submissions.resubmitOf, id);
  return (
    (await db.select({ id: submissions.id }).from(submissions).where(where).limit(1).get()) !== undefined
  );
}

export const listPendingOfCampaign = statements.select(
  submissions,
  { campaignId: submissions.campaignId, limit: Number },
  p => ({
    where: and(eq(submissions.campaignId, p.campaignId), eq(submissions.status, 'pending')),
    limit: p.limit,
  }),
);

/** Lists overdue pending submissions that are not marked yet. */
export const listOverdue = statements.select(
  submissions,
  { now: submissions.reviewDueAt, limit: Number },
  p => ({
    where: and(
      sql`likely(${submissions.status} = 'pending')`,
      isNull(submissions.reviewDueNotedAt),
      lte(submissions.reviewDueAt, p.now),
    ),
    limit: p.limit,
  }),
);

/** Counts overdue pending submissions by campaign, among the oldest `limit`. */
export async function countOverdue(db: Db, { businessId, now, limit }: OverdueQuery) {
  return await db.all<{ campaignId: string; count: number; dueSince: string }>(sql`
    select campaign_id as "campaignId", count(*) as count, min(review_due_at) as "dueSince" from (
      select campaign_id, review_due_at from submissions
      where business_id = ${businessId} and status = 'pending' order by created_at, id limit ${limit}
    ) as limited where review_due_at <= ${now} and campaign_id is not null group by campaign_id order by campaign_id`);
}

interface OverdueQuery {
  businessId: string;
  now: string;
  limit: number;
}

/** Counts a business's newest `limit` submissions by campaign, and how many of them duplicate a proof. */
export async function countDuplicates(db: Db, { businessId, limit }: { businessId: string; limit: number }) {
  return await db.all<{ campaignId: string; submissions: number; duplicates: number }>(sql`
    select campaign_id as "campaignId", count(*) as submissions, 
      count(*) filter (where risk_flags like '%duplicate%') as duplicates
    from (
      select campaign_id, risk_flags from submissions
      where business_id = ${businessId} order by created_at desc, id desc limit ${limit}
    ) as limited where campaign_id is not null group by campaign_id order by campaign_id`);
}

/** `offsetMinutes`: the time zone's offset from UTC. */
export interface DayQuery {
  businessId: string;
  since: string;
  /** Exclusive. */
  until: string;
  offsetMinutes: number;
  limit: number;
}

/** Counts a business's newest `limit` submissions in a period by day, campaign and status; a day may repeat. */
export async function countByDay(db: Db, { businessId, since, until, offsetMinutes, limit }: DayQuery) {
  const rows = await db.all<Pick<SubmissionRow, 'campaignId' | 'status'> & UtcDay & { count: number }>(sql`
    select ${selectUtcDay(offsetMinutes)}, campaign_id as "campaignId", status, count(*) as count from (
      select created_at, campaign_id, status from submissions
      where business_id = ${businessId} and created_at >= ${since} and created_at < ${until}
      order by created_at desc, id desc limit ${limit}
    ) as limited group by 1, 2, 3, 4`);
  return rows.map(row => ({ ...row, day: toLocalDay(row, offsetMinutes) }));
}
