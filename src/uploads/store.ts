import { and, eq, or } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { submissions, uploads } from '../../db/schema/submissions.ts';
import { updater } from '../../db/statements.ts';

export type UploadRow = typeof uploads.$inferSelect;

export function insert(db: Db, upload: typeof uploads.$inferInsert): void {
  db.insert(uploads).values(upload).run();
}

export const update = updater(uploads);

export function find(db: Db, id: string): UploadRow | undefined {
  return db.select().from(uploads).where(eq(uploads.id, id)).get();
}

/** Is the upload the proof of a submission to this business, or by this person? */
export function isProofFor(db: Db, readerId: string, uploadId: string): boolean {
  const isSide = or(eq(submissions.businessId, readerId), eq(submissions.userId, readerId));
  const where = and(eq(submissions.uploadId, uploadId), isSide);
  return db.select({ id: submissions.id }).from(submissions).where(where).limit(1).get() !== undefined;
}
