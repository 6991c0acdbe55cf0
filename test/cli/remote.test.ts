import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen, type Server } from '../../src/http/server.ts';
import { createBusiness } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import {
  commandPath,
  createBusinessWithSubmission,
  createRunner,
  isRemote,
  listLeafCommands,
  perkmint,
  type RunOptions,
} from './fixture.ts';

/** Commands with --server, from a machine without any installation. */
let ctx: TestApp;
let server: Server;
let folder: string;
let keyFile: string;
let shop: Awaited<ReturnType<typeof createBusinessWithSubmission>>;

beforeEach(async () => {
  ctx = await createTestApp();
  server = listen({ host: '127.0.0.1', port: 0 });
  server.open(ctx.app.handler);
  shop = await createBusinessWithSubmission(ctx);
  const { data } = await ctx.call('POST', '/api-keys', { name: 'remote' }, { as: shop.token });
  folder = mkdtempSync(join(tmpdir(), 'perkmint-remote-'));
  keyFile = join(folder, 'key');
  writeFileSync(keyFile, `${data.key}\n`);
});
afterEach(async () => {
  await server.stop();
  await ctx.close();
  rmSync(folder, { recursive: true });
});

const cli = (line: string, options: RunOptions = {}) =>
  perkmint(
    join(folder, 'none'),
    [...line.split(' '), '--server', `http://127.0.0.1:${server.port}`],
    options,
  );
const withKey = (line: string) => cli(`${line} --api-key-file ${keyFile}`);

test('campaigns are listed, shown, paused, resumed and ended on a server', async () => {
  const { campaignId: id } = shop;
  const list = await withKey('campaigns list --state active --json');
  expect(list.json).toMatchObject({ items: [{ id }], pagination: { perPage: 50, total: 1 } });
  expect((await withKey(`campaigns show ${id} --json`)).json.stats.pending).toBe(1);
  expect((await withKey(`campaigns pause ${id}`)).out).toBe('Story of the week is paused\n');
  expect((await withKey(`campaigns resume ${id} --json`)).json.state).toBe('active');
  expect((await withKey(`campaigns end ${id}`)).code).toBe(2);
  expect((await withKey(`campaigns end ${id} --yes`)).out).toBe('Story of the week is ended\n');
});

test('submissions are listed and reviewed on a server, programs listed and shown', async () => {
  const { submissionId: id } = shop;
  expect((await withKey('submissions list --status pending --json')).json.items).toMatchObject([{ id }]);
  expect((await withKey(`submissions review ${id} --approve`)).out).toContain(
    `${id} is approved; its reward code`,
  );
  const { data } = await ctx.call('POST', '/programs', { name: 'Regulars' }, { as: shop.token });
  expect((await withKey('programs list')).out).toContain('Regulars');
  expect((await withKey(`programs show ${data.id} --json`)).json.name).toBe('Regulars');
});

test('members, places, keys, webhooks and shop systems are managed on a server', async () => {
  const { data } = await ctx.call('POST', '/programs', { name: 'Regulars' }, { as: shop.token });
  await ctx.call('POST', `/programs/${data.id}/members`, { memberId: 'm1', name: 'Ada' }, { as: shop.token });
  const adjust = ['members', 'adjust', data.id, 'm1', '--points', '-0', '--reason', 'None'].join(' ');
  expect((await withKey(adjust)).code).toBe(2);
  expect((await withKey(`members adjust ${data.id} m1 --points 50 --reason Late`)).out).toStartWith(
    'm1 has 50 points to spend (adj_',
  );
  expect((await withKey(`members list ${data.id} --q ada`)).out).toContain('Ada');
  expect((await withKey('places add Station --json')).json.name).toBe('Station');
  expect((await withKey('places list')).out).toContain('Station');
  const key = await withKey('keys create --name till --scopes read');
  expect([key.out.slice(0, 4), key.err]).toEqual(['pmk_', expect.stringContaining('Copy the secret now')]);
  expect((await withKey('webhooks add https://shop.example/hook --events reward.')).out).toStartWith(
    'whsec_',
  );
  expect((await withKey(`integrations set shopify --program ${data.id}`)).out).toContain('/inbound/shopify/');
  expect((await withKey('integrations list')).out).toContain('missing');
  const file = join(folder, 'member.zip');
  expect((await withKey(`members export ${data.id} m1 --out ${file}`)).out).toContain(file);
  expect((await Bun.file(file).bytes()).slice(0, 2)).toEqual(new TextEncoder().encode('PK'));
  expect((await withKey(`members erase ${data.id} m1 --yes`)).out).toStartWith('m1 was erased, and is now ');
});

test('reference data, the market, a plan and billing are the same at a server as in the installation', async () => {
  const perk = { name: 'Free coffee', faceValue: 5, supply: 10, listPrice: 4 };
  const { data } = await ctx.call('POST', '/exchange/enroll', { role: 'issuer', perk }, { as: shop.token });
  const lines = [
    'actions --platform instagram --rewardable',
    'actions --json',
    'benchmarks cafe',
    'benchmarks --json',
    'pricing --platform myspace',
    'pricing --json',
    'exchange market',
    `exchange book ${data.perk.id} --json`,
    'exchange book prk_none',
    'plan --budget 300 --goals sales,reviews',
    'billing status',
    'billing plans',
    'billing plans --json',
  ];
  const runHere = createRunner(ctx);
  for (const line of lines) {
    const { code, out, err } = await runHere(line);
    expect([line, await withKey(line)]).toMatchObject([line, { code, out, err }]);
  }
});

test('the public address of a server is shown, which a key cannot change', async () => {
  const { url } = (await createRunner(ctx)('public-address --json')).json;
  expect((await withKey('public-address --json')).json).toMatchObject({ url, canChange: false });
  expect((await withKey('public-address set https://other.example')).code).toBe(2);
});

test('a plan at a server is for the business of the key', async () => {
  expect((await withKey('plan --budget 300 --json')).json.budget).toMatchObject({ monthly: 300 });
  expect((await withKey('plan --budget 300 --business biz_none')).code).toBe(4);
  expect((await withKey('plan --budget -5')).code).toBe(2);
});

test('the invoices of the business of the key are listed at a server, with cursors', async () => {
  const other = await createBusiness(ctx, 'Red Cup');
  await ctx.call('POST', '/billing', { action: 'topup', amount: 5 }, { as: other.token });
  for (let amount = 1; amount <= 101; amount++)
    await ctx.call('POST', '/billing', { action: 'topup', amount }, { as: shop.token });
  const all = await withKey('billing invoices --all --sort createdAt --json');
  expect(all.json.items.map(({ amount }: { amount: number }) => amount)).toEqual(
    Array.from({ length: 101 }, (_, index) => index + 1),
  );
  expect((await createRunner(ctx)('billing invoices --all --json')).json.items).toHaveLength(102);
  const paged = await withKey('billing invoices --status open --page 2 --per-page 100');
  expect([paged.out.trim().split('\n').length, paged.err]).toEqual([
    2,
    expect.stringMatching(/^Page 2 of 2/),
  ]);
  expect((await withKey('billing invoices --status paid --json')).json.items).toEqual([]);
  expect((await withKey('billing status --business biz_none')).code).toBe(4);
});

test('a wallet at a server is that of the business of the key', async () => {
  expect((await withKey('wallet show')).code).toBe(3);
  await ctx.call('POST', '/exchange/enroll', { role: 'trader' }, { as: shop.token });
  expect((await withKey('wallet show --json')).json).toMatchObject({ cash: 0, perks: [] });
  expect((await withKey(`wallet show --business ${shop.businessId}`)).code).toBe(0);
  expect((await withKey('wallet show --business biz_none')).code).toBe(4);
  expect(await withKey('wallet show --user usr_1')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--user applies to local data only'),
  });
});

test('each command either works at a server, or says that it works on this computer', async () => {
  const refusal = /works with the data and the files of this computer, not at a server/;
  for (const command of listLeafCommands()) {
    const path = commandPath(command);
    const words = command.registeredArguments.map(({ argChoices }) => argChoices?.[0] ?? 'x');
    const { code, err } = await cli([...path, ...words].join(' '));
    expect([path, refusal.test(err)]).toEqual([path, !isRemote(command)]);
    if (!isRemote(command)) expect([path, code]).toEqual([path, 2]);
  }
});

test('an error of a server has the exit code of its error code', async () => {
  expect((await cli('campaigns list')).code).toBe(2);
  expect((await cli('campaigns list', { env: { PERKMINT_API_KEY: 'pmk_wrong' } })).code).toBe(3);
  expect((await withKey('campaigns show cmp_none')).code).toBe(4);
  expect(
    (await withKey(`submissions review ${shop.submissionId} --reject --reason ${'x'.repeat(6_000)}`)).code,
  ).toBe(2);
  await server.stop();
  expect((await withKey('campaigns list')).code).toBe(6);
});

test('--all reads a whole list with cursors, in either order and within a period', async () => {
  for (let i = 0; i < 120; i++) {
    const platforms = [{ platform: 'instagram', handle: `person${i}`, followers: 100 }];
    const influencer = { name: `Person ${i}`, email: `person-${i}@people.example`, platforms };
    await ctx.call('POST', '/influencers', influencer, { as: shop.token });
  }
  const paged = await withKey('influencers list --json');
  expect([paged.json.items.length, paged.json.pagination.total]).toEqual([50, 120]);
  const all = await withKey('influencers list --all --json');
  const names = all.json.items.map(({ name }: { name: string }) => name);
  expect(names).toEqual(Array.from({ length: 120 }, (_, i) => `Person ${119 - i}`));
  const oldest = await withKey('influencers list --all --sort createdAt --json');
  expect(oldest.json.items.map(({ name }: { name: string }) => name)).toEqual(names.toReversed());
  expect((await withKey('influencers list --all --page 2')).code).toBe(2);
  const here = await createRunner(ctx)('influencers export');
  expect((await withKey('influencers export')).out).toBe(here.out);
  expect(here.out.match(/@people\.example/g)).toHaveLength(120);
  const file = join(folder, 'influencers.csv');
  expect((await withKey(`influencers export --out ${file}`)).out).toBe(`Influencers exported to ${file}\n`);
  expect([readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual([here.out, 0o600]);
  expect((await withKey('influencers export --json')).json).toHaveLength(120);
  expect(
    (await withKey('influencers list --all --created-from 2036-01-01T00:00:00Z --json')).json.items,
  ).toEqual([]);
  expect(
    (await withKey('influencers list --all --created-to 2000-01-01T00:00:00Z --json')).json.items,
  ).toEqual([]);
});
