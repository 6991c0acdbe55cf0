import { POSITION_PERMISSIONS, POSITIONS } from '../../../db/enums.ts';
import type { Actor, Permission, Position } from '../../context.ts';
import { AppError, type ErrorDetail, forbidden, lacking } from '../../errors.ts';
import { isAgent } from '../../mandates/service/charge.ts';
import { assertTool } from '../agent-request.ts';
import type { RoutedRequest } from '../request-state.ts';
import type { Access, RouteEntry } from '../routes.ts';

/** Rejects a caller whom the route's `access`, `permission` or `scope` excludes, or a test key (401, 403). */
export function authorize({ ctx, route }: RoutedRequest): void {
  assertAccess(ctx.actor, route);
  if (ctx.isTestMode && !route.testMode)
    throw forbidden('testMode', "This operation isn't available in test mode; use a live key", ['false']);
}

interface AccessRule {
  /** The requirement that the error message names. */
  needs: string;
  /** The roles of which the caller needs one; any without them. */
  roles?: readonly NonNullable<Actor['role']>[];
  /** Whether API keys are rejected. */
  isForPeople?: boolean;
}

const OF_BUSINESS = ['business', 'admin'] as const;

const ACCESS_RULES: Record<Exclude<Access, 'public' | 'optional'>, AccessRule> = {
  any: { needs: '' },
  person: { needs: 'a user session; API keys are not accepted', isForPeople: true },
  business: { needs: 'the business role', roles: OF_BUSINESS },
  businessUser: {
    needs: 'a business user session; API keys are not accepted',
    roles: OF_BUSINESS,
    isForPeople: true,
  },
  admin: { needs: 'the admin role', roles: ['admin'] },
};

/** The paths of a person's own account and session, where the person can set up a second factor. */
export const OWN_ACCOUNT = /^(\/api\/v1\/(auth|account)|\/session)(\/|$)/;

/** Returns what the caller lacks for an access rule, as the details of an error. */
function listLacking(actor: Actor, { roles, isForPeople }: AccessRule): ErrorDetail[] {
  return [
    ...(isForPeople && actor.kind === 'apiKey' ? [lacking('authMethod', ['jwt'])] : []),
    ...(roles && !roles.some(role => role === actor.role) ? [lacking('role', roles)] : []),
  ];
}

/**
 * @throws UNAUTHENTICATED for an anonymous caller, FORBIDDEN for the wrong role or position, INSUFFICIENT_SCOPE for a key
 *   without the scope
 */
export function assertAccess(actor: Actor, route: RouteEntry): void {
  const { access, scope, permission } = route;
  if (isAgent(actor)) assertTool(actor, route);
  if (access === 'public' || access === 'optional') return;
  if (actor.kind === 'anonymous')
    throw new AppError('UNAUTHENTICATED', 'Authentication required: send an access token or API key');
  const rule = ACCESS_RULES[access];
  const details = listLacking(actor, rule);
  if (details.length > 0)
    throw new AppError('FORBIDDEN', `This operation requires ${rule.needs}`, { details });
  if (isForbiddenAtCounter(actor, route)) {
    const message = "This operation isn't available on a shared device; log in instead";
    throw forbidden('authMethod', message, ['jwt']);
  }
  if (actor.kind === 'user' && actor.lacksSecondFactor && !OWN_ACCOUNT.test(route.pathPattern)) {
    const message = 'Set up an authenticator app first: this installation requires it of owners and admins';
    throw forbidden('secondFactor', message, ['true']);
  }
  if (permission) assertPermission(actor, permission);
  if (actor.kind === 'apiKey' && scope && !actor.scopes.includes(scope)) {
    const message = `The API key doesn't have the required scope ${scope}`;
    throw new AppError('INSUFFICIENT_SCOPE', message, { details: [lacking('scopes', [scope])] });
  }
}

/** Returns whether a route is closed to the caller because a PIN opens only the operations of the counter. */
export function isForbiddenAtCounter(actor: Actor, { permission }: RouteEntry): boolean {
  return actor.kind === 'user' && actor.isAtCounter === true && permission !== 'counter';
}

/** Returns the positions that have a permission. */
export function positionsWith(permission: Permission): Position[] {
  return POSITIONS.filter(position => POSITION_PERMISSIONS[position].includes(permission));
}

/** Returns positions as a text: `owner`, `owner or manager`, `owner, manager or staff`. */
export function formatPositions(positions: readonly string[]): string {
  return positions.length < 2
    ? positions.join('')
    : `${positions.slice(0, -1).join(', ')} or ${positions.at(-1)}`;
}

/** Checks the position of a business user. Admins are exempt, and API keys have scopes instead. @throws FORBIDDEN */
export function assertPermission(actor: Actor, permission: Permission): void {
  if (actor.kind !== 'user' || actor.role !== 'business') return;
  const positions = positionsWith(permission);
  if (actor.position && positions.includes(actor.position)) return;
  const needed = formatPositions(positions);
  const message = `This operation requires the position ${needed}; your position is ${actor.position ?? 'none'}`;
  throw forbidden('position', message, positions);
}
