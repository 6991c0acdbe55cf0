import { expect, test } from 'bun:test';
import { issueSetupLink } from '../../src/auth/service/register.ts';
import { expectFailure, expectInvalidFields } from '../http/fixture.ts';
import { createCustomer, PASSWORD } from '../support/accounts.ts';
import { createAdmin } from '../support/fixtures.ts';
import { type CallOptions, createTestApp, type TestApp } from '../support/test-app.ts';
import { postAuth, whoAmI } from './fixture.ts';

const SYSTEM = {
  kind: 'system',
  id: 'setup',
  role: 'admin',
  businessId: null,
} as const;
const link = (ctx: TestApp) => issueSetupLink(ctx.app.as(SYSTEM));
const tokenIn = (address: string | undefined) =>
  new URL(address as string).searchParams.get('token') as string;
const root = { email: 'root@perks.example', password: PASSWORD, name: 'Root' };

test('the setup link creates the first admin, logs in and works once', async () => {
  const ctx = await createTestApp({ PUBLIC_URL: 'https://perks.example' });
  const address = await link(ctx);
  expect(address).toStartWith('https://perks.example/setup?token=');
  const token = tokenIn(address);
  const { status, data } = await postAuth(ctx, 'setup', { ...root, token });
  expect([status, data.user.role, data.user.businessId]).toEqual([201, 'admin', null]);
  expect((await whoAmI(ctx, data.accessToken)).data.user.role).toBe('admin');
  const again = await postAuth(ctx, 'setup', {
    ...root,
    email: 'two@perks.example',
    token,
  });
  expectFailure(again, 401, 'UNAUTHENTICATED');
  expect(await link(ctx)).toBeUndefined();
  await ctx.close();
});

test('the setup link expires after 30 minutes', async () => {
  const ctx = await createTestApp();
  const token = tokenIn(await link(ctx));
  ctx.clock.advance(30 * 60_000);
  expectFailure(await postAuth(ctx, 'setup', { ...root, token }), 401, 'UNAUTHENTICATED');
  const next = tokenIn(await link(ctx));
  ctx.clock.advance(30 * 60_000 - 1);
  expect((await postAuth(ctx, 'setup', { ...root, token: next })).status).toBe(201);
  await ctx.close();
});

test('a newer link or an admin created in another way invalidates the setup link', async () => {
  const ctx = await createTestApp();
  const first = tokenIn(await link(ctx));
  const second = tokenIn(await link(ctx));
  expectFailure(await postAuth(ctx, 'setup', { ...root, token: first }), 401, 'UNAUTHENTICATED');
  await createAdmin(ctx);
  expectFailure(await postAuth(ctx, 'setup', { ...root, token: second }), 409, 'CONFLICT');
  await ctx.close();
});

test('two concurrent requests with one setup link create one admin', async () => {
  const ctx = await createTestApp();
  const token = tokenIn(await link(ctx));
  const other = { ...root, email: 'two@perks.example' };
  const responses = await Promise.all([
    postAuth(ctx, 'setup', { ...root, token }),
    postAuth(ctx, 'setup', { ...other, token }),
  ]);
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 401]);
  await ctx.close();
});

test('a rejected request keeps the setup link valid, and setup and reset links are not interchangeable', async () => {
  const ctx = await createTestApp();
  await createCustomer(ctx);
  const token = tokenIn(await link(ctx));
  expect(expectInvalidFields(await postAuth(ctx, 'setup', { ...root, token, password: 'short' }))).toEqual([
    'password',
  ]);
  const taken = { ...root, email: 'ada@people.example', token };
  expectFailure(await postAuth(ctx, 'setup', taken), 409, 'EMAIL_TAKEN');
  expectFailure(await postAuth(ctx, 'resetPassword', { token, password: PASSWORD }), 401, 'UNAUTHENTICATED');
  expect((await postAuth(ctx, 'setup', { ...root, token })).status).toBe(201);
  await ctx.close();
});

test('a setup that names a business creates it with its owner instead of an admin', async () => {
  const ctx = await createTestApp();
  const token = tokenIn(await link(ctx));
  const input = { token, email: 'olive@blue-cup.example', password: PASSWORD, businessName: 'Blue Cup' };
  const { status, data } = await postAuth(ctx, 'setup', input);
  expect([status, data.user.role, data.user.position]).toEqual([201, 'business', 'owner']);
  const caller = (await whoAmI(ctx, data.accessToken)).data;
  expect(caller.business).toEqual({ id: data.user.businessId, name: 'Blue Cup' });
  expect(await link(ctx)).toBeUndefined();
  await ctx.close();
});

test('a rejected setup of a business creates neither business nor owner', async () => {
  const ctx = await createTestApp();
  await createCustomer(ctx);
  const token = tokenIn(await link(ctx));
  const input = { token, email: 'ada@people.example', password: PASSWORD, businessName: 'Blue Cup' };
  expectFailure(await postAuth(ctx, 'setup', input), 409, 'EMAIL_TAKEN');
  expect((await ctx.call('GET', '/shops/blue-cup')).status).toBe(404);
  expect(await link(ctx)).toBeDefined();
  await ctx.close();
});

const ada = { email: 'ada@people.example', password: PASSWORD, name: 'Ada' };
const rival = { ...ada, email: 'rival@rival.example', role: 'business', businessName: 'Rival' };

test.each([
  ['a shop', { businessName: 'Blue Cup' }, {}, 403, 201],
  ['a shop that lets others register', { businessName: 'Blue Cup', registration: 'open' }, {}, 201, 201],
  ['a shop that lets none register', { businessName: 'Blue Cup', registration: 'closed' }, {}, 403, 403],
  ['an admin', {}, {}, 201, 201],
  ['a shop with REGISTRATION=open', { businessName: 'Blue Cup' }, { REGISTRATION: 'open' }, 201, 201],
])('%s decides at set-up who else can register', async (_, choice, settings, ofBusiness, ofCustomer) => {
  const ctx = await createTestApp(settings);
  const token = tokenIn(await link(ctx));
  expect((await postAuth(ctx, 'setup', { ...root, token, ...choice })).status).toBe(201);
  expect((await postAuth(ctx, 'register', rival)).status).toBe(ofBusiness);
  expect((await postAuth(ctx, 'register', ada)).status).toBe(ofCustomer);
  const { registration } = (await (await ctx.send(new Request('http://localhost/session/options'))).json())
    .data;
  const expected = ofBusiness === 201 ? 'open' : ofCustomer === 201 ? 'customers' : 'closed';
  expect(registration).toBe(expected);
  await ctx.close();
});

test('before set-up, businesses register from the computer of the server alone', async () => {
  const ctx = await createTestApp({ TRUSTED_PROXIES: '127.0.0.1' });
  const elsewhere: CallOptions[] = [
    { peer: '203.0.113.9' },
    { peer: '192.168.1.20' },
    { headers: { 'x-forwarded-for': '203.0.113.9' } },
    { headers: { forwarded: 'for=203.0.113.9' } },
    { headers: { 'x-real-ip': '203.0.113.9' } },
  ];
  for (const options of elsewhere)
    expectFailure(await postAuth(ctx, 'register', rival, options), 403, 'FORBIDDEN');
  expect((await postAuth(ctx, 'register', ada, { peer: '203.0.113.9' })).status).toBe(201);
  expect(await link(ctx)).toBeDefined();
  expect((await postAuth(ctx, 'register', rival, { peer: '::1' })).status).toBe(201);
  expect(await link(ctx)).toBeUndefined();
  const another = { ...rival, email: 'third@third.example', businessName: 'Third' };
  expect((await postAuth(ctx, 'register', another, { peer: '203.0.113.9' })).status).toBe(201);
  await ctx.close();
});

test('with REGISTRATION set, businesses register from everywhere before set-up', async () => {
  const ctx = await createTestApp({ REGISTRATION: 'open' });
  expect((await postAuth(ctx, 'register', rival, { peer: '203.0.113.9' })).status).toBe(201);
  await ctx.close();
});
