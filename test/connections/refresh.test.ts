import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { captureEvents, DAY, HOUR, MINUTE, runJobByName } from '../campaigns/fixture.ts';
import {
  appSettings,
  beginConsent,
  createConnection,
  type FakePlatform,
  finishConsent,
  getConnection,
  type Scene,
  setup,
  startFakePlatform,
  startFakeX,
} from './fixture.ts';

let ctx: Scene;
let x: FakePlatform;
let issued: number;
beforeEach(async () => {
  x = startFakeX();
  issued = 0;
  x.respondTo('/token', () => {
    issued += 1;
    return {
      access_token: `access-${issued}`,
      refresh_token: `refresh-${issued}`,
      token_type: 'bearer',
      expires_in: 7_200,
    };
  });
  ctx = await setup(appSettings('x', x.url));
});
afterEach(async () => {
  await ctx.close();
  x.stop();
});

const tend = (on = ctx) => runJobByName(on, 'refreshConnections');
const refreshes = () =>
  x.requestsTo('/token').filter(({ form }) => form.get('grant_type') === 'refresh_token');

describe('token refresh', () => {
  test('tokens are renewed before they expire, and the new refresh token is stored', async () => {
    await createConnection(ctx, 'x');
    expect(await tend()).toBe(0);
    ctx.clock.advance(97 * MINUTE);
    expect(await tend()).toBe(1);
    ctx.clock.advance(97 * MINUTE);
    expect(await tend()).toBe(1);
    expect(refreshes().map(({ form }) => form.get('refresh_token'))).toEqual(['refresh-1', 'refresh-2']);
    expect(x.requestsTo('/profile').at(-1)?.headers.get('authorization')).toBe('Bearer access-3');
  });

  test('two concurrent refreshes renew the tokens once', async () => {
    await createConnection(ctx, 'x');
    ctx.clock.advance(2 * HOUR);
    await Promise.all([tend(), tend()]);
    expect(refreshes().length).toBe(1);
  });

  test('the old refresh token is kept if no new one is returned', async () => {
    await createConnection(ctx, 'x');
    x.respondTo('/token', () => ({ access_token: 'later', token_type: 'bearer', expires_in: 7_200 }));
    for (const _ of [1, 2]) {
      ctx.clock.advance(2 * HOUR);
      await tend();
    }
    expect(refreshes().map(({ form }) => form.get('refresh_token'))).toEqual(['refresh-1', 'refresh-1']);
  });

  test('rejected tokens end the connection with a reason and an event', async () => {
    const { id } = await createConnection(ctx, 'x');
    x.respondTo('/token', () => Response.json({ error: 'invalid_grant' }, { status: 400 }));
    ctx.clock.advance(2 * HOUR);
    const recorded = await captureEvents(ctx, () => tend());
    expect(recorded.map(({ type, data, actor }) => [type, data.object.status, actor.id])).toEqual([
      ['platform.disconnected', 'failed', 'jobs'],
    ]);
    expect((await getConnection(ctx, 'x')).data).toMatchObject({
      id,
      status: 'failed',
      reason: 'refreshRefused',
    });
    const [row] = await ctx.app.services.database.reader.all<{ tokens: string | null }>(
      'select tokens from connections',
    );
    expect(row?.tokens).toBeNull();
    ctx.clock.advance(DAY);
    expect(await tend()).toBe(0);
  });

  test.each([
    ['slows down', () => new Response('', { status: 429 })],
    ['is broken', () => new Response('', { status: 500 })],
    ['knows our app no more', () => Response.json({ error: 'invalid_client' }, { status: 401 })],
  ])('tokens are retried later if the platform %s', async (_, reply) => {
    await createConnection(ctx, 'x');
    x.respondTo('/token', reply);
    ctx.clock.advance(2 * HOUR);
    await tend();
    expect((await getConnection(ctx, 'x')).data.status).toBe('connected');
    expect(await tend()).toBe(0);
    x.respondTo('/token', () => ({ access_token: 'later', token_type: 'bearer', expires_in: 7_200 }));
    ctx.clock.advance(5 * MINUTE);
    expect(await tend()).toBe(1);
    expect(x.requestsTo('/profile').at(-1)?.headers.get('authorization')).toBe('Bearer later');
  });

  test('tokens received after a disconnection are revoked', async () => {
    await createConnection(ctx, 'x');
    x.respondTo('/token', async () => {
      await ctx.call('DELETE', '/oauth/x', undefined, { as: ctx.business.token });
      return { access_token: 'too-late', token_type: 'bearer', expires_in: 7_200 };
    });
    ctx.clock.advance(2 * HOUR);
    await tend();
    expect((await getConnection(ctx, 'x')).data.status).toBe('revoked');
    expect(x.requestsTo('/revoke').length).toBe(2);
  });

  test('without a refresh token, the connection ends when the token expires', async () => {
    const fake = startFakePlatform({
      '/token': () => ({ access_token: 'a', token_type: 'Bearer', expires_in: 5_184_000 }),
      '/profile': () => ({ sub: '1', name: 'Ada' }),
    });
    const there = await setup(appSettings('linkedin', fake.url));
    await createConnection(there, 'linkedin');
    there.clock.advance(59 * DAY);
    await tend(there);
    expect((await getConnection(there, 'linkedin')).data.status).toBe('connected');
    there.clock.advance(DAY);
    await tend(there);
    expect((await getConnection(there, 'linkedin')).data).toMatchObject({
      status: 'failed',
      reason: 'tokenExpired',
    });
    await there.close();
    fake.stop();
  });

  test('Instagram tokens are renewed without a refresh token', async () => {
    const long = { access_token: 'long', token_type: 'bearer', expires_in: 5_184_000 };
    const fake = startFakePlatform({
      '/token': () => ({ access_token: 'short', user_id: 1 }),
      '/access_token': () => long,
      '/refresh_access_token': () => ({ ...long, access_token: 'longer' }),
      '/profile': () => ({ user_id: '1', username: 'cup', followers_count: 3 }),
    });
    const there = await setup(appSettings('instagram', fake.url));
    await createConnection(there, 'instagram');
    there.clock.advance(49 * DAY);
    await tend(there);
    const [renewal] = fake.requestsTo('/refresh_access_token');
    expect(Object.fromEntries(renewal?.query ?? [])).toEqual({
      grant_type: 'ig_refresh_token',
      access_token: 'long',
    });
    expect((await getConnection(there, 'instagram')).data.status).toBe('connected');
    await there.close();
    fake.stop();
  });
});

describe('profile refresh', () => {
  test('the profile is read once per day', async () => {
    x.respondTo('/token', () => ({ access_token: 'a', token_type: 'bearer' }));
    await createConnection(ctx, 'x');
    const metrics = { followers_count: 9 };
    x.respondTo('/profile', () => ({ data: { id: '4711', username: 'NewName', public_metrics: metrics } }));
    ctx.clock.advance(DAY);
    await tend();
    expect((await getConnection(ctx, 'x')).data).toMatchObject({ followers: 9, handle: 'NewName' });
    expect(await tend()).toBe(0);
  });

  test('a rejected profile request ends the connection', async () => {
    await createConnection(ctx, 'x');
    x.respondTo('/profile', () => new Response('', { status: 401 }));
    ctx.clock.advance(2 * HOUR);
    await tend();
    expect((await getConnection(ctx, 'x')).data).toMatchObject({
      status: 'failed',
      reason: 'refreshRefused',
    });
  });
});

test('lapsed attempts and their states are deleted after a day', async () => {
  const { state } = await beginConsent(ctx, 'x');
  ctx.clock.advance(DAY + 11 * MINUTE);
  expect(await runJobByName(ctx, 'cleanUp')).toBeGreaterThan(0);
  expect((await getConnection(ctx, 'x')).status).toBe(404);
  expect((await finishConsent(ctx, 'x', { code: 'good', state })).error.code).toBe('INVALID_OAUTH_STATE');
  expect(await ctx.app.services.database.reader.all('select * from oauth_flows')).toEqual([]);
});
