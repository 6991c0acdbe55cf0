import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { type SQL, sql } from 'drizzle-orm';
import { HOUR_MS, iso, MINUTE_MS, nowIso, SECOND_MS } from '../../../src/platform/clock.ts';
import type { HealthCheck } from '../../../src/system/checks-model.ts';
import { FAILING_ATTEMPTS } from '../../../src/webhooks/rules.ts';
import { type BusinessFixture, createBusiness } from '../../support/accounts.ts';
import { createAdmin, setUpBusiness } from '../../support/fixtures.ts';
import { createTestApp, ON_SQLITE, type TestApp } from '../../support/test-app.ts';

const METRICS_TOKEN = 'a token for the scraper';

let ctx: TestApp;
let owner: BusinessFixture;
let admin: string;
beforeEach(async () => {
  ctx = await createTestApp({ ...ON_SQLITE, METRICS_TOKEN });
  owner = await setUpBusiness(ctx);
  admin = await createAdmin(ctx);
});
afterEach(() => ctx.close());

const read = (query = '', { as = owner.token, headers = {} } = {}) =>
  ctx.call('GET', `/health/checks${query}`, undefined, { as, headers });

async function find(check: string, query = '', options = {}): Promise<HealthCheck | undefined> {
  const { data } = await read(query, options);
  return data.checks.find((found: HealthCheck) => found.check === check);
}

const execute = (statement: SQL) =>
  ctx.app.services.database.transaction(async db => {
    await db.run(statement);
  }, []);

async function readStates({ app }: TestApp): Promise<Record<string, number>> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const response = await app.handler.fetch(new Request('http://x/metrics', { headers }), '::1');
  const states = [...(await response.text()).matchAll(/^perkmint_check_state\{check="(\w+)"\} (\d)$/gm)];
  return Object.fromEntries(states.map(([, check, state]) => [check, Number(state)]));
}

/** Adds an endpoint of a business with failed attempts, which may have disabled it. */
async function addEndpoint(
  { businessId }: BusinessFixture,
  failures: number,
  reason?: string,
): Promise<void> {
  const body = { url: 'https://hooks.example/a', businessId };
  const { data } = await ctx.call('POST', '/webhooks', body, { as: admin });
  await execute(sql`
    update webhooks set failures = ${failures}, status = ${reason ? 'disabled' : 'active'}, disabled_reason = ${reason ?? null}
    where id = ${data.id}`);
}

test('the person who set the installation up reads a sentence for each check, with a button', async () => {
  const { data, status } = await read();
  expect([status, data.isOperator, data.state, data.time]).toEqual([200, true, 'warning', nowIso(ctx.clock)]);
  expect(data.checks.map(({ check, state, finding }: HealthCheck) => [check, state, finding])).toEqual([
    ['customerLinks', 'warning', 'linksOnlyHere'],
    ['mail', 'ok', 'mailAccepted'],
    ['backups', 'ok', 'backupNotDue'],
    ['backupsElsewhere', 'warning', 'backupStaysHere'],
    ['disk', 'ok', 'diskFree'],
    ['clock', 'ok', 'clockRight'],
    ['update', 'ok', 'versionCurrent'],
    ['webhooks', 'ok', 'webhooksDelivered'],
    ['rules', 'ok', 'rulesCurrent'],
  ]);
  expect(await find('backupsElsewhere')).toEqual({
    check: 'backupsElsewhere',
    state: 'warning',
    finding: 'backupStaysHere',
    title: 'Off-site backups',
    text: 'All backups are on this computer and would be lost with it.',
    reason: null,
    action: { label: 'Go to backups', path: '/dashboard/settings?section=backups' },
  });
});

test('the sentences are in the language of the request', async () => {
  const german = await find('backupsElsewhere', '', { headers: { 'accept-language': 'de-AT, en;q=0.5' } });
  expect(german?.text).toBe('Alle Backups liegen auf diesem Computer und wären mit ihm verloren.');
  expect(german?.action?.label).toBe('Backups öffnen');
});

test('other owners see the webhooks of their business alone', async () => {
  const other = await createBusiness(ctx, 'Other Shop');
  await addEndpoint(owner, FAILING_ATTEMPTS);
  const { data } = await read('', { as: other.token });
  expect([data.isOperator, data.state]).toEqual([false, 'ok']);
  expect(data.checks.map(({ check }: HealthCheck) => check)).toEqual(['webhooks']);
  const { status } = await read(`?businessId=${owner.businessId}`, { as: other.token });
  expect(status).toBe(404);
});

test('webhooks are those of the business that an admin chooses, or of all', async () => {
  const other = await createBusiness(ctx, 'Other Shop');
  const as = admin;
  await addEndpoint(owner, FAILING_ATTEMPTS - 1);
  expect((await find('webhooks', '', { as }))?.finding).toBe('webhooksDelivered');
  await addEndpoint(owner, FAILING_ATTEMPTS);
  await addEndpoint(other, 0, 'gone');
  await addEndpoint(other, 0, 'manual');
  expect((await find('webhooks', `?businessId=${owner.businessId}`, { as }))?.finding).toBe('webhooksFail');
  const all = await find('webhooks', '', { as });
  expect([all?.state, all?.text]).toEqual([
    'wrong',
    '1 endpoint was disabled after many failures and receives nothing.',
  ]);
  expect((await find('webhooks'))?.finding).toBe('webhooksFail');
  expect((await read('?businessId=biz_nothing', { as })).status).toBe(404);
});

test('the clock is compared with that of the caller, and with the newest event', async () => {
  const now = ctx.clock.now();
  const at = (ms: number) => `?callerTime=${encodeURIComponent(iso(now + ms))}`;
  expect((await find('clock', at(MINUTE_MS)))?.state).toBe('ok');
  const differs = await find('clock', at(-3 * HOUR_MS));
  expect([differs?.state, differs?.text]).toEqual(['wrong', expect.stringContaining('180 minutes')]);
  expect((await read('?callerTime=now')).error?.details?.[0]?.field).toBe('callerTime');
  ctx.clock.advance(2 * MINUTE_MS);
  await addEndpoint(owner, 0);
  ctx.clock.advance(-2 * MINUTE_MS);
  expect(await find('clock')).toMatchObject({ state: 'wrong', finding: 'clockBehind' });
});

describe('mail', () => {
  test('waits after three attempts that the server refused', async () => {
    const now = nowIso(ctx.clock);
    const insert = (attempts: number, state: string) =>
      execute(sql`
        insert into mail_outbox
          (id, user_id, business_id, kind, occasion, data, state, attempts, error, next_attempt_at, created_at)
        values (${`mail_${attempts}`}, ${owner.userId}, ${owner.businessId}, 'business.weekly', ${`${attempts}`}, '{}',
          ${state}, ${attempts}, 'refused (550)', ${now}, ${now})`);
    await insert(2, 'waiting');
    await insert(7, 'failed');
    expect((await find('mail'))?.state).toBe('ok');
    await insert(3, 'waiting');
    expect(await find('mail')).toMatchObject({ finding: 'mailWaits', reason: 'refused (550)' });
  });

  test('is tried with a login that metrics do not wait for, whose result counts for a while', async () => {
    let logins = 0;
    const server = Bun.listen({
      hostname: '127.0.0.1',
      port: 0,
      socket: {
        open: socket => {
          logins += 1;
          socket.write('421 closed for the night\r\n');
          socket.end();
        },
        data() {},
      },
    });
    const app = await createTestApp({
      ...ON_SQLITE,
      METRICS_TOKEN,
      SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    });
    const { token } = await setUpBusiness(app);
    const check = async () => {
      const { data } = await app.call('GET', '/health/checks', undefined, { as: token });
      return data.checks.find((found: HealthCheck) => found.check === 'mail') as HealthCheck;
    };
    try {
      expect((await readStates(app)).mail).toBe(0);
      expect(await check()).toMatchObject({
        state: 'wrong',
        finding: 'mailRefused',
        reason: expect.stringContaining('closed for the night'),
      });
      expect((await readStates(app)).mail).toBe(2);
      expect(logins).toBe(1);
      app.clock.advance(10 * SECOND_MS - 1);
      await check();
      expect(logins).toBe(1);
      app.clock.advance(1);
      await readStates(app);
      app.clock.advance(10 * SECOND_MS);
      await check();
      expect(logins).toBe(2);
      app.clock.advance(10 * MINUTE_MS);
      await readStates(app);
      await check();
      expect(logins).toBe(3);
    } finally {
      server.stop(true);
      await app.close();
    }
  });
});

test('the metric has the state of each check as a number', async () => {
  expect(await readStates(ctx)).toEqual({
    customerLinks: 1,
    mail: 0,
    backups: 0,
    backupsElsewhere: 1,
    disk: 0,
    clock: 0,
    update: 0,
    webhooks: 0,
    rules: 0,
  });
  await addEndpoint(owner, 0, 'gone');
  expect((await readStates(ctx)).webhooks).toBe(2);
});
