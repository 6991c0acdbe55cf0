import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  Client,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import * as oauth from 'oauth4webapi';
import { CLI, createCtx } from '../../src/context.ts';
import { setPublicAddress } from '../../src/installation/service.ts';
import { login } from '../auth/fixture.ts';
import { createBusiness } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { Agent } from './agent.ts';
import { approve, REDIRECT_URI } from './fixture.ts';

const PUBLIC_URL = 'https://perks.example';
const HOUR_MS = 3_600_000;

let ctx: TestApp;
beforeAll(async () => {
  ctx = await createTestApp({ PUBLIC_URL });
  await createBusiness(ctx);
});
afterAll(() => ctx.close());

/** Sends the requests of clients to the test app. */
const fetchApp = (input: string | URL | Request, init?: RequestInit) => ctx.send(new Request(input, init));

/** Approves what a client asks for at an address, as the person in the browser. @returns where the browser goes */
async function approveAt(url: URL, scopes = ['read']): Promise<URL> {
  expect(url.origin + url.pathname).toBe(`${PUBLIC_URL}/oauth/authorize`);
  const request = Object.fromEntries(url.searchParams);
  // An approval requires a recent login.
  const { accessToken } = (await login(ctx, 'owner@blue-cup.example')).data;
  const { data } = await approve(ctx, request, accessToken, scopes);
  return new URL(data.redirectTo);
}

const connect = (authProvider: Agent) =>
  new StreamableHTTPClientTransport(new URL(`${PUBLIC_URL}/api/v1/mcp`), { authProvider, fetch: fetchApp });
const createAgentClient = () => new Client({ name: 'agent', version: '1.0.0' });

describe('the official MCP client', () => {
  test('connects with nothing but the URL, and renews its access', async () => {
    const agent = new Agent(REDIRECT_URI);
    const first = connect(agent);
    await expect(createAgentClient().connect(first)).rejects.toBeInstanceOf(UnauthorizedError);
    expect(agent.authorizationUrl?.searchParams.get('resource')).toBe(`${PUBLIC_URL}/api/v1/mcp`);
    const { searchParams } = await approveAt(agent.authorizationUrl as URL, ['read', 'review']);
    await first.finishAuth(searchParams);
    const client = createAgentClient();
    await client.connect(connect(agent));
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toContain('review_submission');
    expect(names).not.toContain('create_campaign');
    const { access_token: token } = agent.saved as StoredOAuthTokens;
    ctx.clock.advance(HOUR_MS);
    expect((await client.callTool({ name: 'list_submissions', arguments: {} })).isError).toBeFalsy();
    expect(agent.saved?.access_token).not.toBe(token);
    await client.close();
  });
});

describe('an independent client', () => {
  const options = { [oauth.customFetch]: (url: string, init: object) => fetchApp(url, init) };

  test('finds the server, registers, connects, renews and disconnects', async () => {
    const resource = new URL(`${PUBLIC_URL}/api/v1/mcp`);
    const described = await oauth.processResourceDiscoveryResponse(
      resource,
      await oauth.resourceDiscoveryRequest(resource, options),
    );
    expect(described).toMatchObject({ resource: resource.href, authorization_servers: [PUBLIC_URL] });
    const issuer = new URL(PUBLIC_URL);
    const server = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, { ...options, algorithm: 'oauth2' }),
    );
    const client = await oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(server, { redirect_uris: [REDIRECT_URI] }, options),
    );
    const verifier = oauth.generateRandomCodeVerifier();
    const url = new URL(server.authorization_endpoint as string);
    const state = oauth.generateRandomState();
    const request = {
      client_id: client.client_id,
      redirect_uri: REDIRECT_URI,
      response_type: 'code',
      scope: 'read',
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      resource: resource.href,
    };
    for (const [name, value] of Object.entries(request)) url.searchParams.set(name, value);
    // Checks the state and the issuer.
    const answer = oauth.validateAuthResponse(server, client, await approveAt(url), state);
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      oauth.None(),
      answer,
      REDIRECT_URI,
      verifier,
      options,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(server, client, response);
    expect(tokens.scope).toBe('read');
    const call = (token: string) =>
      oauth.protectedResourceRequest(
        token,
        'GET',
        new URL(`${PUBLIC_URL}/api/v1/auth`),
        undefined,
        undefined,
        options,
      );
    expect((await call(tokens.access_token)).status).toBe(200);
    const renewed = await oauth.processRefreshTokenResponse(
      server,
      client,
      await oauth.refreshTokenGrantRequest(
        server,
        client,
        oauth.None(),
        tokens.refresh_token as string,
        options,
      ),
    );
    await oauth.processRevocationResponse(
      await oauth.revocationRequest(server, client, oauth.None(), renewed.refresh_token as string, options),
    );
    await expect(call(renewed.access_token)).rejects.toThrow();
  });
});

describe('the metadata', () => {
  const read = async (path: string) => {
    const response = await ctx.send(
      new Request(`http://localhost${path}`, { headers: { Origin: 'https://inspector.example' } }),
    );
    expect([path, response.status, response.headers.get('access-control-allow-origin')]).toEqual([
      path,
      200,
      '*',
    ]);
    return (await response.json()) as Record<string, unknown>;
  };

  test('describes the MCP server and the API as resources', async () => {
    const base = '/.well-known/oauth-protected-resource';
    expect((await read(base)).resource).toBe(`${PUBLIC_URL}/api/v1/mcp`);
    expect((await read(`${base}/api/v1/mcp`)).resource).toBe(`${PUBLIC_URL}/api/v1/mcp`);
    expect((await read(`${base}/api/v1`)).resource).toBe(`${PUBLIC_URL}/api/v1`);
  });

  test('describes endpoints that exist', async () => {
    const server = await read('/.well-known/oauth-authorization-server');
    expect(server.issuer).toBe(PUBLIC_URL);
    const { routes } = ctx.app.handler;
    const methods = { authorization: 'GET', token: 'POST', registration: 'POST', revocation: 'POST' };
    for (const [name, method] of Object.entries(methods)) {
      const url = String(server[`${name}_endpoint`]);
      expect([name, url.startsWith(PUBLIC_URL)]).toEqual([name, true]);
      expect([name, routes.methodsOf(new URL(url).pathname)]).toEqual([
        name,
        expect.arrayContaining([method]),
      ]);
    }
  });

  test('is named by a 401 of the MCP server, which says whether a token was rejected', async () => {
    const challenge = async (headers: Record<string, string>) => {
      const init = { method: 'POST', headers, body: '{}' };
      const response = await ctx.send(new Request('http://localhost/api/v1/mcp', init));
      return [response.status, response.headers.get('www-authenticate')];
    };
    const named = `resource_metadata="${PUBLIC_URL}/.well-known/oauth-protected-resource/api/v1/mcp"`;
    expect(await challenge({})).toEqual([401, `Bearer ${named}`]);
    expect(await challenge({ Authorization: 'Bearer x' })).toEqual([
      401,
      `Bearer error="invalid_token", ${named}`,
    ]);
  });

  test('follows the address that was set after the start', async () => {
    const other = await createTestApp();
    await setPublicAddress(createCtx(other.app.services, CLI, null), { url: 'https://shop.example' });
    const get = async (path: string) =>
      (await other.send(new Request(`http://localhost${path}`, { method: 'POST', body: '{}' }))).headers;
    expect((await get('/api/v1/mcp')).get('www-authenticate')).toContain(
      '="https://shop.example/.well-known/',
    );
    const response = await other.send(new Request('http://localhost/.well-known/oauth-authorization-server'));
    expect(await response.json()).toMatchObject({ issuer: 'https://shop.example' });
    await other.close();
  });
});
