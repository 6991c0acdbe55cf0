import type { ConnectionRow } from '../../../db/schema/connections.ts';
import { atomically, type Ctx } from '../../context.ts';
import { deleteInBatches } from '../../due-work.ts';
import { DAY_MS, iso, MINUTE_MS, nowIso } from '../../platform/clock.ts';
import type { Platform } from '../model.ts';
import {
  canRenew,
  PlatformError,
  readProfile,
  renewTokens,
  revokeAtProvider,
  type Tokens,
} from '../provider-client.ts';
import type { Profile } from '../provider-table.ts';
import { type Client, findClient } from '../providers.ts';
import { computeRefreshSchedule } from '../rules.ts';
import * as store from '../store.ts';
import { decryptTokens, markEnded } from './finish.ts';
import { recordConnectionEvent } from './owner.ts';

/** Connections refreshed per run, sequentially, because a platform's limits apply to all of them. */
const BATCH = 50;
/** Duration of a lease on a connection and, after a failure, the delay before the next attempt. */
const LEASE_MS = 5 * MINUTE_MS;
/** Days that attempts are kept after they lapsed. */
const LAPSED_DAYS = 1;

/** Renews tokens before they expire, and reads each profile once a day. @returns how many were refreshed */
export async function refreshDue(ctx: Ctx): Promise<number> {
  let count = 0;
  for (const { id } of await store.listDue(ctx.db, { now: nowIso(ctx.clock), limit: BATCH })) {
    const row = await acquireLease(ctx, id);
    if (!row) continue;
    await refreshConnection(ctx, row);
    count += 1;
  }
  return count;
}

/** Acquires the lease on a connection; undefined if another process holds it or no refresh is due. */
async function acquireLease(ctx: Ctx, id: string): Promise<ConnectionRow | undefined> {
  return atomically(ctx, async tx => {
    const row = await store.find(tx.db, id);
    const now = tx.clock.now();
    if (row?.status !== 'connected' || row.nextCheckAt === null || row.nextCheckAt > iso(now))
      return undefined;
    await store.update(tx.db, id, { nextCheckAt: iso(now + LEASE_MS) });
    return row;
  });
}

async function refreshConnection(ctx: Ctx, row: ConnectionRow): Promise<void> {
  const client = findClient(ctx.config, row.platform as Platform);
  const tokens = decryptTokens(ctx, row);
  if (!client || !tokens) return;
  const now = nowIso(ctx.clock);
  const isRenewal = row.refreshAt !== null && row.refreshAt <= now;
  try {
    if (isRenewal && !canRenew(client, tokens)) return await markFailed(ctx, row, 'tokenExpired');
    const renewed = isRenewal ? await renewTokens(ctx, client, tokens) : null;
    if (renewed && !(await saveTokens(ctx, client, row, renewed))) {
      return await revokeAtProvider(ctx, client, renewed);
    }
    await saveProfile(ctx, row, await readProfile(ctx, client, renewed ?? tokens), isRenewal);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    if (error.kind === 'refused') return markFailed(ctx, row, 'refreshRefused');
    ctx.log.warn('failed to refresh a connection', { connectionId: row.id, cause: error.message });
  }
}

/** Saved before any other request, because a used refresh token is no longer valid. */
async function saveTokens(ctx: Ctx, client: Client, { id, tokens }: ConnectionRow, renewed: Tokens) {
  return atomically(ctx, async tx => {
    const row = await store.find(tx.db, id);
    if (row?.status !== 'connected' || row.tokens !== tokens) return false;
    const { expiresInSeconds } = renewed;
    await store.update(tx.db, id, {
      ...computeRefreshSchedule({ expiresInSeconds, canRenew: canRenew(client, renewed) }, tx.clock.now()),
      tokens: tx.vault.seal(JSON.stringify(renewed), id),
      updatedAt: nowIso(tx.clock),
    });
    return true;
  });
}

/** Saves today's profile; the next refresh is tomorrow, or earlier if the tokens require it. */
async function saveProfile(
  ctx: Ctx,
  { id, refreshAt }: ConnectionRow,
  profile: Profile,
  isPlanned: boolean,
): Promise<void> {
  await atomically(ctx, async tx => {
    if ((await store.find(tx.db, id))?.status !== 'connected') return;
    const now = nowIso(tx.clock);
    const tomorrow = iso(tx.clock.now() + DAY_MS);
    const next = refreshAt !== null && refreshAt < tomorrow ? refreshAt : tomorrow;
    const { accountId: _, ...shown } = profile;
    await store.update(tx.db, id, {
      ...shown,
      checkedAt: now,
      updatedAt: now,
      ...(isPlanned ? {} : { nextCheckAt: next }),
    });
  });
}

async function markFailed(ctx: Ctx, { id }: ConnectionRow, reason: 'tokenExpired' | 'refreshRefused') {
  await atomically(ctx, async tx => {
    const row = await store.find(tx.db, id);
    if (row?.status !== 'connected') return;
    const failed = await store.update(tx.db, id, {
      ...markEnded('failed', reason),
      updatedAt: nowIso(tx.clock),
    });
    await recordConnectionEvent(tx, 'platform.disconnected', failed, row);
  });
}

/** Deletes attempts that lapsed a day ago. @returns how many */
export async function purgeLapsed(ctx: Ctx): Promise<number> {
  const before = iso(ctx.clock.now() - LAPSED_DAYS * DAY_MS);
  await deleteInBatches(ctx, (tx, limit) => store.deleteLapsedFlows(tx.db, before, limit));
  return deleteInBatches(ctx, (tx, limit) => store.deleteLapsed(tx.db, before, limit));
}
