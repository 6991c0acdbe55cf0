import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { MAX_PLACES } from '../../src/places/service/places.ts';
import { type BusinessFixture, createBusiness } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { signInDevice } from './fixture.ts';

let ctx: TestApp;
let owner: BusinessFixture;
let other: BusinessFixture;
beforeAll(async () => {
  ctx = await createTestApp();
  owner = await createBusiness(ctx);
  other = await createBusiness(ctx, 'Red Bowl');
});
afterAll(() => ctx.close());

const add = (name: string, as = owner.token) => ctx.call('POST', '/business/places', { name }, { as });

describe('places', () => {
  test('are created, renamed, listed and deleted, with an event each', async () => {
    const { status, data: place } = await add('Station');
    expect([status, place.name, place.businessId]).toEqual([201, 'Station', owner.businessId]);
    const renamed = await ctx.call(
      'PUT',
      `/business/places/${place.id}`,
      { name: 'Main station' },
      { as: owner.token },
    );
    expect(renamed.data.name).toBe('Main station');
    const list = await ctx.call('GET', '/business/places', undefined, { as: owner.token });
    expect(list.data.items.map((each: { name: string }) => each.name)).toEqual(['Main station']);
    const gone = await ctx.call('DELETE', `/business/places/${place.id}`, undefined, { as: owner.token });
    expect(gone.data).toEqual({ id: place.id, deleted: true });
    const again = await ctx.call('DELETE', `/business/places/${place.id}`, undefined, { as: owner.token });
    expect(again.status).toBe(404);
    const events = await ctx.call('GET', '/events?type=business.', undefined, { as: owner.token });
    expect(events.data.items.map((event: { type: string }) => event.type)).toEqual([
      'business.placeDeleted',
      'business.placeUpdated',
      'business.placeCreated',
    ]);
  });

  test('have unique names in a business, regardless of case', async () => {
    await add('Harbor');
    const repeated = await add('HARBOR');
    expect(repeated.error.details).toEqual([
      { field: 'name', issue: 'is already the name of another place', rule: 'unique' },
    ]);
    expect((await add('Harbor', other.token)).status).toBe(201);
  });

  test('can be renamed to their own name in another case', async () => {
    const { data } = await add('Market');
    const path = `/business/places/${data.id}`;
    const renamed = await ctx.call('PUT', path, { name: 'MARKET' }, { as: owner.token });
    expect([renamed.status, renamed.data.name]).toEqual([200, 'MARKET']);
  });

  test('keep the name of a deleted place free', async () => {
    const { data } = await add('Kiosk');
    await ctx.call('DELETE', `/business/places/${data.id}`, undefined, { as: owner.token });
    expect((await add('Kiosk')).status).toBe(201);
  });

  test("can't be deleted while a device is signed in there", async () => {
    const { data } = await add('Terrace');
    const { deviceId } = await signInDevice(ctx, owner, data.id);
    const path = `/business/places/${data.id}`;
    const refused = await ctx.call('DELETE', path, undefined, { as: owner.token });
    expect(refused.error.code).toBe('CONFLICT');
    await ctx.call('DELETE', `/business/devices/${deviceId}`, undefined, { as: owner.token });
    expect((await ctx.call('DELETE', path, undefined, { as: owner.token })).status).toBe(200);
  });

  test('are limited per business', async () => {
    const crowded = await createBusiness(ctx, 'Crowded');
    for (let n = 0; n < MAX_PLACES; n++) expect((await add(`Place ${n}`, crowded.token)).status).toBe(201);
    const refused = await add('One more', crowded.token);
    expect([refused.status, refused.error.code]).toEqual([409, 'LIMIT_REACHED']);
  });
});
