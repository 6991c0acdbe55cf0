import type { ConnectionRow } from '../../../db/schema/connections.ts';
import { atomically, type Ctx } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { nowIso } from '../../platform/clock.ts';
import type { Disconnected } from '../model.ts';
import { requirePlatform } from '../providers.ts';
import * as store from '../store.ts';
import { markEnded, revokeTokens } from './finish.ts';
import { recordConnectionEvent } from './owner.ts';
import { requireCurrent } from './read.ts';

/**
 * Disconnects the caller's account on a platform, or cancels an attempt.
 * @throws UNSUPPORTED_PLATFORM, NOT_FOUND without one
 */
export async function disconnectPlatform(
  ctx: Ctx,
  name: string,
  businessId: string | undefined,
): Promise<Disconnected> {
  const platform = requirePlatform(ctx.config, name);
  return revokeConnection(ctx, (await requireCurrent(ctx, platform, businessId)).id);
}

/**
 * Revokes any connection: deletes its tokens before notifying the platform, regardless of the response.
 * @throws NOT_FOUND, including for ended connections
 */
export async function revokeConnection(ctx: Ctx, id: string): Promise<Disconnected> {
  const former = await atomically(ctx, async tx => {
    const row = await store.find(tx.db, id);
    if (!row || !isLive(row)) throw notFound('connection');
    const over = { ...markEnded('revoked', 'disconnected'), updatedAt: nowIso(tx.clock) };
    const revoked = await store.update(tx.db, id, over);
    if (row.status === 'connected') await recordConnectionEvent(tx, 'platform.disconnected', revoked, row);
    await store.deleteAttempts(tx.db, { ownerId: row.ownerId, platform: row.platform, keepId: id });
    return row;
  });
  await revokeTokens(ctx, former);
  return { id, deleted: true };
}

function isLive({ status }: ConnectionRow): boolean {
  return status === 'connected' || status === 'pending';
}
