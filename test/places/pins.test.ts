import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { MAX_PIN_FAILURES, PIN_LOCK_MS } from '../../src/platform/security/pin-throttle.ts';
import { DAY } from '../campaigns/fixture.ts';
import { type BusinessFixture, createBusiness } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { type Browser, createPerson, PIN, signInDevice } from './fixture.ts';

let ctx: TestApp;
let owner: BusinessFixture;
let placeId: string;
let browser: Browser;
let userId: string;

beforeEach(async () => {
  ctx = await createTestApp();
  owner = await createBusiness(ctx);
  const place = await ctx.call('POST', '/business/places', { name: 'Station' }, { as: owner.token });
  placeId = place.data.id;
  ({ browser } = await signInDevice(ctx, owner, placeId));
  ({ userId } = await createPerson(ctx, owner));
});
afterEach(() => ctx.close());

const signIn = (pin = PIN, id = userId, on = browser) => on.send('POST', '/session/pin', { userId: id, pin });

describe('guessing PINs', () => {
  const guess = async (id = userId, on = browser) => {
    const { status, error } = await signIn('9999', id, on);
    return [status, error.code];
  };

  test(`locks the person on the device after ${MAX_PIN_FAILURES} wrong ones, also for the right one`, async () => {
    for (let n = 0; n < MAX_PIN_FAILURES; n++) expect(await guess()).toEqual([401, 'INVALID_CREDENTIALS']);
    const locked = await signIn();
    expect([locked.status, locked.error.code]).toEqual([429, 'RATE_LIMITED']);
    expect(locked.headers.get('retry-after')).toBe(String(PIN_LOCK_MS / 1000));
    ctx.clock.advance(PIN_LOCK_MS - 1);
    expect((await signIn()).status).toBe(429);
    ctx.clock.advance(1);
    expect((await signIn()).status).toBe(200);
  });

  test('locks longer each time, up to four hours, until the right one', async () => {
    const lockedFor = async () => {
      for (let n = 0; n < MAX_PIN_FAILURES; n++) expect(await guess()).toEqual([401, 'INVALID_CREDENTIALS']);
      const seconds = Number((await signIn()).headers.get('retry-after'));
      ctx.clock.advance(seconds * 1000);
      return seconds / 60;
    };
    const locks: number[] = [];
    for (let n = 0; n < 6; n++) locks.push(await lockedFor());
    expect(locks).toEqual([15, 30, 60, 120, 240, 240]);
    expect((await signIn()).status).toBe(200);
    expect(await lockedFor()).toBe(15);
    ctx.clock.advance(DAY);
    expect(await lockedFor()).toBe(15);
  });

  test('notifies the owners of each lock, but not of those of unknown people', async () => {
    for (let n = 0; n < 2 * MAX_PIN_FAILURES; n++) await guess();
    for (let n = 0; n < 2 * MAX_PIN_FAILURES; n++) await guess('usr_none');
    const events = await ctx.call('GET', '/events?type=business.pinLocked', undefined, { as: owner.token });
    expect(events.data.items).toHaveLength(1);
    const { object } = events.data.items[0].data;
    const lockedUntil = new Date(ctx.clock.now() + PIN_LOCK_MS).toISOString();
    expect(object).toMatchObject({ id: userId, placeId, deviceName: expect.any(String), lockedUntil });
    const notices = await ctx.call('GET', '/notifications', undefined, { as: owner.token });
    expect(notices.data.items[0]).toMatchObject({ type: 'business.pinLocked', detail: object.deviceName });
  });

  test('at the same time counts each of them', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => guess()));
    const codes = all.map(([status]) => status);
    expect(codes.filter(status => status === 401)).toHaveLength(MAX_PIN_FAILURES);
    expect(codes.filter(status => status === 429)).toHaveLength(20 - MAX_PIN_FAILURES);
  });

  test('locks neither other people nor other devices', async () => {
    const second = await createPerson(ctx, owner, 'staff', '9053');
    const { browser: another } = await signInDevice(ctx, owner, placeId);
    for (let n = 0; n <= MAX_PIN_FAILURES; n++) await guess();
    expect((await signIn('9053', second.userId)).status).toBe(200);
    expect((await signIn(PIN, userId, another)).status).toBe(200);
  });

  test('of unknown and foreign people gives the same responses', async () => {
    const other = await createBusiness(ctx, 'Red Bowl');
    const foreign = await createPerson(ctx, other, 'staff');
    const withoutPin = owner.userId;
    for (const id of ['usr_none', foreign.userId, withoutPin]) {
      const { status, error } = await signIn(PIN, id);
      expect([id, status, error]).toEqual([
        id,
        401,
        { code: 'INVALID_CREDENTIALS', message: 'Incorrect PIN' },
      ]);
      for (let n = 1; n < MAX_PIN_FAILURES; n++) await signIn(PIN, id);
      expect((await signIn(PIN, id)).status).toBe(429);
    }
  });

  test('compares a hash for unknown people, too', async () => {
    const { passwords } = ctx.app.services;
    const compared: (string | null)[] = [];
    const { verify } = passwords;
    passwords.verify = (password, hash) => {
      compared.push(hash === null ? 'decoy' : 'own');
      return verify(password, hash);
    };
    await signIn(PIN, 'usr_none');
    await signIn();
    expect(compared).toEqual(['decoy', 'own']);
  });
});

describe('a PIN', () => {
  const setPin = (pin: unknown, as: string) => ctx.call('PUT', '/account/pin', { pin }, { as });

  test('has four to six digits and is not easy to guess', async () => {
    for (const pin of ['123', '1234567', '12a4', ' 4071', '', 4071])
      expect([pin, (await setPin(pin, owner.token)).status]).toEqual([pin, 400]);
    for (const pin of ['0000', '1234', '4321', '987654'])
      expect([pin, (await setPin(pin, owner.token)).error.details?.[0]?.rule]).toEqual([pin, 'conflict']);
    expect((await setPin('408162', owner.token)).data).toEqual({ hasPin: true });
    expect((await ctx.call('GET', '/account', undefined, { as: owner.token })).data.hasPin).toBe(true);
    expect((await setPin(null, owner.token)).data).toEqual({ hasPin: false });
  });

  test('is stored as a hash that needs the secret of the installation', async () => {
    const rows = await ctx.app.services.database.reader.all<{ hash: string }>(
      'select hash from pins' as never,
    );
    expect(rows).toHaveLength(1);
    const [{ hash } = { hash: '' }] = rows;
    expect(hash).toStartWith('$argon2id$');
    expect(await Bun.password.verify(PIN, hash)).toBe(false);
    expect(await Bun.password.verify(`${userId}:${PIN}`, hash)).toBe(false);
  });

  test('can be removed by an owner of the business only', async () => {
    const other = await createBusiness(ctx, 'Red Bowl');
    const path = `/business/users/${userId}/pin`;
    expect((await ctx.call('DELETE', path, undefined, { as: other.token })).status).toBe(404);
    const manager = await createPerson(ctx, owner, 'manager');
    expect((await ctx.call('DELETE', path, undefined, { as: manager.token })).status).toBe(403);
    expect((await signIn()).status).toBe(200);
  });
});
