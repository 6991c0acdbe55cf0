import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listen, type Server } from '../../src/http/server.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { createBusinessWithSubmission, perkmint, type RunOptions } from './fixture.ts';

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
  expect(
    (await withKey('influencers list --all --created-from 2036-01-01T00:00:00Z --json')).json.items,
  ).toEqual([]);
  expect(
    (await withKey('influencers list --all --created-to 2000-01-01T00:00:00Z --json')).json.items,
  ).toEqual([]);
});
