import { atomically, type Ctx } from '../context.ts';
import { deleteInBatches } from '../jobs/due-work.ts';
import { DAY_MS, iso } from '../platform/clock.ts';
import { removeFile, removeLost } from './files.ts';
import * as store from './store.ts';

/** An upload that no submission names is deleted this long after its creation. */
const UNUSED_LIFE_MS = DAY_MS;
/**
 * A file without a row is kept this long: it may be one that is being written, and a restore of an older database may
 * be undone.
 */
const LOST_LIFE_MS = 7 * DAY_MS;
/** Files removed between two transactions. */
const BATCH = 100;

/** Deletes uploads that no submission names. @returns how many */
export function deleteUnused(ctx: Ctx): Promise<number> {
  const before = iso(ctx.clock.now() - UNUSED_LIFE_MS);
  return deleteInBatches(ctx, (tx, limit) => store.deleteUnattached(tx.db, before, limit));
}

/**
 * Removes the files of deleted uploads. The transaction of the deletion lists them, and each stays listed until its
 * file is gone, so that none survives a crash.
 * @returns how many
 */
export async function removeDeleted(ctx: Ctx): Promise<number> {
  let removed = 0;
  for (;;) {
    const ids = store.listDeleted(ctx.db, BATCH);
    if (ids.length === 0) return removed;
    for (const id of ids) await removeFile(ctx.config, id);
    await atomically(ctx, async tx => store.forgetDeleted(tx.db, ids));
    removed += ids.length;
  }
}

/** Removes files without a row, which a crash left behind. @returns how many */
export function removeLostFiles(ctx: Ctx): Promise<number> {
  const findKnown = (ids: string[]) => store.listKnown(ctx.db, ids);
  return removeLost(ctx.config, ctx.clock.now() - LOST_LIFE_MS, findKnown);
}
