import { and, eq, like } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { submissions, uploads } from '../../db/schema/submissions.ts';

export type UploadRow = typeof uploads.$inferSelect;

export function insert(db: Db, upload: typeof uploads.$inferInsert): void {
  db.insert(uploads).values(upload).run();
}

export function find(db: Db, id: string): UploadRow | undefined {
  return db.select().from(uploads).where(eq(uploads.id, id)).get();
}

/** Did its owner submit this very upload to the business? The same bytes of somebody else do not count. */
export function isProofFor(db: Db, businessId: string, { id, ownerId, hash }: UploadRow): boolean {
  const where = and(
    eq(submissions.businessId, businessId),
    eq(submissions.imageHash, hash),
    eq(submissions.userId, ownerId),
    like(submissions.proofUrl, `%${id}%`),
  );
  return db.select({ id: submissions.id }).from(submissions).where(where).limit(1).get() !== undefined;
}
