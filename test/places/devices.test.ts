import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { COUNTER_IDLE_MS, DEVICE_IDLE_MS } from '../../src/places/rules.ts';
import { type BusinessFixture, createBusiness, PASSWORD } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { type Browser, createPerson, openBrowser, PIN, signInDevice } from './fixture.ts';

let ctx: TestApp;
let owner: BusinessFixture;
let placeId: string;
let browser: Browser;
let deviceId: string;
let userId: string;

beforeEach(async () => {
  ctx = await createTestApp();
  owner = await createBusiness(ctx);
  const place = await ctx.call('POST', '/business/places', { name: 'Station' }, { as: owner.token });
  placeId = place.data.id;
  ({ browser, deviceId } = await signInDevice(ctx, owner, placeId));
  ({ userId } = await createPerson(ctx, owner));
});
afterEach(() => ctx.close());

const signIn = (pin = PIN, id = userId, on = browser) => on.send('POST', '/session/pin', { userId: id, pin });
const readBusiness = (on = browser) => on.send('GET', '/api/v1/business');

describe('a shared device', () => {
  test('signs the person out who signed it in, and gets a cookie of its own', async () => {
    const login = { action: 'login', email: 'owner@blue-cup.example', password: PASSWORD };
    const own = openBrowser(ctx);
    await own.send('POST', '/session', login);
    const copy = openBrowser(ctx, new Map(own.cookies));
    const { status, data, headers } = await own.send('POST', '/api/v1/business/devices', {
      name: 'Bar',
      placeId,
    });
    expect([status, data.name, data.placeId]).toEqual([201, 'Bar', placeId]);
    expect(headers.get('set-cookie')).toContain('HttpOnly; SameSite=Strict');
    expect([...own.cookies.keys()]).toEqual(['perkmint_device']);
    expect((await readBusiness(copy)).status).toBe(401);
  });

  test('shows who may sign in by PIN, and nothing else', async () => {
    const { data } = await browser.send('GET', '/session/device');
    expect(data).toMatchObject({
      device: { id: deviceId, name: 'Front counter' },
      place: { id: placeId, name: 'Station' },
      people: [{ id: userId, name: 'Sam' }],
      person: null,
    });
    expect(JSON.stringify(data)).not.toContain('@');
    for (const path of ['/business', '/rewards?code=ABCDEFGH23', '/account', '/programs'])
      expect([path, (await browser.send('GET', `/api/v1${path}`)).status]).toEqual([path, 401]);
  });

  test('is signed out when it is revoked, with the person on it', async () => {
    await signIn();
    expect((await readBusiness()).status).toBe(200);
    const path = `/business/devices/${deviceId}`;
    expect((await ctx.call('DELETE', path, undefined, { as: owner.token })).status).toBe(200);
    expect((await readBusiness()).status).toBe(401);
    expect((await browser.send('GET', '/session/device')).data).toBeNull();
    expect((await signIn()).status).toBe(401);
  });

  test('is signed out when it was not used for a long time', async () => {
    ctx.clock.advance(DEVICE_IDLE_MS);
    expect((await browser.send('GET', '/session/device')).data).toBeNull();
    expect((await signIn()).error.code).toBe('UNAUTHENTICATED');
  });

  test('needs a place of the business', async () => {
    const other = await createBusiness(ctx, 'Red Bowl');
    const login = openBrowser(ctx);
    await login.send('POST', '/session', {
      action: 'login',
      email: 'owner@red-bowl.example',
      password: PASSWORD,
    });
    const { status } = await login.send('POST', '/api/v1/business/devices', { name: 'Bar', placeId });
    expect(status).toBe(404);
    const list = await ctx.call('GET', '/business/devices', undefined, { as: other.token });
    expect(list.data.items).toEqual([]);
  });

  test('is signed in only by our own pages', async () => {
    const { status, error } = await ctx.call(
      'POST',
      '/business/devices',
      { name: 'Bar', placeId },
      { as: owner.token },
    );
    expect([status, error.code]).toEqual([403, 'FORBIDDEN']);
  });
});

describe('signing in by PIN', () => {
  test('opens the operations of the counter and no others, whatever the position', async () => {
    const manager = await createPerson(ctx, owner, 'manager');
    const { status, data } = await signIn(PIN, manager.userId);
    expect([status, data.person]).toEqual([200, { id: manager.userId, name: 'Sam' }]);
    const session = (await browser.send('GET', '/session')).data;
    expect([session.user.position, session.isAtCounter]).toEqual(['counter', true]);
    expect((await readBusiness()).status).toBe(200);
    for (const [method, path, body] of [
      ['GET', '/campaigns'],
      ['GET', '/account'],
      ['PUT', '/account/pin', { pin: '9053' }],
      ['PUT', '/account', { email: 'thief@people.example' }],
      ['GET', '/account/sessions'],
      ['GET', '/business/devices'],
      ['POST', '/business/places', { name: 'Mine' }],
    ] as const)
      expect([path, (await browser.send(method, `/api/v1${path}`, body)).status]).toEqual([path, 403]);
  });

  test('is anonymous where no credential is required', async () => {
    await signIn();
    const change = { action: 'changePassword', currentPassword: PASSWORD, newPassword: 'another good one' };
    const { status, error } = await browser.send('POST', '/api/v1/auth', change);
    expect([status, error.code]).toEqual([401, 'UNAUTHENTICATED']);
  });

  test('ends after two minutes without a request, and not before', async () => {
    await signIn();
    ctx.clock.advance(COUNTER_IDLE_MS - 1);
    expect((await readBusiness()).status).toBe(200);
    await ctx.app.services.backgroundTasks.settled();
    ctx.clock.advance(COUNTER_IDLE_MS - 1);
    expect((await readBusiness()).status).toBe(200);
    await ctx.app.services.backgroundTasks.settled();
    ctx.clock.advance(COUNTER_IDLE_MS);
    const { status, error } = await readBusiness();
    expect([status, error.code]).toEqual([401, 'TOKEN_EXPIRED']);
  });

  test('ends with "Switch person", and by the next person who signs in', async () => {
    await signIn();
    const first = openBrowser(ctx, new Map(browser.cookies));
    const second = await createPerson(ctx, owner, 'staff', '9053');
    await signIn('9053', second.userId);
    expect((await readBusiness(first)).status).toBe(401);
    expect((await readBusiness()).status).toBe(200);
    const { data } = await browser.send('DELETE', '/session/pin');
    expect(data.person).toBeNull();
    expect([...browser.cookies.keys()]).toEqual(['perkmint_device']);
    expect((await readBusiness()).status).toBe(401);
  });

  test('ends with a new position, a reset PIN, a new PIN and the removal of the user', async () => {
    const users = `/business/users/${userId}`;
    const as = { as: owner.token };
    const end: (() => Promise<unknown>)[] = [
      () => ctx.call('PUT', users, { position: 'staff' }, as),
      () => ctx.call('DELETE', `${users}/pin`, undefined, as),
    ];
    for (const change of end) {
      expect((await signIn()).status).toBe(200);
      expect((await change()) as { status: number }).toMatchObject({ status: 200 });
      expect((await readBusiness()).status).toBe(401);
      browser.cookies.delete('perkmint_person');
    }
    expect((await signIn()).status).toBe(401);
    const removed = await createPerson(ctx, owner, 'manager');
    await signIn(PIN, removed.userId);
    await ctx.call('DELETE', `/business/users/${removed.userId}`, undefined, as);
    expect((await readBusiness()).status).toBe(401);
  });

  test('ends by a login on the same device, and the login by a PIN', async () => {
    await signIn();
    await browser.send('POST', '/session', {
      action: 'login',
      email: 'owner@blue-cup.example',
      password: PASSWORD,
    });
    expect((await browser.send('GET', '/session')).data.isAtCounter).toBe(false);
    const login = openBrowser(ctx, new Map(browser.cookies));
    await signIn();
    expect((await browser.send('GET', '/session')).data.isAtCounter).toBe(true);
    expect((await browser.send('GET', '/api/v1/account')).status).toBe(403);
    expect((await login.send('GET', '/api/v1/account')).status).toBe(401);
  });
});

describe('stolen cookies', () => {
  test('of a device open nothing without a PIN, even while a person is signed in', async () => {
    await signIn();
    const thief = openBrowser(
      ctx,
      new Map([['perkmint_device', browser.cookies.get('perkmint_device') as string]]),
    );
    expect((await readBusiness(thief)).status).toBe(401);
    const actions = await thief.send('POST', '/api/v1/rewards/redeem', { code: 'ABCDEFGH23' });
    expect(actions.status).toBe(401);
  });

  test('of a person open nothing without the device', async () => {
    await signIn();
    const person = browser.cookies.get('perkmint_person') as string;
    expect((await readBusiness(openBrowser(ctx, new Map([['perkmint_person', person]])))).status).toBe(401);
    const { browser: another } = await signInDevice(ctx, owner, placeId);
    another.cookies.set('perkmint_person', person);
    expect((await readBusiness(another)).status).toBe(401);
  });

  test('open nothing to pages of other origins', async () => {
    await signIn();
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { cookie, 'content-type': 'application/json' };
    const response = await ctx.send(
      new Request('http://localhost/api/v1/rewards/redeem', {
        method: 'POST',
        headers,
        body: JSON.stringify({ code: 'ABCDEFGH23' }),
      }),
    );
    expect(response.status).toBe(403);
  });
});
