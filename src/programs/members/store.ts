import { and, desc, eq, gt, inArray, isNotNull, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { MEMBER_STATUSES } from '../../../db/enums.ts';
import { listQuery } from '../../../db/list-query.ts';
import type { FacetColumn } from '../../../db/schema/counters.ts';
import {
  type GoalCompletionRow,
  goalCompletions,
  latestActivity,
  type MemberGoalRow,
  type MemberRow,
  memberActivities,
  memberGoals,
  members,
  programs,
} from '../../../db/schema/programs.ts';
import * as statements from '../../../db/statements.ts';
import { normalizeId } from '../../platform/formats.ts';
import { isWellFormedId } from '../../platform/ids.ts';

const findByReference = statements.findBy(members, ['programId', 'memberId']);
const findByEarlierReference = statements.findBy(members, ['programId', 'enrolledAs']);

/**
 * Finds a member by an account, or by the reference used at enrollment, also after a person claimed the membership or it
 * was merged into another one, which is then returned.
 */
export async function find(db: Db, programId: string, memberId: string): Promise<MemberRow | undefined> {
  return await follow(db, await findUnmerged(db, programId, memberId));
}

/** Returns the member into whom this one was merged; itself if it was not. */
export async function follow(db: Db, found: MemberRow | undefined): Promise<MemberRow | undefined> {
  let member = found;
  while (member && member.mergedInto !== null) member = await findById(db, member.mergedInto);
  return member;
}

/**
 * Same as `find`, but returns a member who was merged. A reference counts as it is, in its normal form, and in the form
 * NFD, which earlier versions stored as it came.
 */
export async function findUnmerged(
  db: Db,
  programId: string,
  memberId: string,
): Promise<MemberRow | undefined> {
  // Accounts never are an earlier reference.
  if (isWellFormedId(memberId)) return await findByReference(db, programId, memberId);
  for (const form of new Set([memberId, normalizeId(memberId), memberId.normalize('NFD')])) {
    const member =
      (await findByReference(db, programId, form)) ?? (await findByEarlierReference(db, programId, form));
    if (member) return member;
  }
  return undefined;
}

export const findById = statements.findBy(members, ['id']);

/** Lists the members who were merged into one, the latest to join first. */
export async function listMerged(
  db: Db,
  memberKey: string,
  limit: number,
): Promise<Pick<MemberRow, 'memberId' | 'name'>[]> {
  const { id, memberId, name, mergedInto } = members;
  const isMerged = eq(mergedInto, memberKey);
  return await db
    .select({ memberId, name })
    .from(members)
    .where(isMerged)
    .orderBy(desc(id))
    .limit(limit)
    .all();
}

/** Replaces the cards of the members who were merged into some, and into those. */
export async function replaceMergedCards(db: Db, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const replaced = await db
    .update(members)
    .set({ cardVersion: sql`${members.cardVersion} + 1` })
    .where(inArray(members.mergedInto, [...keys]))
    .returning({ id: members.id })
    .all();
  await replaceMergedCards(
    db,
    replaced.map(({ id }) => id),
  );
}

/** Finds the member of a program by a phone number in E.164 format. */
export const findByPhone = statements.findBy(members, ['programId', 'phone']);

/** Returns the names of the members with these references in these programs. */
export async function listNames(db: Db, programIds: string[], memberIds: string[]) {
  if (programIds.length === 0) return [];
  return await db
    .select({ programId: members.programId, memberId: members.memberId, name: members.name })
    .from(members)
    .where(
      and(
        inArray(members.programId, programIds),
        inArray(members.memberId, memberIds),
        isNotNull(members.name),
      ),
    )
    .all();
}

export const insert = statements.insert(members);
export const update = statements.update(members);
export const adjust = statements.increment(members, [
  'points',
  'pendingCents',
  'availableCents',
  'redeemedCents',
  'lifetimeCents',
  'grantedCents',
  'spendCents',
  'submissionCount',
  'approvedCount',
  'visitCount',
  'pointsSpent',
]);

/** Facets are `status:tier` strings. */
const LAST = '\u{10ffff}';
const facets = {
  status: (value: Placeholder, facet: FacetColumn): SQL =>
    sql`${facet} >= ${value} || ':' and ${facet} < ${value} || ':' || ${LAST}`,
  tier: (value: Placeholder, facet: FacetColumn): SQL => {
    const ofStatus = MEMBER_STATUSES.map(status => sql`${sql.raw(`'${status}:'`)} || ${value}`);
    return sql`${facet} in (${sql.join(ofStatus, sql`, `)})`;
  },
};

const RECENT = [latestActivity, members.id];

export const list = listQuery(members, {
  filters: {
    programId: members.programId,
    memberId: members.memberId,
    status: members.status,
    tier: members.tier,
  },
  owners: ['programId', 'memberId'],
  newestFirst: [members.joinedAt, members.id],
  createdAt: members.joinedAt,
  sorts: { recent: { by: RECENT, direction: 'desc' } },
  counter: { list: 'members', dimensions: facets, scopes: ['programId'] },
});

const sumMembers = statements.queryNumber({ businessId: programs.businessId }, (db, p) =>
  db
    .select({ total: sql<number>`coalesce(sum(${programs.memberCount}), 0)` })
    .from(programs)
    .where(eq(programs.businessId, p.businessId)),
);

/** Lists the members of all programs of a business, the most recently active first. */
export const listRecent = listQuery(members, {
  filters: { businessId: members.businessId, status: members.status },
  owners: ['businessId'],
  newestFirst: RECENT,
  createdAt: members.joinedAt,
  getTotal: (db, { businessId = '' }) => sumMembers(db, { businessId }),
});

/** Lists the members of a program by reference, after a given one. */
export const listAfter = statements.select(
  members,
  { programId: members.programId, after: members.memberId, limit: Number },
  p => ({
    where: and(eq(members.programId, p.programId), gt(members.memberId, p.after)),
    orderBy: [members.memberId],
    limit: p.limit,
  }),
);

export const insertActivity = statements.insert(memberActivities);
export const updateActivity = statements.update(memberActivities);

/** Finds the activity of a submission or order, unless it was reverted. */
export const findActiveActivity = statements.findBy(memberActivities, ['reference'], {
  where: isNull(memberActivities.reversedAt),
});

const listGoals = statements.listBy(memberGoals, ['memberId']);

/** Returns a member's state in each goal, by the ID of the goal. */
export async function getGoalStates(db: Db, memberId: string): Promise<Map<string, MemberGoalRow>> {
  return new Map((await listGoals(db, memberId)).map(goal => [goal.goalId, goal]));
}

/** Inserts or replaces a member's state in a goal. */
export const saveGoal = statements.save(memberGoals, ['memberId', 'goalId']);

export const deleteGoal = statements.deleteBy(memberGoals, ['memberId', 'goalId']);

export const insertCompletion = statements.insert(goalCompletions);

const isCompletion = (memberId: string, goalId: string, number: number) =>
  and(
    eq(goalCompletions.memberId, memberId),
    eq(goalCompletions.goalId, goalId),
    eq(goalCompletions.number, number),
  );

export async function findCompletion(
  db: Db,
  memberId: string,
  goalId: string,
  number: number,
): Promise<GoalCompletionRow | undefined> {
  return await db
    .select()
    .from(goalCompletions)
    .where(isCompletion(memberId, goalId, number))
    .get();
}

export async function deleteCompletion(
  db: Db,
  memberId: string,
  goalId: string,
  number: number,
): Promise<void> {
  await db
    .delete(goalCompletions)
    .where(isCompletion(memberId, goalId, number))
    .run();
}
