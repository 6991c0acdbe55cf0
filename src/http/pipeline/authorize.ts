import { POSITION_PERMISSIONS, POSITIONS } from '../../../db/enums.ts';
import type { Actor, Permission, Position } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { RoutedRequest } from '../request-state.ts';
import type { Access, RouteEntry } from '../routes.ts';

/** Rejects a caller whom the route's `access`, `permission` or `scope` excludes (401, 403). */
export function authorize({ ctx, route }: RoutedRequest): void {
  assertAccess(ctx.actor, route);
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
  if (permission) assertPermission(actor, openActions.length === 0 ? permission : 'view');
  if (actor.kind === 'apiKey' && scope && !actor.scopes.includes(scope)) {
    throw new AppError('INSUFFICIENT_SCOPE', `The API key doesn't have the required scope ${scope}`);
  }
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
  throw new AppError(
    'FORBIDDEN',
    `This operation requires the position ${needed}; your position is ${actor.position ?? 'none'}`,
  );
}
