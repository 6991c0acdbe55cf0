import { and, desc, eq, gte, isNull, lte, ne, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { byDimension, listQuery } from '../../db/list-query.ts';
import { type SubmissionRow, submissions } from '../../db/schema/submissions.ts';
import * as statements from '../../db/statements.ts';

export const find = statements.findById(submissions);

export const insert = statements.insert(submissions);
export const update = statements.update(submissions);

export const list = listQuery(submissions, {
  filters: {
    businessId: submissions.businessId,
    userId: submissions.userId,
    campaignId: submissions.campaignId,
    status: submissions.status,
  },
  order: [desc(submissions.createdAt), desc(submissions.id)],
  counter: { list: 'submissions', dimensions: { status: byDimension }, scopes: ['campaignId', 'businessId'] },
});

/** The scope in which proofs must be unique: the campaign or the program. */
export type ProofScope = { campaignId: string } | { programId: string };

function prepareProofQueries(column: typeof submissions.campaignId | typeof submissions.programId) {
  const sameProof = and(
    eq(column, sql.placeholder('place')),
    eq(submissions.proofHash, sql.placeholder('proofHash')),
  );
  return {
    all: statements.query<string>(db =>
      db
        .select({ userId: submissions.userId })
        .from(submissions)
        .where(sameProof)
        .limit(sql.placeholder('limit')),
    ),
    ofUser: statements.query<string>(db =>
      db
        .select({ id: submissions.id })
        .from(submissions)
        .where(and(sameProof, eq(submissions.userId, sql.placeholder('userId'))))
        .limit(1),
    ),
  };
}

const proofs = {
  campaign: prepareProofQueries(submissions.campaignId),
  program: prepareProofQueries(submissions.programId),
};

function selectProofQueries(at: ProofScope) {
  return 'campaignId' in at
    ? { ...proofs.campaign, place: at.campaignId }
    : { ...proofs.program, place: at.programId };
}

/** Lists up to `limit` submitters of the same proof to the same target. */
export function listSameProof(db: Db, at: ProofScope, proofHash: string, limit: number): string[] {
  const { all, place } = selectProofQueries(at);
  return all(db, { place, proofHash, limit });
}

export function hasSameProofOfUser(
  db: Db,
  at: ProofScope,
  { proofHash, userId }: { proofHash: string; userId: string },
): boolean {
  const { ofUser, place } = selectProofQueries(at);
  return ofUser(db, { place, proofHash, userId }).length > 0;
}

const heldByUser = statements.query<number>(db =>
  db
    .select({ n: sql<number>`count(*)` })
    .from(submissions)
    .where(
      and(
        eq(submissions.userId, sql.placeholder('userId')),
        eq(submissions.campaignId, sql.placeholder('campaignId')),
        ne(submissions.status, 'rejected'),
      ),
    ),
);

/** Counts one person's pending and approved submissions to one campaign. */
export function countPendingOrApproved(db: Db, where: { userId: string; campaignId: string }): number {
  return heldByUser(db, where)[0] ?? 0;
}

const recentOfUser = statements.query<number>(db =>
  db
    .select({ n: sql<number>`count(*)` })
    .from(submissions)
    .where(
      and(
        eq(submissions.userId, sql.placeholder('userId')),
        gte(submissions.createdAt, sql.placeholder('since')),
        eq(submissions.businessId, sql.placeholder('businessId')),
      ),
    ),
);

export function countRecent(db: Db, where: { userId: string; businessId: string; since: string }): number {
  return recentOfUser(db, where)[0] ?? 0;
}

export function hasImage(db: Db, businessId: string, imageHash: string): boolean {
  const where = and(eq(submissions.businessId, businessId), eq(submissions.imageHash, imageHash));
  return db.select({ id: submissions.id }).from(submissions).where(where).limit(1).get() !== undefined;
}

export function hasSuccessor(db: Db, id: string): boolean {
  const where = eq(submissions.resubmitOf, id);
  return db.select({ id: submissions.id }).from(submissions).where(where).limit(1).get() !== undefined;
}

const pendingOfCampaign = statements.select(submissions, db =>
  db
    .select()
    .from(submissions)
    .where(and(eq(submissions.campaignId, sql.placeholder('campaignId')), eq(submissions.status, 'pending')))
    .limit(sql.placeholder('limit')),
);

export function listPendingOfCampaign(db: Db, campaignId: string, limit: number): SubmissionRow[] {
  return pendingOfCampaign(db, { campaignId, limit });
}

const overdue = statements.select(submissions, db =>
  db
    .select()
    .from(submissions)
    .where(
      and(
        sql`likely(${submissions.status} = 'pending')`,
        isNull(submissions.reviewDueNotedAt),
        lte(submissions.reviewDueAt, sql.placeholder('now')),
      ),
    )
    .limit(sql.placeholder('limit')),
);

/** Lists overdue pending submissions that are not marked yet. */
export function listOverdue(db: Db, now: string, limit: number): SubmissionRow[] {
  return overdue(db, { now, limit });
}

/** Counts overdue pending submissions by campaign, among the oldest `limit`. */
export function countOverdue(db: Db, { businessId, now, limit }: OverdueQuery) {
  return db.all<{ campaignId: string; count: number; dueSince: string }>(sql`
    select campaign_id as campaignId, count(*) as count, min(review_due_at) as dueSince from (
      select campaign_id, review_due_at from submissions
      where business_id = ${businessId} and status = 'pending' order by created_at, id limit ${limit}
    ) where review_due_at <= ${now} and campaign_id is not null group by campaign_id order by campaign_id`);
}

interface OverdueQuery {
  businessId: string;
  now: string;
  limit: number;
}

/** Counts a business's newest `limit` submissions by campaign, and how many of them duplicate a proof. */
export function countDuplicates(db: Db, { businessId, limit }: { businessId: string; limit: number }) {
  return db.all<{ campaignId: string; submissions: number; duplicates: number }>(sql`
    select campaign_id as campaignId, count(*) as submissions, sum(risk_flags like '%duplicate%') as duplicates
    from (
      select campaign_id, risk_flags from submissions
      where business_id = ${businessId} order by created_at desc, id desc limit ${limit}
    ) where campaign_id is not null group by campaign_id order by campaign_id`);
}

/** `offsetMinutes`: the time zone's offset from UTC. */
export interface DayQuery {
  businessId: string;
  since: string;
  offsetMinutes: number;
  limit: number;
}

/** Counts a business's newest `limit` submissions since a time by day, campaign and status. */
export function countByDay(db: Db, { businessId, since, offsetMinutes, limit }: DayQuery) {
  const shift = `${offsetMinutes} minutes`;
  return db.all<Pick<SubmissionRow, 'campaignId' | 'status'> & { day: string; count: number }>(sql`
    select date(created_at, ${shift}) as day, campaign_id as campaignId, status, count(*) as count from (
      select created_at, campaign_id, status from submissions
      where business_id = ${businessId} and created_at >= ${since} order by created_at desc, id desc limit ${limit}
    ) group by 1, 2, 3`);
}
