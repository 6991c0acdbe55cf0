import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { memberTerms } from '../../../db/schema/member-terms.ts';
import { latestActivity, type MemberRow, members } from '../../../db/schema/programs.ts';
import * as statements from '../../../db/statements.ts';
import { listSearchTerms } from '../../platform/search-terms.ts';
import type { Member } from './model.ts';

/** The members that a search covers: those of a program, or of all programs of a business. */
export type SearchScope = { programId: string } | { businessId: string };

/** A term that begins with a prefix. */
export interface Hit {
  memberKey: string;
  term: string;
  prefix: string;
}

/** The fields that decide whether and where a member is listed. */
export interface FoundMember {
  id: string;
  name: string | null;
  status: Member['status'];
  tier: string | null;
  phone: string | null;
  unconfirmedPhone: string | null;
  mergedInto: string | null;
  latestActivity: string;
}

/** Terms read per statement, the same number for each prefix and whole words first. It bounds the work of a search. */
export const MAX_TERMS = 200;
/** Prefixes per statement. All statements of a kind have one of few lengths, so that they stay prepared. */
const PREFIXES_PER_STATEMENT = 128;
/** Sorts after every character of a term. */
const LAST = '\u{10ffff}';

const insertTerms = statements.insertMany(memberTerms);

/** Stores the terms of new members. */
export function insertTermsOf(db: Db, ...added: MemberRow[]): Promise<void> {
  return insertTerms(
    db,
    added.flatMap(member => toTermRows(member, listSearchTerms(member))),
  );
}

/** Stores the terms of a changed member. */
export async function replaceTerms(db: Db, before: MemberRow, after: MemberRow): Promise<void> {
  const old = new Set(listSearchTerms(before));
  const current = new Set(listSearchTerms(after));
  const removed = [...old.difference(current)];
  if (removed.length > 0) {
    const areRemoved = and(eq(memberTerms.memberKey, after.id), inArray(memberTerms.term, removed));
    await db.delete(memberTerms).where(areRemoved).run();
  }
  await insertTerms(db, toTermRows(after, [...current.difference(old)]));
}

function toTermRows({ id, programId, businessId }: MemberRow, terms: string[]) {
  return terms.map(term => ({ memberKey: id, term, programId, businessId }));
}

/** Returns the first terms of each prefix, up to 200 in all. */
export async function listHits(db: Db, scope: SearchScope, prefixes: string[]): Promise<Hit[]> {
  if (prefixes.length === 0) return [];
  const limit = Math.floor(MAX_TERMS / prefixes.length);
  // One index range each: PostgreSQL would read the whole index for a condition with several ranges.
  const ranges = prefixes.map(
    (prefix, index) => sql`select * from (
      select member_key as "memberKey", term, cast(${prefix} as text) as prefix from member_terms
      where ${inScope(scope)} and term >= ${prefix} and term < ${prefix + LAST}
      order by term, member_key limit ${limit}
    ) as ${sql.raw(`range${index}`)}`,
  );
  return await db.all<Hit>(sql.join(ranges, sql` union all `));
}

/** Returns those of the prefixes with which a term begins. */
export async function listUsedPrefixes(db: Db, scope: SearchScope, prefixes: string[]): Promise<string[]> {
  const used: string[] = [];
  for (let at = 0; at < prefixes.length; at += PREFIXES_PER_STATEMENT) {
    const batch = prefixes.slice(at, at + PREFIXES_PER_STATEMENT);
    const padding = Array<string>(PREFIXES_PER_STATEMENT - batch.length).fill(LAST);
    // The first value tells PostgreSQL the type.
    const values = [...batch, ...padding].map(prefix => sql`(cast(${prefix} as text))`);
    const rows = await db.all<{ prefix: string; term: string | null }>(sql`
      with tried (prefix) as (values ${sql.join(values, sql`, `)})
      select prefix, (
        select term from member_terms
        where ${inScope(scope)} and term >= tried.prefix and term < tried.prefix || ${LAST}
        order by term limit 1
      ) as term from tried`);
    used.push(...rows.filter(({ term }) => term !== null).map(({ prefix }) => prefix));
  }
  return used;
}

function inScope(scope: SearchScope): SQL {
  return 'programId' in scope
    ? sql`member_terms.program_id = ${scope.programId}`
    : sql`member_terms.business_id = ${scope.businessId}`;
}

export async function listFound(db: Db, ids: string[]): Promise<FoundMember[]> {
  if (ids.length === 0) return [];
  const { id, name, status, tier, phone, unconfirmedPhone, mergedInto } = members;
  return await db
    .select({
      id,
      name,
      status,
      tier,
      phone,
      unconfirmedPhone,
      mergedInto,
      latestActivity: sql<string>`${latestActivity}`,
    })
    .from(members)
    .where(inArray(id, ids))
    .all();
}

/** Returns members in the order of the IDs. */
export async function listByIds(db: Db, ids: string[]): Promise<MemberRow[]> {
  if (ids.length === 0) return [];
  const rows = await db.select().from(members).where(inArray(members.id, ids)).all();
  const byId = new Map(rows.map(row => [row.id, row]));
  return ids.map(id => byId.get(id) as MemberRow);
}
