import * as auth from '../auth/service/authenticate.ts';
import { actorOfCookie } from '../auth/service/page-session.ts';
import { type Actor, type Ctx, NOBODY } from '../context.ts';
import { AppError } from '../errors.ts';
import { assertOwnPage, readCookie } from './cookie.ts';
import type { Access, RouteEntry } from './routes.ts';

const BEARER = /^Bearer +(\S+) *$/i;

/**
 * Who calls, from `Authorization: Bearer <token or key>`, `X-API-Key` or the session cookie of our pages. Public
 * routes ask nobody. A header is sent on purpose and a cookie by itself, so a header is all that counts where there
 * is one: whoever is logged in can still try a key on the reference page.
 * @throws AMBIGUOUS_CREDENTIALS for two different headers, UNAUTHENTICATED, TOKEN_EXPIRED, INVALID_API_KEY,
 *   FORBIDDEN for a cookie on a request that is not from our pages
 */
export function authenticate(ctx: Ctx, request: Request): Actor | Promise<Actor> {
  const { headers } = request;
  const authorization = headers.get('authorization');
  const apiKey = headers.get('x-api-key')?.trim() || null;
  if (!authorization) return apiKey ? auth.actorOfKey(ctx, apiKey) : actorOfPage(ctx, request);
  const credential = BEARER.exec(authorization)?.[1];
  if (!credential) throw new AppError('UNAUTHENTICATED', 'Authorization must be: Bearer <token or API key>');
  if (apiKey && apiKey !== credential) {
    throw new AppError(
      'AMBIGUOUS_CREDENTIALS',
      'Send either Authorization or X-API-Key, not two different credentials',
    );
  }
  return auth.looksLikeKey(credential)
    ? auth.actorOfKey(ctx, credential)
    : auth.actorOfToken(ctx, credential);
}

function actorOfPage(ctx: Ctx, request: Request): Actor {
  const token = readCookie(request.headers, ctx.config);
  if (token === undefined) return NOBODY;
  assertOwnPage(request, ctx.config);
  return actorOfCookie(ctx, token);
}

const ALLOWED: Record<Exclude<Access, 'public' | 'optional'>, (actor: Actor) => boolean> = {
  any: () => true,
  person: actor => actor.kind === 'user' || actor.kind === 'system',
  business: actor => actor.role === 'business' || actor.role === 'admin',
  owner: actor => actor.role === 'admin' || (actor.kind === 'user' && actor.position === 'owner'),
  admin: actor => actor.role === 'admin',
};

/** @throws UNAUTHENTICATED for nobody, FORBIDDEN for the wrong role, INSUFFICIENT_SCOPE for a key without it. */
export function assertAccess(actor: Actor, { access, scope }: RouteEntry): void {
  if (access === 'public' || access === 'optional') return;
  if (actor.kind === 'nobody') throw new AppError('UNAUTHENTICATED', 'A valid credential is needed');
  if (!ALLOWED[access](actor)) throw new AppError('FORBIDDEN', 'The caller may not do this');
  if (actor.kind === 'apiKey' && scope && !actor.scopes.includes(scope)) {
    throw new AppError('INSUFFICIENT_SCOPE', `The API key lacks the scope ${scope}`);
  }
}
