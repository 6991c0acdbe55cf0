import { afterEach, beforeEach, expect, test } from 'bun:test';
import { chmodSync, cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '../../src/app.ts';
import { listen } from '../../src/http/server.ts';
import { createTestApp, testConfig } from '../support/test-app.ts';
import { createRunner, PASSWORD, perkmint } from './fixture.ts';

let folder: string;
let dataDir: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'perkmint-installation-'));
  dataDir = join(folder, 'data');
});
afterEach(() => rmSync(folder, { recursive: true }));

const INIT = ['init', '--admin-email', 'root@shop.example', '--admin-password-stdin'];

test('init creates the admin, a business and a working API key', async () => {
  const line = [...INIT, '--business', 'Blue Cup', '--industry', 'cafe', '--json'];
  const { json, code } = await perkmint(dataDir, line, { stdin: `${PASSWORD}\n` });
  expect(code).toBe(0);
  expect(json).toMatchObject({ admin: { email: 'root@shop.example' }, business: { name: 'Blue Cup' } });
  const app = await createApp(testConfig({ DATA_DIR: dataDir }));
  const headers = { 'x-api-key': json.apiKey.key };
  const request = new Request('http://localhost/api/v1/auth', { headers });
  expect((await app.handler.fetch(request, '127.0.0.1')).status).toBe(200);
  await app.close();
});

test('init prompts on a terminal', async () => {
  const answers = ['root@shop.example', PASSWORD, PASSWORD, 'Blue Cup'];
  const { code, out, err } = await perkmint(dataDir, ['init'], { answers });
  expect(code).toBe(0);
  expect(out).toContain('Blue Cup');
  expect(err).not.toContain(PASSWORD);
});

test('init rejects an invalid email address before it asks for the password', async () => {
  const { code, err } = await perkmint(dataDir, ['init'], { answers: ['root'] });
  expect(code).toBe(2);
  expect(err).toContain('email must be an email address');
  expect(err).not.toContain('Password');
});

test('init creates only one admin, and writes nothing on invalid input', async () => {
  expect((await perkmint(dataDir, ['init'])).code).toBe(2);
  const badName = [...INIT, '--business', 'x'.repeat(300)];
  expect((await perkmint(dataDir, badName, { stdin: PASSWORD })).code).toBe(2);
  expect((await perkmint(dataDir, INIT, { stdin: 'short' })).code).toBe(2);
  expect((await perkmint(dataDir, INIT, { stdin: PASSWORD })).code).toBe(0);
  const again = await perkmint(dataDir, INIT, { stdin: PASSWORD });
  expect(again.code).toBe(5);
  expect(again.err).toContain('already has an admin');
});

test('seed reports its changes, and no changes on the second run', async () => {
  const first = await perkmint(dataDir, ['seed', '--json']);
  expect(first.json).toMatchObject({ updated: [], removed: [], unchanged: 0 });
  expect(first.json.inserted).toContain('actions/instagram-story-mention');
  const second = await perkmint(dataDir, ['seed', '--json']);
  expect(second.json).toEqual({
    inserted: [],
    updated: [],
    removed: [],
    unchanged: first.json.inserted.length,
  });
});

test('seed --demo adds a shop with six weeks of consistent data, once', async () => {
  const { json, code } = await perkmint(dataDir, ['seed', '--demo', '--json']);
  expect(code).toBe(0);
  expect(json).toMatchObject({ created: true, owner: { email: 'olga@demo.example' } });
  expect((await perkmint(dataDir, ['db', 'check'])).code).toBe(0);
  const listed = await perkmint(dataDir, ['submissions', 'list', '--business', json.businessId, '--json']);
  const { items, pagination } = listed.json;
  expect(pagination.total).toBeGreaterThan(60);
  const ageMs = Date.now() - Date.parse(items[0].createdAt);
  expect(ageMs).toBeGreaterThanOrEqual(0);
  expect(ageMs).toBeLessThan(2 * 24 * 3_600_000);
  const app = await createApp(testConfig({ DATA_DIR: dataDir }));
  const body = JSON.stringify({ action: 'login', ...json.owner });
  const headers = { 'content-type': 'application/json' };
  const login = new Request('http://localhost/api/v1/auth', { method: 'POST', headers, body });
  const session = await app.handler.fetch(login, '127.0.0.1');
  expect(session.status).toBe(200);
  const { accessToken } = (await session.json()).data;
  const read = async (path: string) => {
    const request = new Request(`http://localhost/api/v1${path}`, {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    return (await (await app.handler.fetch(request, '127.0.0.1')).json()).data;
  };
  const { rows, totals } = await read('/statistics/counter?days=42');
  const people = rows.map(({ actor, place }: Record<'actor' | 'place', { name: string }>) => [
    actor.name,
    place.name,
  ]);
  expect(people.sort()).toEqual([
    ['Rosa Lind', 'Station'],
    ['Theo Park', 'Main street'],
    ['Theo Park', 'Station'],
  ]);
  expect(totals.refunds).toBe(2);
  const { unseen } = await read('/notifications');
  expect(unseen).toBeGreaterThan(0);
  expect(unseen).toBeLessThan(10);
  const orders = (await read('/integrations/shopify/orders')).items;
  const toLine = (order: Record<'orderId' | 'status' | 'memberId' | 'reversed', unknown>) => [
    ...[order.orderId, order.status, order.memberId, order.reversed],
  ];
  expect(orders.map(toLine)).toEqual([
    ['1003', 'credited', 'card-103', 12],
    ['1002', 'parked', null, 0],
    ['1001', 'credited', 'card-101', 0],
  ]);
  const { id: program } = (await read('/programs')).items[0];
  const referrals = (await read(`/programs/${program}/referrals`)).items;
  expect(referrals).toMatchObject([{ status: 'paid', referee: 'card-106' }]);
  const [moved] = (await read('/imports')).items;
  expect(moved).toMatchObject({ format: 'stampMe', created: 4, failed: 0, totals: { visits: 19 } });
  expect((await read('/export-links')).items).toMatchObject([
    { operationId: 'getCalendar' },
    { operationId: 'listRewards' },
  ]);
  expect((await read('/proposals?status=pending')).items).toMatchObject([
    { agent: { name: 'Robin' }, operationId: 'createCashback', amount: 12.5 },
  ]);
  await app.close();
  const again = await perkmint(dataDir, ['seed', '--demo', '--json']);
  expect(again.json).toEqual({ created: false });
  expect((await perkmint(dataDir, ['seed', '--demo', '--check'])).code).toBe(2);
});

test('seed --check accepts the reference data and rejects a changed copy', async () => {
  const { json } = await perkmint(dataDir, ['seed', '--check', '--json']);
  expect(json).toMatchObject({ actions: 107, staleSources: expect.arrayContaining(['webfx-x']) });
  expect(json.oldActions).toContain('instagram-story-mention');
  expect(existsSync(dataDir)).toBe(false);
  const copy = join(folder, 'seed');
  cpSync(join(import.meta.dir, '../../seed'), copy, { recursive: true });
  expect((await perkmint(dataDir, ['seed', '--check', '--from', copy])).code).toBe(0);
  const sources = await Bun.file(join(copy, 'sources.json')).json();
  writeFileSync(join(copy, 'sources.json'), JSON.stringify(sources.slice(1)));
  const wrong = await perkmint(dataDir, ['seed', '--check', '--from', copy]);
  expect(wrong.code).toBe(7);
  expect(wrong.err).toContain(`source ${sources[0].id} does not exist`);
  expect((await perkmint(dataDir, ['seed', '--from', copy])).code).toBe(2);
  expect((await perkmint(dataDir, ['seed', '--check', '--from', folder])).code).toBe(2);
});

test('doctor names the problem and its fix', async () => {
  const missing = await perkmint(dataDir, ['doctor']);
  expect(missing.code).toBe(7);
  expect(missing.out).toMatch(/data folder +wrong/);
  await perkmint(dataDir, ['db', 'migrate']);
  const noAdmin = await perkmint(dataDir, ['doctor']);
  expect(noAdmin.code).toBe(7);
  expect(noAdmin.err).toContain('admin: open the setup link, or run perkmint init');
  await perkmint(dataDir, INIT, { stdin: PASSWORD });
  expect((await perkmint(dataDir, ['doctor'])).code).toBe(0);
  const withoutWebhookSecret = await perkmint(dataDir, ['doctor'], {
    env: { STRIPE_SECRET_KEY: 'sk_test_1' },
  });
  expect([withoutWebhookSecret.code, withoutWebhookSecret.err]).toEqual([
    7,
    expect.stringContaining('STRIPE_WEBHOOK_SECRET'),
  ]);
  chmodSync(join(dataDir, 'secrets.json'), 0o644);
  const open = await perkmint(dataDir, ['doctor', '--json']);
  expect(open.code).toBe(7);
  const finding = open.json.find((found: { check: string }) => found.check === 'secrets');
  expect(finding).toMatchObject({ state: 'wrong', fix: expect.stringContaining('chmod 600') });
});

test('healthcheck checks the configured server, or the one given with --server', async () => {
  const ctx = await createTestApp({ PORT: '0' });
  const server = listen(ctx.app.services.config);
  server.open(ctx.app.handler);
  const url = `http://127.0.0.1:${server.port}`;
  const cli = createRunner(ctx);
  expect((await cli('healthcheck', { env: { PORT: String(server.port) } })).code).toBe(0);
  expect((await cli(`healthcheck --server ${url} --json`)).json.status).toBe('ok');
  expect((await cli(`healthcheck --ready --server ${url} --json`)).json.status).toBe('ready');
  ctx.app.announceShutdown();
  const { code, err } = await cli(`healthcheck --ready --server ${url}`);
  expect([code, err]).toEqual([7, expect.stringContaining('Not ready (shutdown)')]);
  expect((await cli(`healthcheck --server ${url}`)).code).toBe(0);
  ctx.app.handler.drain();
  expect((await cli(`healthcheck --server ${url}`)).code).toBe(7);
  await server.stop();
  expect((await cli(`healthcheck --server ${url}`)).code).toBe(6);
  await ctx.close();
});

test('openapi prints the document and leaves no installation behind', async () => {
  const env = { PUBLIC_URL: 'https://perks.example' };
  const { out } = await perkmint(dataDir, ['openapi'], { env });
  const document = JSON.parse(out);
  expect(document.openapi).toStartWith('3.1');
  expect(JSON.stringify(document.servers)).toContain('https://perks.example');
  expect(existsSync(dataDir)).toBe(false);
});
