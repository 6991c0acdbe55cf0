import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { users } from '../../db/schema/auth.ts';
import { businesses } from '../../db/schema/businesses.ts';
import { members } from '../../db/schema/programs.ts';
import { submissions } from '../../db/schema/submissions.ts';
import * as statements from '../../db/statements.ts';
import { someInOrder } from '../platform/runtime/in-order.ts';

const findSubmission = statements.queryOne(
  { userId: submissions.userId, businessId: submissions.businessId },
  (db, p) =>
    db
      .select({ id: submissions.id })
      .from(submissions)
      .where(
        and(
          eq(submissions.userId, p.userId),
          eq(submissions.businessId, p.businessId),
          sql`submitted_by_person = 1`,
        ),
      )
      .limit(1),
);

const findMembership = statements.queryOne(
  { userId: members.memberId, businessId: members.businessId },
  (db, p) =>
    db
      .select({ id: members.id })
      .from(members)
      .where(
        and(
          eq(members.memberId, p.userId),
          eq(members.businessId, p.businessId),
          sql`enrolled_by_person = 1`,
        ),
      )
      .limit(1),
);

/** A user with a password has accepted the invitation. */
const findEmployment = statements.queryOne({ userId: users.id, businessId: users.businessId }, (db, p) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, p.userId), eq(users.businessId, p.businessId), isNotNull(users.passwordHash))),
);

/** The possible links between a person and a business, most common first. */
const LINKS = [findMembership, findSubmission, findEmployment];

export async function hasLink(db: Db, where: { userId: string; businessId: string }): Promise<boolean> {
  return await someInOrder(LINKS, async find => (await find(db, where)) !== undefined);
}

/** Returns whether a user or business with this id exists. */
export async function hasAccount(db: Db, id: string): Promise<boolean> {
  const found = async (table: typeof users | typeof businesses) =>
    (await db.select({ id: table.id }).from(table).where(eq(table.id, id)).get()) !== undefined;
  return (await found(users)) || (await found(businesses));
}
