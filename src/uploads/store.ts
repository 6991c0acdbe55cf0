import { and, eq, gt, inArray, isNull, lte, ne, notExists, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { businesses } from '../../db/schema/businesses.ts';
import { deletedUploads, submissions, uploads } from '../../db/schema/submissions.ts';
import * as statements from '../../db/statements.ts';
import type { StorageName } from '../platform/storage/file-storage.ts';

export type UploadRow = typeof uploads.$inferSelect;

export const insert = statements.insert(uploads);

export const update = statements.update(uploads);

export const find = statements.findBy(uploads, ['id']);

/** Returns whether the upload is proof of a submission to this business or by this person. */
export async function isProofFor(db: Db, readerId: string, uploadId: string): Promise<boolean> {
  const isSide = or(eq(submissions.businessId, readerId), eq(submissions.userId, readerId));
  const where = and(eq(submissions.uploadId, uploadId), isSide);
  return (
    (await db.select({ id: submissions.id }).from(submissions).where(where).limit(1).get()) !== undefined
  );
}

/** Returns whether the upload is proof of any submission. */
export async function isProof(db: Db, uploadId: string): Promise<boolean> {
  const where = eq(submissions.uploadId, uploadId);
  return (
    (await db.select({ id: submissions.id }).from(submissions).where(where).limit(1).get()) !== undefined
  );
}

interface Usage {
  files: number;
  bytes: number;
}

/** Sums an owner's uploads since a time; the quota bounds the rows read. */
export async function usageSince(db: Db, ownerId: string, since: string): Promise<Usage> {
  const used = { files: sql<number>`count(*)`, bytes: sql<number>`coalesce(sum(${uploads.sizeBytes}), 0)` };
  const where = and(eq(uploads.ownerId, ownerId), gt(uploads.createdAt, since));
  return (await db.select(used).from(uploads).where(where).get()) ?? { files: 0, bytes: 0 };
}

/** Deletes up to `limit` unreferenced uploads created before a time. @returns how many */
export async function deleteUnattached(db: Db, before: string, limit: number): Promise<number> {
  // A trigger detaches an upload when its last submission is deleted, even if it is also a logo.
  const logos = db
    .select({ id: businesses.id })
    .from(businesses)
    .where(eq(businesses.logoUploadId, uploads.id));
  const where = and(isNull(uploads.attachedAt), lte(uploads.createdAt, before), notExists(logos));
  const unused = db.select({ id: uploads.id }).from(uploads).where(where).limit(limit);
  return (await db.delete(uploads).where(inArray(uploads.id, unused)).returning({ id: uploads.id }).all())
    .length;
}

/** Deletes a person's uploads and those that are proof of the person's submissions. */
export async function deleteOfPerson(db: Db, userId: string): Promise<void> {
  const proofs = db
    .select({ id: submissions.uploadId })
    .from(submissions)
    .where(and(eq(submissions.userId, userId), sql`${submissions.uploadId} is not null`));
  await db
    .delete(uploads)
    .where(or(eq(uploads.ownerId, userId), inArray(uploads.id, proofs)))
    .run();
}

/** Lists up to `limit` uploads whose files are to be deleted from a storage. */
export async function listDeleted(db: Db, storage: StorageName, limit: number): Promise<string[]> {
  const where = eq(deletedUploads.storage, storage);
  const found = await db
    .select({ id: deletedUploads.id })
    .from(deletedUploads)
    .where(where)
    .limit(limit)
    .all();
  return found.map(({ id }) => id);
}

/** Lists a file for deletion from a storage. */
export const insertTombstone = statements.insertIfNew(deletedUploads);

export async function deleteTombstones(db: Db, storage: StorageName, ids: string[]): Promise<void> {
  const where = and(inArray(deletedUploads.id, ids), eq(deletedUploads.storage, storage));
  await db.delete(deletedUploads).where(where).run();
}

/** Returns which of the given ids are uploads, in one storage or in any. */
export async function findExisting(db: Db, ids: string[], storage?: StorageName): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const where = and(inArray(uploads.id, ids), storage && eq(uploads.storage, storage));
  const found = await db.select({ id: uploads.id }).from(uploads).where(where).all();
  return new Set(found.map(({ id }) => id));
}

/** Lists up to `limit` uploads after an id, optionally only those outside a storage. */
export function listAfter(
  db: Db,
  { after, limit, outside }: { after: string; limit: number; outside?: StorageName },
): Promise<UploadRow[]> {
  const isOutside = outside && ne(uploads.storage, outside);
  const where = and(gt(uploads.id, after), isOutside);
  return db.select().from(uploads).where(where).orderBy(uploads.id).limit(limit).all();
}

/** Counts the uploads in each storage that has any. */
export function countByStorage(db: Db): Promise<{ storage: StorageName; files: number; bytes: number }[]> {
  const columns = {
    storage: uploads.storage,
    files: sql<number>`count(*)`,
    bytes: sql<number>`sum(${uploads.sizeBytes})`,
  };
  return db.select(columns).from(uploads).groupBy(uploads.storage).orderBy(uploads.storage).all();
}

/** Lists up to `limit` uploads in a storage whose files may have metadata. */
export function listWithMetadata(db: Db, storage: StorageName, limit: number): Promise<UploadRow[]> {
  const where = and(eq(uploads.storage, storage), isNull(uploads.pixels));
  return db.select().from(uploads).where(where).orderBy(uploads.id).limit(limit).all();
}

/** Changes the hash of the image that submissions have as proof. */
export async function updateImageHash(db: Db, { id, hash }: UploadRow, imageHash: string): Promise<void> {
  const where = and(eq(submissions.uploadId, id), eq(submissions.imageHash, hash));
  await db.update(submissions).set({ imageHash }).where(where).run();
}

/** Records a change of a file or its place. @returns false if the upload was deleted, moved or changed meanwhile */
export async function updateFile(
  db: Db,
  { id, storage, hash }: UploadRow,
  change: Partial<Pick<UploadRow, 'storage' | 'hash' | 'sizeBytes' | 'pixels'>>,
): Promise<boolean> {
  const where = and(eq(uploads.id, id), eq(uploads.storage, storage), eq(uploads.hash, hash));
  const changed = await db.update(uploads).set(change).where(where).returning({ id: uploads.id }).all();
  return changed.length > 0;
}
