import * as businesses from '../../businesses/service.ts';
import { type Actor, atomically, type Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { getRegistration } from '../../installation/service.ts';
import { DAY_MS, iso, MINUTE_MS, nowIso } from '../../platform/clock.ts';
import { sha256 } from '../../platform/crypto.ts';
import { getUsdRate } from '../../platform/usd-rate.ts';
import type { PageCaller, SignInOptions } from '../account-model.ts';
import * as accountStore from '../account-store.ts';
import type { PageLogin, Session } from '../model.ts';
import { getSessionEnd, judgeRefreshToken } from '../rules.ts';
import * as store from '../store.ts';
import { describeCaller } from './caller.ts';
import { loginByCode } from './codes.ts';
import { login } from './login.ts';
import { loginByPasskey } from './passkeys.ts';
import { register, setUp } from './register.ts';
import { findRelyingParty } from './relying-party.ts';
import { withRequiredFactor } from './required-factor.ts';
import { completeLogin } from './second-factor.ts';

/** Maximum frequency of extending a cookie in use to its full lifetime. */
const RENEW_EVERY_MS = DAY_MS;
/** `lastUsedAt` has this resolution, so opening many pages costs few writes. */
const LAST_USED_STEP_MS = 10 * MINUTE_MS;

/** A browser session in a cookie: the cookie's value and its user. */
interface PageSession {
  token: string;
  maxAgeSeconds: number;
  caller: PageCaller;
}

/**
 * Opens a session for the pages. Its cookie holds the refresh token, which is never exchanged: each request looks it
 * up, so that logout, reset and role changes take effect immediately and no script ever sees a token.
 * @throws the same errors as POST /auth for the same action
 */
export async function open(
  ctx: Ctx,
  input: PageLogin,
  userAgent?: string,
  browser?: string,
): Promise<PageSession> {
  const { refreshToken } = await signIn(ctx, input, userAgent, browser);
  const caller = await describePageCaller(ctx.as(await authenticateCookie(ctx, refreshToken)));
  return { token: refreshToken, maxAgeSeconds: ctx.config.refreshTokenTtl, caller };
}

/** Describes how a visitor can sign in on the pages. */
export async function describeSignIn(ctx: Ctx): Promise<SignInOptions> {
  const site = await findRelyingParty(ctx);
  const registration = await getRegistration(ctx);
  return { byCode: ctx.mail.isConfigured, registration, passkeyHost: site?.id ?? null };
}

/** Describes the caller for the pages, with the user's settings. */
export async function describePageCaller(ctx: Ctx): Promise<PageCaller> {
  const caller = await describeCaller(ctx);
  const row = await store.findUser(ctx.db, ctx.actor.id);
  const { locale = null, timeZone = null, developerTools = false } = row ?? {};
  const actor = await withRequiredFactor(ctx, ctx.actor);
  const isAtCounter = actor.kind === 'user' && actor.isAtCounter === true;
  const lacksSecondFactor = actor.kind === 'user' && actor.lacksSecondFactor === true;
  // The pages offer what the session may do, which is less than the person may after a login.
  const user = isAtCounter ? { ...caller.user, position: 'counter' as const } : caller.user;
  const business = caller.business && (await businesses.find(ctx, caller.business.id));
  const shop = business ? describeShop(business) : null;
  const preferences = { locale, timeZone, developerTools };
  return { ...caller, user, shop, isAtCounter, lacksSecondFactor, preferences };
}

/** Describes how the pages write times and amounts of a business. */
function describeShop(business: businesses.BusinessRow): PageCaller['shop'] {
  const { timeZone, locale, currency } = business;
  return { timeZone, locale, currency, usdRate: getUsdRate(business) };
}

function signIn(ctx: Ctx, input: PageLogin, userAgent?: string, browser?: string): Promise<Session> {
  if (input.action === 'register') return register(ctx, input, userAgent);
  if (input.action === 'codeLogin') return loginByCode(ctx, input, userAgent, browser);
  if (input.action === 'passkeyLogin') return loginByPasskey(ctx, input, userAgent);
  if (input.action === 'secondFactor') return completeLogin(ctx, input, userAgent);
  return input.action === 'setup' ? setUp(ctx, input, userAgent) : login(ctx, input, userAgent);
}

/** Authenticates a session cookie. @throws TOKEN_EXPIRED, UNAUTHENTICATED for an unknown or ended session */
export async function authenticateCookie(ctx: Ctx, token: string): Promise<Actor> {
  const found = await store.findCookieCaller(ctx.db, { hash: sha256(token) });
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
  const found = await store.findCookieCaller(db, { hash: sha256(token) });
  return judgeRefreshToken(found, nowIso(clock)) === 'fresh' ? found?.sessionId : undefined;
}

/** Saves that a cookie is in use and extends it to its full lifetime. @returns false if it was extended within the last day */
export async function renew(ctx: Ctx, token: string): Promise<boolean> {
  const hash = sha256(token);
  const now = ctx.clock.now();
  const found = await store.findCookieCaller(ctx.db, { hash });
  if (!found) return false;
  const extended = getSessionEnd(ctx.config, now, found.createdAt);
  const { sessionId, expiresAt, lastUsedAt } = found;
  if (Date.parse(expiresAt) > Date.parse(extended) - RENEW_EVERY_MS) {
    const isRecent = lastUsedAt !== null && Date.parse(lastUsedAt) > now - LAST_USED_STEP_MS;
    if (!isRecent) await atomically(ctx, tx => accountStore.setSessionUsed(tx.db, sessionId, iso(now)));
    return false;
  }
  await atomically(ctx, tx => store.extendCookie(tx.db, hash, extended, iso(now)));
  return true;
}

/** Ends the session of a cookie that is replaced; an unknown one is no error. */
export async function endByCookie(ctx: Ctx, token: string): Promise<void> {
  const sessionId = await findSessionByCookie(ctx, token);
  if (sessionId === undefined) return;
  await atomically(ctx, tx => store.endSession(tx.db, sessionId, 'logout', nowIso(tx.clock)));
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
