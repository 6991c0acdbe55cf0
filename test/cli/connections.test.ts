import { afterEach, beforeEach, expect, test } from 'bun:test';
import { type BusinessFixture, createBusiness } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { createRunner } from './fixture.ts';

let ctx: TestApp;
let cli: ReturnType<typeof createRunner>;
let owner: BusinessFixture;
let id: string;

beforeEach(async () => {
  ctx = await createTestApp();
  cli = createRunner(ctx);
  owner = await createBusiness(ctx);
  const account = { platform: 'instagram', method: 'manual', handle: 'blue.cup' };
  id = (await ctx.call('POST', '/oauth/connect', account, { as: owner.token })).data.id;
});
afterEach(() => ctx.close());

test('connections of all owners are listed', async () => {
  const { out } = await cli('connections list');
  expect(out).toContain(`${id}  ${owner.businessId}  instagram  manual  pending`);
  expect((await cli('connections list --status connected --json')).json.items).toEqual([]);
  expect((await cli(`connections list --business ${owner.businessId} --json`)).json.items).toMatchObject([
    { id },
  ]);
  expect((await cli('connections list --platform x --json')).json.items).toEqual([]);
  expect((await cli('connections list --status maybe')).code).toBe(2);
});

test('a connection can be confirmed once, with its followers and handle', async () => {
  const confirmed = await cli(`connections confirm ${id} --followers 2340 --json`);
  expect(confirmed.json).toMatchObject({ id, status: 'connected', followers: 2_340 });
  expect((await cli(`connections confirm ${id}`)).code).toBe(5);
  expect((await cli('connections confirm con_none')).code).toBe(4);
  expect((await cli(`connections confirm ${id} --followers many`)).code).toBe(2);
});

test('revoking a connection asks for confirmation', async () => {
  expect((await cli(`connections revoke ${id}`)).code).toBe(2);
  expect((await cli(`connections revoke ${id}`, { answers: ['y'] })).out).toBe(`${id} is disconnected\n`);
  expect((await cli(`connections revoke ${id} --yes`)).code).toBe(4);
  expect((await cli('connections list --json')).json.items).toMatchObject([{ id, status: 'revoked' }]);
});

test('the operator connects accounts for a business, never for itself', async () => {
  const line = 'api connectPlatform --platform x --method manual --handle cup --json';
  expect((await cli(line)).code).toBe(2);
  const { json } = await cli(`${line} --business-id ${owner.businessId}`);
  expect(json).toMatchObject({ businessId: owner.businessId, status: 'pending' });
});
