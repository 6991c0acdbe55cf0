import { createHash, randomBytes } from 'node:crypto';
import type { BusinessFixture } from '../support/accounts.ts';
import type { TestApp } from '../support/test-app.ts';

export const REDIRECT_URI = 'https://assistant.example/callback';
export const VERIFIER = randomBytes(32).toString('base64url');
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

/** A response of an endpoint of OAuth, which has no envelope. */
interface OAuthResponse {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any field of the response and asserts on it
  body: any;
}

async function toResponse(response: Response): Promise<OAuthResponse> {
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Sends a form to an endpoint of OAuth. */
export async function postForm(
  ctx: TestApp,
  path: string,
  form: Record<string, string> | string,
  headers: Record<string, string> = {},
): Promise<OAuthResponse> {
  const body = new URLSearchParams(form).toString();
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const init = { method: 'POST', headers: { ...type, ...headers }, body };
  return toResponse(await ctx.send(new Request(`http://localhost${path}`, init)));
}

export async function register(ctx: TestApp, metadata: unknown): Promise<OAuthResponse> {
  const headers = { 'Content-Type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(metadata) };
  return toResponse(await ctx.send(new Request('http://localhost/oauth/register', init)));
}

/** Registers an app. @returns its client ID */
export async function createClient(ctx: TestApp, redirectUris: string[] = [REDIRECT_URI]): Promise<string> {
  const { body } = await register(ctx, { client_name: 'Assistant', redirect_uris: redirectUris });
  return body.client_id;
}

/** The query with which an app opens the page of the consent. */
export function toRequest(clientId: string, changes: Record<string, string | undefined> = {}) {
  return {
    client_id: clientId,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope: 'read review',
    state: 'xyz',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    ...changes,
  };
}

/** Calls a route of the pages' session, as a person. */
async function callPage(ctx: TestApp, path: string, as: string, body?: object) {
  const headers = { Authorization: `Bearer ${as}`, 'Content-Type': 'application/json' };
  const init = { method: body ? 'POST' : 'GET', headers, body: body && JSON.stringify(body) };
  const response = await ctx.send(new Request(`http://localhost/oauth/consent${path}`, init));
  // biome-ignore lint/suspicious/noExplicitAny: see above
  const { data, error } = (await response.json()) as any;
  return { status: response.status, data, error };
}

/** Reads what the page asks. */
export function askConsent(ctx: TestApp, request: Record<string, string | undefined>, as: string) {
  const given = Object.entries(request).filter(([, value]) => value !== undefined);
  return callPage(ctx, `?${new URLSearchParams(given as [string, string][])}`, as);
}

/** Connects an app, as the button of the page does. */
export function approve(ctx: TestApp, request: object, as: string, scopes = ['read']) {
  return callPage(ctx, '', as, { request, scopes });
}

/** Connects an app. @returns the code that it exchanges */
export async function issueCode(
  ctx: TestApp,
  { token }: Pick<BusinessFixture, 'token'>,
  clientId: string,
  scopes = ['read'],
): Promise<string> {
  const { data } = await approve(ctx, toRequest(clientId), token, scopes);
  return new URL(data.redirectTo).searchParams.get('code') ?? '';
}

export function exchangeCode(ctx: TestApp, clientId: string, code: string, changes: object = {}) {
  const form = {
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: REDIRECT_URI,
    code_verifier: VERIFIER,
  };
  return postForm(ctx, '/oauth/token', { ...form, code, ...changes });
}

export function refresh(ctx: TestApp, clientId: string, token: string, changes: object = {}) {
  const form = { grant_type: 'refresh_token', client_id: clientId, refresh_token: token };
  return postForm(ctx, '/oauth/token', { ...form, ...changes });
}

/** Connects an app and exchanges its code. */
export async function connectApp(ctx: TestApp, owner: Pick<BusinessFixture, 'token'>, scopes = ['read']) {
  const clientId = await createClient(ctx);
  const { body } = await exchangeCode(ctx, clientId, await issueCode(ctx, owner, clientId, scopes));
  return { clientId, accessToken: body.access_token as string, refreshToken: body.refresh_token as string };
}
