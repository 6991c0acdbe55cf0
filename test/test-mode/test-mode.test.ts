import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { createCtx, SCHEDULER, type Services } from '../../src/context.ts';
import { JOB_LIST, runJob } from '../../src/jobs/index.ts';
import { DeliveryWorker } from '../../src/webhooks/worker.ts';
import { databaseSnapshot } from '../campaigns/fixture.ts';
import { expectFailure } from '../http/fixture.ts';
import { type BusinessFixture, CAMPAIGN, createBusiness, createCustomer } from '../support/accounts.ts';
import { isOnPostgres } from '../support/postgres-app.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
let owner: BusinessFixture;
let other: BusinessFixture;
let testKey: string;
let liveKey: string;
let otherTestKey: string;

const createKey = async (as: string, isTest: boolean) =>
  (await app.call('POST', '/api-keys', { name: 'integration', test: isTest }, { as })).data.key as string;
const call = (method: string, path: string, body?: unknown, key = testKey) =>
  app.call(method, path, body, { as: { apiKey: key } });
const asOwner = (method: string, path: string, body?: unknown) =>
  app.call(method, path, body, { as: owner.token });
const getEnvironment = (): Promise<Services> => app.app.services.testEnvironments.open(owner.businessId);

beforeAll(async () => {
  app = await createTestApp({ ACCESS_TOKEN_TTL: '1000000' });
  owner = await createBusiness(app);
  other = await createBusiness(app, 'Red Cup');
  testKey = await createKey(owner.token, true);
  liveKey = await createKey(owner.token, false);
  otherTestKey = await createKey(other.token, true);
});
afterAll(() => app.close());

/** Creates one record of most kinds with a test key. */
async function createRecords() {
  const campaign = { ...CAMPAIGN, acknowledgePolicy: true, launch: true };
  const { data: campaignRecord } = await call('POST', '/campaigns', campaign);
  const program = {
    name: 'Test club',
    rewards: { base: { type: 'percentage', value: 5 }, points: { perPurchase: 1 } },
  };
  const { data: programRecord } = await call('POST', '/programs', program);
  const enrolled = await call('POST', `/programs/${programRecord.id}/members`, {
    memberId: 'test-1',
    name: 'Test Member',
    email: 'ada@people.example',
  });
  const webhook = await call('POST', '/webhooks', { url: 'https://hooks.example/test', events: ['*'] });
  return { campaign: campaignRecord, program: programRecord, enrolled, webhook };
}

describe('a test key', () => {
  test('is recognizable and says that it works on test data', async () => {
    expect(testKey).toMatch(/^pmk_test_[0-9A-Za-z]{38}$/);
    const { data, headers } = await call('GET', '/auth');
    expect(data).toMatchObject({ authMethod: 'apiKey', testMode: true, business: { id: owner.businessId } });
    expect(headers.get('x-test-mode')).toBe('true');
    const live = await call('GET', '/auth', undefined, liveKey);
    expect(live.data.testMode).toBe(false);
    expect(live.headers.has('x-test-mode')).toBe(false);
    const listed = (await asOwner('GET', '/api-keys')).data.items;
    expect(listed.map((key: { test: boolean }) => key.test).sort()).toEqual([false, true]);
  });

  test('marks every response, also a rejection', async () => {
    for (const path of ['/campaigns', '/campaigns/cmp_0', '/unknown', '/shops/none'])
      expect((await call('GET', path)).headers.get('x-test-mode')).toBe('true');
    const wrong = `pmk_test_${'0'.repeat(38)}`;
    const rejected = await call('GET', '/campaigns', undefined, wrong);
    expectFailure(rejected, 401, 'INVALID_API_KEY');
    expect(rejected.headers.get('x-test-mode')).toBe('true');
  });

  test('finds its business with the same ID and settings, marked as test', async () => {
    const { data } = await call('GET', '/business');
    expect(data).toMatchObject({ id: owner.businessId, name: 'Blue Cup', currency: 'USD', test: true });
    expect((await asOwner('GET', '/business')).data.test).toBe(false);
    await call('PUT', '/business', { name: 'Renamed in a test' });
    expect((await call('GET', '/business')).data.name).toBe('Renamed in a test');
    expect((await asOwner('GET', '/business')).data.name).toBe('Blue Cup');
  });

  test.each([
    ['GET', '/api-keys', undefined],
    ['POST', '/api-keys', { name: 'another' }],
    ['POST', '/billing', { action: 'subscribe', planId: 'starter' }],
    ['POST', '/auth', { action: 'requestCode', email: 'ada@people.example' }],
    ['POST', '/export-links', { operationId: 'listCampaigns' }],
    ['GET', '/exchange/market/stream', undefined],
  ])('cannot call %s %s, which says why', async (method, path, body) => {
    const response = await call(method, path, body);
    expectFailure(response, 403, 'FORBIDDEN');
    expect(response.error.message).toContain('test mode');
  });
});

describe('test data', () => {
  test('is invisible to real callers, to the public and to other test keys, and sees no real data', async () => {
    const { data: real } = await asOwner('POST', '/campaigns', { ...CAMPAIGN, name: 'Real', launch: true });
    const customer = await createCustomer(app);
    const { campaign, program, enrolled } = await createRecords();
    expect([enrolled.status, campaign.state]).toEqual([201, 'active']);

    for (const as of [owner.token, customer.token, { apiKey: liveKey }, { apiKey: otherTestKey }]) {
      const list = await app.call('GET', '/campaigns', undefined, { as });
      expect(JSON.stringify(list.body)).not.toContain(campaign.id);
      expectFailure(await app.call('GET', `/campaigns/${campaign.id}`, undefined, { as }), 404, 'NOT_FOUND');
      expectFailure(await app.call('GET', `/programs/${program.id}`, undefined, { as }), 404, 'NOT_FOUND');
    }
    expectFailure(await call('GET', `/campaigns/${real.id}`), 404, 'NOT_FOUND');
    expect((await call('GET', '/campaigns')).data.items.map(({ id }: { id: string }) => id)).toEqual([
      campaign.id,
    ]);
    expectFailure(await call('GET', `/campaigns/${campaign.id}`, undefined, otherTestKey), 404, 'NOT_FOUND');
    const shop = await app.call('GET', `/shops/${owner.businessId}`);
    expect(JSON.stringify(shop.body)).not.toContain('Test club');
  });

  test('changes no row of real data but the key itself', async () => {
    const before = await databaseSnapshot(app);
    await createRecords();
    await runAllJobs();
    expect(await databaseSnapshot(app)).toBe(before);
  });

  test('has perks that trade only among test data', async () => {
    const perk = { name: 'Test coffee', faceValue: 5, supply: 10 };
    const { status, data } = await call('POST', '/exchange/enroll', { role: 'issuer', perk });
    expect(status).toBe(201);
    const market = '/exchange/market';
    expect(JSON.stringify((await call('GET', market)).body)).toContain(data.perk.id);
    for (const as of [undefined, owner.token, { apiKey: otherTestKey }])
      expect(JSON.stringify((await app.call('GET', market, undefined, { as })).body)).not.toContain(
        data.perk.id,
      );
    await asOwner('POST', '/exchange/enroll', { role: 'trader' });
    const order = { perkId: data.perk.id, type: 'buy', price: 4, quantity: 1 };
    expectFailure(await app.call('POST', '/exchange/orders', order, { as: owner.token }), 404, 'NOT_FOUND');
    expect((await call('POST', '/exchange/orders', { ...order, type: 'sell' })).status).toBe(201);
  });

  test('sends events to its own endpoints, marked as test, and nothing to people', async () => {
    app.sent.length = 0;
    app.mail.length = 0;
    await createRecords();
    const services = await getEnvironment();
    await new DeliveryWorker(() => createCtx(services, SCHEDULER, null)).drain();
    await app.app.worker.drain();
    await app.app.mailWorker.drain();
    expect(app.sent.length).toBeGreaterThan(0);
    for (const { url, body } of app.sent) {
      expect(url.toString()).toBe('https://hooks.example/test');
      expect(JSON.parse(String(body)).test).toBe(true);
    }
    expect(app.mail).toEqual([]);
    const { items } = (await call('GET', '/events')).data;
    expect(items.every((event: { test?: boolean }) => event.test === true)).toBe(true);
    expect((await asOwner('GET', '/events')).data.items.some((event: object) => 'test' in event)).toBe(false);
  });

  test('supports dry runs and idempotency like real data', async () => {
    const countCampaigns = async () => (await call('GET', '/campaigns')).data.pagination.total;
    const before = await countCampaigns();
    const as = { apiKey: testKey };
    const dry = await app.call('POST', '/campaigns', CAMPAIGN, { as, headers: { 'X-Dry-Run': 'true' } });
    expect([dry.status, dry.headers.get('x-dry-run')]).toEqual([201, 'true']);
    expect(await countCampaigns()).toBe(before);
    const headers = { 'Idempotency-Key': 'test-mode-1' };
    const first = await app.call('POST', '/campaigns', CAMPAIGN, { as, headers });
    const second = await app.call('POST', '/campaigns', CAMPAIGN, { as, headers });
    expect(second.data.id).toBe(first.data.id);
    expect(await countCampaigns()).toBe(before + 1);
  });
});

describe('DELETE /test-data', () => {
  test('deletes every row of test data and no other; the key continues with an empty business', async () => {
    await createRecords();
    const before = await readRealData();
    const { data, status } = await asOwner('DELETE', '/test-data');
    expect([status, data]).toEqual([200, { deleted: true }]);
    if (!isOnPostgres) {
      const folder = join(app.app.services.config.dataDir, 'test');
      expect(existsSync(folder) ? readdirSync(folder).length : 0).toBeLessThanOrEqual(1);
    }
    expect((await asOwner('DELETE', '/test-data')).data).toEqual({ deleted: false });
    expect(await countRows(await getEnvironment())).toEqual({ businesses: 1, slugs: 1 });
    expect((await call('GET', '/campaigns')).data.items).toEqual([]);
    expect((await call('GET', '/business')).data.name).toBe('Blue Cup');
    expect(await readRealData()).toBe(before);
  });

  test('works with a test key, and for the own business only', async () => {
    await call('POST', '/campaigns', CAMPAIGN, otherTestKey);
    await call('POST', '/campaigns', CAMPAIGN);
    expect((await call('DELETE', '/test-data')).data).toEqual({ deleted: true });
    expect((await call('GET', '/campaigns', undefined, otherTestKey)).data.items).toHaveLength(1);
  });
});

/** The main tables, without the IDs of test environments. */
async function readRealData(): Promise<string> {
  return (await databaseSnapshot(app)).replaceAll(/"tst_\w+"/g, 'null');
}

async function runAllJobs(): Promise<void> {
  const host = { runSelf: async () => ({ exitCode: 0, words: '' }), onDamage: () => {} };
  for (const job of JOB_LIST) await runJob(app.app, job, host);
}

/** Counts the rows of every table of an environment that has any. */
async function countRows({ database: { reader } }: Services): Promise<Record<string, number>> {
  const tables = isOnPostgres
    ? sql`select tablename from pg_tables where schemaname = current_schema()`
    : sql`select name from sqlite_master where type = 'table'`;
  const names = (await reader.values<[string]>(tables)).map(([name]) => name);
  const counts: Record<string, number> = {};
  for (const name of names.filter(each => !each.startsWith('_') && !each.startsWith('sqlite_'))) {
    const [row] = await reader.values<[number]>(sql.raw(`select count(*) from "${name}"`));
    if (Number(row?.[0]) > 0) counts[name] = Number(row?.[0]);
  }
  return counts;
}
