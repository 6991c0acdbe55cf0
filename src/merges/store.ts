import { and, desc, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db } from '../../db/client.ts';
import { MERGED_KINDS, type MergedKind, ORDER_SOURCES } from '../../db/enums.ts';
import { memberAdjustments } from '../../db/schema/adjustments.ts';
import { memberClaims } from '../../db/schema/claims.ts';
import { inboundOrders } from '../../db/schema/integrations.ts';
import { type MergeRow, memberMerges, mergedRecords } from '../../db/schema/merges.ts';
import { cashbacks, type MemberRow, memberActivities, members } from '../../db/schema/programs.ts';
import { referrals } from '../../db/schema/referrals.ts';
import { cashbackRedemptions, cashbackRefunds } from '../../db/schema/refunds.ts';
import { rewards } from '../../db/schema/rewards.ts';
import { submissions } from '../../db/schema/submissions.ts';
import { shopOrders, visits } from '../../db/schema/visits.ts';
import * as statements from '../../db/statements.ts';
import { isWellFormedId } from '../platform/ids.ts';
import { yieldToEventLoop } from '../platform/runtime/event-loop.ts';

export const insert = statements.insert(memberMerges);
export const update = statements.update(memberMerges);

/** Records moved per statement. A member can have thousands. */
const BATCH_SIZE = 500;

/** A table whose records belong to a member by ID, by reference, or both. */
interface Movable {
  table: SQLiteTable & { id: SQLiteColumn };
  key?: string;
  reference?: string;
}

const MOVABLE: Record<MergedKind, Movable> = {
  activity: { table: memberActivities, key: 'memberId' },
  cashback: { table: cashbacks, key: 'memberKey', reference: 'memberId' },
  visit: { table: visits, key: 'memberKey', reference: 'memberId' },
  shopOrder: { table: shopOrders, key: 'memberKey', reference: 'memberId' },
  redemption: { table: cashbackRedemptions, key: 'memberKey', reference: 'memberId' },
  refund: { table: cashbackRefunds, key: 'memberKey', reference: 'memberId' },
  adjustment: { table: memberAdjustments, key: 'memberKey', reference: 'memberId' },
  referrer: { table: referrals, key: 'referrerKey' },
  referee: { table: referrals, key: 'refereeKey' },
  reward: { table: rewards, reference: 'userId' },
  submission: { table: submissions },
  inboundOrder: { table: inboundOrders, reference: 'memberId' },
};

/** The members of a merge, as they are before it. */
interface Pair {
  from: MemberRow;
  into: MemberRow;
}

/** Moves all records of a member to another one, and keeps which. */
export async function moveAll(db: Db, mergeId: string, pair: Pair): Promise<void> {
  const ownsRest = await isLastMembership(db, pair.from);
  const isReferred = await hasReferrer(db, pair);
  for (const kind of MERGED_KINDS) {
    if (kind === 'referee' && isReferred) continue;
    for (const where of listConditions(kind, pair, ownsRest)) await moveWhere(db, mergeId, kind, pair, where);
  }
}

function listConditions(kind: MergedKind, { from, into }: Pair, ownsRest: boolean): SQL[] {
  const { memberId: reference, programId, businessId } = from;
  const { table, key } = MOVABLE[kind];
  const byKey = key === undefined ? undefined : eq(columnOf(table, key), from.id);
  const inProgram = (column: SQLiteColumn) =>
    ownsRest ? or(eq(column, programId), isNull(column)) : eq(column, programId);
  const all = (...conditions: (SQL | undefined)[]) => and(...conditions) as SQL;
  switch (kind) {
    case 'referrer':
      return [all(byKey, ne(referrals.refereeKey, into.id))];
    case 'referee':
      return [all(byKey, ne(referrals.referrerKey, into.id))];
    case 'reward':
      return [
        all(eq(rewards.userId, reference), eq(rewards.businessId, businessId), inProgram(rewards.programId)),
      ];
    case 'submission': {
      const { userId, memberId } = submissions;
      const ofBusiness = all(eq(submissions.businessId, businessId), inProgram(submissions.programId));
      return [
        all(eq(userId, reference), ofBusiness),
        all(eq(memberId, reference), sql`${memberId} <> ${userId}`, ofBusiness),
      ];
    }
    case 'inboundOrder': {
      const { source, memberId } = inboundOrders;
      const ofBusiness = and(eq(inboundOrders.businessId, businessId), inArray(source, [...ORDER_SOURCES]));
      return [all(ofBusiness, eq(memberId, reference), eq(inboundOrders.programId, programId))];
    }
    default:
      return [byKey as SQL];
  }
}

function columnOf(table: SQLiteTable, name: string): SQLiteColumn {
  return (table as unknown as Record<string, SQLiteColumn>)[name] as SQLiteColumn;
}

async function moveWhere(
  db: Db,
  mergeId: string,
  kind: MergedKind,
  { from, into }: Pair,
  where: SQL,
): Promise<void> {
  const { table } = MOVABLE[kind];
  const isKept = sql`${table.id} not in (
    select record_id from merged_records where merge_id = ${mergeId} and kind = ${kind})`;
  for (;;) {
    const rows = await db
      .select({ id: table.id })
      .from(table)
      .where(and(where, isKept))
      .limit(BATCH_SIZE)
      .all();
    if (rows.length === 0) return;
    const ids = rows.map(({ id }) => id as string);
    await db
      .insert(mergedRecords)
      .values(ids.map(recordId => ({ mergeId, kind, recordId })))
      .run();
    await moveRecords(db, kind, ids, { from, into }, from);
    await yieldToEventLoop();
  }
}

async function moveRecords(
  db: Db,
  kind: MergedKind,
  ids: string[],
  { from, into }: Pair,
  merged: MemberRow,
): Promise<void> {
  const { table, key, reference } = MOVABLE[kind];
  const values =
    kind === 'submission'
      ? toSubmitter(from, into, merged)
      : { ...(key && { [key]: into.id }), ...(reference && { [reference]: into.memberId }) };
  await db.update(table).set(values).where(inArray(table.id, ids)).run();
}

/** Returns the columns of proof. That of a merged person with an account stays the person's. */
function toSubmitter(from: MemberRow, into: MemberRow, merged: MemberRow): Record<string, SQL> {
  const replace = (column: SQLiteColumn) =>
    sql`case when ${column} = ${from.memberId} then ${into.memberId} else ${column} end`;
  const { memberId, userId } = submissions;
  return {
    memberId: replace(memberId),
    ...(isWellFormedId(merged.memberId) ? {} : { userId: replace(userId) }),
  };
}

/** Returns whether the business knows a person by their reference in no other program, so that it is about this member. */
async function isLastMembership(db: Db, { id, businessId, memberId }: MemberRow): Promise<boolean> {
  if (isWellFormedId(memberId)) return false;
  const isOther = and(eq(members.businessId, businessId), eq(members.memberId, memberId), ne(members.id, id));
  return (await db.select({ id: members.id }).from(members).where(isOther).limit(1).get()) === undefined;
}

async function hasReferrer(db: Db, { into }: Pair): Promise<boolean> {
  const { id, refereeKey } = referrals;
  return (await db.select({ id }).from(referrals).where(eq(refereeKey, into.id)).get()) !== undefined;
}

/** Moves the records of a merge back, with those that have followed from them since. */
export async function moveBack(db: Db, mergeId: string, { from, into }: Pair): Promise<void> {
  for (const kind of MERGED_KINDS) {
    for (let after = ''; ; ) {
      const rows = await db
        .select({ id: mergedRecords.recordId })
        .from(mergedRecords)
        .where(
          and(
            eq(mergedRecords.mergeId, mergeId),
            eq(mergedRecords.kind, kind),
            sql`${mergedRecords.recordId} > ${after}`,
          ),
        )
        .orderBy(mergedRecords.recordId)
        .limit(BATCH_SIZE)
        .all();
      const last = rows.at(-1);
      if (!last) break;
      await moveRecords(
        db,
        kind,
        rows.map(({ id }) => id),
        { from: into, into: from },
        from,
      );
      after = last.id;
      await yieldToEventLoop();
    }
  }
}

/** Adds to the records of a merge those that were created since for them: what moved proof earned, and refunds. */
export async function addFollowing(db: Db, mergeId: string, into: MemberRow): Promise<void> {
  const moved = (...kinds: MergedKind[]) =>
    sql`(select record_id from merged_records where merge_id = ${mergeId} and kind in (${sql.join(
      kinds.map(kind => sql`${kind}`),
      sql`, `,
    )}))`;
  const add = (kind: MergedKind, rows: SQL) =>
    db.run(sql`insert into merged_records (merge_id, kind, record_id)
      select ${mergeId}, ${kind}, id from ${rows} on conflict do nothing`);
  await add(
    'activity',
    sql`member_steps where member_id = ${into.id} and reference in ${moved('submission')}`,
  );
  await add(
    'cashback',
    sql`cashbacks where member_key = ${into.id} and submission_id in ${moved('submission')}`,
  );
  await add(
    'reward',
    sql`rewards where user_id = ${into.memberId} and submission_id in ${moved('submission')}`,
  );
  await add(
    'refund',
    sql`cashback_refunds where member_key = ${into.id} and subject_id in ${moved('cashback', 'visit', 'redemption')}`,
  );
}

/** Finds the latest merge of a member that was not undone. */
export async function findOf(db: Db, member: MemberRow): Promise<MergeRow | undefined> {
  return await findLatest(db, eq(memberMerges.fromKey, member.id));
}

/** Finds the latest merge into a member that was not undone. */
export async function findInto(db: Db, member: MemberRow): Promise<MergeRow | undefined> {
  return await findLatest(db, eq(memberMerges.intoKey, member.id));
}

/** Finds the latest merge, not undone, of a member by the reference at the time. */
export async function findByReference(
  db: Db,
  programId: string,
  reference: string,
): Promise<MergeRow | undefined> {
  const { programId: program, fromReference } = memberMerges;
  return await findLatest(db, and(eq(program, programId), eq(fromReference, reference)));
}

async function findLatest(db: Db, where: SQL | undefined): Promise<MergeRow | undefined> {
  return await db
    .select()
    .from(memberMerges)
    .where(and(where, isNull(memberMerges.undoneAt)))
    .orderBy(desc(memberMerges.createdAt), desc(memberMerges.id))
    .limit(1)
    .get();
}

/** Deletes the code by which a person could claim the membership. */
export async function deleteClaim(db: Db, { id }: MemberRow): Promise<void> {
  await db.delete(memberClaims).where(eq(memberClaims.memberKey, id)).run();
}
