import type { Ctx } from '../../context.ts';
import { deleteInBatches } from '../../jobs/due-work.ts';
import { DAY_MS, iso } from '../../platform/clock.ts';
import * as store from '../store.ts';

/** Time for which expired refresh tokens are kept, to distinguish them from unknown ones. */
const KEEP_EXPIRED_MS = 30 * DAY_MS;

/** Deletes expired sessions and links. @returns how many */
export async function purgeExpired(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now();
  const before = iso(now - KEEP_EXPIRED_MS);
  // Delete tokens first: a session may have many, and deleting it would cascade to all of them at once.
  await deleteInBatches(ctx, (tx, limit) => store.deleteExpiredRefreshTokens(tx.db, before, limit));
  const gone = await deleteInBatches(ctx, (tx, limit) => store.deleteExpiredSessions(tx.db, before, limit));
  return gone + (await deleteInBatches(ctx, (tx, limit) => store.deleteExpiredLinks(tx.db, iso(now), limit)));
}
