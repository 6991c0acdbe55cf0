import { atomically, type Ctx } from '../context.ts';
import { deleteInBatches } from '../due-work.ts';
import { DAY_MS, iso } from '../platform/clock.ts';
import type { StorageName } from '../platform/storage/file-storage.ts';
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
/** Other keys in the storage are not ours. A replacement in the database that was interrupted ends in `.new`. */
const UPLOAD_KEY = /^upl_[0-9a-z]+(\.new)?$/;

/** Deletes uploads not referenced by a submission. @returns how many */
export function deleteUnused(ctx: Ctx): Promise<number> {
  const before = iso(ctx.clock.now() - UNUSED_RETENTION_MS);
  return deleteInBatches(ctx, (tx, limit) => store.deleteUnattached(tx.db, before, limit));
}

/**
 * Removes the files of deleted and moved uploads. The deleting transaction lists them, and each stays listed until its
 * file is removed, so that none survives a crash.
 * @returns how many
 */
export async function removeDeletedFiles(ctx: Ctx): Promise<number> {
  let removed = 0;
  for (const name of ctx.files.configured) {
    const storage = ctx.files.get(name);
    for (;;) {
      const ids = await store.listDeleted(ctx.db, name, BATCH);
      if (ids.length === 0) break;
      // An upload that was moved away and back has its file here again.
      const live = await store.findExisting(ctx.db, ids, name);
      for (const id of ids) if (!live.has(id)) await storage.delete(id);
      await atomically(ctx, tx => store.deleteTombstones(tx.db, name, ids));
      removed += ids.length;
    }
  }
  return removed;
}

/** Removes files without a row, finished or not, left behind by a crash. @returns how many */
export async function removeOrphans(ctx: Ctx): Promise<number> {
  let removed = 0;
  for (const name of ctx.files.configured) removed += await removeOrphansFrom(ctx, name);
  return removed;
}

async function removeOrphansFrom(ctx: Ctx, name: StorageName): Promise<number> {
  const storage = ctx.files.get(name);
  const before = ctx.clock.now() - ORPHAN_RETENTION_MS;
  let removed = 0;
  for await (const listed of storage.list()) {
    const old = listed.filter(({ key, modifiedMs }) => UPLOAD_KEY.test(key) && modifiedMs < before);
    const keys = old.map(({ key }) => key);
    const known = await store.findExisting(ctx.db, keys);
    const orphans = keys.filter(key => !known.has(key));
    for (const key of orphans) await storage.delete(key);
    removed += orphans.length;
  }
  return removed;
}
