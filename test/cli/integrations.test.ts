import { afterEach, beforeEach, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createBusiness } from '../support/accounts.ts';
import { createTestApp, SHOP_SYSTEM_SECRET, type TestApp } from '../support/test-app.ts';
import { createRunner } from './fixture.ts';

let ctx: TestApp;
let cli: ReturnType<typeof createRunner>;
let program: string;
let business: string;

beforeEach(async () => {
  ctx = await createTestApp();
  cli = createRunner(ctx);
  const { businessId, token } = await createBusiness(ctx);
  business = businessId;
  program = (await ctx.call('POST', '/programs', { name: 'Regulars' }, { as: token })).data.id;
  await ctx.call('POST', `/programs/${program}/members`, { memberId: 'm1' }, { as: token });
});
afterEach(() => ctx.close());

test('a shop system is set up, its orders are listed and counted, and it is removed', async () => {
  expect((await cli(`integrations set square --business ${business}`)).code).toBe(2);
  const { out, err } = await cli(`integrations set square --business ${business} --program ${program}`);
  expect(out).toMatch(/^http\S+\/api\/v1\/inbound\/square\/itg_\w+\n$/);
  expect(err).toContain('then set the secret');
  const file = join(ctx.app.services.config.dataDir, 'secret.txt');
  writeFileSync(file, `${SHOP_SYSTEM_SECRET}\n`);
  await cli(`integrations set square --business ${business} --secret-file ${file}`);
  const { id: system } = (await cli(`integrations list --business ${business} --json`)).json.items[0];
  await ctx.call('POST', `/inbound/square/${system}`, {});
  const listed = await cli(`integrations list --business ${business}`);
  expect(listed.err).toContain(
    "refused at 2026-06-01T12:00:00.000Z: the signature doesn't match; check the secret",
  );
  expect(listed.out).toMatch(/square +prg_\w+ +set +- +http\S+\/itg_\w+$/m);
  const payment = { id: 'pay-1', status: 'COMPLETED', total_money: { amount: 2_450, currency: 'USD' } };
  const [path = ''] = /\/inbound\/\S+/.exec(out) ?? [];
  await ctx.call('POST', path, { data: { object: { payment } } }, { isSigned: true });
  const parked = await cli(`integrations orders square --business ${business} --status parked`);
  expect(parked.out).toMatch(/pay-1 +parked +- +\$24\.50 +\$0\.00 +UNKNOWN_BUYER/);
  const [{ id }] = (await cli(`integrations orders square --business ${business} --json`)).json.items;
  expect((await cli(`integrations retry square ${id}`)).out).toContain(
    'No member of the program is the buyer',
  );
  expect((await cli(`integrations retry square ${id} --member m1`)).out).toBe(
    'Order pay-1 is credited for m1\n',
  );
  expect((await cli(`integrations retry square ibo_none`)).code).toBe(4);
  expect((await cli(`integrations orders magento --business ${business}`)).code).toBe(2);
  expect((await cli(`integrations remove square --business ${business} --yes`)).out).toBe('Removed square\n');
  expect((await cli(`integrations remove square --business ${business} --yes`)).code).toBe(4);
});
