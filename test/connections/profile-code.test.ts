import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { OutboundRequest } from '../../src/platform/outbound/client.ts';
import { OutboundError } from '../../src/platform/outbound/errors.ts';
import { captureEvents, DAY } from '../campaigns/fixture.ts';
import { createAdmin } from '../support/fixtures.ts';
import { recordingOutbound } from '../support/outbound.ts';
import { finishConsent, getConnection, postConnect, type Scene, setup } from './fixture.ts';

let ctx: Scene;
let response: (request: OutboundRequest) => { status?: number; body?: string } | Error;
const outbound = recordingOutbound(request => response(request));
beforeEach(async () => {
  outbound.sent.length = 0;
  response = () => ({ body: '<html>nothing</html>' });
  ctx = await setup({ OAUTH_MOCK: 'on' }, { outbound });
});
afterEach(() => ctx.close());

const BIO = { platform: 'instagram', method: 'bioCode', handle: '@Blue.Cup' };
const verify = (platform = 'instagram', as = ctx.business.token) =>
  ctx.call('POST', `/oauth/${platform}/verify`, undefined, { as });
const begun = async (body: object = BIO) => (await postConnect(ctx, body)).data;

describe('bioCode connection', () => {
  test('returns the code to the owner and requires no app on the platform', async () => {
    const connection = await begun();
    expect(connection).toMatchObject({
      method: 'bioCode',
      status: 'pending',
      handle: 'Blue.Cup',
      profileUrl: 'https://www.instagram.com/Blue.Cup/',
      authorizationUrl: null,
      state: null,
    });
    expect(connection.verificationCode).toMatch(/^perkmint-[34679CDFGHJKMNPQRTWXY]{8}$/);
    expect(Date.parse(connection.expiresAt) - ctx.clock.now()).toBe(7 * DAY);
    expect((await getConnection(ctx, 'instagram')).data.verificationCode).toBe(connection.verificationCode);
  });

  test('profiles of a platform whose terms forbid it are not read unless the operator configured a page', async () => {
    const body = { platform: 'x', method: 'bioCode', handle: 'bluecup' };
    const refused = await begun(body).then(() => verify('x'));
    expect(refused.error).toMatchObject({
      code: 'CONFLICT',
      message: 'the terms of x forbid reading profiles automatically; ask an admin to confirm the account',
    });
    expect(outbound.sent).toEqual([]);
    const configured = await setup({ OAUTH_X_PAGE_URL: 'https://pages.example/{handle}' }, { outbound });
    await postConnect(configured, body);
    const read = await configured.call('POST', '/oauth/x/verify', undefined, {
      as: configured.business.token,
    });
    expect(read.data.status).toBe('pending');
    expect(outbound.sent.map(({ url }) => url)).toEqual(['https://pages.example/bluecup']);
    await configured.close();
  });

  test('a code in the profile connects the account, within 64 KiB and 10 seconds', async () => {
    const { verificationCode, id } = await begun();
    response = () => ({ body: `<meta content="Coffee! ${verificationCode.toLowerCase()} ☕">` });
    const recorded = await captureEvents(ctx, async () => {
      expect((await verify()).data).toMatchObject({ id, status: 'connected', verificationCode: null });
    });
    expect(recorded.map(event => event.type)).toEqual(['platform.connected']);
    expect(outbound.sent).toEqual([
      expect.objectContaining({
        url: 'https://www.instagram.com/Blue.Cup/',
        method: 'GET',
        maxBytes: 65_536,
        timeoutMs: 10_000,
      }),
    ]);
  });

  test.each([
    ['is not there', (_: string) => 'Coffee'],
    ['is cut', (code: string) => code.slice(0, -1)],
    ['is the beginning of another', (code: string) => `${code}9`],
  ])('a profile that %s keeps the connection pending', async (_, page) => {
    const { verificationCode } = await begun();
    response = () => ({ body: page(verificationCode) });
    const { status, data } = await verify();
    expect([status, data.status, data.verificationCode]).toEqual([200, 'pending', verificationCode]);
  });

  test.each([
    ['returns 404', () => ({ status: 404 })],
    ['returns 429', () => ({ status: 429 })],
    ['sends to a log-in', () => ({ status: 302 })],
    ['cannot be reached', () => new OutboundError('timeout', 'no response')],
  ])('verification returns 502 if the platform %s', async (_, reply) => {
    await begun();
    response = reply;
    const failed = await verify();
    expect([failed.status, failed.error.code]).toEqual([502, 'UPSTREAM_FAILED']);
    expect((await getConnection(ctx, 'instagram')).data.status).toBe('pending');
  });

  test('the SSRF guard rejects a profile on a private address', async () => {
    const PAGE = 'http://127.0.0.1:9/{handle}';
    const guarded = await setup({ OAUTH_INSTAGRAM_PAGE_URL: PAGE, WEBHOOK_ALLOW: '' });
    const there = { as: guarded.business.token };
    await guarded.call('POST', '/oauth/connect', BIO, there);
    const refused = await guarded.call('POST', '/oauth/instagram/verify', undefined, there);
    expect(refused.error.code).toBe('UPSTREAM_FAILED');
    expect(refused.error.message).toContain('WEBHOOK_ALLOW');
    await guarded.close();
  });

  test('the handle is encoded in the profile URL', async () => {
    const { profileUrl } = await begun({ ...BIO, handle: '../../evil?x=#' });
    expect(new URL(profileUrl).pathname).toBe('/..%2F..%2Fevil%3Fx%3D%23/');
  });

  test('a repeated request returns a new code', async () => {
    const first = await begun();
    const again = await begun();
    expect(again.id).toBe(first.id);
    expect(again.verificationCode).not.toBe(first.verificationCode);
    response = () => ({ body: first.verificationCode });
    expect((await verify()).data.status).toBe('pending');
    expect((await getConnection(ctx, 'instagram')).data.id).toBe(first.id);
  });

  test('a repeated request becomes the newest attempt', async () => {
    const account = { platform: 'mock', method: 'manual', handle: 'cup' };
    const { id } = await begun(account);
    ctx.clock.advance(1);
    await finishConsent(ctx, 'mock', {
      error: 'access_denied',
      state: (await begun({ platform: 'mock' })).state,
    });
    expect((await getConnection(ctx, 'mock')).data.reason).toBe('consentDenied');
    ctx.clock.advance(1);
    await begun(account);
    expect((await getConnection(ctx, 'mock')).data).toMatchObject({ id, status: 'pending' });
  });

  test('a code expires after a week', async () => {
    await begun();
    ctx.clock.advance(7 * DAY);
    const late = await verify();
    expect([late.status, late.error.code]).toEqual([409, 'INVALID_TRANSITION']);
    expect((await getConnection(ctx, 'instagram')).data).toMatchObject({
      status: 'failed',
      reason: 'lapsed',
    });
  });

  test('bioCode is rejected for a platform without public profiles', async () => {
    await begun({ ...BIO, platform: 'discord' });
    expect((await verify('discord')).error.code).toBe('CONFLICT');
  });

  test.each(['bioCode', 'manual'])('method %s requires a handle', async method => {
    const refused = await postConnect(ctx, { platform: 'x', method });
    expect([refused.status, refused.error.details?.[0]?.field]).toEqual([400, 'handle']);
  });

  test('verifying without a pending code returns 404', async () => {
    expect((await verify()).error.code).toBe('NOT_FOUND');
    await begun();
    expect((await verify('instagram', ctx.otherBusiness.token)).error.code).toBe('NOT_FOUND');
  });
});

describe('manual confirmation', () => {
  let admin: string;
  beforeEach(async () => {
    admin = await createAdmin(ctx);
  });
  const confirm = (id: string, body: object = {}, as = admin) =>
    ctx.call('POST', `/connections/${id}/confirm`, body, { as });

  test.each(['bioCode', 'manual'])(
    'an admin confirms a connection by %s with followers and handle',
    async method => {
      const { id } = await begun({ ...BIO, method });
      const { status, data } = await confirm(id, { followers: 2_340 });
      expect([status, data.status, data.followers, data.handle]).toEqual([
        200,
        'connected',
        2_340,
        'Blue.Cup',
      ]);
      expect((await confirm(id)).error.code).toBe('INVALID_TRANSITION');
    },
  );

  test('only admins can confirm a connection', async () => {
    const { id } = await begun();
    for (const as of [ctx.business.token, ctx.ada.token])
      expect((await confirm(id, {}, as)).status).toBe(403);
  });

  test('an admin cannot confirm an OAuth connection', async () => {
    const { id } = await begun({ platform: 'mock' });
    expect((await confirm(id)).error.code).toBe('CONFLICT');
    expect((await confirm('con_unknown')).error.code).toBe('NOT_FOUND');
  });

  test('an admin connects, reads and disconnects for a named business', async () => {
    const { businessId } = ctx.business;
    const { data } = await postConnect(ctx, { ...BIO, businessId }, admin);
    expect(data.businessId).toBe(businessId);
    const path = `/oauth/instagram?businessId=${businessId}`;
    expect((await ctx.call('GET', path, undefined, { as: admin })).data.id).toBe(data.id);
    const { data: all } = await ctx.call('GET', '/connections', undefined, { as: admin });
    expect(all.items.map((item: { id: string }) => item.id)).toEqual([data.id]);
    expect((await ctx.call('DELETE', path, undefined, { as: admin })).status).toBe(200);
  });
});

describe('mock platform', () => {
  test('the mock platform always consents, without network access', async () => {
    const { authorizationUrl } = await begun({ platform: 'mock', handle: '@ada' });
    const query = Object.fromEntries(new URL(authorizationUrl).searchParams);
    const { data } = await finishConsent(ctx, 'mock', query);
    expect(data).toMatchObject({ status: 'connected', handle: 'ada', followers: 1_000, platform: 'mock' });
    expect((await ctx.call('DELETE', '/oauth/mock', undefined, { as: ctx.business.token })).status).toBe(200);
    expect(outbound.sent).toEqual([]);
  });

  test('the mock platform rejects an unknown code', async () => {
    const { state } = await begun({ platform: 'mock' });
    expect((await finishConsent(ctx, 'mock', { code: 'stolen', state })).error.code).toBe('UPSTREAM_FAILED');
  });

  test("the mock platform's profiles contain every code", async () => {
    await begun({ platform: 'mock', method: 'bioCode', handle: 'ada' });
    expect((await verify('mock')).data.status).toBe('connected');
  });
});
