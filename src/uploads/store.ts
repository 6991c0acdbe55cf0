import { and, eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { submissions, uploads } from '../../db/schema/submissions.ts';

export type UploadRow = typeof uploads.$inferSelect;

export function insert(db: Db, upload: typeof uploads.$inferInsert): void {
  db.insert(uploads).values(upload).run();
}

export function find(db: Db, id: string): UploadRow | undefined {
  return db.select().from(uploads).where(eq(uploads.id, id)).get();
}

/** Was this picture submitted as proof to the business? */
export function isProofFor(db: Db, businessId: string, hash: string): boolean {
  const where = and(eq(submissions.businessId, businessId), eq(submissions.imageHash, hash));
  return db.select({ id: submissions.id }).from(submissions).where(where).limit(1).get() !== undefined;
}
