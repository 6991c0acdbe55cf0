import { type Actor, atomically, type Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { DAY_MS, iso, nowIso, SECOND_MS } from '../../platform/clock.ts';
import { sha256 } from '../../platform/crypto.ts';
import type { Caller, PageLogin, Session } from '../model.ts';
import { judgeRefreshToken } from '../rules.ts';
import * as store from '../store.ts';
import { describeCaller } from './caller.ts';
import { register, setUp } from './register.ts';
import { login } from './sessions.ts';

/** Maximum frequency of extending a cookie in use to its full lifetime. */
const RENEW_EVERY_MS = DAY_MS;

/** A browser session in a cookie: the cookie's value and its user. */
export interface PageSession {
  token: string;
  maxAgeSeconds: number;
  caller: Caller;
}

/**
 * Opens a session for the pages. Its cookie holds the refresh token, which is never exchanged: each request looks it
 * up, so that logout, reset and role changes take effect immediately and no script ever sees a token.
 * @throws the same errors as POST /auth for the same action
 */
export async function open(ctx: Ctx, input: PageLogin): Promise<PageSession> {
  const { refreshToken } = await signIn(ctx, input);
  const caller = await describeCaller(ctx.as(await authenticateCookie(ctx, refreshToken)));
  return { token: refreshToken, maxAgeSeconds: ctx.config.refreshTokenTtl, caller };
}

function signIn(ctx: Ctx, input: PageLogin): Promise<Session> {
  if (input.action === 'register') return register(ctx, input);
  return input.action === 'setup' ? setUp(ctx, input) : login(ctx, input);
}

/** Authenticates a session cookie. @throws TOKEN_EXPIRED, UNAUTHENTICATED for an unknown or ended session */
export async function authenticateCookie(ctx: Ctx, token: string): Promise<Actor> {
  const found = await store.findCookieCaller(ctx.db, sha256(token));
  const verdict = judgeRefreshToken(found, nowIso(ctx.clock));
  if (verdict === 'expired') throw new AppError('TOKEN_EXPIRED', 'The session has expired; log in again');
  if (!found || verdict !== 'fresh')
    throw new AppError('UNAUTHENTICATED', 'The session has ended; log in again');
  const { userId, role, businessId, position, sessionId } = found;
  return { kind: 'user', id: userId, role, businessId, position, sessionId };
}

/** Finds the session of a cookie; undefined if it is unknown, expired or ended. */
export async function findSessionByCookie(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  token: string,
): Promise<string | undefined> {
  const found = await store.findCookieCaller(db, sha256(token));
  return judgeRefreshToken(found, nowIso(clock)) === 'fresh' ? found?.sessionId : undefined;
}

/** Extends a cookie to its full lifetime. @returns false if that was done within the last day */
export async function renew(ctx: Ctx, token: string): Promise<boolean> {
  const hash = sha256(token);
  const expiresAtMs = ctx.clock.now() + ctx.config.refreshTokenTtl * SECOND_MS;
  const expiresAt = (await store.findCookieCaller(ctx.db, hash))?.expiresAt;
  if (!expiresAt || Date.parse(expiresAt) > expiresAtMs - RENEW_EVERY_MS) return false;
  await atomically(ctx, async tx => {
    await store.extendCookie(tx.db, hash, iso(expiresAtMs));
  });
  return true;
}

/** Ends the caller's session, or all of their sessions. */
export async function close(ctx: Ctx, { everywhere = false }: { everywhere?: boolean }) {
  const { actor } = ctx;
  if (actor.kind !== 'user') throw new AppError('UNAUTHENTICATED', 'No active session');
  return atomically(ctx, async tx => {
    const now = nowIso(tx.clock);
    if (everywhere) await store.endUserSessions(tx.db, actor.id, 'logout', now);
    else await store.endSession(tx.db, actor.sessionId, 'logout', now);
    return { revoked: true as const };
  });
}
