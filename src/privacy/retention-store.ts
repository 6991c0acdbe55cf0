import { and, asc, gt, inArray, isNotNull, lt, ne, notExists, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { erasures } from '../../db/schema/erasures.ts';
import { latestActivity, members } from '../../db/schema/programs.ts';
import { submissions, uploads } from '../../db/schema/submissions.ts';
import { getFirstId } from '../platform/ids.ts';

/** Deletes up to `limit` uploads that are proof of submissions reviewed before a time. @returns how many */
export async function deleteOldProof(db: Db, before: string, limit: number): Promise<number> {
  const old = db
    .select({ id: submissions.uploadId })
    .from(submissions)
    .where(
      and(
        isNotNull(submissions.uploadId),
        ne(submissions.status, 'pending'),
        lt(submissions.reviewedAt, before),
      ),
    )
    .limit(limit);
  const deleted = await db
    .delete(uploads)
    .where(inArray(uploads.id, old))
    .returning({ id: uploads.id })
    .all();
  return deleted.length;
}

/**
 * Lists members by ID who were last active before a time, were recorded before it, too, and whose data was not erased.
 */
export async function listInactive(
  db: Db,
  { before, after, limit }: { before: string; after: string; limit: number },
): Promise<{ id: string }[]> {
  const erased = db
    .select({ id: erasures.id })
    .from(erasures)
    .where(sql`${erasures.id} = ${members.memberId}`);
  return await db
    .select({ id: members.id })
    .from(members)
    .where(
      and(
        gt(members.id, after),
        lt(members.id, getFirstId('member', Date.parse(before))),
        sql`${latestActivity} < ${before}`,
        notExists(erased),
      ),
    )
    .orderBy(asc(members.id))
    .limit(limit)
    .all();
}
