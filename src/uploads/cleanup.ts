import { atomically, type Ctx } from '../context.ts';
import { deleteInBatches } from '../jobs/due-work.ts';
import { DAY_MS, iso } from '../platform/clock.ts';
import { removeFile, removeOrphanFiles } from './files.ts';
import * as store from './store.ts';

/** Uploads not referenced by a submission are deleted this long after creation. */
const UNUSED_RETENTION_MS = DAY_MS;
/**
 * Files without a row are kept this long, because a write may be in progress or the restore of an older database may
 * be undone.
 */
const ORPHAN_RETENTION_MS = 7 * DAY_MS;
/** Files removed between two transactions. */
const BATCH = 100;

/** Deletes uploads not referenced by a submission. @returns how many */
export function deleteUnused(ctx: Ctx): Promise<number> {
  const before = iso(ctx.clock.now() - UNUSED_RETENTION_MS);
  return deleteInBatches(ctx, (tx, limit) => store.deleteUnattached(tx.db, before, limit));
}

/**
 * Removes the files of deleted uploads. The deleting transaction lists them, and each stays listed until its file is
 * removed, so that none survives a crash.
 * @returns how many
 */
export async function removeDeletedFiles(ctx: Ctx): Promise<number> {
  let removed = 0;
  for (;;) {
    const ids = await store.listDeleted(ctx.db, BATCH);
    if (ids.length === 0) return removed;
    for (const id of ids) await removeFile(ctx.config, id);
    await atomically(ctx, tx => store.deleteTombstones(tx.db, ids));
    removed += ids.length;
  }
}

/** Removes files without a row, left behind by a crash. @returns how many */
export function removeOrphans(ctx: Ctx): Promise<number> {
  const findKnown = (ids: string[]) => store.findExisting(ctx.db, ids);
  return removeOrphanFiles(ctx.config, ctx.clock.now() - ORPHAN_RETENTION_MS, findKnown);
}
