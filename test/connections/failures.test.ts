import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createOutbound, type OutboundRequest } from '../../src/platform/outbound/client.ts';
import { MINUTE } from '../campaigns/fixture.ts';
import {
  appSettings,
  beginConsent,
  createConnection,
  type FakePlatform,
  finishConsent,
  getConnection,
  type Scene,
  setup,
  startFakeX,
} from './fixture.ts';

let ctx: Scene;
let x: FakePlatform;
beforeEach(async () => {
  x = startFakeX();
  ctx = await setup({ ...appSettings('x', x.url), OAUTH_MOCK: 'on' });
});
afterEach(async () => {
  await ctx.close();
  x.stop();
});

const INVALID = [400, 'INVALID_OAUTH_STATE'];
const outcome = ({ status, error }: { status: number; error?: { code: string } }) => [status, error?.code];

describe('OAuth state', () => {
  test('an unknown state is rejected', async () => {
    await beginConsent(ctx, 'x');
    for (const query of [{ code: 'good', state: 'made-up' }, { code: 'good' }, { error: 'access_denied' }]) {
      expect(outcome(await finishConsent(ctx, 'x', query))).toEqual(INVALID);
    }
    expect(x.requests).toEqual([]);
  });

  test('a state works once, and the code is not exchanged again', async () => {
    const { state } = await beginConsent(ctx, 'x');
    expect((await finishConsent(ctx, 'x', { code: 'good', state })).status).toBe(200);
    expect(outcome(await finishConsent(ctx, 'x', { code: 'good', state }))).toEqual(INVALID);
    expect(x.requestsTo('/token').length).toBe(1);
  });

  test('only one of two concurrent requests with the same state succeeds', async () => {
    const { state } = await beginConsent(ctx, 'x');
    const both = await Promise.all([1, 2].map(() => finishConsent(ctx, 'x', { code: 'good', state })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(x.requestsTo('/token').length).toBe(1);
  });

  test('another caller can neither complete nor use up the state', async () => {
    const { state } = await beginConsent(ctx, 'x');
    const key = await ctx.call('POST', '/api-keys', { name: 'Till' }, { as: ctx.business.token });
    for (const as of [ctx.otherBusiness.token, ctx.ada.token, { apiKey: key.data.key }]) {
      expect(outcome(await finishConsent(ctx, 'x', { code: 'good', state }, as))).toEqual(INVALID);
    }
    expect((await finishConsent(ctx, 'x', { code: 'good', state })).status).toBe(200);
  });

  test('a state works only for its platform', async () => {
    const { state } = await beginConsent(ctx, 'x');
    expect(outcome(await finishConsent(ctx, 'mock', { code: 'mock-me', state }))).toEqual(INVALID);
  });

  test('a state expires after 10 minutes', async () => {
    const { state } = await beginConsent(ctx, 'x');
    ctx.clock.advance(10 * MINUTE);
    expect(outcome(await finishConsent(ctx, 'x', { code: 'good', state }))).toEqual(INVALID);
    expect((await getConnection(ctx, 'x')).data).toMatchObject({ status: 'failed', reason: 'lapsed' });
  });

  test('a state without a code or an error is a VALIDATION_ERROR', async () => {
    const { state } = await beginConsent(ctx, 'x');
    expect(outcome(await finishConsent(ctx, 'x', { state }))).toEqual([400, 'VALIDATION_ERROR']);
  });

  test('the state of a canceled attempt is rejected', async () => {
    const { state } = await beginConsent(ctx, 'x');
    await ctx.call('DELETE', '/oauth/x', undefined, { as: ctx.business.token });
    expect(outcome(await finishConsent(ctx, 'x', { code: 'good', state }))).toEqual(INVALID);
  });
});

describe('platform error', () => {
  const failing = async (reply: () => Response | object, path = '/token') => {
    x.respondTo(path, reply);
    const { state } = await beginConsent(ctx, 'x');
    const response = await finishConsent(ctx, 'x', { code: 'good', state });
    return { response, left: (await getConnection(ctx, 'x')).data };
  };

  test('denied access returns 403', async () => {
    const { state } = await beginConsent(ctx, 'x');
    const response = await finishConsent(ctx, 'x', { error: 'access_denied', state });
    expect(outcome(response)).toEqual([403, 'FORBIDDEN']);
    expect((await getConnection(ctx, 'x')).data).toMatchObject({ status: 'failed', reason: 'consentDenied' });
    expect(outcome(await finishConsent(ctx, 'x', { code: 'good', state }))).toEqual(INVALID);
  });

  test("a used code returns 502 with the platform's error code", async () => {
    const grant = { error: 'invalid_grant', error_description: 'secret words' };
    const { response, left } = await failing(() => Response.json(grant, { status: 400 }));
    expect(outcome(response)).toEqual([502, 'UPSTREAM_FAILED']);
    expect(response.error.message).toBe('x rejected the request (invalid_grant)');
    expect(left).toMatchObject({ status: 'failed', reason: 'providerFailed' });
  });

  test('missing permissions return 403', async () => {
    const token = { access_token: 'x-access', token_type: 'bearer', scope: 'tweet.read' };
    const { response, left } = await failing(() => token);
    expect(outcome(response)).toEqual([403, 'FORBIDDEN']);
    expect(response.error.message).toContain('users.read');
    expect(left).toMatchObject({ status: 'failed', reason: 'missingScope' });
  });

  test.each([
    ['asks to slow down', () => new Response('slow down', { status: 429 })],
    ['asks to slow down in JSON', () => Response.json({ error: 'slow_down' }, { status: 429 })],
    ['is broken', () => new Response('<h1>Oops</h1>', { status: 500 })],
    ['returns no JSON', () => new Response('token=1')],
    ['returns no token', () => ({ token_type: 'bearer' })],
    ['redirects to another host', () => Response.redirect('https://evil.example/', 307)],
    [
      'asks for another credential',
      () => new Response('', { status: 401, headers: { 'www-authenticate': 'Basic' } }),
    ],
  ])('a platform that %s causes a 502 response', async (_, reply) => {
    const { response, left } = await failing(reply as () => Response);
    expect(outcome(response)).toEqual([502, 'UPSTREAM_FAILED']);
    expect(left.status).toBe('failed');
  });

  test.each([
    ['asks to slow down', () => new Response('', { status: 429 })],
    ['is broken', () => new Response('', { status: 503 })],
    ['tells no account', () => ({ data: {} })],
    ['tells nonsense', () => new Response('[]]')],
  ])('%s on the profile request returns 502 and revokes the tokens', async (_, reply) => {
    const { response } = await failing(reply as () => Response, '/profile');
    expect(outcome(response)).toEqual([502, 'UPSTREAM_FAILED']);
    expect(x.requestsTo('/revoke').length).toBe(1);
  });

  test('a platform that does not respond returns 502 after the timeout', async () => {
    const held = Promise.withResolvers<Response>();
    x.respondTo('/token', () => held.promise);
    const { host } = new URL(x.url);
    const patient = createOutbound({ allow: [host] });
    const platforms = {
      ...patient,
      send: (request: OutboundRequest) => patient.send({ ...request, timeoutMs: 20 }),
    };
    const mute = await setup(appSettings('x', x.url), { platforms });
    const { state } = await beginConsent(mute, 'x');
    expect(outcome(await finishConsent(mute, 'x', { code: 'good', state }))).toEqual([
      502,
      'UPSTREAM_FAILED',
    ]);
    held.resolve(new Response());
    await mute.close();
  });

  test('a platform that closes the connection returns 502', async () => {
    x.stop();
    const { state } = await beginConsent(ctx, 'x');
    expect(outcome(await finishConsent(ctx, 'x', { code: 'good', state }))).toEqual([502, 'UPSTREAM_FAILED']);
  });

  test('a platform error keeps the connected account', async () => {
    const { id } = await createConnection(ctx, 'x');
    const { left } = await failing(() => new Response('', { status: 500 }));
    expect(left).toMatchObject({ id, status: 'connected' });
  });
});
