import type { Actor } from '../context.ts';
import type { OperationCall } from '../describe/operation-calls.ts';

/** What decides which tools a caller is shown; each call is judged again, by the door. */
export interface Permissions {
  role: string | null;
  /** Of a person of a business; null for everybody else. */
  position: string | null;
  /** Of an API key; null for a person. */
  scopes: readonly string[] | null;
}

export function getPermissions(actor: Actor): Permissions {
  return {
    role: actor.role,
    position: actor.kind === 'user' ? actor.position : null,
    scopes: actor.kind === 'apiKey' ? actor.scopes : null,
  };
}

/** Whether the operation lets such a caller in: what it would only be refused is not offered to it. */
export function canCall(rights: Permissions, { method, operation }: OperationCall): boolean {
  const { role, scopes } = rights;
  const access = operation['x-access'];
  const scope = operation['x-required-scope'];
  // A key that only reads is offered nothing that changes anything.
  if (access === 'public') return method === 'GET' || scopes === null || scopes.includes('write');
  if (scopes && !(scope && scopes.includes(scope))) return false;
  // A key without write has no business with a change that asks for no scope.
  if (access === 'optional') return scopes === null || method === 'GET';
  if (access === 'admin') return role === 'admin';
  if (role === 'admin') return true;
  if (access === 'businessUser' && scopes) return false;
  if (access === 'business' || access === 'businessUser')
    return role === 'business' && hasRequiredPosition(rights, operation);
  return true;
}

/** An operation with actions for every position is offered to all of them. */
function hasRequiredPosition(
  { position, scopes }: Permissions,
  operation: OperationCall['operation'],
): boolean {
  const positions = operation['x-required-positions'];
  if (scopes || !positions || operation['x-open-actions']) return true;
  return position !== null && positions.includes(position);
}
