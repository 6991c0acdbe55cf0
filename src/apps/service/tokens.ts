import { findCreator } from '../../auth/service/authenticate.ts';
import { endAppKey } from '../../auth/service/keys.ts';
import { atomically, type Ctx } from '../../context.ts';
import { deleteInBatches } from '../../due-work.ts';
import { nowIso } from '../../platform/clock.ts';
import { sha256 } from '../../platform/crypto.ts';
import type { Form } from '../model.ts';
import * as store from '../store.ts';

/**
 * Disconnects the app of a refresh or access token (RFC 7009). Doing so again, or with an unknown token, changes nothing.
 * @param clientId must be the client that got the token
 */
export async function revokeToken(ctx: Ctx, { token = '', client_id: clientId = '' }: Form): Promise<void> {
  const hash = sha256(token);
  const found = (await store.find(ctx.db, hash)) ?? (await store.findByAccessToken(ctx.db, hash));
  if (!found || found.clientHash !== sha256(clientId)) return;
  const actor = await findCreator(ctx, 'apiKey', found.keyId);
  if (actor?.kind !== 'apiKey') return;
  await atomically(ctx.as(actor), tx => endAppKey(tx, found.keyId), [`business:${actor.businessId}`]);
}

/** Deletes expired refresh tokens, and disconnects the apps that have none left. @returns how many */
export async function purgeExpired(ctx: Ctx): Promise<number> {
  const now = nowIso(ctx.clock);
  return await deleteInBatches(ctx, async (tx, limit) => {
    const keyIds = await store.deleteExpired(tx.db, now, limit);
    for (const keyId of new Set(keyIds))
      if (!(await store.findByKey(tx.db, keyId))) await endAppKey(tx, keyId);
    return keyIds.length;
  });
}
