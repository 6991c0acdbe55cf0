import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { OAuth2Server } from 'oauth2-mock-server';
import { captureEvents, MINUTE } from '../campaigns/fixture.ts';
import {
  appSettings,
  beginConsent,
  createConnection,
  type FakePlatform,
  finishConsent,
  getConnection,
  PUBLIC_URL,
  postConnect,
  type Scene,
  setup,
  startFakeX,
} from './fixture.ts';

describe('OAuth flow against oauth2-mock-server', () => {
  const server = new OAuth2Server();
  let ctx: Scene;

  beforeAll(async () => {
    await server.issuer.keys.generate('RS256');
    await server.start(0, '127.0.0.1');
    const { port } = server.address();
    server.service.on('beforeUserinfo', ({ body }) => {
      Object.assign(body, { sub: 'johndoe', name: 'John Doe' });
    });
    server.service.on('beforeResponse', ({ body }) => {
      body.scope = 'openid https://www.googleapis.com/auth/userinfo.profile';
    });
    ctx = await setup(appSettings('google', `http://127.0.0.1:${port}`, { profile: '/userinfo' }));
  });
  afterAll(async () => {
    await ctx.close();
    await server.stop();
  });

  test('redirects the user to the platform and back, and connects the account', async () => {
    const begun = await beginConsent(ctx, 'google', ctx.ada.token);
    expect(begun).toMatchObject({
      status: 'pending',
      platform: 'google',
      method: 'oauth',
      verificationCode: null,
    });
    const consent = await fetch(begun.authorizationUrl, { redirect: 'manual' });
    const back = new URL(consent.headers.get('location') as string);
    expect(back.href).toStartWith(`${PUBLIC_URL}/oauth/google?`);
    const query = Object.fromEntries(back.searchParams) as { code: string; state: string };
    expect(query.state).toBe(begun.state);
    const { status, data } = await finishConsent(ctx, 'google', query, ctx.ada.token);
    expect(status).toBe(200);
    expect(data).toMatchObject({
      connectionId: begun.connectionId,
      status: 'connected',
      accountId: 'johndoe',
      displayName: 'John Doe',
      handle: null,
      userId: ctx.ada.userId,
      businessId: null,
      authorizationUrl: null,
      state: null,
    });
    expect((await getConnection(ctx, 'google', ctx.ada.token)).data).toEqual(data);
  });
});

describe('OAuth connection', () => {
  let ctx: Scene;
  let x: FakePlatform;
  beforeEach(async () => {
    x = startFakeX();
    ctx = await setup({ ...appSettings('x', x.url), OAUTH_REDIRECTS: 'https://front.example/back' });
  });
  afterEach(async () => {
    await ctx.close();
    x.stop();
  });

  test('the authorization URL has PKCE, a state and minimal scopes', async () => {
    const { authorizationUrl, state, expiresAt } = await beginConsent(ctx, 'x');
    const url = new URL(authorizationUrl);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'app-id',
      redirect_uri: `${PUBLIC_URL}/oauth/x`,
      scope: 'tweet.read users.read offline.access',
      state,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(state).toMatch(/^[\w-]{43}$/);
    expect(Date.parse(expiresAt) - ctx.clock.now()).toBe(10 * MINUTE);
    expect(x.requests).toEqual([]);
  });

  test('exchanges the code with the PKCE verifier and the same redirect URI', async () => {
    const { authorizationUrl, state } = await beginConsent(ctx, 'x');
    await finishConsent(ctx, 'x', { code: 'good', state });
    const [{ form, headers }] = x.requestsTo('/token') as [FakePlatform['requests'][0]];
    expect(Object.fromEntries(form)).toMatchObject({
      grant_type: 'authorization_code',
      code: 'good',
      redirect_uri: `${PUBLIC_URL}/oauth/x`,
    });
    const digest = new Bun.CryptoHasher('sha256')
      .update(form.get('code_verifier') as string)
      .digest('base64url');
    expect(digest).toBe(new URL(authorizationUrl).searchParams.get('code_challenge') as string);
    expect(headers.get('authorization')).toBe(`Basic ${btoa('app-id:app-secret')}`);
    expect(x.requestsTo('/profile')[0]?.headers.get('authorization')).toBe('Bearer x-access');
  });

  test('stores handle, followers and account id, and records an event', async () => {
    const recorded = await captureEvents(ctx, () => createConnection(ctx, 'x'));
    expect(recorded.map(({ type, data }) => [type, data.object.handle, data.object.followers])).toEqual([
      ['platform.connected', 'BlueCup', 2_340],
    ]);
    expect((await getConnection(ctx, 'x')).data).toMatchObject({
      accountId: '4711',
      businessId: ctx.business.businessId,
    });
  });

  test("a business's connection is visible to all of its users and no one else", async () => {
    await createConnection(ctx, 'x');
    const key = await ctx.call('POST', '/api-keys', { name: 'Till' }, { as: ctx.business.token });
    expect((await getConnection(ctx, 'x', { apiKey: key.data.key })).data.handle).toBe('BlueCup');
    for (const stranger of [ctx.otherBusiness.token, ctx.ada.token]) {
      expect((await getConnection(ctx, 'x', stranger)).error.code).toBe('NOT_FOUND');
      const { data } = await ctx.call('GET', '/connections', undefined, { as: stranger });
      expect(data.items).toEqual([]);
    }
  });

  test('replaces the previous connection without revoking its tokens, which belong to the same app', async () => {
    const former = await createConnection(ctx, 'x');
    const later = await createConnection(ctx, 'x');
    expect((await getConnection(ctx, 'x')).data.id).toBe(later.id);
    const { data } = await ctx.call('GET', '/connections?platform=x', undefined, { as: ctx.business.token });
    expect(data.items.map(({ id, status, reason }: Record<string, string>) => [id, status, reason])).toEqual([
      [later.id, 'connected', null],
      [former.id, 'revoked', 'replaced'],
    ]);
    expect(x.requestsTo('/revoke')).toEqual([]);
  });

  test('a new attempt keeps the connected account until it completes', async () => {
    const { id } = await createConnection(ctx, 'x');
    await beginConsent(ctx, 'x');
    expect((await getConnection(ctx, 'x')).data).toMatchObject({ id, status: 'connected' });
  });

  test('disconnecting revokes the tokens at the platform and deletes them', async () => {
    const { id } = await createConnection(ctx, 'x');
    const recorded = await captureEvents(ctx, async () => {
      const { status, data } = await ctx.call('DELETE', '/oauth/x', undefined, { as: ctx.business.token });
      expect([status, data]).toEqual([200, { id, deleted: true }]);
    });
    expect(recorded.map(event => event.type)).toEqual(['platform.disconnected']);
    expect(x.requestsTo('/revoke').map(({ form }) => form.get('token'))).toEqual(['x-refresh']);
    expect((await getConnection(ctx, 'x')).data).toMatchObject({ status: 'revoked', reason: 'disconnected' });
    expect((await ctx.call('DELETE', '/oauth/x', undefined, { as: ctx.business.token })).status).toBe(404);
  });

  test('disconnecting succeeds even if the platform rejects the revocation', async () => {
    await createConnection(ctx, 'x');
    x.respondTo('/revoke', () => new Response('no', { status: 503 }));
    expect((await ctx.call('DELETE', '/oauth/x', undefined, { as: ctx.business.token })).status).toBe(200);
    expect((await getConnection(ctx, 'x')).data.status).toBe('revoked');
  });

  test.each([
    ['under PUBLIC_URL', `${PUBLIC_URL}/app/back`, 201],
    ['of the list', 'https://front.example/back', 201],
    ['beside the list', 'https://front.example/back2', 400],
    ['of another origin', 'https://perks.example.evil.example/oauth/x', 400],
    ['of another port', 'https://perks.example:8443/oauth/x', 400],
    ['with a fragment', `${PUBLIC_URL}/back#x`, 400],
    ['with a user', 'https://perks.example@evil.example/', 400],
    ['with a user of the right host', 'https://me:secret@perks.example/app', 400],
    ['with a backslash before a host', `${PUBLIC_URL}\\@evil.example/`, 400],
    ['with a backslash in its path', `${PUBLIC_URL}/app\\back`, 400],
  ])('a redirect URI %s returns %s', async (_, redirectUri, status) => {
    const response = await postConnect(ctx, { platform: 'x', redirectUri });
    expect(response.status).toBe(status);
    if (status === 400) expect(response.error.details?.[0]?.field).toBe('redirectUri');
  });

  test('sends the normalized redirect URI, so that the platform uses the URI that was checked', async () => {
    const { data } = await postConnect(ctx, {
      platform: 'x',
      redirectUri: 'HTTPS://Perks.Example:443/app/./zurück',
    });
    const handed = new URL(data.authorizationUrl).searchParams.get('redirect_uri');
    expect(handed).toBe(`${PUBLIC_URL}/app/zur%C3%BCck`);
  });

  test.each([
    ['myspace', 'UNSUPPORTED_PLATFORM', 400],
    ['mock', 'UNSUPPORTED_PLATFORM', 400],
    ['instagram', 'NOT_CONFIGURED', 501],
    ['X', undefined, 201],
    ['twitter', undefined, 201],
  ])('connecting to %s returns %s', async (platform, code, status) => {
    const response = await postConnect(ctx, { platform });
    expect([response.status, response.error?.code]).toEqual([status, code as string]);
    if (status === 201) expect(response.data.platform).toBe('x');
  });

  test('a connection for another business returns 404, except for admins', async () => {
    const foreign = await postConnect(ctx, { platform: 'x', businessId: ctx.otherBusiness.businessId });
    expect([foreign.status, foreign.error.code]).toEqual([404, 'NOT_FOUND']);
    const own = await postConnect(ctx, { platform: 'x', businessId: ctx.business.businessId });
    expect(own.status).toBe(201);
  });

  test('two requests with one Idempotency-Key create one connection', async () => {
    const options = { as: ctx.business.token, headers: { 'Idempotency-Key': 'connect-1' } };
    const first = await ctx.call('POST', '/oauth/connect', { platform: 'x' }, options);
    const again = await ctx.call('POST', '/oauth/connect', { platform: 'x' }, options);
    expect(again.body).toEqual(first.body);
    expect((await finishConsent(ctx, 'x', { code: 'good', state: first.data.state })).status).toBe(200);
  });
});
