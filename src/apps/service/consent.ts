import { requireRecentProof } from '../../auth/service/recent-proof.ts';
import * as businesses from '../../businesses/service.ts';
import type { Ctx } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { getPublicUrl } from '../../installation/service.ts';
import type { Approval, Approved, AuthorizationRequest, ConsentAnswer } from '../model.ts';
import { isAllowedRedirect, isLoopback, isRegistered, toAppAddress } from '../rules/clients.ts';
import { listResources } from '../rules/metadata.ts';
import { findRefusal, readScopes, refuse, toRedirect } from '../rules/requests.ts';
import { findClient } from './clients.ts';
import { issueCode } from './codes.ts';

/** A request whose client is known, so that the browser may return to it. */
interface KnownRequest {
  clientId: string;
  name: string;
  redirectUri: string;
  /** Adds an answer to the address of the client. */
  answer(answer: Parameters<typeof toRedirect>[1]): string;
  refusal: ReturnType<typeof findRefusal>;
}

/**
 * Returns what a person is asked before an app is connected.
 * @param apiPath the path of the API
 * @throws VALIDATION_ERROR for an unknown app, or an address that it did not register: the browser must not go there
 */
export async function describeConsent(
  ctx: Ctx,
  request: AuthorizationRequest,
  apiPath: string,
): Promise<ConsentAnswer> {
  const { name, redirectUri, answer, refusal } = await readRequest(ctx, request, apiPath);
  if (refusal) return { consent: null, redirectTo: answer(refusal) };
  const url = new URL(redirectUri);
  const consent = {
    name,
    app: toAppAddress(url),
    isLocal: isLoopback(url),
    scopes: readScopes(request.scope),
    denyUrl: answer(refuse('access_denied', 'The app was not connected')),
  };
  return { consent, redirectTo: null };
}

/**
 * Connects an app to a business: issues the code that it exchanges for tokens.
 * @throws VALIDATION_ERROR for a wrong request and a scope that the app did not ask for, RECENT_PROOF_REQUIRED
 */
export async function approve(
  ctx: Ctx,
  { request, scopes, businessId: named }: Approval,
  apiPath: string,
): Promise<Approved> {
  const { clientId, name, redirectUri, answer, refusal } = await readRequest(ctx, request, apiPath);
  if (refusal) throw invalid('request', refusal.error_description, 'conflict');
  const asked = readScopes(request.scope);
  if (!scopes.every(scope => asked.includes(scope)))
    throw invalid('scopes', `must be among ${asked.join(', ')}, which the app asked for`, 'conflict');
  const businessId = await businesses.resolveBusinessId(ctx, named);
  await requireRecentProof(ctx);
  const code = await issueCode(ctx, {
    clientId,
    redirectUri: request.redirect_uri,
    challenge: request.code_challenge as string,
    userId: ctx.actor.id as string,
    key: { businessId, name, app: toAppAddress(new URL(redirectUri)), scopes },
  });
  return { redirectTo: answer({ code }) };
}

async function readRequest(ctx: Ctx, request: AuthorizationRequest, apiPath: string): Promise<KnownRequest> {
  const { client_id: clientId = '', state } = request;
  const client = await findClient(ctx, clientId);
  if (typeof client === 'string') throw invalid('client_id', client, 'unknown');
  const [only, ...others] = client.redirectUris;
  const redirectUri = request.redirect_uri ?? (others.length === 0 ? only : undefined);
  if (!redirectUri || !isRegistered(redirectUri, client) || !isAllowedRedirect(redirectUri))
    throw invalid('redirect_uri', 'must be an address that the app registered', 'unknown');
  const issuer = await getPublicUrl(ctx);
  return {
    clientId,
    name: client.name,
    redirectUri,
    answer: given => toRedirect(redirectUri, given, { state, issuer }),
    refusal: findRefusal(request, listResources(issuer, apiPath)),
  };
}
