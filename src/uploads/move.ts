import { join } from 'node:path';
import { atomically, type Ctx } from '../context.ts';
import { sha256 } from '../platform/crypto.ts';
import type { FileStorage, StorageName } from '../platform/storage/file-storage.ts';
import { removeDeletedFiles } from './cleanup.ts';
import { openFile } from './service.ts';
import * as store from './store.ts';

/** Uploads moved between two removals from their former storages. */
const BATCH = 100;

export interface MoveReport {
  moved: number;
  /** Uploads that stay where they are, each with the reason. */
  problems: string[];
}

interface CheckReport {
  checked: number;
  /** Uploads whose files are missing or differ from what was stored. */
  problems: string[];
}

type OnProgress = (done: number, total: number) => void;

/** Counts uploads and their bytes by storage. */
export function countByStorage({ db }: Pick<Ctx, 'db'>): ReturnType<typeof store.countByStorage> {
  return store.countByStorage(db);
}

/**
 * Moves all uploads to a storage, one by one: a file is copied, read back and compared with the hash of the upload; then
 * its row is changed, and afterward the file is removed from its former storage. The server may be running, and an
 * interrupted move can be repeated.
 * @throws UNAVAILABLE if a storage fails, after which the rest can be moved later
 */
export async function moveUploads(ctx: Ctx, to: StorageName, onProgress: OnProgress): Promise<MoveReport> {
  const total = (await countByStorage(ctx)).reduce(
    (sum, { storage, files }) => sum + (storage === to ? 0 : files),
    0,
  );
  const report: MoveReport = { moved: 0, problems: [] };
  // A file that was moved away from here must not be removed after it is back.
  await removeDeletedFiles(ctx);
  for (let after = ''; ; ) {
    const rows = await store.listAfter(ctx.db, { after, limit: BATCH, outside: to });
    for (const row of rows) {
      const problem = await moveUpload(ctx, row, to);
      if (problem) report.problems.push(problem);
      else report.moved += 1;
      onProgress(report.moved + report.problems.length, total);
    }
    await removeDeletedFiles(ctx);
    if (rows.length < BATCH) return report;
    after = rows.at(-1)?.id ?? after;
  }
}

/** Reads the file of every upload and compares it with the hash of the upload. */
export async function checkFiles(ctx: Ctx, onProgress: OnProgress): Promise<CheckReport> {
  const total = (await countByStorage(ctx)).reduce((sum, { files }) => sum + files, 0);
  const report: CheckReport = { checked: 0, problems: [] };
  for (let after = ''; ; ) {
    const rows = await store.listAfter(ctx.db, { after, limit: BATCH });
    for (const row of rows) {
      const hash = await hashFile(ctx.files.get(row.storage), row.id);
      // The upload may have been deleted or moved since its row was read.
      const current = hash === row.hash ? row : await store.find(ctx.db, row.id);
      if (current?.storage === row.storage && hash !== row.hash)
        report.problems.push(describeDamage(row, hash));
      report.checked += 1;
      onProgress(report.checked, total);
    }
    if (rows.length < BATCH) return report;
    after = rows.at(-1)?.id ?? after;
  }
}

/** Copies the files of uploads into a folder, each under its ID. Files that are missing are left out. */
export async function copyFiles(ctx: Ctx, ids: readonly string[], folder: string): Promise<void> {
  for (const id of ids) {
    const row = await store.find(ctx.db, id);
    const stream = row && (await openFile(ctx, row));
    if (stream) await Bun.write(join(folder, id), new Response(stream));
  }
}

/** @returns why the upload could not be moved */
async function moveUpload(ctx: Ctx, row: store.UploadRow, to: StorageName): Promise<string | undefined> {
  const { id, storage: from, hash, mediaType } = row;
  const target = ctx.files.get(to);
  const stream = await openFile(ctx, row);
  const bytes = stream && new Uint8Array(await new Response(stream).arrayBuffer());
  if (!bytes || sha256(bytes) !== hash) {
    const current = await store.find(ctx.db, id);
    return current?.storage === from ? describeDamage(row, bytes && sha256(bytes)) : undefined;
  }
  target.assertHasSpace(bytes.length);
  await target.put(id, bytes, mediaType);
  if ((await hashFile(target, id)) !== hash) {
    await target.delete(id);
    return `${id}: what the storage ${to} returned differs from what was stored`;
  }
  const isMoved = await atomically(ctx, async tx => {
    if (!(await store.updateFile(tx.db, row, { storage: to }))) return false;
    await store.insertTombstone(tx.db, { id, storage: from });
    return true;
  });
  if (!isMoved && (await store.find(ctx.db, id))?.storage !== to) await target.delete(id);
  return undefined;
}

function describeDamage({ id, storage }: store.UploadRow, found: string | undefined): string {
  return found
    ? `${id}: its file in the storage ${storage} is damaged`
    : `${id}: its file is missing from the storage ${storage}`;
}

async function hashFile(storage: FileStorage, key: string): Promise<string | undefined> {
  const stream = await storage.get(key);
  if (!stream) return undefined;
  const hasher = new Bun.CryptoHasher('sha256');
  for await (const chunk of stream) hasher.update(chunk);
  return hasher.digest('hex');
}
