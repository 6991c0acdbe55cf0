import { atomically, type Ctx } from '../context.ts';
import { DAY_MS, iso } from '../platform/clock.ts';
import { forgetInSlices } from '../sweep.ts';
import { removeFile, removeLost } from './files.ts';
import * as store from './store.ts';

/** An upload that no submission names is deleted this long after it was made. */
const UNUSED_LIFE_MS = DAY_MS;
/**
 * A file without a row is left alone for this long: it may be in the making, and after a restore of an older
 * database an operator may change his mind.
 */
const LOST_LIFE_MS = 7 * DAY_MS;
/** Files removed between two transactions. */
const BATCH = 100;

/** Deletes uploads that no submission names. @returns how many */
export function deleteUnused(ctx: Ctx): Promise<number> {
  const before = iso(ctx.clock.now() - UNUSED_LIFE_MS);
  return forgetInSlices(ctx, (tx, limit) => store.deleteUnattached(tx.db, before, limit));
}

/**
 * Removes the files of uploads that were deleted. They are noted by the transaction of the deletion, and until the
 * file is gone, so that none outlives a crash.
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

/** Removes files that no row stands for: what a crash left behind. @returns how many */
export function removeLostFiles(ctx: Ctx): Promise<number> {
  const isKnown = (ids: string[]) => store.listKnown(ctx.db, ids);
  return removeLost(ctx.config, ctx.clock.now() - LOST_LIFE_MS, isKnown);
}
