import { type Actor, type AnyCtx, atomically, type Ctx, type TxCtx } from '../context.ts';
import { AppError, invalid, notFound } from '../errors.ts';
import { getPublicUrl } from '../installation/service.ts';
import { DAY_MS, iso, nowIso } from '../platform/clock.ts';
import { sha256 } from '../platform/crypto.ts';
import { MAX_IMAGE_PIXELS, readPixelCount } from '../platform/icon-image.ts';
import { isWellFormedId } from '../platform/ids.ts';
import { removeMetadata } from '../platform/image-metadata/remove.ts';
import { detectMediaType } from '../platform/media-type.ts';
import type { FileStorage } from '../platform/storage/file-storage.ts';
import { MAX_UPLOAD_BYTES, MEDIA_TYPES, type Upload } from './model.ts';
import { parseUploadId, quotaProblem, toUploadUrl } from './rules.ts';
import * as store from './store.ts';

/**
 * Stores an image or PDF as proof, with its type determined from the content, never from its name, and without the
 * metadata of an image.
 * @throws VALIDATION_ERROR for an empty or incomplete file, PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE, LIMIT_REACHED above its
 * owner's daily quota, UNAVAILABLE if the disk is full or nearly so
 */
export async function create(ctx: Ctx, file: Blob): Promise<Upload> {
  if (file.size === 0) throw invalid('file', 'must not be empty', { rule: 'minLength', limit: 1 });
  if (file.size > MAX_UPLOAD_BYTES) throw new AppError('PAYLOAD_TOO_LARGE', 'file must be at most 10 MiB');
  const received = new Uint8Array(await file.arrayBuffer());
  const mediaType = await detectMediaType(received);
  if (!mediaType || !MEDIA_TYPES.includes(mediaType)) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'file must be a PNG, JPEG, WebP or GIF image or a PDF');
  }
  const { bytes, isComplete } = removeMetadata(received, mediaType);
  if (!isComplete)
    throw invalid('file', 'must be complete: it is damaged or ends before its content', 'format');
  const pixels = await readPixelCount(bytes);
  const storage = ctx.files.get(ctx.files.current);
  storage.assertHasSpace(bytes.length);
  await assertWithinQuota(ctx, bytes.length);
  const id = ctx.ids.next('upload');
  const hash = sha256(bytes);
  await storage.put(id, bytes, mediaType);
  try {
    const ownerId = resolveOwnerId(ctx.actor);
    const insert = async (tx: TxCtx) => {
      await assertWithinQuota(tx, bytes.length);
      await store.insert(tx.db, {
        id,
        ownerId,
        businessId: tx.actor.businessId,
        mediaType,
        sizeBytes: bytes.length,
        hash,
        createdAt: nowIso(tx.clock),
        storage: ctx.files.current,
        pixels,
      });
    };
    await atomically(ctx, insert, [ctx.actor.businessId ? `business:${ownerId}` : `user:${ownerId}`]);
  } catch (error) {
    await removeUnused(ctx, storage, id);
    throw error;
  }
  return { id, url: toUploadUrl(await getPublicUrl(ctx), id) };
}

/** Removes the file of an upload whose row could not be stored. If that fails too, `removeOrphans` removes it later. */
async function removeUnused(ctx: Ctx, storage: FileStorage, id: string): Promise<void> {
  const { backgroundTasks, log, transactionOwner } = ctx;
  const removal = storage.delete(id);
  backgroundTasks.run(removal, cause =>
    log.warn('The file of a rejected upload could not be removed', { id, cause }),
  );
  // The transaction of an idempotent request is still open, and a removal from the database waits for its end.
  if (transactionOwner === null) await Promise.allSettled([removal]);
}

/** @throws LIMIT_REACHED */
async function assertWithinQuota({ db, actor, clock, config }: AnyCtx, sizeBytes: number): Promise<void> {
  const used = await store.usageSince(db, resolveOwnerId(actor), iso(clock.now() - DAY_MS));
  const isBusiness = actor.businessId !== null;
  const maxBytes = isBusiness ? config.uploadDailyBytesBusiness : config.uploadDailyBytesPerson;
  const problem = quotaProblem(used, sizeBytes, { isBusiness, maxBytes });
  if (!problem) return;
  const { limit, used: usage, maximum } = problem;
  throw new AppError('LIMIT_REACHED', `Limit of ${limit} in 24 hours reached. Upload this file later.`, {
    details: [
      { field: 'file', issue: `${usage} used in the last 24 hours`, rule: 'maximum', limit: maximum },
    ],
  });
}

/**
 * Reads an upload, for its owner and both sides of a submission that it is proof of.
 * @throws NOT_FOUND, UNAVAILABLE if the storage fails
 */
export async function read(
  ctx: Ctx,
  id: string,
): Promise<{ file: ReadableStream<Uint8Array>; mediaType: string }> {
  const row = await store.find(ctx.db, id);
  const { actor } = ctx;
  const isReadable =
    row &&
    (actor.role === 'admin' ||
      row.ownerId === resolveOwnerId(actor) ||
      (await store.isProofFor(ctx.db, resolveOwnerId(actor), id)));
  const file = isReadable && (await openClean(ctx, row));
  if (!file) throw notFound('upload');
  return { file, mediaType: row.mediaType };
}

/**
 * Opens the file of an upload. If its storage has none, looks in the others: it may have been moved since the row was
 * read, or since the backup that was restored.
 */
export async function openFile(
  { files }: Ctx,
  { id, storage }: store.UploadRow,
): Promise<ReadableStream<Uint8Array> | undefined> {
  for (const name of [storage, ...files.configured.filter(other => other !== storage)]) {
    const file = await files.get(name).get(id);
    if (file) return file;
  }
  return undefined;
}

/** Same as openFile, without the metadata of a file that `removeStoredMetadata` has not changed yet. */
async function openClean(ctx: Ctx, row: store.UploadRow): Promise<ReadableStream<Uint8Array> | undefined> {
  const file = await openFile(ctx, row);
  if (!file || row.pixels !== null) return file;
  const { bytes } = removeMetadata(await new Response(file).bytes(), row.mediaType);
  return new Blob([bytes]).stream();
}

/** An upload used as proof of a submission. */
interface AttachedUpload {
  id: string;
  /** Its canonical URL. */
  url: string;
  mediaType: string;
  hash: string;
}

/**
 * Resolves a proof's URL to its upload and retains that upload; undefined for other URLs. Only this function decides
 * which URLs are uploads; only the owner may attach one.
 * @throws VALIDATION_ERROR, the same for a missing upload and for that of another user
 */
export async function attach(tx: TxCtx, proofUrl: string): Promise<AttachedUpload | undefined> {
  const publicUrl = await getPublicUrl(tx);
  // Also under the address of this computer, where the page of the person may have been opened.
  const id = parseUploadId(publicUrl, proofUrl) ?? parseUploadId(tx.config.publicUrl, proofUrl);
  if (id === undefined) return undefined;
  // Other text may contain characters that a database rejects.
  const row = isWellFormedId(id) ? await store.find(tx.db, id) : undefined;
  if (row?.ownerId !== resolveOwnerId(tx.actor))
    throw invalid('proofUrl', 'must refer to one of your own uploads', 'unknown');
  if (row.attachedAt === null) await store.update(tx.db, id, { attachedAt: nowIso(tx.clock) });
  const { mediaType, hash } = row;
  return { id, url: toUploadUrl(publicUrl, id), mediaType, hash };
}

/**
 * Retains an image as the logo of a business and releases the previous one.
 * @throws VALIDATION_ERROR, the same for a missing upload, for that of another owner and for one that is not an image,
 * and for one with too many pixels
 */
export async function replaceLogo(
  tx: TxCtx,
  businessId: string,
  { before, after }: { before: string | null; after: string | null },
): Promise<void> {
  if (after !== null) {
    const row = isWellFormedId(after) ? await store.find(tx.db, after) : undefined;
    const isUsable = row?.ownerId === businessId || (row !== undefined && row.ownerId === tx.actor.id);
    if (!row || !isUsable || !row.mediaType.startsWith('image/'))
      throw invalid('logoUploadId', 'must refer to one of your own image uploads', 'unknown');
    if (row.pixels !== null && row.pixels > MAX_IMAGE_PIXELS)
      throw invalid(
        'logoUploadId',
        `must refer to an image of at most ${MAX_IMAGE_PIXELS / 1_000_000} megapixels`,
        {
          rule: 'maximum',
          limit: MAX_IMAGE_PIXELS,
        },
      );
    if (row.attachedAt === null) await store.update(tx.db, after, { attachedAt: nowIso(tx.clock) });
  }
  if (before !== null && !(await store.isProof(tx.db, before)))
    await store.update(tx.db, before, { attachedAt: null });
}

/** Opens an image that a public page shows; undefined if it was deleted. The caller decides which images are public. */
export async function openPublicImage(
  ctx: Ctx,
  id: string,
): Promise<{ file: ReadableStream<Uint8Array>; mediaType: string } | undefined> {
  const row = await store.find(ctx.db, id);
  const file = row && (await openClean(ctx, row));
  return file && { file, mediaType: row.mediaType };
}

/**
 * Deletes a person's uploads and those that others attached to the person's submissions. Rows are deleted
 * immediately, files within a minute.
 */
export async function erasePerson(tx: TxCtx, userId: string): Promise<void> {
  await store.deleteOfPerson(tx.db, userId);
}

/** The users and keys of a business share its uploads. */
function resolveOwnerId(actor: Actor): string {
  return actor.businessId ?? actor.id;
}
