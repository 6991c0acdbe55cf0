import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { listSearchTerms, type SearchablePerson } from '../../platform/search-terms.ts';

/** Members compared per statement. */
const BATCH = 500;

interface MemberTerm extends SearchablePerson {
  id: string;
  owner: string;
  term: string | null;
  termOwner: string | null;
}

/**
 * Compares the texts by which members are found with their names, phone numbers, email addresses and IDs.
 * @returns a sentence about the first member that differs; undefined if none does
 */
export async function findWrongTerms(db: Db): Promise<string | undefined> {
  let last = '';
  for (;;) {
    const rows = await db.all<MemberTerm>(sql`
      select m.id, m.member_id as "memberId", m.enrolled_as as "enrolledAs", m.name, m.email, m.phone, m.unconfirmed_phone as "unconfirmedPhone", m.program_id || ' ' || m.business_id as owner,
        t.term, t.program_id || ' ' || t.business_id as "termOwner"
      from (select * from members where id > ${last} order by id limit ${BATCH}) as m
      left join member_terms t on t.member_key = m.id order by m.id`);
    for (const [id, ofMember] of Map.groupBy(rows, row => row.id)) {
      const problem = describeDifference(ofMember);
      if (problem) return `member ${id} ${problem}`;
      last = id;
    }
    if (rows.length === 0) return undefined;
  }
}

function describeDifference(rows: MemberTerm[]): string | undefined {
  const [member] = rows as [MemberTerm];
  const stored = new Set(rows.map(({ term }) => term).filter(term => term !== null));
  const expected = new Set(listSearchTerms(member));
  const [missing] = expected.difference(stored);
  if (missing !== undefined) return `is not found by "${missing}"`;
  const [stale] = stored.difference(expected);
  if (stale !== undefined) return `is found by "${stale}", which it does not have`;
  const foreign = rows.find(({ termOwner, owner }) => termOwner !== null && termOwner !== owner);
  return foreign && `is found by "${foreign.term}" in ${foreign.termOwner} instead of ${foreign.owner}`;
}
