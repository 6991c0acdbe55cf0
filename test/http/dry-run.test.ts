import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import * as adminActions from '../../db/admin-actions.ts';
import { atomically, CLI, createCtx } from '../../src/context.ts';
import { DryRun } from '../../src/http/dry-run.ts';
import { type BusinessFixture, CAMPAIGN, createBusiness } from '../support/accounts.ts';
import { createAdmin, PNG } from '../support/fixtures.ts';
import { type CallOptions, createTestApp, type TestApp } from '../support/test-app.ts';
import { buildForm, expectFailure } from './fixture.ts';

let testApp: TestApp;
let owner: BusinessFixture;
beforeAll(async () => {
  testApp = await createTestApp();
  owner = await createBusiness(testApp);
});
afterAll(() => testApp.close());

const as = (headers: Record<string, string> = {}): CallOptions => ({ as: owner.token, headers });
const DRY = { 'x-dry-run': 'true' };
const names = async () =>
  (await testApp.call('GET', '/campaigns', undefined, as())).data.items.map(
    ({ name }: { name: string }) => name,
  );
const isMarked = ({ headers }: { headers: Headers }) => headers.get('x-dry-run') === 'true';

describe('X-Dry-Run', () => {
  test('returns the result with a marker and changes nothing', async () => {
    const before = await names();
    const dry = await testApp.call('POST', '/campaigns', { ...CAMPAIGN, launch: true }, as(DRY));
    expect([dry.status, dry.data.state, isMarked(dry)]).toEqual([201, 'active', true]);
    expect(await names()).toEqual(before);
    expectFailure(await testApp.call('GET', `/campaigns/${dry.data.id}`, undefined, as()), 404, 'NOT_FOUND');
  });

  test('marks error responses too', async () => {
    const dry = await testApp.call('PUT', '/campaigns', { id: 'cmp_none', name: 'New' }, as(DRY));
    expectFailure(dry, 404, 'NOT_FOUND');
    expect(isMarked(dry)).toBe(true);
  });

  test('treats false as an ordinary request and rejects other values', async () => {
    const made = await testApp.call(
      'POST',
      '/campaigns',
      { ...CAMPAIGN, name: 'Made' },
      as({ 'x-dry-run': 'false' }),
    );
    expect([made.status, isMarked(made), (await names())[0]]).toEqual([201, false, 'Made']);
    for (const value of ['1', 'TRUE', 'yes', 'true, true']) {
      const refused = await testApp.call('POST', '/campaigns', CAMPAIGN, as({ 'x-dry-run': value }));
      expectFailure(refused, 400, 'VALIDATION_ERROR');
      expect(refused.error.details?.[0]?.field).toBe('X-Dry-Run');
    }
    expect((await names())[0]).toBe('Made');
  });

  test('a query parameter dryRun is rejected, because the change would be made for real', async () => {
    const before = await names();
    for (const [path, hint] of [
      ['/campaigns?dryRun=true', '; send the header X-Dry-Run: true'],
      ['/api-keys?dryRun=true', ''],
    ] as const) {
      const refused = await testApp.call('POST', path, CAMPAIGN, as());
      expectFailure(refused, 400, 'VALIDATION_ERROR');
      expect(refused.error.details).toEqual([
        { field: 'dryRun', issue: `is not a query parameter of this operation${hint}`, rule: 'unknown' },
      ]);
    }
    const read = new Request('http://localhost/api/v1/campaigns?dryRun=true', {
      method: 'HEAD',
      headers: { authorization: `Bearer ${owner.token}` },
    });
    expect((await testApp.send(read)).status).toBe(200);
    expect(await names()).toEqual(before);
  });

  test('X-Dry-Run is rejected by operations without dry-run support, which then change nothing', async () => {
    const keys = async () => (await testApp.call('GET', '/api-keys', undefined, as())).data.pagination.total;
    const before = await keys();
    const refused = [
      await testApp.call('POST', '/api-keys', { name: 'Key' }, as(DRY)),
      await testApp.call('POST', '/uploads', undefined, { ...as(DRY), raw: buildForm(PNG) }),
      await testApp.call(
        'POST',
        '/auth',
        { action: 'forgotPassword', email: 'owner@blue-cup.example' },
        { headers: DRY },
      ),
      await testApp.call('GET', '/campaigns', undefined, as(DRY)),
    ];
    for (const response of refused) expectFailure(response, 400, 'VALIDATION_ERROR');
    expect([await keys(), testApp.mail.length]).toEqual([before, 0]);
  });

  test('neither stores nor replays an idempotency key', async () => {
    const key = { 'idempotency-key': 'dry-1' };
    await testApp.call('POST', '/campaigns', CAMPAIGN, as({ ...key, ...DRY }));
    const made = await testApp.call('POST', '/campaigns', { ...CAMPAIGN, name: 'Other body' }, as(key));
    expect([made.status, made.headers.get('idempotency-replayed')]).toEqual([201, null]);
    const dry = await testApp.call('POST', '/campaigns', CAMPAIGN, as({ ...key, ...DRY }));
    expect([dry.status, dry.headers.get('idempotency-replayed')]).toEqual([201, null]);
  });

  test('leaves no gap in the event sequence and no audit log entry', async () => {
    const root = await createAdmin(testApp);
    const newest = async () => (await testApp.call('GET', '/events', undefined, as())).data.items[0].sequence;
    const countActions = () => adminActions.list.count(testApp.app.services.database.reader, {});
    const before = await newest();
    const recorded = await countActions();
    const business = { ...CAMPAIGN, businessId: owner.businessId };
    expect((await testApp.call('POST', '/campaigns', business, { as: root, headers: DRY })).status).toBe(201);
    expect(await countActions()).toBe(recorded);
    await testApp.call('POST', '/campaigns', CAMPAIGN, as());
    expect(await newest()).toBe(before + 1);
  });

  test('notifies no event stream', async () => {
    const { eventNotifier } = testApp.app.services;
    eventNotifier.follow(() => true);
    await testApp.call('POST', '/campaigns', CAMPAIGN, as());
    expect(eventNotifier.take()).toEqual([owner.businessId]);
    await testApp.call('POST', '/campaigns', CAMPAIGN, as(DRY));
    expect(eventNotifier.take()).toEqual([]);
  });

  test('rolls back only its own changes when other requests run at the same time', async () => {
    const before = (await names()).length;
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        testApp.call('POST', '/campaigns', { ...CAMPAIGN, name: `Round ${i}` }, as(i % 2 ? DRY : {})),
      ),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(201));
    const after = await names();
    expect(after.length).toBe(before + 10);
    expect(after.filter((name: string) => /^Round \d*[13579]$/.test(name))).toEqual([]);
  });
});

describe('a context in a dry run', () => {
  const rename = (dry: DryRun, name: string) =>
    atomically(dry.ctx, async tx => {
      await tx.db.run(`update businesses set name = '${name}' where id = '${owner.businessId}'`);
    });
  const nameBy = async ({ db }: Pick<DryRun['ctx'], 'db'>) =>
    (await db.get<[string]>(`select name from businesses where id = '${owner.businessId}'`))?.[0];
  const begin = () => new DryRun(createCtx(testApp.app.services, CLI, null));

  test('runs several transactions, reads their writes, and rolls all of them back', async () => {
    const dry = begin();
    const before = await nameBy(dry.ctx);
    await rename(dry, 'First');
    expect(await nameBy(dry.ctx)).toBe('First');
    await Promise.all([rename(dry, 'Second'), rename(dry, 'Third')]);
    expect(await nameBy(dry.ctx)).toBe('Third');
    await dry.finish(Response.json({}));
    expect(await nameBy({ db: testApp.app.services.database.reader })).toBe(before);
  });

  test('rolls back only a failed transaction while the request continues', async () => {
    const dry = begin();
    await rename(dry, 'Kept for now');
    const failed = atomically(dry.ctx, async tx => {
      await tx.db.run(`update businesses set name = 'Lost' where id = '${owner.businessId}'`);
      throw new Error('refused');
    });
    await expect(failed).rejects.toThrow('refused');
    expect(await nameBy(dry.ctx)).toBe('Kept for now');
    await dry.finish(Response.json({}));
  });

  test('allows no writes after its response, and releases the writer', async () => {
    const dry = begin();
    await rename(dry, 'Never');
    await dry.finish(Response.json({}));
    await expect(rename(dry, 'Late')).rejects.toThrow('already ended');
    const other = begin();
    const [unawaited] = await Promise.allSettled([
      rename(other, 'Unawaited'),
      other.finish(Response.json({})),
    ]);
    expect(unawaited.status).toBe('rejected');
    expect(await nameBy({ db: testApp.app.services.database.reader })).not.toBe('Unawaited');
    expect((await testApp.call('PUT', '/business', { name: 'Blue Cup' }, as())).status).toBe(200);
  });

  test('makes no external calls: no mail, HTTP request, model or payment provider', async () => {
    const { ctx } = begin();
    await ctx.mail.send({ to: 'ada@fans.example', subject: 'Hello', text: 'Hello' });
    const request = { url: 'https://example.com', method: 'GET', headers: {} };
    await expect(ctx.outbound.send(request)).rejects.toThrow('X-Dry-Run is not supported');
    await expect(ctx.platforms.send(request)).rejects.toThrow('X-Dry-Run is not supported');
    expect([ctx.assistant.isConfigured, testApp.mail, testApp.sent]).toEqual([false, [], []]);
  });
});
