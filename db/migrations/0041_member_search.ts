import { listSearchTerms } from '../../src/platform/search-terms.ts';
import type { MigrationConnection } from '../migration.ts';

/** Members per read, to limit memory use for large tables. */
const BATCH = 1_000;
/** Terms per insert. */
const ROWS_PER_INSERT = 100;

interface MemberWithoutTerms {
  id: string;
  programId: string;
  businessId: string;
  memberId: string;
  name: string | null;
  email: string | null;
}

/** Makes existing members searchable. They have no phone number yet. */
export async function listExistingTerms(db: MigrationConnection): Promise<void> {
  for (let last = ''; ; ) {
    const members = await db.all<MemberWithoutTerms>(
      `select id, program_id as "programId", business_id as "businessId", member_id as "memberId", name, email
      from members where id > ? order by id limit ${BATCH}`,
      [last],
    );
    const rows = members.flatMap(member =>
      listSearchTerms({ ...member, phone: null }).map(term => [
        member.id,
        term,
        member.programId,
        member.businessId,
      ]),
    );
    for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) {
      const batch = rows.slice(at, at + ROWS_PER_INSERT);
      await db.run(
        `insert into member_terms (member_key, term, program_id, business_id)
        values ${batch.map(() => '(?, ?, ?, ?)').join(', ')}`,
        batch.flat(),
      );
    }
    if (members.length < BATCH) break;
    last = members.at(-1)?.id ?? last;
  }
}
