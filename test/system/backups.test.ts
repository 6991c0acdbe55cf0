import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noteFailure } from '../../db/offsite/send.ts';
import { JOB_LIST, type Job, runJob } from '../../src/jobs/index.ts';
import { HOUR_MS, MINUTE_MS, nowIso } from '../../src/platform/clock.ts';
import { generateAgeKey } from '../../src/platform/security/age.ts';
import { createRunner } from '../cli/fixture.ts';
import { type BusinessFixture, createBusiness } from '../support/accounts.ts';
import { createAdmin, setUpBusiness } from '../support/fixtures.ts';
import { createMemoryDestination } from '../support/memory-destination.ts';
import { createTestApp, ON_SQLITE, type TestApp } from '../support/test-app.ts';

let ctx: TestApp;
let disk: string;
let owner: BusinessFixture;
let settings: Record<string, string>;

beforeEach(async () => {
  disk = mkdtempSync(join(tmpdir(), 'perkmint-disk-'));
  const { text } = await generateAgeKey('2026-06-01T12:00:00.000Z');
  settings = { BACKUP_URL: `file://${disk}`, BACKUP_KEY: text };
  ctx = await createTestApp({ ...ON_SQLITE, ...settings });
  owner = await setUpBusiness(ctx);
});
afterEach(async () => {
  await ctx.close();
  rmSync(disk, { recursive: true, force: true });
});

const call = (method: string, as = owner.token) => ctx.call(method, '/backups', undefined, { as });

/** Runs the job that sends backups, with its command in this process. @returns how often the command ran */
async function runSendJob(): Promise<number> {
  const job = JOB_LIST.find(({ name }) => name === 'sendBackup') as Job;
  const runSelf = async (args: string[]) => {
    const { code, err } = await createRunner(ctx)(args.join(' '), { env: settings });
    return { exitCode: code, words: err };
  };
  return runJob(ctx.app, job, { runSelf, onDamage: () => {} });
}

test('the person who set the installation up sees what is sent, and how far behind it is', async () => {
  const nothing = { restorableUntil: null, behindSeconds: null, fullBackupAt: null, storedBytes: null };
  expect((await call('GET')).data).toEqual({
    isOperator: true,
    destination: settings.BACKUP_URL,
    ...nothing,
    failure: null,
    drilledAt: null,
    isRequested: false,
    here: { count: 0, newestAt: null },
  });
  expect(await runSendJob()).toBe(1);
  const sentAt = nowIso(ctx.clock);
  const sent = { restorableUntil: sentAt, fullBackupAt: sentAt, behindSeconds: 0 };
  expect((await call('GET')).data).toMatchObject({ ...sent, storedBytes: expect.any(Number) });
  expect(await runSendJob()).toBe(0);
  ctx.clock.advance(HOUR_MS);
  // The token of the owner has expired.
  const admin = await createAdmin(ctx);
  expect((await call('GET', admin)).data).toMatchObject({ ...sent, behindSeconds: 3_600 });
  expect(await runSendJob()).toBe(1);
  expect((await call('GET', admin)).data.fullBackupAt).toBe(sentAt);
});

test('a requested backup is a full one, also while the job waits after a failure', async () => {
  await runSendJob();
  ctx.clock.advance(MINUTE_MS);
  const { dataDir } = ctx.app.services.config;
  const destination = { ...createMemoryDestination(), url: settings.BACKUP_URL as string };
  for (let i = 0; i < 8; i++) noteFailure({ dataDir, clock: ctx.clock, destination }, 'The disk is full');
  expect((await call('GET')).data.failure).toEqual({
    count: 8,
    since: nowIso(ctx.clock),
    at: nowIso(ctx.clock),
    reason: 'The disk is full',
  });
  ctx.clock.advance(MINUTE_MS);
  expect(await runSendJob()).toBe(0);
  expect((await call('POST')).data.isRequested).toBe(true);
  expect(await runSendJob()).toBe(1);
  const after = { isRequested: false, failure: null, fullBackupAt: nowIso(ctx.clock) };
  expect((await call('GET')).data).toMatchObject(after);
});

test('others than the operator neither see nor request backups', async () => {
  const other = await createBusiness(ctx, 'Other Shop');
  await runSendJob();
  const nothing = { isOperator: false, destination: null, restorableUntil: null, storedBytes: null };
  expect((await call('GET', other.token)).data).toMatchObject({ ...nothing, here: { count: 0 } });
  const { status, error } = await call('POST', other.token);
  expect([status, error?.code]).toEqual([403, 'FORBIDDEN']);
});

test('without a destination, a request is a conflict that says what to set', async () => {
  const { services } = ctx.app;
  services.config = { ...services.config, backupUrl: '' };
  const { status, error } = await call('POST');
  expect([status, error?.message]).toEqual([
    409,
    'BACKUP_URL names no destination; set it and restart the server',
  ]);
  expect((await call('GET')).data).toMatchObject({ destination: null, here: { count: 0 } });
});
