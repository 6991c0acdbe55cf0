import type { Ctx } from '../../context.ts';
import { deleteInBatches } from '../../jobs/due-work.ts';
import { DAY_MS, iso } from '../../platform/clock.ts';
import * as store from '../store.ts';

/** So long an expired refresh token is still told from one that never was. */
const KEEP_EXPIRED_MS = 30 * DAY_MS;

/** Forgets sessions and links that are over. @returns how many. */
export async function purgeExpired(ctx: Ctx): Promise<number> {
  const now = ctx.clock.now();
  const before = iso(now - KEEP_EXPIRED_MS);
  // Tokens first: a session has as many as it was refreshed, and they would all go with it at once.
  await deleteInBatches(ctx, (tx, limit) => store.forgetRefreshTokens(tx.db, before, limit));
  const gone = await deleteInBatches(ctx, (tx, limit) => store.forgetSessions(tx.db, before, limit));
  return gone + (await deleteInBatches(ctx, (tx, limit) => store.forgetLinks(tx.db, iso(now), limit)));
}
