import type { Actor } from '../context.ts';
import type { OperationCall } from '../describe/operation-calls.ts';
import { isTool } from '../http/agent-request.ts';

/** The permissions that determine which tools a caller sees. Each call is authorized again by the request pipeline. */
export interface Permissions {
  role: string | null;
  /** The position of a business user; null for other callers. */
  position: string | null;
  /** The scopes of an API key; null for users. */
  scopes: readonly string[] | null;
  /** The operations that an agent may call; null for other callers. */
  tools?: readonly string[] | null;
}

export function getPermissions(actor: Actor): Permissions {
  return {
    role: actor.role,
    position: actor.kind === 'user' ? actor.position : null,
    scopes: actor.kind === 'apiKey' ? actor.scopes : null,
    tools: actor.kind === 'apiKey' && actor.mandate ? actor.mandate.tools : null,
  };
}

/** Returns whether the caller may call an operation; tools that would be rejected are not listed. */
export function canCall(permissions: Permissions, { id, method, operation }: OperationCall): boolean {
  const { role, scopes, tools } = permissions;
  if (tools && !isTool(tools, id)) return false;
  const access = operation['x-access'];
  const scope = operation['x-required-scope'];
  // Keys without the write scope are not offered changes.
  if (access === 'public') return method === 'GET' || scopes === null || scopes.includes('write');
  if (scopes && !(scope && scopes.includes(scope))) return false;
  // Without a required scope, API keys are offered only reads.
  if (access === 'optional') return scopes === null || method === 'GET';
  if (access === 'admin') return role === 'admin';
  if (role === 'admin') return true;
  if (access === 'businessUser' && scopes) return false;
  if ((access === 'business' || access === 'businessUser') && role !== 'business') return false;
  return role !== 'business' || hasRequiredPosition(permissions, operation);
}

function hasRequiredPosition(
  { position, scopes }: Permissions,
  operation: OperationCall['operation'],
): boolean {
  const positions = operation['x-required-positions'];
  if (scopes || !positions) return true;
  return position !== null && positions.includes(position);
}
