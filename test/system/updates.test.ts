import { afterEach, beforeEach, expect, test } from 'bun:test';
import { SCHEDULER } from '../../src/context.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, nowIso } from '../../src/platform/clock.ts';
import { OutboundError } from '../../src/platform/outbound/errors.ts';
import type { UpdatesControl } from '../../src/platform/updates-control.ts';
import { VERSION } from '../../src/platform/version.ts';
import { checkDaily } from '../../src/system/service/updates.ts';
import { UpdateError } from '../../src/updates/errors.ts';
import { writeUpdate } from '../../src/updates/record.ts';
import { type BusinessFixture, createBusiness } from '../support/accounts.ts';
import { createAdmin, setUpBusiness } from '../support/fixtures.ts';
import { createTestApp, ON_SQLITE, type TestApp } from '../support/test-app.ts';

const NEWER = [{ version: '900.0.0', date: '2026-12-01', notes: 'Staff find members by name.' }];

let ctx: TestApp;
let owner: BusinessFixture;
let installed: string[];
let problem: Error | undefined;

beforeEach(async () => {
  ctx = await createTestApp(ON_SQLITE);
  owner = await setUpBusiness(ctx);
  installed = [];
  problem = undefined;
});
afterEach(() => ctx.close());

/** Lets the server find a newer version, which it only records as installed. */
function allowUpdates(obstacle: UpdatesControl['obstacle'] = null): void {
  let known: UpdatesControl['known'] = null;
  ctx.app.services.updates = {
    obstacle,
    get known() {
      return known;
    },
    check: async checkedAt => {
      if (problem) throw problem;
      known = { newer: NEWER, checkedAt };
    },
    install: version => void installed.push(version),
    getState: () => ({ isInstalling: installed.length > 0, failure: null }),
  };
}

const call = (method: string, path = '/updates', body?: object, as = owner.token) =>
  ctx.call(method, path, body, { as });

test('the operator checks for updates, reads what changes, and installs one', async () => {
  allowUpdates();
  const unknown = { isOperator: true, version: VERSION, obstacle: null, newer: [], checkedAt: null };
  const idle = { checksDaily: false, isInstalling: false, failure: null, last: null };
  expect((await call('GET')).data).toEqual({ ...unknown, ...idle });
  const found = { ...unknown, newer: NEWER, checkedAt: nowIso(ctx.clock) };
  expect((await call('POST', '/updates/check')).data).toEqual({ ...found, ...idle });
  expect((await call('GET')).data).toEqual({ ...found, ...idle });
  const { data, status } = await call('POST', '/updates', { version: '900.0.0' });
  expect([status, data, installed]).toEqual([200, { ...found, ...idle, isInstalling: true }, ['900.0.0']]);
});

test('only a version that the check has found is installed, and only after a recent proof', async () => {
  allowUpdates();
  const before = await call('POST', '/updates', { version: '900.0.0' });
  expect([before.status, before.error?.details?.[0]?.field]).toEqual([400, 'version']);
  await call('POST', '/updates/check');
  const other = await call('POST', '/updates', { version: '901.0.0' });
  expect([other.status, other.error?.details?.[0]?.field]).toEqual([400, 'version']);
  ctx.clock.advance(6 * MINUTE_MS);
  const late = await call('POST', '/updates', { version: '900.0.0' });
  expect([late.status, late.error?.code]).toEqual([401, 'RECENT_PROOF_REQUIRED']);
  expect(installed).toEqual([]);
});

test('a dry run of what happens outside the database is refused, and an admin is recorded', async () => {
  allowUpdates();
  const admin = await createAdmin(ctx);
  await call('POST', '/updates/check', undefined, admin);
  const dry = { as: admin, headers: { 'x-dry-run': 'true' } };
  for (const [path, body] of [
    ['/updates', { version: '900.0.0' }] as const,
    ['/updates/check', {}] as const,
  ]) {
    const { status, error } = await ctx.call('POST', path, body, dry);
    expect([status, error?.details?.[0]?.field]).toEqual([400, 'X-Dry-Run']);
  }
  expect(installed).toEqual([]);
  await call('POST', '/updates', { version: '900.0.0' }, admin);
  const { items } = (await call('GET', '/audit?operation=installUpdate', undefined, admin)).data;
  expect([installed, items.length]).toEqual([['900.0.0'], 1]);
});

test('the list is requested every day if the operator switches that on, and nothing is installed', async () => {
  allowUpdates();
  const runHourly = async () => {
    await checkDaily(ctx.app.as(SCHEDULER));
    return ctx.app.services.updates?.known?.checkedAt;
  };
  expect(await runHourly()).toBeUndefined();
  expect((await call('PUT', '/updates', { checksDaily: true })).data.checksDaily).toBe(true);
  expect((await call('GET')).data.checksDaily).toBe(true);
  problem = new OutboundError('connect', 'could not be reached');
  expect(await runHourly()).toBeUndefined();
  problem = undefined;
  const first = nowIso(ctx.clock);
  expect(await runHourly()).toBe(first);
  await call('PUT', '/updates', { checksDaily: false });
  ctx.clock.advance(2 * DAY_MS);
  expect(await runHourly()).toBe(first);
  await call('PUT', '/updates', { checksDaily: true }, await createAdmin(ctx));
  const second = nowIso(ctx.clock);
  expect(await runHourly()).toBe(second);
  ctx.clock.advance(23 * HOUR_MS);
  expect(await runHourly()).toBe(second);
  // An hourly job is not on time to the millisecond.
  ctx.clock.advance(HOUR_MS - 1);
  expect(await runHourly()).toBe(nowIso(ctx.clock));
  for (const obstacle of ['noReleases', 'sources'] as const) {
    allowUpdates(obstacle);
    expect(await runHourly()).toBeUndefined();
  }
  allowUpdates('notWritable');
  expect(await runHourly()).toBe(nowIso(ctx.clock));
  expect(installed).toEqual([]);
});

test('a list that cannot be read or is not signed says why', async () => {
  allowUpdates();
  for (const each of [new UpdateError('not trusted'), new OutboundError('connect', 'could not be reached')]) {
    problem = each;
    const { status, error } = await call('POST', '/updates/check');
    expect([status, error?.code, error?.message]).toEqual([502, 'UPSTREAM_FAILED', each.message]);
  }
});

test('a server that cannot replace its program says what prevents it', async () => {
  for (const obstacle of [undefined, 'notWritable', 'noReleases'] as const) {
    if (obstacle) allowUpdates(obstacle);
    expect((await call('GET')).data.obstacle).toBe(obstacle ?? 'sources');
    const replies = [
      await call('POST', '/updates/check'),
      await call('POST', '/updates', { version: '900.0.0' }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([409, 409]);
  }
});

test('others than the operator know the version alone', async () => {
  allowUpdates();
  const other = await createBusiness(ctx, 'Other Shop');
  await call('POST', '/updates/check');
  writeUpdate(ctx.app.services.config.dataDir, RECORD);
  const nothing = {
    obstacle: null,
    newer: [],
    checkedAt: null,
    checksDaily: false,
    isInstalling: false,
    failure: null,
    last: null,
  };
  expect((await call('GET', '/updates', undefined, other.token)).data).toEqual({
    isOperator: false,
    version: VERSION,
    ...nothing,
  });
  for (const [path, body] of [
    ['/updates/check', undefined] as const,
    ['/updates', { version: '900.0.0' }] as const,
  ])
    expect((await call('POST', path, body, other.token)).error?.code).toBe('FORBIDDEN');
  expect((await call('PUT', '/updates', { checksDaily: true }, other.token)).error?.code).toBe('FORBIDDEN');
  expect(installed).toEqual([]);
});

const RECORD = {
  state: 'returned',
  from: { version: '0.2.0', sha256: '' },
  to: { version: '0.3.0', sha256: '' },
  executable: '/usr/local/bin/perkmint',
  previous: '/usr/local/bin/perkmint.previous',
  snapshot: null,
  starts: 1,
  startLimitMs: 1,
  reason: 'Version 0.3.0 ended with exit code 9',
  startedAt: '2026-06-01T12:00:00.000Z',
  endedAt: '2026-06-01T12:00:02.000Z',
} as const;

test('the last update is shown with the reason why it was taken back, and without paths', async () => {
  writeUpdate(ctx.app.services.config.dataDir, RECORD);
  const { state, reason, startedAt, endedAt } = RECORD;
  const admin = await createAdmin(ctx);
  expect((await call('GET', '/updates', undefined, admin)).data.last).toEqual({
    state,
    from: '0.2.0',
    to: '0.3.0',
    reason,
    startedAt,
    endedAt,
  });
});
