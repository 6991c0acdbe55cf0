import * as oauth from 'oauth4webapi';
import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import type { Outbound, OutboundResponse } from '../platform/outbound/client.ts';
import { OutboundError } from '../platform/outbound/errors.ts';
import type { Json, Profile, TokenExchange } from './provider-table.ts';
import { type Client, USER_AGENT } from './providers.ts';
import { listMissingScopes } from './rules.ts';

const TIMEOUT_MS = 10_000;
/** Revocation is best effort, so it times out quickly. */
const REVOKE_TIMEOUT_MS = 3_000;
const NULL_BODY = new Set([204, 205, 304]);

export interface Tokens {
  accessToken: string;
  refreshToken: string | null;
  expiresInSeconds: number | null;
}

const MISSING_SCOPES = 'must include every permission that the platform was asked for';

/** Why a platform returned no tokens: `refused` is permanent, `failed` may be temporary. */
export class PlatformError extends AppError {
  readonly kind: 'refused' | 'failed' | 'missingScope';

  constructor(kind: PlatformError['kind'], message: string, cause?: unknown) {
    const isScope = kind === 'missingScope';
    super(isScope ? 'FORBIDDEN' : 'UPSTREAM_FAILED', message, {
      cause,
      ...(isScope && { details: [{ field: 'scopes', issue: MISSING_SCOPES, rule: 'conflict' }] }),
    });
    this.kind = kind;
  }
}

interface CodeExchange {
  code: string;
  redirectUri: string;
  verifier: string | null;
}

/** Exchanges a code for tokens, long-lived ones if the platform has them. @throws PlatformError */
export async function exchangeCode(ctx: Ctx, client: Client, given: CodeExchange): Promise<Tokens> {
  const { provider } = client;
  const server = toAuthorizationServer(client);
  const answer = await callPlatform(client, async () => {
    const parameters = oauth.validateAuthResponse(
      server,
      { client_id: client.clientId },
      new URLSearchParams({ code: given.code }),
      oauth.skipStateCheck,
    );
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      { client_id: client.clientId },
      toClientAuth(client),
      parameters,
      given.redirectUri,
      given.verifier ?? oauth.nopkce,
      toRequestOptions(ctx, provider.tokenUrl),
    );
    return oauth.processAuthorizationCodeResponse(server, { client_id: client.clientId }, response);
  });
  const missing = listMissingScopes(provider.needs, answer.scope);
  if (missing.length > 0) {
    const words = missing.join(', ');
    throw new PlatformError('missingScope', `Missing permissions on ${client.platform}: ${words}`);
  }
  const tokens = toTokens(answer, null);
  return provider.longLived ? exchangeToken(ctx, client, provider.longLived, tokens) : tokens;
}

export function canRenew({ provider }: Client, { refreshToken }: Tokens): boolean {
  return provider.renewal !== undefined || refreshToken !== null;
}

/** Renews tokens before they expire. @throws PlatformError */
export async function renewTokens(ctx: Ctx, client: Client, tokens: Tokens): Promise<Tokens> {
  const { provider } = client;
  if (provider.renewal) return exchangeToken(ctx, client, provider.renewal, tokens);
  const { refreshToken } = tokens;
  if (refreshToken === null)
    throw new PlatformError('refused', `${client.platform} did not return a refresh token`);
  const server = toAuthorizationServer(client);
  const answer = await callPlatform(client, async () => {
    const response = await oauth.refreshTokenGrantRequest(
      server,
      { client_id: client.clientId },
      toClientAuth(client),
      refreshToken,
      toRequestOptions(ctx, provider.tokenUrl),
    );
    return oauth.processRefreshTokenResponse(server, { client_id: client.clientId }, response);
  });
  return toTokens(answer, refreshToken);
}

/** Revokes tokens at the platform. Best effort: ours are deleted regardless of the response. */
export async function revokeAtProvider(ctx: Ctx, client: Client, tokens: Tokens): Promise<void> {
  const { revokeUrl } = client.provider;
  if (!revokeUrl) return;
  try {
    await oauth.revocationRequest(
      toAuthorizationServer(client),
      { client_id: client.clientId },
      toClientAuth(client),
      tokens.refreshToken ?? tokens.accessToken,
      toRequestOptions(ctx, revokeUrl, REVOKE_TIMEOUT_MS),
    );
  } catch (cause) {
    ctx.log.warn('a platform rejected a token revocation', {
      platform: client.platform,
      cause: describeError(cause),
    });
  }
}

/** Returns the account that the tokens belong to. @throws PlatformError */
export async function readProfile(ctx: Ctx, client: Client, { accessToken }: Tokens): Promise<Profile> {
  const { provider } = client;
  const answer = await getJson(ctx, client, provider.profileUrl, accessToken);
  const profile = provider.profileOf(answer);
  if (profile.accountId === '')
    throw new PlatformError('failed', `${client.platform} did not return an account`);
  if (!provider.followersUrl) return profile;
  const url = provider.followersUrl.replace('{id}', encodeURIComponent(profile.accountId));
  const { total } = await getJson(ctx, client, url, accessToken);
  return { ...profile, followers: Number.isSafeInteger(total) && total >= 0 ? total : null };
}

async function getJson(ctx: Ctx, client: Client, url: string, accessToken?: string): Promise<Json> {
  const headers: Record<string, string> = { accept: 'application/json', 'user-agent': USER_AGENT };
  if (accessToken) headers.authorization = `Bearer ${accessToken}`;
  if (client.provider.hasClientIdHeader) headers['client-id'] = client.clientId;
  const reply = await callPlatform(client, () =>
    ctx.platforms.send({ url, method: 'GET', headers, timeoutMs: TIMEOUT_MS }),
  );
  if (reply.status !== 200) throw toStatusError(client, reply.status);
  const json = parseJson(reply.body);
  if (json) return json;
  throw new PlatformError('failed', `${client.platform} returned an unreadable response`);
}

/** Meta's token endpoints are a GET with all parameters in the query. */
async function exchangeToken(
  ctx: Ctx,
  client: Client,
  terms: TokenExchange,
  tokens: Tokens,
): Promise<Tokens> {
  const { clientId, clientSecret } = client;
  const url = new URL(terms.url);
  url.searchParams.set('grant_type', terms.grantType);
  if (terms.sends === 'idAndSecret') url.searchParams.set('client_id', clientId);
  if (terms.sends !== 'token') url.searchParams.set('client_secret', clientSecret);
  url.searchParams.set(terms.tokenParameter, tokens.accessToken);
  const answer = await getJson(ctx, client, url.href);
  if (typeof answer.access_token !== 'string') {
    throw new PlatformError('failed', `${client.platform} did not return a token`);
  }
  const expiresIn = Number(answer.expires_in);
  return {
    accessToken: answer.access_token,
    refreshToken: null,
    expiresInSeconds: Number.isFinite(expiresIn) && expiresIn > 0 ? expiresIn : null,
  };
}

function toAuthorizationServer({ provider }: Client): oauth.AuthorizationServer {
  const { tokenUrl, revokeUrl } = provider;
  return { issuer: new URL(tokenUrl).origin, token_endpoint: tokenUrl, revocation_endpoint: revokeUrl };
}

function toClientAuth({ provider, clientId, clientSecret }: Client): oauth.ClientAuth {
  if (provider.authentication === 'post') return oauth.ClientSecretPost(clientSecret);
  if (provider.authentication === 'basic') {
    // Not ClientSecretBasic: it percent-encodes `-` and `_`, which none of these platforms decodes.
    const credential = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    return (_server, _client, _body, headers) => headers.set('authorization', `Basic ${credential}`);
  }
  return (_server, _client, body) => {
    body.set('client_key', clientId);
    body.set('client_secret', clientSecret);
  };
}

function toRequestOptions(ctx: Ctx, endpoint: string, timeoutMs = TIMEOUT_MS) {
  return {
    [oauth.customFetch]: createFetch(ctx.platforms, timeoutMs),
    // Only true if the operator configured an http URL; the built-in endpoints are all https.
    [oauth.allowInsecureRequests]: endpoint.startsWith('http:'),
    headers: { 'user-agent': USER_AGENT },
  };
}

/** Replaces the library's fetch with our outbound client, and normalizes responses to the standard. */
function createFetch(platforms: Outbound, timeoutMs: number) {
  return async (
    url: string,
    { method, headers, body }: oauth.CustomFetchOptions<'POST', URLSearchParams>,
  ): Promise<Response> =>
    normalizeResponse(await platforms.send({ url, method, headers, body: body?.toString(), timeoutMs }));
}

/**
 * Normalizes deviations from RFC 6749: any 2xx for 200, errors with 200 (TikTok), responses inside `data` and no
 * token_type (Instagram), scopes as an array (Twitch) or comma-separated. Drops the id_token, because the profile
 * read with the token identifies the account.
 */
function normalizeResponse({ status, headers, body }: OutboundResponse): Response {
  const json = parseJson(body);
  if (!json) return new Response(NULL_BODY.has(status) ? null : body, { status, headers });
  const { id_token, scope, ...answer } = json.data?.[0] ?? json;
  const isError = typeof answer.access_token !== 'string' && typeof answer.error === 'string';
  const fixed = {
    ...(answer.access_token ? { token_type: 'bearer' } : {}),
    ...answer,
    ...(scope == null ? {} : { scope: [scope].flat().join(' ').replaceAll(',', ' ') }),
  };
  const isSuccess = status >= 200 && status < 300;
  return Response.json(fixed, { status: isSuccess ? (isError ? 400 : 200) : status });
}

function parseJson(text: string): Json | undefined {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function toTokens(answer: oauth.TokenEndpointResponse, known: string | null): Tokens {
  return {
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? known,
    expiresInSeconds: answer.expires_in && answer.expires_in > 0 ? answer.expires_in : null,
  };
}

/**
 * Converts a platform's errors to ours; passes on only plain error codes, because messages are the platform's own
 * text.
 */
async function callPlatform<T>({ platform }: Client, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PlatformError) throw error;
    if (error instanceof oauth.ResponseBodyError) {
      const code = /^[a-z_]{1,40}$/.test(error.error) ? ` (${error.error})` : '';
      // A misconfigured app says nothing about the user's tokens.
      const isOurFault = error.error === 'invalid_client' || error.error === 'unauthorized_client';
      const isFinal = error.status < 429 && !isOurFault;
      throw new PlatformError(isFinal ? 'refused' : 'failed', `${platform} rejected the request${code}`);
    }
    if (error instanceof OutboundError) throw new PlatformError('failed', error.message);
    const status = findStatus(error);
    if (status) throw toStatusError({ platform }, status);
    throw new PlatformError('failed', `${platform} returned an invalid OAuth response`, describeError(error));
  }
}

/** 400 and 401 concern the token (Meta uses 400); other statuses may be temporary. */
function toStatusError({ platform }: Pick<Client, 'platform'>, status: number): PlatformError {
  if (status === 429)
    return new PlatformError('failed', `${platform} is temporarily unavailable; try again later`);
  const isFinal = status === 400 || status === 401;
  return new PlatformError(isFinal ? 'refused' : 'failed', `${platform} responded with status ${status}`);
}

/** Returns the status of a response that the library could not parse. */
function findStatus(error: unknown): number | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Response && cause.status !== 200) return cause.status;
  return error instanceof oauth.WWWAuthenticateChallengeError ? error.status : undefined;
}

/** Logs an error by its name only, because the library's errors contain whole responses, including tokens. */
function describeError(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : 'unknown';
}
