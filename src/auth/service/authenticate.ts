import { type Actor, atomically, CLI, type Ctx, NO_SESSION, type Scope } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { iso, MINUTE_MS, nowIso } from '../../platform/clock.ts';
import { sha256 } from '../../platform/crypto.ts';
import type { TokenVerdict } from '../../platform/security/tokens.ts';
import * as keys from '../keys-store.ts';
import { isWellFormedKey } from '../rules.ts';
import * as store from '../store.ts';

export { looksLikeKey, looksLikeTestKey } from '../rules.ts';

/** `lastUsedAt` has minute resolution, so a key in constant use costs one write per minute. */
const LAST_USED_STEP_MS = MINUTE_MS;

/**
 * Authenticates an access token. Session, role and tenant are looked up on each request, so that logout, reset and
 * role changes take effect immediately.
 * @throws TOKEN_EXPIRED, UNAUTHENTICATED
 */
export function authenticateToken(ctx: Ctx, token: string): Promise<Actor> {
  const verdict = ctx.tokens.verify(token);
  return verdict instanceof Promise
    ? verdict.then(awaited => authenticateVerdict(ctx, awaited))
    : authenticateVerdict(ctx, verdict);
}

async function authenticateVerdict(ctx: Ctx, verdict: TokenVerdict): Promise<Actor> {
  if ('problem' in verdict) {
    if (verdict.problem === 'expired')
      throw new AppError('TOKEN_EXPIRED', 'The access token has expired; refresh it');
    throw new AppError('UNAUTHENTICATED', 'Invalid access token');
  }
  return authenticateSession(ctx, verdict.claims.sessionId);
}

/** Returns the user logged in with a session. @throws UNAUTHENTICATED if it has ended */
export async function authenticateSession(ctx: Ctx, sessionId: string): Promise<Actor> {
  const caller = await store.findCaller(ctx.db, { sessionId });
  if (!caller || caller.endedAt !== null)
    throw new AppError('UNAUTHENTICATED', 'The session has ended; log in again');
  const { userId, role, businessId, position } = caller;
  return { kind: 'user', id: userId, role, businessId, position, sessionId };
}

/** Authenticates an API key. @throws INVALID_API_KEY if it is unknown, malformed, revoked or rotated */
export async function authenticateKey(ctx: Ctx, key: string): Promise<Actor> {
  const found = isWellFormedKey(key) ? await store.findKeyByHash(ctx.db, { hash: sha256(key) }) : undefined;
  const now = ctx.clock.now();
  const isOver = found?.expiresAt != null && found.expiresAt <= iso(now);
  if (!found || found.revokedAt !== null || isOver) throw new AppError('INVALID_API_KEY', 'Invalid API key');
  if (!found.lastUsedAt || Date.parse(found.lastUsedAt) <= now - LAST_USED_STEP_MS)
    touchLastUsed(ctx, found.id);
  const { id, businessId, isTest, app, mandate } = found;
  if (mandate && mandate.expiresAt <= iso(now))
    throw new AppError('INVALID_API_KEY', 'The mandate of the agent has ended');
  const scopes = found.scopes as Scope[];
  return {
    kind: 'apiKey',
    id,
    role: 'business',
    businessId,
    scopes,
    ...(isTest && { isTest }),
    ...(app !== null && { isApp: true }),
    ...(mandate && { mandate }),
  };
}

/**
 * Not awaited: the response does not depend on it, and losing one update of `lastUsedAt` is harmless. Uses its own
 * context, because the request continues and may open the one transaction that a context allows.
 */
function touchLastUsed(ctx: Ctx, id: string): void {
  // The one statement decides nothing, so it needs no keys.
  const update = atomically(ctx.detached(), tx => store.touchKey(tx.db, id, nowIso(tx.clock)), []);
  ctx.backgroundTasks.run(update, cause => ctx.log.warn('failed to save lastUsedAt', { cause }));
}

/**
 * Returns a user, an API key or the command line as the caller of an earlier time, with the rights of today; undefined
 * for one that was removed or revoked.
 */
export async function findCreator(
  ctx: Ctx,
  kind: 'user' | 'apiKey' | 'system',
  id: string,
): Promise<Actor | undefined> {
  if (kind === 'system') return CLI;
  if (kind === 'apiKey') {
    const key = await keys.find(ctx.db, id);
    // A test key creates nothing among real data.
    if (!key || key.revokedAt !== null || key.isTest) return undefined;
    const { businessId, scopes, mandate } = key;
    if (mandate && mandate.expiresAt <= nowIso(ctx.clock)) return undefined;
    return { kind, id, role: 'business', businessId, scopes: scopes as Scope[], ...(mandate && { mandate }) };
  }
  const user = await store.findUser(ctx.db, id);
  if (!user) return undefined;
  const { role, businessId, position } = user;
  return { kind, id, role, businessId, position, sessionId: NO_SESSION };
}
