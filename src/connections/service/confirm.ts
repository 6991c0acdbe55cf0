import type { ConnectionRow } from '../../../db/schema/connections.ts';
import { toOAuthKey } from '../../config/oauth.ts';
import { atomically, type Ctx } from '../../context.ts';
import { AppError, notFound } from '../../errors.ts';
import { nowIso } from '../../platform/clock.ts';
import { OutboundError } from '../../platform/outbound/errors.ts';
import { type Confirmation, type Connection, MOCK, type Platform } from '../model.ts';
import { getProfileUrl, normalizeHandle, requirePlatform, USER_AGENT } from '../providers.ts';
import { assertPending, containsCode } from '../rules.ts';
import * as store from '../store.ts';
import { assertConnected, markConnected } from './finish.ts';
import { resolveOwner, toConnectionResponse } from './owner.ts';

const PAGE_TIMEOUT_MS = 10_000;
const PAGE_BYTES = 64 * 1024;

/**
 * Looks for the code in the public profile: connects the account if found, else leaves it pending.
 * @throws UNSUPPORTED_PLATFORM, NOT_FOUND, INVALID_TRANSITION, UPSTREAM_FAILED, and CONFLICT if the platform has no public
 *   profiles, or its terms forbid reading them automatically and the operator configured no page to read
 */
export async function verifyConnection(
  ctx: Ctx,
  name: string,
  businessId: string | undefined,
): Promise<Connection> {
  const platform = requirePlatform(ctx.config, name);
  const { ownerId } = await resolveOwner(ctx, businessId);
  const row = await store.findPending(ctx.db, { ownerId, platform, method: 'bioCode' });
  if (!row?.verificationCode) throw notFound({ kind: 'connection', field: 'platform' });
  assertPending(row, nowIso(ctx.clock));
  if (!(await isCodeInProfile(ctx, platform, row))) return toConnectionResponse(ctx, row);
  return connectIfPending(ctx, row.id, {}, row.verificationCode);
}

async function isCodeInProfile(
  ctx: Ctx,
  platform: Platform,
  { handle, verificationCode }: ConnectionRow,
): Promise<boolean> {
  if (platform === MOCK) return true;
  const url = getProfileUrl(ctx.config, platform, handle);
  if (url === null) {
    throw new AppError('CONFLICT', `${platform} has no public profiles; ask an admin to confirm the account`);
  }
  const terms = ctx.library.platformTerms(platform);
  if (terms?.readProfiles === false && ctx.config[toOAuthKey(platform, 'PageUrl')] === '') {
    const reason = `the terms of ${platform} forbid reading profiles automatically`;
    throw new AppError('CONFLICT', `${reason}; ask an admin to confirm the account`);
  }
  try {
    const { status, body } = await ctx.outbound.send({
      url,
      method: 'GET',
      headers: { accept: 'text/html,application/json', 'user-agent': USER_AGENT },
      timeoutMs: PAGE_TIMEOUT_MS,
      maxBytes: PAGE_BYTES,
    });
    if (status === 200) return containsCode(body, verificationCode as string);
    throw new AppError(
      'UPSTREAM_FAILED',
      `${platform} responded with status ${status} for the profile; ask an admin to confirm the account`,
    );
  } catch (cause) {
    if (!(cause instanceof OutboundError)) throw cause;
    throw new AppError('UPSTREAM_FAILED', `The profile can't be read: ${cause.message}`, { cause });
  }
}

/**
 * Connects the account after an admin checked it manually, with the follower count if the admin provides one.
 * @throws NOT_FOUND, INVALID_TRANSITION, CONFLICT for one that its platform must confirm
 */
export async function confirmConnection(
  ctx: Ctx,
  id: string,
  { followers, handle }: Confirmation,
): Promise<Connection> {
  return connectIfPending(ctx, id, {
    ...(followers === undefined ? {} : { followers }),
    ...(handle === undefined ? {} : { handle: normalizeHandle(handle) }),
  });
}

/** @param code the code that was looked for; if it was replaced meanwhile, it counts as not found */
async function connectIfPending(
  ctx: Ctx,
  id: string,
  seen: { followers?: number; handle?: string },
  code?: string,
): Promise<Connection> {
  const connection = await atomically(ctx, async tx => {
    const row = await store.find(tx.db, id);
    if (!row) throw notFound('connection');
    if (row.method === 'oauth') {
      throw new AppError('CONFLICT', `OAuth connections are confirmed only by ${row.platform}`);
    }
    assertPending(row, nowIso(tx.clock));
    if (code !== undefined && row.verificationCode !== code) return toConnectionResponse(tx, row);
    return await markConnected(tx, row, { ...seen, checkedAt: nowIso(tx.clock) });
  });
  return assertConnected(connection);
}
