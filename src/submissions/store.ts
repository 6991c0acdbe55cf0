import { and, desc, eq, gte, isNull, lte, ne, type SQL, sql } from 'drizzle-orm';
import { type Db, prepared } from '../../db/client.ts';
import { campaigns } from '../../db/schema/campaigns.ts';
import { submissions } from '../../db/schema/submissions.ts';
import { tallies } from '../../db/schema/tallies.ts';
import { nullableDollars } from '../platform/money.ts';
import type { Submission } from './model.ts';

export type SubmissionRow = typeof submissions.$inferSelect;

const byId = prepared((db: Db) =>
  db
    .select()
    .from(submissions)
    .where(eq(submissions.id, sql.placeholder('id')))
    .prepare(),
);

export function find(db: Db, id: string): SubmissionRow | undefined {
  return byId(db).get({ id });
}

export function insert(db: Db, submission: typeof submissions.$inferInsert): SubmissionRow {
  return db.insert(submissions).values(submission).returning().get();
}

export function update(db: Db, id: string, change: Partial<typeof submissions.$inferInsert>): SubmissionRow {
  return db.update(submissions).set(change).where(eq(submissions.id, id)).returning().get();
}

const sameProof = prepared((db: Db) =>
  db
    .select({ userId: submissions.userId, status: submissions.status, id: submissions.id })
    .from(submissions)
    .where(
      and(
        eq(submissions.campaignId, sql.placeholder('campaignId')),
        eq(submissions.proofHash, sql.placeholder('proofHash')),
      ),
    )
    .limit(sql.placeholder('limit'))
    .prepare(),
);

/** Who submitted the same proof to a campaign before, at most `limit` of them. */
export function listSameProof(db: Db, where: { campaignId: string; proofHash: string }, limit: number) {
  return sameProof(db).all({ ...where, limit });
}

const ownSameProof = prepared((db: Db) =>
  db
    .select({ id: submissions.id })
    .from(submissions)
    .where(
      and(
        eq(submissions.campaignId, sql.placeholder('campaignId')),
        eq(submissions.proofHash, sql.placeholder('proofHash')),
        eq(submissions.userId, sql.placeholder('userId')),
      ),
    )
    .limit(1)
    .prepare(),
);

export function hasSameProofOfUser(
  db: Db,
  where: { campaignId: string; proofHash: string; userId: string },
): boolean {
  return ownSameProof(db).get(where) !== undefined;
}

const heldByUser = prepared((db: Db) =>
  db
    .select({ n: sql<number>`count(*)` })
    .from(submissions)
    .where(
      and(
        eq(submissions.userId, sql.placeholder('userId')),
        eq(submissions.campaignId, sql.placeholder('campaignId')),
        ne(submissions.status, 'rejected'),
      ),
    )
    .prepare(),
);

/** Pending and approved submissions of one person in one campaign. */
export function countHeld(db: Db, where: { userId: string; campaignId: string }): number {
  return heldByUser(db).get(where)?.n ?? 0;
}

const recentOfUser = prepared((db: Db) =>
  db
    .select({ n: sql<number>`count(*)` })
    .from(submissions)
    .where(
      and(
        eq(submissions.userId, sql.placeholder('userId')),
        gte(submissions.createdAt, sql.placeholder('since')),
        eq(submissions.businessId, sql.placeholder('businessId')),
      ),
    )
    .prepare(),
);

export function countRecent(db: Db, where: { userId: string; businessId: string; since: string }): number {
  return recentOfUser(db).get(where)?.n ?? 0;
}

export function hasImage(db: Db, businessId: string, imageHash: string): boolean {
  const where = and(eq(submissions.businessId, businessId), eq(submissions.imageHash, imageHash));
  return db.select({ id: submissions.id }).from(submissions).where(where).limit(1).get() !== undefined;
}

export function hasSuccessor(db: Db, id: string): boolean {
  const where = eq(submissions.resubmitOf, id);
  return db.select({ id: submissions.id }).from(submissions).where(where).limit(1).get() !== undefined;
}

export function listPendingOfCampaign(db: Db, campaignId: string, limit: number): SubmissionRow[] {
  const where = and(eq(submissions.campaignId, campaignId), eq(submissions.status, 'pending'));
  return db.select().from(submissions).where(where).limit(limit).all();
}

export interface SubmissionFilter {
  businessId?: string;
  userId?: string;
  campaignId?: string;
  programId?: string;
  status?: Submission['status'];
}

type Shape = `${'b' | ''}${'u' | ''}${'c' | ''}${'s' | ''}`;
const listStatements = new Map<Shape, (db: Db) => ReturnType<typeof listStatement>>();

/** One prepared statement a shape of the filter. */
function listOf(filter: SubmissionFilter) {
  const { businessId, userId, campaignId, status } = filter;
  const shape: Shape = `${businessId ? 'b' : ''}${userId ? 'u' : ''}${campaignId ? 'c' : ''}${status ? 's' : ''}`;
  let statement = listStatements.get(shape);
  if (!statement) {
    statement = prepared((db: Db) => listStatement(db, shape));
    listStatements.set(shape, statement);
  }
  return statement;
}

function listStatement(db: Db, shape: Shape) {
  const conditions: SQL[] = [];
  if (shape.includes('b')) conditions.push(eq(submissions.businessId, sql.placeholder('businessId')));
  if (shape.includes('u')) conditions.push(eq(submissions.userId, sql.placeholder('userId')));
  if (shape.includes('c')) conditions.push(eq(submissions.campaignId, sql.placeholder('campaignId')));
  if (shape.includes('s')) conditions.push(eq(submissions.status, sql.placeholder('status')));
  return db
    .select()
    .from(submissions)
    .where(and(...conditions))
    .orderBy(desc(submissions.createdAt), desc(submissions.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare();
}

export function list(db: Db, filter: SubmissionFilter, limit: number, offset: number) {
  const items = listOf(filter)(db).all({ ...filter, limit, offset });
  return { items, total: countOf(db, filter) };
}

/** From counts that are kept, where nobody's own rows are asked for; those are few enough to count. */
function countOf(db: Db, { businessId, userId, campaignId, status }: SubmissionFilter): number {
  if (userId) {
    const conditions = [eq(submissions.userId, userId)];
    if (businessId) conditions.push(eq(submissions.businessId, businessId));
    if (campaignId) conditions.push(eq(submissions.campaignId, campaignId));
    if (status) conditions.push(eq(submissions.status, status));
    const counted = db
      .select({ n: sql<number>`count(*)` })
      .from(submissions)
      .where(and(...conditions))
      .get();
    return counted?.n ?? 0;
  }
  if (campaignId) return countOfCampaign(db, campaignId, businessId, status);
  const facet = status === undefined ? undefined : eq(tallies.facet, status);
  const row = db
    .select({ n: sql<number>`coalesce(sum(${tallies.total}), 0)` })
    .from(tallies)
    .where(and(eq(tallies.scope, businessId ?? '*'), eq(tallies.list, 'submissions'), facet))
    .get();
  return row?.n ?? 0;
}

function countOfCampaign(
  db: Db,
  id: string,
  businessId: string | undefined,
  status?: Submission['status'],
): number {
  const row = db
    .select({
      businessId: campaigns.businessId,
      pending: campaigns.pendingCount,
      approved: campaigns.approvedCount,
      rejected: campaigns.rejectedCount,
    })
    .from(campaigns)
    .where(eq(campaigns.id, id))
    .get();
  if (!row || (businessId !== undefined && row.businessId !== businessId)) return 0;
  return status ? row[status] : row.pending + row.approved + row.rejected;
}

const dueStatement = prepared((db: Db) =>
  db
    .select()
    .from(submissions)
    .where(
      and(
        eq(submissions.status, 'pending'),
        isNull(submissions.reviewDueNotedAt),
        lte(submissions.reviewDueAt, sql.placeholder('now')),
      ),
    )
    .limit(sql.placeholder('limit'))
    .prepare(),
);

/** Pending submissions whose review is overdue and was not noted yet. */
export function listOverdue(db: Db, now: string, limit: number): SubmissionRow[] {
  return dueStatement(db).all({ now, limit });
}

/** A submission as the wire shows it. */
export function present(row: SubmissionRow): Submission {
  return {
    id: row.id,
    campaignId: row.campaignId,
    programId: row.programId,
    actionId: row.actionId,
    memberId: row.memberId,
    userId: row.userId,
    proofUrl: row.proofUrl,
    proofType: row.proofType,
    status: row.status,
    notes: row.notes ?? '',
    handle: row.handle,
    followers: row.followers,
    orderValue: nullableDollars(row.orderValueCents),
    rewardId: row.rewardId,
    reason: row.reason,
    rejectionCode: row.rejectionCode as Submission['rejectionCode'],
    reviewedAt: row.reviewedAt,
    reviewedBy: row.reviewedBy,
    reviewDueAt: row.reviewDueAt,
    revision: row.revision,
    resubmitOf: row.resubmitOf,
    verification: {
      status: row.verificationStatus,
      checks: row.verificationChecks,
      checkedAt: row.verifiedAt,
    },
    risk: { score: row.riskScore, flags: row.riskFlags as Submission['risk']['flags'] },
    createdAt: row.createdAt,
  };
}
