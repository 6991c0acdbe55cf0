import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { users } from '../../db/schema/auth.ts';
import { businesses } from '../../db/schema/businesses.ts';
import { members } from '../../db/schema/programs.ts';
import { submissions } from '../../db/schema/submissions.ts';
import * as statements from '../../db/statements.ts';

const ofPair = (column: typeof submissions.userId | typeof members.memberId) =>
  eq(column, sql.placeholder('userId'));

const ownSubmissions = statements.query<string>(db =>
  db
    .select({ id: submissions.id })
    .from(submissions)
    .where(
      and(
        ofPair(submissions.userId),
        eq(submissions.businessId, sql.placeholder('businessId')),
        sql`submitted_by_person = 1`,
      ),
    )
    .limit(1),
);

const ownMemberships = statements.query<string>(db =>
  db
    .select({ id: members.id })
    .from(members)
    .where(
      and(
        ofPair(members.memberId),
        eq(members.businessId, sql.placeholder('businessId')),
        sql`enrolled_by_person = 1`,
      ),
    )
    .limit(1),
);

/** A user with a password has accepted the invitation. */
const employments = statements.query<string>(db =>
  db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.id, sql.placeholder('userId')),
        eq(users.businessId, sql.placeholder('businessId')),
        isNotNull(users.passwordHash),
      ),
    ),
);

/** The possible links between a person and a business, most common first. */
const LINKS = [ownMemberships, ownSubmissions, employments];

export function hasLink(db: Db, where: { userId: string; businessId: string }): boolean {
  return LINKS.some(find => find(db, where).length > 0);
}

/** Returns whether a user or business with this id exists. */
export function hasAccount(db: Db, id: string): boolean {
  const found = (table: typeof users | typeof businesses) =>
    db.select({ id: table.id }).from(table).where(eq(table.id, id)).get() !== undefined;
  return found(users) || found(businesses);
}
