import { POSITION_PERMISSIONS, POSITIONS } from '../../db/enums.ts';
import * as auth from '../auth/service/authenticate.ts';
import { actorOfCookie, findSessionOfCookie } from '../auth/service/page-session.ts';
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
    ? auth.actorOfKey(ctx, credential)
    : auth.actorOfToken(ctx, credential);
}

/**
 * The session of the page that sent a request: of a cookie that `authenticate` would take. Undefined for any other
 * credential, a cookie that is none of ours and a session that has ended: those count by their address.
 */
export function resolvePageSession(
  { config, clock, database }: Services,
  request: Request,
): string | undefined {
  const { headers } = request;
  if (headers.get('authorization') || headers.get('x-api-key')?.trim()) return undefined;
  const token = readCookie(headers, config);
  if (token === undefined || !isOwnPage(request, config)) return undefined;
  return findSessionOfCookie({ db: database.reader, clock }, token);
}

function actorOfPage(ctx: Ctx, request: Request): Actor {
  const token = readCookie(request.headers, ctx.config);
  if (token === undefined) return ANONYMOUS;
  assertOwnPage(request, ctx.config);
  return actorOfCookie(ctx, token);
}

interface Gate {
  allows(actor: Actor): boolean;
  /** What the refusal says is missing. */
  needs: string;
}

const isPerson = (actor: Actor) => actor.kind !== 'apiKey';
const isOfBusiness = (actor: Actor) => actor.role === 'business' || actor.role === 'admin';

const GATES: Record<Exclude<Access, 'public' | 'optional'>, Gate> = {
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
 * @throws UNAUTHENTICATED for nobody, FORBIDDEN for the wrong role or position, INSUFFICIENT_SCOPE for a key
 *   without the scope
 */
export function assertAccess(actor: Actor, route: RouteEntry): void {
  const { access, scope, permission, openActions } = route;
  if (access === 'public' || access === 'optional') return;
  if (actor.kind === 'nobody')
    throw new AppError('UNAUTHENTICATED', 'Authentication required: send an access token or API key');
  const { allows, needs } = GATES[access];
  if (!allows(actor)) throw new AppError('FORBIDDEN', `This operation requires ${needs}`);
  // Where it depends on the action, the body decides later.
  if (permission && openActions.length === 0) assertPermission(actor, permission);
  if (actor.kind === 'apiKey' && scope && !actor.scopes.includes(scope)) {
    throw new AppError('INSUFFICIENT_SCOPE', `The API key doesn't have the required scope ${scope}`);
  }
}

/** The positions that hold a permission. */
export function positionsWith(permission: Permission): Position[] {
  return POSITIONS.filter(position => POSITION_PERMISSIONS[position].includes(permission));
}

/** Positions bind the people of a business: admins stand above them, and keys have scopes. @throws FORBIDDEN */
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
