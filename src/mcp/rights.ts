import type { Actor } from '../context.ts';
import type { Call } from '../describe/calls.ts';

/** What decides which tools a caller is shown; each call is judged again, by the door. */
export interface Rights {
  role: string | null;
  isOwner: boolean;
  /** Of an API key; null for a person. */
  scopes: readonly string[] | null;
}

export function rightsOf(actor: Actor): Rights {
  const isOwner = actor.role === 'admin' || (actor.kind === 'user' && actor.position === 'owner');
  return { role: actor.role, isOwner, scopes: actor.kind === 'apiKey' ? actor.scopes : null };
}

/** Whether the operation lets such a caller in: what it would only be refused is not offered to it. */
export function mayCall({ role, isOwner, scopes }: Rights, { method, operation }: Call): boolean {
  const access = operation['x-access'];
  const scope = operation['x-required-scope'];
  // A key that only reads is offered nothing that changes anything.
  if (access === 'public') return method === 'GET' || scopes === null || scopes.includes('write');
  if (scopes && !(scope && scopes.includes(scope))) return false;
  // A key without write has no business with a change that asks for no scope.
  if (access === 'optional') return scopes === null || method === 'GET';
  if (access === 'admin') return role === 'admin';
  if (access === 'owner') return isOwner;
  if (access === 'business') return role === 'business' || role === 'admin';
  return true;
}
