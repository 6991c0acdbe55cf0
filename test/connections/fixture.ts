import { setup as baseScene, type Json, type Setup } from '../campaigns/fixture.ts';
import type { CallOptions, TestResponse } from '../support/test-app.ts';

export type { Json, Setup as Scene };

/** A request that the fake platform received. */
export interface PlatformRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  form: URLSearchParams;
  headers: Headers;
}

type Reply = (got: PlatformRequest) => Response | object | Promise<Response | object>;

export interface FakePlatform {
  url: string;
  requests: PlatformRequest[];
  /** Sets the response of a path. */
  respondTo(path: string, reply: Reply): void;
  requestsTo(path: string): PlatformRequest[];
  stop(): void;
}

/** Starts a platform on loopback with the given responses. */
export function startFakePlatform(replies: Record<string, Reply> = {}): FakePlatform {
  const got: PlatformRequest[] = [];
  const known = new Map(Object.entries(replies));
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: async request => {
      const { pathname, searchParams } = new URL(request.url);
      const form = new URLSearchParams(await request.text());
      const one = {
        method: request.method,
        path: pathname,
        query: searchParams,
        form,
        headers: request.headers,
      };
      got.push(one);
      const reply = await known.get(pathname)?.(one);
      if (!reply) return new Response('', { status: 404 });
      return reply instanceof Response ? reply : Response.json(reply);
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    requests: got,
    respondTo: (path, reply) => void known.set(path, reply),
    requestsTo: path => got.filter(one => one.path === path),
    stop: () => void server.stop(true),
  };
}

export const PUBLIC_URL = 'https://perks.example';

/** Returns the settings of an OAuth app whose endpoints are those of the fake platform. */
export function appSettings(
  platform: string,
  url: string,
  paths: Record<string, string> = {},
): Record<string, string> {
  const { authorize = '/authorize', token = '/token', profile = '/profile', revoke = '/revoke' } = paths;
  const endpoints = { AUTHORIZE: authorize, TOKEN: token, PROFILE: profile, REVOKE: revoke };
  const app = { CLIENT_ID: 'app-id', CLIENT_SECRET: 'app-secret' };
  const urls = Object.entries(endpoints).map(([name, path]): [string, string] => [
    `${name}_URL`,
    `${url}${path}`,
  ]);
  const all = [...Object.entries(app), ...urls];
  return Object.fromEntries(all.map(([name, value]) => [`OAUTH_${platform.toUpperCase()}_${name}`, value]));
}

export function setup(settings: Record<string, string> = {}, overrides = {}): Promise<Setup> {
  return baseScene({ PUBLIC_URL, ...settings }, overrides);
}

export function postConnect(
  ctx: Setup,
  body: object,
  as: CallOptions['as'] = ctx.business.token,
): Promise<TestResponse<Json>> {
  return ctx.call('POST', '/oauth/connect', body, { as });
}

/** Starts a connection by consent. */
export async function beginConsent(
  ctx: Setup,
  platform: string,
  as: CallOptions['as'] = ctx.business.token,
  more: object = {},
): Promise<Json> {
  const { status, data, body } = await postConnect(ctx, { platform, ...more }, as);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return data;
}

type Query = { code?: string; state?: string; error?: string };

export function finishConsent(
  ctx: Setup,
  platform: string,
  query: Query,
  as: CallOptions['as'] = ctx.business.token,
): Promise<TestResponse<Json>> {
  return ctx.call(
    'GET',
    `/oauth/${platform}?${new URLSearchParams(query as Record<string, string>)}`,
    undefined,
    { as },
  );
}

export function getConnection(ctx: Setup, platform: string, as: CallOptions['as'] = ctx.business.token) {
  return finishConsent(ctx, platform, {}, as);
}

/** Creates a connection by consent. */
export async function createConnection(
  ctx: Setup,
  platform: string,
  as: CallOptions['as'] = ctx.business.token,
) {
  const { state } = await beginConsent(ctx, platform, as);
  const { status, data, body } = await finishConsent(ctx, platform, { code: 'good', state }, as);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return data as Json;
}

/** Starts a fake of X, a platform with standard OAuth. */
export function startFakeX(): FakePlatform {
  return startFakePlatform({
    '/token': () => ({
      access_token: 'x-access',
      refresh_token: 'x-refresh',
      token_type: 'bearer',
      expires_in: 7_200,
      scope: 'tweet.read users.read offline.access',
    }),
    '/profile': () => ({
      data: { id: '4711', username: 'BlueCup', name: 'Blue Cup', public_metrics: { followers_count: 2_340 } },
    }),
    '/revoke': () => ({}),
  });
}
