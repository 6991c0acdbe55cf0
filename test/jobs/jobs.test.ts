import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { noteFailure } from '../../db/offsite/send.ts';
import { create as createKey } from '../../src/auth/service/keys.ts';
import { CLI } from '../../src/context.ts';
import { list } from '../../src/events/service.ts';
import { JOB_LIST, type Job, type JobHost, listJobs, runJob } from '../../src/jobs/index.ts';
import { DAY_MS, HOUR_MS, iso, MINUTE_MS, nowIso, SECOND_MS } from '../../src/platform/clock.ts';
import { generateAgeKey, parseAgeKeys } from '../../src/platform/security/age.ts';
import { checkInstallation } from '../../src/system/service/checks.ts';
import { checkIntegrity } from '../../src/system/service/integrity.ts';
import { CAMPAIGN, createBusiness } from '../support/accounts.ts';
import { createMemoryDestination } from '../support/memory-destination.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

/** From the start of the tests at noon to the hour of the daily backup. */
const TO_NIGHT_MS = 15 * HOUR_MS;

let ctx: TestApp;
let asked: string[][];
let damage: string[];
let exitCode: number;
let surroundings: JobHost;

beforeEach(async () => {
  ctx = await createTestApp();
  asked = [];
  damage = [];
  exitCode = 0;
  surroundings = {
    runSelf: async args => {
      asked.push(args);
      return { exitCode, words: 'some words' };
    },
    onDamage: words => damage.push(words),
  };
});
afterEach(() => ctx.close());

function run(name: string): Promise<number> {
  const job = JOB_LIST.find(candidate => candidate.name === name) as Job;
  return runJob(ctx.app, job, surroundings);
}

test('every job runs on an installation where nothing is due', async () => {
  for (const job of JOB_LIST) {
    const touched = await runJob(ctx.app, job, surroundings);
    expect([job.name, touched]).toEqual([job.name, 0]);
  }
});

test('the backup and the check run in separate processes', async () => {
  const { dataDir } = ctx.app.services.config;
  ctx.clock.advance(TO_NIGHT_MS);
  await run('backUp');
  await run('checkDatabase');
  expect(asked).toEqual([
    ['db', 'backup', '--prune', '--data-dir', dataDir],
    ['db', 'check', '--quick', '--data-dir', dataDir],
  ]);
});

test('a backup is made at night, or later if the computer was off then', async () => {
  const folder = join(ctx.app.services.config.dataDir, 'backups');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'perkmint.sqlite'), '');
  const last = new Date(ctx.clock.now() - 9 * HOUR_MS + 23 * MINUTE_MS);
  utimesSync(join(folder, 'perkmint.sqlite'), last, last);
  expect(iso(last.getTime())).toBe('2026-06-01T03:23:00.000Z');
  const times: string[] = [];
  for (let hour = 0; hour < 27; hour++) {
    if ((await run('backUp')) === 1) times.push(nowIso(ctx.clock));
    ctx.clock.advance(HOUR_MS);
  }
  // At three, and from a day and an hour after the last one.
  const next = ['03', '05', '06', '07', '08', '09', '10', '11', '12', '13', '14'];
  expect(times).toEqual(next.map(hour => `2026-06-02T${hour}:00:00.000Z`));
});

test('a database outside of the data folder is neither backed up nor checked', () => {
  const named = (jobs: Job[]) => jobs.map(({ name }) => name);
  expect(named(listJobs({ usesDataFolder: true }))).toEqual(named(JOB_LIST));
  const others = named(listJobs({ usesDataFolder: false }));
  expect(named(JOB_LIST).filter(name => !others.includes(name))).toEqual([
    'backUp',
    'sendBackup',
    'drillBackup',
    'checkDatabase',
  ]);
});

test('what changed is sent to BACKUP_URL, with longer waits after failures', async () => {
  const { services } = ctx.app;
  const { dataDir } = services.config;
  const { text } = await generateAgeKey(nowIso(ctx.clock));
  const settings = { backupUrl: 'file:///mnt/disk', backupKey: parseAgeKeys(text) };
  services.config = { ...services.config, ...settings };
  mkdirSync(join(dataDir, 'backups'), { recursive: true });
  expect([await run('sendBackup'), await run('drillBackup')]).toEqual([1, 1]);
  expect(asked).toEqual([
    ['db', 'backup', '--to', '--changes', '--data-dir', dataDir],
    ['db', 'drill', '--to', '--data-dir', dataDir],
  ]);
  const offsite = { dataDir, destination: createMemoryDestination(), clock: ctx.clock };
  offsite.destination.url = settings.backupUrl;
  const waits: number[] = [];
  for (let failures = 1; failures <= 7; failures++) {
    noteFailure(offsite, 'The disk is full');
    let seconds = 0;
    for (; (await run('sendBackup')) === 0; seconds += 10) ctx.clock.advance(10 * SECOND_MS);
    waits.push(seconds);
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900]);
  // Another command that is sending is no error; each other exit code is.
  const errors: string[] = [];
  services.log = { ...services.log, error: message => errors.push(message) };
  for (exitCode of [5, 6]) expect(await run('sendBackup')).toBe(0);
  expect(errors).toEqual(['A job failed']);
  // Without the private key, nothing can be read.
  services.config = { ...services.config, backupKey: { recipients: ['age1x'], identities: [] } };
  expect(await run('drillBackup')).toBe(0);
});

test('a damaged database stops the server, but a failed check does not', async () => {
  exitCode = 6;
  await run('checkDatabase');
  expect(damage).toEqual([]);
  exitCode = 7;
  await run('checkDatabase');
  expect(damage).toEqual(['some words']);
});

test('the error of a failed job is logged and not thrown', async () => {
  ctx.clock.advance(TO_NIGHT_MS);
  exitCode = 1;
  expect(await run('backUp')).toBe(0);
});

test('events are purged after 400 days, and the remaining ones have no gaps', async () => {
  const { businessId } = await createBusiness(ctx);
  // A key, because a token would be over by the second event.
  const { key } = await createKey(ctx.app.as(CLI), { businessId, name: 'till' });
  ctx.clock.advance(10 * DAY_MS);
  await ctx.call('POST', '/campaigns', CAMPAIGN, { as: { apiKey: key } });
  ctx.clock.advance(391 * DAY_MS);
  expect(await run('purgeOldEvents')).toBe(1);
  expect(await checkIntegrity(ctx.app.as(CLI))).toEqual([]);
  const { items } = await list(ctx.app.as(CLI), { page: 1, perPage: 20 });
  expect(items.map(({ sequence }) => sequence)).toEqual([2]);
});

test('expired sessions, links and stored responses are deleted', async () => {
  const { token } = await createBusiness(ctx);
  await ctx.call('POST', '/campaigns', CAMPAIGN, {
    as: token,
    headers: { 'idempotency-key': 'once-and-again' },
  });
  expect(await run('cleanUp')).toBe(0);
  ctx.clock.advance(2 * DAY_MS);
  expect(await run('cleanUp')).toBe(1);
  ctx.clock.advance(60 * DAY_MS);
  expect(await run('cleanUp')).toBe(1);
});

test('the cleanup deletes any backlog in transactions of up to 500 rows', async () => {
  const { database } = ctx.app.services;
  const { userId } = await createBusiness(ctx);
  const past = '2026-01-01T00:00:00.000Z';
  await database.transaction(async tx => {
    for (let i = 0; i < 1_200; i++) {
      await tx.run(sql`insert into sessions (id, user_id, created_at, expires_at)
        values (${`ses_${i}`}, ${userId}, ${past}, ${past})`);
      await tx.run(sql`insert into refresh_tokens (hash, session_id, expires_at)
        values (${`hash ${i}`}, 'ses_0', ${past})`);
      await tx.run(sql`insert into links (hash, purpose, user_id, expires_at)
        values (${`hash ${i}`}, 'reset', ${userId}, ${past})`);
      await tx.run(sql`insert into idempotency_keys (caller, key, fingerprint, status, body, expires_at)
        values ('usr_1', ${`key ${i}`}, '', 200, '', ${past})`);
    }
  });
  const before = database.stats.transactions;
  expect(await run('cleanUp')).toBe(3 * 1_200);
  // Three for each of the four tables, and a look at others that have nothing to forget.
  expect(database.stats.transactions - before).toBeGreaterThanOrEqual(4 * 3);
  const [left] = await database.reader.all(sql`select (select count(*) from sessions) as sessions,
    (select count(*) from refresh_tokens) as tokens, (select count(*) from links) as links,
    (select count(*) from idempotency_keys) as responses`);
  expect(left).toEqual({ sessions: 1, tokens: 1, links: 0, responses: 0 });
});

test('every job that deletes what is past its retention waits after a leap of the clock', () => {
  const deleting = JOB_LIST.filter(({ name }) => /^(purge|erase)/.test(name));
  expect(deleting.map(({ deletesOldData }) => deletesOldData)).toEqual(Array(6).fill(true));
});

test('what is past its retention is kept for a day after the clock has leapt, and if it is set back', async () => {
  const { businessId } = await createBusiness(ctx);
  await createKey(ctx.app.as(CLI), { businessId, name: 'till' });
  await run('checkHealth');
  ctx.clock.advance(500 * DAY_MS);
  expect(await run('purgeOldEvents')).toBe(0);
  ctx.clock.advance(-500 * DAY_MS);
  expect(await run('purgeOldEvents')).toBe(0);
  ctx.clock.advance(500 * DAY_MS);
  const found = await checkInstallation(ctx.app.as(CLI));
  expect(found).toContainEqual({ name: 'clockLeapt', values: { days: 500 } });
  await run('checkHealth');
  ctx.clock.advance(DAY_MS - 1);
  expect(await run('purgeOldEvents')).toBe(0);
  ctx.clock.advance(1);
  expect(await run('purgeOldEvents')).toBe(1);
});
