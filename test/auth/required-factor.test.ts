import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { expectFailure } from '../http/fixture.ts';
import { createPerson, openBrowser, PIN, signInDevice } from '../places/fixture.ts';
import {
  type BusinessFixture,
  createBusiness,
  createCustomer,
  createStaff,
  PASSWORD,
} from '../support/accounts.ts';
import { createAdmin } from '../support/fixtures.ts';
import { readDescribedRoutes } from '../support/routes.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { whoAmI } from './fixture.ts';
import { enableTotp } from './totp-app.ts';

let ctx: TestApp;
let owner: BusinessFixture;
beforeEach(async () => {
  ctx = await createTestApp({ REQUIRE_SECOND_FACTOR: 'on' });
  owner = await createBusiness(ctx);
});
afterEach(() => ctx.close());

const read = (as: string) => ctx.call('GET', '/business/users', undefined, { as });
const LACKING = { field: 'secondFactor', issue: 'must be true', rule: 'enum' as const, allowed: ['true'] };

describe('a required second factor', () => {
  test('is set up first, also by admins', async () => {
    for (const as of [owner.token, await createAdmin(ctx)]) {
      const refused = await ctx.call('GET', '/campaigns', undefined, { as });
      expectFailure(refused, 403, 'FORBIDDEN');
      expect(refused.error.details).toEqual([LACKING]);
      await enableTotp(ctx, as);
      expect((await ctx.call('GET', '/campaigns', undefined, { as })).status).toBe(200);
    }
  });

  test('closes every operation but those of the own account and session', async () => {
    const { operations } = await readDescribedRoutes();
    const open: string[] = [];
    for (const { method, path, operation } of operations) {
      const access = operation['x-access'];
      if (access === 'public' || access === 'optional' || access === 'admin') continue;
      const address = path.replace('/api/v1', '').replaceAll(/\{\w+\}/g, 'none');
      const { status, error } = await ctx.call(method, address, undefined, { as: owner.token });
      const isClosed = status === 403 && error?.details?.some(({ field }) => field === LACKING.field);
      if (!isClosed) open.push(path.split('/')[3] as string);
    }
    expect([...new Set(open)].sort()).toEqual(['account', 'auth']);
  });

  test('is not required of staff, customers, API keys, and PINs on shared devices', async () => {
    const place = { name: 'Main Street' };
    await enableTotp(ctx, owner.token);
    const { id } = (await ctx.call('POST', '/business/places', place, { as: owner.token })).data;
    const { data: key } = await ctx.call('POST', '/api-keys', { name: 'till' }, { as: owner.token });
    const partner = await createPerson(ctx, owner, 'owner');
    expectFailure(await read(partner.token), 403, 'FORBIDDEN');
    const manager = await createStaff(ctx, owner, 'manager');
    expect((await ctx.call('GET', '/campaigns', undefined, { as: manager })).status).toBe(200);
    const { token } = await createCustomer(ctx);
    expect((await ctx.call('GET', '/campaigns', undefined, { as: token })).status).toBe(200);
    expect((await ctx.call('GET', '/campaigns', undefined, { as: { apiKey: key.key } })).status).toBe(200);
    const { browser } = await signInDevice(ctx, owner, id);
    await browser.send('POST', '/session/pin', { userId: partner.userId, pin: PIN });
    expect((await browser.send('GET', '/session')).data).toMatchObject({ lacksSecondFactor: false });
    expect((await browser.send('GET', '/api/v1/business/places')).status).toBe(200);
  });

  test('is shown to the pages, and turned off again it is missing again', async () => {
    const browser = openBrowser(ctx);
    const body = { action: 'login', email: 'owner@blue-cup.example', password: PASSWORD };
    expect((await browser.send('POST', '/session', body)).data.lacksSecondFactor).toBe(true);
    expect((await browser.send('GET', '/session')).data.lacksSecondFactor).toBe(true);
    await enableTotp(ctx, owner.token);
    expect((await read(owner.token)).status).toBe(200);
    const off = { action: 'disable', currentPassword: PASSWORD };
    await ctx.call('POST', '/account/totp', off, { as: owner.token });
    expectFailure(await read(owner.token), 403, 'FORBIDDEN');
    expect((await whoAmI(ctx, owner.token)).status).toBe(200);
  });
});
