import { POSITION_PERMISSIONS, POSITIONS } from '../../db/enums.ts';
import * as auth from '../auth/service/authenticate.ts';
import { authenticateCookie, findSessionByCookie } from '../auth/service/page-session.ts';
import {
  type Actor,
  ANONYMOUS,
  type Ctx,
  type Permission,
  type Position,
  type Services,
} from '../context.ts';
import { AppError } from '../errors.ts';
import { assertOwnPage, isOwnPage, readCookie } from './cookie.ts';
import type { Access, RouteEntry } from './routes.ts';

const BEARER = /^Bearer +(\S+) *$/i;

/**
 * Identifies the caller from `Authorization: Bearer <token or key>`, `X-API-Key` or the session cookie of our pages.
 * A header takes precedence over the cookie, because browsers send cookies automatically: a logged-in user can still
 * try an API key on the reference page.
 * @throws AMBIGUOUS_CREDENTIALS for two different headers, UNAUTHENTICATED, TOKEN_EXPIRED, INVALID_API_KEY,
 *   FORBIDDEN for a cookie on a request from a page that is not ours
 */
export function authenticate(ctx: Ctx, request: Request): Actor | Promise<Actor> {
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
 * Returns the id of the page session that sent a request, if `authenticate` would accept its cookie. Returns undefined
 * for other credentials, unknown cookies and expired sessions: those requests are rate limited by IP address.
 */
export function resolvePageSession(
  { config, clock, database }: Services,
  request: Request,
): string | undefined {
  const { headers } = request;
  if (headers.get('authorization') || headers.get('x-api-key')?.trim()) return undefined;
  const token = readCookie(headers, config);
  if (token === undefined || !isOwnPage(request, config)) return undefined;
  return findSessionByCookie({ db: database.reader, clock }, token);
}

function authenticatePage(ctx: Ctx, request: Request): Actor {
  const token = readCookie(request.headers, ctx.config);
  if (token === undefined) return ANONYMOUS;
  assertOwnPage(request, ctx.config);
  return authenticateCookie(ctx, token);
}

interface AccessRule {
  allows(actor: Actor): boolean;
  /** The requirement that the error message names. */
  needs: string;
}

const isPerson = (actor: Actor) => actor.kind !== 'apiKey';
const isOfBusiness = (actor: Actor) => actor.role === 'business' || actor.role === 'admin';

const ACCESS_RULES: Record<Exclude<Access, 'public' | 'optional'>, AccessRule> = {
  any: { allows: () => true, needs: '' },
  person: { allows: isPerson, needs: 'a user session; API keys are not accepted' },
  business: { allows: isOfBusiness, needs: 'the business role' },
  businessUser: {
    allows: actor => isOfBusiness(actor) && isPerson(actor),
    needs: 'a business user session; API keys are not accepted',
  },
  admin: { allows: actor => actor.role === 'admin', needs: 'the admin role' },
};

/**
 * @throws UNAUTHENTICATED for an anonymous caller, FORBIDDEN for the wrong role or position, INSUFFICIENT_SCOPE for a key
 *   without the scope
 */
export function assertAccess(actor: Actor, route: RouteEntry): void {
  const { access, scope, permission, openActions } = route;
  if (access === 'public' || access === 'optional') return;
  if (actor.kind === 'nobody')
    throw new AppError('UNAUTHENTICATED', 'Authentication required: send an access token or API key');
  const { allows, needs } = ACCESS_RULES[access];
  if (!allows(actor)) throw new AppError('FORBIDDEN', `This operation requires ${needs}`);
  // When the permission depends on the action, it is checked once the body is parsed.
  if (permission && openActions.length === 0) assertPermission(actor, permission);
  if (actor.kind === 'apiKey' && scope && !actor.scopes.includes(scope)) {
    throw new AppError('INSUFFICIENT_SCOPE', `The API key doesn't have the required scope ${scope}`);
  }
}

/** Returns the positions that have a permission. */
export function positionsWith(permission: Permission): Position[] {
  return POSITIONS.filter(position => POSITION_PERMISSIONS[position].includes(permission));
}

/** Checks the position of a business user. Admins are exempt, and API keys have scopes instead. @throws FORBIDDEN */
export function assertPermission(actor: Actor, permission: Permission): void {
  if (actor.kind !== 'user' || actor.role !== 'business') return;
  const positions = positionsWith(permission);
  if (actor.position && positions.includes(actor.position)) return;
  const needed = positions.join(' or ');
  throw new AppError(
    'FORBIDDEN',
    `This operation requires the position ${needed}; your position is ${actor.position ?? 'none'}`,
  );
}
