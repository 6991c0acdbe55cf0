import { and, eq, gte, inArray, lt } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { memberClaims } from '../../db/schema/claims.ts';
import { type MemberRow, members } from '../../db/schema/programs.ts';
import * as statements from '../../db/statements.ts';

/** Saves a code in place of the member's earlier one. */
export const saveCode = statements.save(memberClaims, ['memberKey']);

/** Finds the member whose code has this hash, unless it has expired. */
export async function findByCode(
  db: Db,
  { hash, now }: { hash: string; now: string },
): Promise<MemberRow | undefined> {
  const found = await db
    .select({ member: members })
    .from(memberClaims)
    .innerJoin(members, eq(members.id, memberClaims.memberKey))
    .where(and(eq(memberClaims.hash, hash), gte(memberClaims.expiresAt, now)))
    .get();
  return found?.member;
}

/** Deletes the code of a member. */
export const deleteCode = statements.deleteBy(memberClaims, ['memberKey']);

/** Deletes up to `limit` expired codes. @returns how many */
export async function deleteExpired(db: Db, now: string, limit: number): Promise<number> {
  const { memberKey, expiresAt } = memberClaims;
  const old = db.select({ memberKey }).from(memberClaims).where(lt(expiresAt, now)).limit(limit);
  const deleted = db.delete(memberClaims).where(inArray(memberKey, old));
  return (await deleted.returning({ memberKey }).all()).length;
}

/** Lists memberships with an email address in all programs, oldest first. */
export async function listByEmail(db: Db, email: string, limit: number): Promise<MemberRow[]> {
  return await db
    .select()
    .from(members)
    .where(eq(members.email, email))
    .orderBy(members.id)
    .limit(limit)
    .all();
}
