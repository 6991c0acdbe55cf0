import { atomically, type Ctx } from '../context.ts';
import { sha256 } from '../platform/crypto.ts';
import { readPixelCount } from '../platform/icon-image.ts';
import { removeMetadata } from '../platform/image-metadata/remove.ts';
import { openFile } from './service.ts';
import * as store from './store.ts';

/** Rows read at once. */
const BATCH = 20;

/**
 * Removes the metadata from files that earlier versions stored with it, one by one. The work continues where it was
 * interrupted.
 * @returns how many files were changed
 */
export async function removeStoredMetadata(ctx: Ctx): Promise<number> {
  let changed = 0;
  for (const name of ctx.files.configured)
    for (;;) {
      const rows = await store.listWithMetadata(ctx.db, name, BATCH);
      for (const row of rows) if (await cleanFile(ctx, row)) changed += 1;
      if (rows.length < BATCH) break;
    }
  return changed;
}

/**
 * Replaces a file and then marks its row. The row has the new hash before, so that after a crash in between the file is
 * recognized, while a damaged file never gets a hash that hides the damage.
 * @returns whether the file was changed
 */
async function cleanFile(ctx: Ctx, row: store.UploadRow): Promise<boolean> {
  const stream = await openFile(ctx, row);
  const stored = stream ? await new Response(stream).bytes() : new Uint8Array();
  const { bytes } = removeMetadata(stored, row.mediaType);
  const storedHash = sha256(stored);
  const hash = storedHash === row.hash ? sha256(bytes) : row.hash;
  const isChanged = stream !== undefined && sha256(bytes) !== storedHash;
  const pixels = await readPixelCount(bytes);
  if (isChanged) {
    const isCurrent = await atomically(ctx, async tx => {
      if (!(await store.updateFile(tx.db, row, { hash, sizeBytes: bytes.length }))) return false;
      await store.updateImageHash(tx.db, row, hash);
      return true;
    });
    if (!isCurrent) return false;
    await ctx.files.get(row.storage).put(row.id, bytes, row.mediaType);
  }
  await atomically(ctx, tx => store.updateFile(tx.db, { ...row, hash }, { pixels }));
  return isChanged;
}
