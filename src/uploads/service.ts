import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileTypeFromBuffer } from 'file-type';
import { type Actor, type AnyCtx, atomically, type Ctx, type TxCtx } from '../context.ts';
import { AppError, invalid, notFound } from '../errors.ts';
import { nowIso } from '../platform/clock.ts';
import { sha256 } from '../platform/crypto.ts';
import { MAX_UPLOAD_BYTES, MEDIA_TYPES, type Upload } from './model.ts';
import { addressOf, uploadIdIn } from './rules.ts';
import * as store from './store.ts';

const OWNER_ONLY = 0o600;
/** Full, over quota, read-only or broken: whoever sends the file again later may be luckier. */
const DISK_REFUSES = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'];
const DISK_RETRY_SECONDS = 30;

/**
 * Keeps a picture or PDF as proof. What it is, its bytes say, never its name.
 * @throws VALIDATION_ERROR for an empty file, PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE
 */
export async function keep(ctx: Ctx, file: Blob): Promise<Upload> {
  if (file.size === 0) throw invalid('file', 'must not be empty');
  if (file.size > MAX_UPLOAD_BYTES) throw new AppError('PAYLOAD_TOO_LARGE', 'file must have at most 10 MiB');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const mediaType = (await fileTypeFromBuffer(bytes))?.mime;
  if (!mediaType || !MEDIA_TYPES.includes(mediaType)) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'file must be a PNG, JPEG, WebP or GIF picture or a PDF');
  }
  const id = ctx.ids.next('upload');
  const path = pathOf(ctx, id);
  writeDurably(path, bytes);
  try {
    await atomically(ctx, async tx => {
      store.insert(tx.db, {
        id,
        ownerId: ownerOf(tx.actor),
        businessId: tx.actor.businessId,
        mediaType,
        sizeBytes: bytes.length,
        hash: sha256(bytes),
        createdAt: nowIso(tx.clock),
      });
    });
  } catch (error) {
    unlinkSync(path);
    throw error;
  }
  return { id, url: addressOf(ctx.config.publicUrl, id) };
}

/** The bytes, for whoever uploaded them and for both sides of a submission that they are proof of. @throws NOT_FOUND */
export async function read(ctx: Ctx, id: string): Promise<{ file: Blob; mediaType: string }> {
  const row = store.find(ctx.db, id);
  const { actor } = ctx;
  const isReadable =
    row &&
    (actor.role === 'admin' ||
      row.ownerId === ownerOf(actor) ||
      store.isProofFor(ctx.db, ownerOf(actor), id));
  if (!isReadable) throw notFound();
  return { file: Bun.file(pathOf(ctx, id)), mediaType: row.mediaType };
}

/** An upload as the proof of a submission. */
export interface Proof {
  id: string;
  /** Its one address, however it was spelled. */
  url: string;
  mediaType: string;
  hash: string;
}

/**
 * The upload that a proof address leads to, which from now on is kept; undefined for an address elsewhere. The one
 * place that decides what is an upload of ours, and who may attach it: only its owner.
 * @throws VALIDATION_ERROR, the same for an upload that is absent and for one of somebody else
 */
export function attach(tx: TxCtx, proofUrl: string): Proof | undefined {
  const id = uploadIdIn(tx.config.publicUrl, proofUrl);
  if (id === undefined) return undefined;
  const row = store.find(tx.db, id);
  if (row?.ownerId !== ownerOf(tx.actor)) throw invalid('proofUrl', 'must name an upload of your own');
  if (row.attachedAt === null) store.update(tx.db, id, { attachedAt: nowIso(tx.clock) });
  const { mediaType, hash } = row;
  return { id, url: addressOf(tx.config.publicUrl, id), mediaType, hash };
}

/** People of a business and its keys share what they upload. */
function ownerOf(actor: Actor): string {
  return actor.businessId ?? actor.id;
}

function pathOf({ config }: AnyCtx, id: string): string {
  return join(config.dataDir, 'uploads', id);
}

/** On disk, its name included, before anybody is told of it. @throws UNAVAILABLE when the disk refuses */
function writeDurably(path: string, bytes: Uint8Array): void {
  const folder = dirname(path);
  const temporary = `${path}.new`;
  try {
    mkdirSync(folder, { recursive: true });
    writeAll(temporary, bytes);
    renameSync(temporary, path);
    sync(folder);
  } catch (cause) {
    rmSync(temporary, { force: true });
    if (!DISK_REFUSES.includes((cause as NodeJS.ErrnoException).code ?? '')) throw cause;
    const retryAfterSeconds = DISK_RETRY_SECONDS;
    throw new AppError('UNAVAILABLE', 'The disk takes no more files now', { cause, retryAfterSeconds });
  }
}

function writeAll(path: string, bytes: Uint8Array): void {
  const descriptor = openSync(path, 'w', OWNER_ONLY);
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** A new name is durable once its folder is. */
function sync(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
