import { SCOPES } from '../../../db/enums.ts';
import type { Scope } from '../../platform/actor.ts';
import type { AuthorizationRequest } from '../model.ts';

/** A refusal in the words of OAuth, such as `invalid_scope`. */
export interface Refusal {
  error: string;
  error_description: string;
}

/** The scopes of a request without any: to read, prepare and review, and neither to spend nor to administer. */
const DEFAULT_SCOPES: readonly Scope[] = ['read', 'write', 'review'];
/** A SHA-256 in base64url. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/** Returns the scopes of ours in a request; those of other systems, such as `offline_access`, are ignored. */
export function readScopes(scope: string | undefined): Scope[] {
  const asked = scope?.split(' ').filter(word => word !== '') ?? [];
  return asked.length === 0 ? [...DEFAULT_SCOPES] : SCOPES.filter(each => asked.includes(each));
}

/** Returns whether a resource (RFC 8707) is this installation: its address, its API or its MCP server. */
export function isOwnResource(resource: string | undefined, resources: readonly string[]): boolean {
  return resource === undefined || resources.includes(resource.replace(/\/$/, ''));
}

/** Returns what is wrong with a request of a known client; undefined for a good one. */
export function findRefusal(
  {
    response_type: type,
    code_challenge: challenge,
    code_challenge_method: method,
    ...rest
  }: AuthorizationRequest,
  resources: readonly string[],
): Refusal | undefined {
  if (type !== 'code') return refuse('unsupported_response_type', 'response_type must be code');
  if (!challenge || method !== 'S256' || !CHALLENGE.test(challenge))
    return refuse('invalid_request', 'code_challenge is required, with code_challenge_method S256');
  if (!isOwnResource(rest.resource, resources))
    return refuse('invalid_target', `resource must be ${resources.join(' or ')}`);
  if (readScopes(rest.scope).length === 0)
    return refuse('invalid_scope', `scope must contain one of ${SCOPES.join(', ')}`);
  return undefined;
}

/** @param words for the developer of the app */
export function refuse(error: string, words: string): Refusal {
  return { error, error_description: words };
}

/** Adds the answer to the address of the client, with the issuer, which tells clients of several servers apart (RFC 9207). */
export function toRedirect(
  redirectUri: string,
  answer: Refusal | { code: string },
  { state, issuer }: { state: string | undefined; issuer: string },
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...answer, state, iss: issuer }))
    if (value !== undefined) url.searchParams.append(name, value);
  return url.href;
}
