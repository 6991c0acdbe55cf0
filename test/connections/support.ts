import { setup as baseScene, type Setup, type Wire } from '../campaigns/fixture.ts';
import type { CallOptions, TestResponse } from '../support/test-app.ts';

export type { Setup as Scene, Wire };

/** What reached a platform of the test's own. */
export interface Got {
  method: string;
  path: string;
  query: URLSearchParams;
  form: URLSearchParams;
  headers: Headers;
}

type Reply = (got: Got) => Response | object | Promise<Response | object>;

export interface FakePlatform {
  url: string;
  got: Got[];
  /** Answers a path from now on. */
  on(path: string, reply: Reply): void;
  to(path: string): Got[];
  stop(): void;
}

/** A platform on loopback whose answers the test writes itself. */
export function fakePlatform(replies: Record<string, Reply> = {}): FakePlatform {
  const got: Got[] = [];
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
    got,
    on: (path, reply) => void known.set(path, reply),
    to: path => got.filter(one => one.path === path),
    stop: () => void server.stop(true),
  };
}

export const PUBLIC_URL = 'https://perks.example';

/** An app at a platform, whose endpoints are those of the fake one. */
export function appAt(
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

export function connect(
  at: Setup,
  body: object,
  as: CallOptions['as'] = at.business.token,
): Promise<TestResponse<Wire>> {
  return at.call('POST', '/oauth/connect', body, { as });
}

/** Begins a connection by consent. */
export async function begin(
  at: Setup,
  platform: string,
  as: CallOptions['as'] = at.business.token,
  more: object = {},
): Promise<Wire> {
  const { status, data, body } = await connect(at, { platform, ...more }, as);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return data;
}

type Query = { code?: string; state?: string; error?: string };

export function finish(
  at: Setup,
  platform: string,
  query: Query,
  as: CallOptions['as'] = at.business.token,
): Promise<TestResponse<Wire>> {
  return at.call(
    'GET',
    `/oauth/${platform}?${new URLSearchParams(query as Record<string, string>)}`,
    undefined,
    { as },
  );
}

export function read(at: Setup, platform: string, as: CallOptions['as'] = at.business.token) {
  return finish(at, platform, {}, as);
}

/** Begins and finishes a connection. */
export async function connected(at: Setup, platform: string, as: CallOptions['as'] = at.business.token) {
  const { state } = await begin(at, platform, as);
  const { status, data, body } = await finish(at, platform, { code: 'good', state }, as);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return data as Wire;
}

/** X by the standard: what the tests of flows and failures speak with. */
export function xPlatform(): FakePlatform {
  return fakePlatform({
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
