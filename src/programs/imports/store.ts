import { and, eq, gt, inArray, or, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { listQuery } from '../../../db/list-query.ts';
import { type ImportedMemberRow, importedMembers, imports } from '../../../db/schema/imports.ts';
import { memberMerges } from '../../../db/schema/merges.ts';
import {
  cashbacks,
  goalCompletions,
  type MemberGoalRow,
  type MemberRow,
  memberActivities,
  memberGoals,
  members,
} from '../../../db/schema/programs.ts';
import { referrals } from '../../../db/schema/referrals.ts';
import * as statements from '../../../db/statements.ts';

export const find = statements.findBy(imports, ['id']);
export const insert = statements.insert(imports);
export const update = statements.update(imports);

export const list = listQuery(imports, {
  filters: { businessId: imports.businessId, programId: imports.programId, status: imports.status },
  owners: ['businessId', 'programId'],
  newestFirst: [imports.createdAt, imports.id],
});

export const insertMembers = statements.insertMany(members);
export const updateMembers = statements.updateMany(members, [
  'name',
  'email',
  'phone',
  'lastVisitAt',
  'tier',
  'points',
  'visitCount',
  'spendCents',
  'availableCents',
  'lifetimeCents',
  'grantedCents',
]);
export const insertActivities = statements.insertMany(memberActivities);
export const insertCashbacks = statements.insertMany(cashbacks);
export const insertGoals = statements.insertMany(memberGoals);
export const insertCompletions = statements.insertMany(goalCompletions);
export const insertImported = statements.insertMany(importedMembers);

/** The values by which the members of rows are found. */
interface Identities {
  memberIds: string[];
  phones: string[];
  emails: string[];
}

/** Returns the members of a program with one of these references, phone numbers or email addresses. */
export async function listMatching(
  db: Db,
  programId: string,
  { memberIds, phones, emails }: Identities,
): Promise<MemberRow[]> {
  const found = [
    ...(await findIds(db, programId, members.memberId, memberIds)),
    ...(await findIds(db, programId, members.enrolledAs, memberIds)),
    ...(await findIds(db, programId, members.phone, phones)),
    ...(await findIds(db, programId, members.email, emails)),
  ];
  // Several members can have one email address; two of them show that it is ambiguous.
  const ids = new Set(found.flatMap(({ id, otherId }) => [id, otherId]).filter(id => id !== null));
  return await listMembers(db, [...ids]);
}

/**
 * Finds up to two members for each value, each with a lookup of its own: for a list of values, PostgreSQL would read all
 * members of a program that is new to its statistics.
 */
async function findIds(
  db: Db,
  programId: string,
  column: typeof members.memberId | typeof members.enrolledAs | typeof members.phone | typeof members.email,
  values: readonly string[],
): Promise<{ id: string | null; otherId: string | null }[]> {
  if (values.length === 0) return [];
  const lookup = (offset: number) => sql`(
    select id from members where program_id = ${programId} and ${sql.identifier(column.name)} = wanted.value
    limit 1 offset ${sql.raw(String(offset))})`;
  // The first value tells PostgreSQL the type.
  const rows = [...new Set(values)].map(value => sql`(cast(${value} as text))`);
  return await db.all<{ id: string | null; otherId: string | null }>(sql`
    with wanted (value) as (values ${sql.join(rows, sql`, `)})
    select ${lookup(0)} as id, ${lookup(1)} as "otherId" from wanted`);
}

/** Returns what imports have added to these members. */
export async function listOpenings(db: Db, memberKeys: string[]): Promise<ImportedMemberRow[]> {
  if (memberKeys.length === 0) return [];
  return await db.select().from(importedMembers).where(inArray(importedMembers.memberKey, memberKeys)).all();
}

export async function listGoals(db: Db, memberKeys: string[]): Promise<MemberGoalRow[]> {
  if (memberKeys.length === 0) return [];
  return await db.select().from(memberGoals).where(inArray(memberGoals.memberId, memberKeys)).all();
}

/** Lists what an import changed, by member, after a given one. */
export const listImported = statements.select(
  importedMembers,
  { importId: importedMembers.importId, after: importedMembers.memberKey, limit: Number },
  p => ({
    where: and(eq(importedMembers.importId, p.importId), gt(importedMembers.memberKey, p.after)),
    orderBy: [importedMembers.memberKey],
    limit: p.limit,
  }),
);

export async function listMembers(db: Db, ids: string[]): Promise<MemberRow[]> {
  if (ids.length === 0) return [];
  return await db.select().from(members).where(inArray(members.id, ids)).all();
}

/** Returns those of the members to whom a goal has issued a reward. */
export async function listRewarded(db: Db, memberKeys: string[]): Promise<string[]> {
  if (memberKeys.length === 0) return [];
  const rows = await db
    .selectDistinct({ memberId: goalCompletions.memberId })
    .from(goalCompletions)
    .where(and(inArray(goalCompletions.memberId, memberKeys), sql`${goalCompletions.rewardId} is not null`))
    .all();
  return rows.map(({ memberId }) => memberId);
}

/** Returns those of the members who have brought new ones. */
export async function listReferrers(db: Db, memberKeys: string[]): Promise<string[]> {
  if (memberKeys.length === 0) return [];
  const { referrerKey } = referrals;
  const isOne = inArray(referrerKey, memberKeys);
  const rows = await db.selectDistinct({ referrerKey }).from(referrals).where(isOne).all();
  return rows.map(row => row.referrerKey);
}

/** Returns those of the members who were part of a merge, also of one that was undone: its record names them. */
export async function listMergedOnce(db: Db, memberKeys: string[]): Promise<string[]> {
  if (memberKeys.length === 0) return [];
  const { fromKey, intoKey } = memberMerges;
  const isOne = or(inArray(fromKey, memberKeys), inArray(intoKey, memberKeys));
  const rows = await db.select({ fromKey, intoKey }).from(memberMerges).where(isOne).all();
  return rows.flatMap(row => [row.fromKey, row.intoKey]);
}

/** Deletes the records of opening balances. The transfers stay in the ledger, each with its reversal. */
export async function removeOpenings(
  db: Db,
  importId: string,
  rows: readonly ImportedMemberRow[],
): Promise<void> {
  const memberKeys = rows.map(({ memberKey }) => memberKey);
  const references = memberKeys.map(memberKey => toReference(importId, memberKey));
  await db
    .delete(importedMembers)
    .where(and(eq(importedMembers.importId, importId), inArray(importedMembers.memberKey, memberKeys)))
    .run();
  await db.delete(memberActivities).where(inArray(memberActivities.reference, references)).run();
  const cashbackIds = rows.map(({ cashbackId }) => cashbackId).filter(id => id !== null);
  if (cashbackIds.length > 0) await db.delete(cashbacks).where(inArray(cashbacks.id, cashbackIds)).run();
}

/** Returns the reference of the opening balances that an import gave a member. */
export function toReference(importId: string, memberKey: string): string {
  return `${importId}/${memberKey}`;
}

/** Removes all goals of members, with their completions. */
export async function removeGoals(db: Db, memberKeys: string[]): Promise<void> {
  if (memberKeys.length === 0) return;
  await db.delete(goalCompletions).where(inArray(goalCompletions.memberId, memberKeys)).run();
  await db.delete(memberGoals).where(inArray(memberGoals.memberId, memberKeys)).run();
}

/** Removes members without any records. */
export async function removeMembers(db: Db, ids: string[]): Promise<void> {
  if (ids.length > 0) await db.delete(members).where(inArray(members.id, ids)).run();
}
