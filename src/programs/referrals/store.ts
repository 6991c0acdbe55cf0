import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { listQuery } from '../../../db/list-query.ts';
import { type MemberRow, members, referralCode } from '../../../db/schema/programs.ts';
import { referrals } from '../../../db/schema/referrals.ts';
import * as statements from '../../../db/statements.ts';

export const insert = statements.insert(referrals);
export const update = statements.update(referrals);

/** Finds the referral that brought a member. */
export const findByReferee = statements.findBy(referrals, ['refereeKey']);

/** Counts the referrals that a member was rewarded for. */
export const countPaid = statements.queryNumber({ referrerKey: referrals.referrerKey }, (db, p) =>
  db
    .select({ total: sql<number>`count(*)` })
    .from(referrals)
    .where(and(eq(referrals.referrerKey, p.referrerKey), sql`${referrals.status} = 'paid'`)),
);

/** Finds the member of a program whose code it is, in the form of `normalizeCode`; the oldest of several. */
export async function findByCode(db: Db, programId: string, code: string): Promise<MemberRow | undefined> {
  return await db
    .select()
    .from(members)
    .where(and(eq(members.programId, programId), sql`${referralCode} = ${code}`))
    .orderBy(asc(members.id))
    .limit(1)
    .get();
}

export const list = listQuery(referrals, {
  filters: { programId: referrals.programId, status: referrals.status, referrerKey: referrals.referrerKey },
  owners: ['programId'],
  newestFirst: [referrals.createdAt, referrals.id],
});

/** Returns the references of members by their IDs. */
export async function listReferences(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { id, memberId } = members;
  const rows = await db.select({ id, memberId }).from(members).where(inArray(id, ids)).all();
  return new Map(rows.map(row => [row.id, row.memberId]));
}
