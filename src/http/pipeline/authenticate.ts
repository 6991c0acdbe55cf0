import * as auth from '../../auth/service/authenticate.ts';
import { authenticateCookie, findSessionByCookie } from '../../auth/service/page-session.ts';
import { withRequiredFactor } from '../../auth/service/required-factor.ts';
import { type Actor, ANONYMOUS, type Ctx, createCtxFactory, type Services } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { getPublicUrl } from '../../installation/service.ts';
import {
  authenticateAtCounter,
  findCounterSession,
  withDevice,
} from '../../places/service/counter-session.ts';
import { assertOwnPage, isOwnPage, readCookie, readDeviceCookies } from '../cookie.ts';
import { toAppError } from '../errors.ts';
import type { RoutedRequest } from '../request-state.ts';
import { isForbiddenAtCounter } from './authorize.ts';
import type { Pipeline } from './step.ts';

const BEARER = /^Bearer +(\S+) *$/i;

/**
 * Identifies the caller. On a route where a credential is optional, a rejected one is stored for the handler instead.
 * @throws the errors of `identifyCaller`
 */
export function authenticate(state: RoutedRequest, pipeline: Pipeline): Promise<void> | undefined {
  if (state.isPreauthenticated) return undefined;
  // Public records of test data are visible with a test key only.
  if (state.route.access === 'public' && !hasTestKey(state.request.headers)) return undefined;
  return setActor(state, pipeline);
}

async function setActor(state: RoutedRequest, pipeline: Pipeline): Promise<void> {
  let actor: Actor;
  try {
    actor = await identifyCaller(state.ctx, state.request);
  } catch (thrown) {
    return acceptOptionalCredential(state, thrown, pipeline);
  }
  if (actor.kind === 'apiKey' && actor.isTest) return await enterTestMode(state, actor);
  // Where no credential is required, a PIN counts only on the routes of the counter.
  const isOutOfPlace = isForbiddenAtCounter(actor, state.route) && state.route.access === 'optional';
  state.ctx = state.ctx.as(isOutOfPlace ? ANONYMOUS : actor);
}

/**
 * From here on, the request uses the services of the business's test data. It fails if they cannot be opened: it must
 * never use those of real data instead.
 */
async function enterTestMode(state: RoutedRequest, actor: Extract<Actor, { kind: 'apiKey' }>): Promise<void> {
  const { requestId, traceparent, auditEntry, clientIp, testEnvironments } = state.callerCtx;
  const createCtx = createCtxFactory(await testEnvironments.open(actor.businessId));
  state.ctx = createCtx({ actor, requestId, traceparent, auditEntry, clientIp });
}

/** Returns whether a request has a credential in the form of a test key, valid or not. */
export function hasTestKey(headers: Headers): boolean {
  const bearer = BEARER.exec(headers.get('authorization') ?? '')?.[1];
  return [bearer, headers.get('x-api-key')?.trim()].some(text => text && auth.looksLikeTestKey(text));
}

/** @throws the error itself where a credential is required */
function acceptOptionalCredential(state: RoutedRequest, thrown: unknown, { createCtx }: Pipeline): void {
  if (state.route.access === 'public') return;
  if (state.route.access !== 'optional') throw thrown;
  const { requestId, traceparent, auditEntry, clientIp } = state.ctx;
  const credentialProblem = toAppError(thrown);
  const caller = { actor: ANONYMOUS, requestId, traceparent, auditEntry, clientIp };
  state.ctx = createCtx({ ...caller, credentialProblem });
}

/**
 * Identifies the caller from `Authorization: Bearer <token or key>`, `X-API-Key` or the session cookie of our pages.
 * A header takes precedence over the cookie, because browsers send cookies automatically: a logged-in user can still
 * try an API key on the reference page.
 * @throws AMBIGUOUS_CREDENTIALS for two different headers, UNAUTHENTICATED, TOKEN_EXPIRED, INVALID_API_KEY,
 *   FORBIDDEN for a cookie on a request from a page that is not ours
 */
export function identifyCaller(ctx: Ctx, request: Request): Promise<Actor> {
  const caller = readCredential(ctx, request);
  if (ctx.config.requireSecondFactor === 'off') return caller;
  return caller.then(actor => withRequiredFactor(ctx, actor));
}

function readCredential(ctx: Ctx, request: Request): Promise<Actor> {
  const { headers } = request;
  const authorization = headers.get('authorization');
  const apiKey = headers.get('x-api-key')?.trim() || null;
  if (!authorization) return apiKey ? auth.authenticateKey(ctx, apiKey) : authenticatePage(ctx, request);
  const credential = BEARER.exec(authorization)?.[1];
  if (!credential)
    throw new AppError(
      'UNAUTHENTICATED',
      'The Authorization header must have the form: Bearer <access token or API key>',
    );
  if (apiKey && apiKey !== credential) {
    throw new AppError(
      'AMBIGUOUS_CREDENTIALS',
      'Send either Authorization or X-API-Key; the request contains two different credentials',
    );
  }
  return auth.looksLikeKey(credential)
    ? auth.authenticateKey(ctx, credential)
    : auth.authenticateToken(ctx, credential);
}

/**
 * Returns the ID of the page session that sent a request, if `identifyCaller` would accept its cookie. Returns undefined
 * for other credentials, unknown cookies and expired sessions: those requests are rate limited by IP address.
 */
export function resolvePageSession(
  { config, clock, database }: Services,
  request: Request,
): Promise<string | undefined> | undefined {
  const { headers } = request;
  if (headers.get('authorization') || headers.get('x-api-key')?.trim()) return undefined;
  if (headers.get('cookie') === null) return undefined;
  return findOwnSession({ config, clock, db: database.reader }, request);
}

async function findOwnSession(
  ctx: Pick<Ctx, 'config' | 'clock' | 'db'>,
  request: Request,
): Promise<string | undefined> {
  const token = readCookie(request.headers, ctx.config);
  const cookies = readDeviceCookies(request.headers, ctx.config);
  if (token === undefined && cookies.person === undefined) return undefined;
  if (!(await isOwnPage(request, ctx.config, () => getPublicUrl(ctx)))) return undefined;
  return token === undefined ? await findCounterSession(ctx, cookies) : await findSessionByCookie(ctx, token);
}

/** A login takes precedence over a PIN on a shared device; each of them ends the other. */
async function authenticatePage(ctx: Ctx, request: Request): Promise<Actor> {
  const { headers } = request;
  if (headers.get('cookie') === null) return ANONYMOUS;
  const token = readCookie(headers, ctx.config);
  const cookies = readDeviceCookies(headers, ctx.config);
  if (token === undefined && cookies.person === undefined) return ANONYMOUS;
  await assertOwnPage(request, ctx);
  if (token === undefined) return (await authenticateAtCounter(ctx, cookies)) ?? ANONYMOUS;
  return await withDevice(ctx, await authenticateCookie(ctx, token), cookies.device);
}
