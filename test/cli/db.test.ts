import { Database as Sqlite } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acquireLock } from '../../db/sqlite/lock.ts';
import { CLI } from '../../src/context.ts';
import { checkIntegrity } from '../../src/system/service/integrity.ts';
import { createTestApp, ON_SQLITE, type TestApp } from '../support/test-app.ts';
import { createBusinessWithSubmission, createRunner, perkmint } from './fixture.ts';

let ctx: TestApp;
let cli: ReturnType<typeof createRunner>;
let dataDir: string;
let file: string;

beforeEach(async () => {
  ctx = await createTestApp(ON_SQLITE);
  cli = createRunner(ctx);
  dataDir = ctx.app.services.config.dataDir;
  file = join(dataDir, 'perkmint.sqlite');
});
afterEach(() => ctx.close());

function change(statement: string, path = file): void {
  const db = new Sqlite(path);
  db.run('PRAGMA foreign_keys = OFF');
  db.run(statement);
  db.close(true);
}

test('a backup restored into another folder has the same data and passes db check', async () => {
  await createBusinessWithSubmission(ctx);
  const { out, code } = await cli('db backup');
  expect(code).toBe(0);
  expect(out).toBe(`${join(dataDir, 'backups', 'backup-2026-06-01T12-00-00-000Z.sqlite')}\n`);
  const elsewhere = mkdtempSync(join(tmpdir(), 'perkmint-restored-'));
  const restored = await perkmint(elsewhere, ['db', 'restore', out.trim(), '--yes', '--json']);
  expect(restored).toMatchObject({
    code: 0,
    json: { keptAside: [], rows: { submissions: 1 } },
  });
  expect((await perkmint(elsewhere, ['db', 'check'])).code).toBe(0);
  expect((await perkmint(elsewhere, ['businesses', 'list'])).out).toContain('Blue Cup');
  rmSync(elsewhere, { recursive: true });
});

test('backup writes to --out, never overwrites a file, and prunes on demand', async () => {
  const out = join(dataDir, 'mine.sqlite');
  expect((await cli(`db backup --out ${out}`)).code).toBe(0);
  expect((await cli(`db backup --out ${out}`)).code).toBe(5);
  expect((await cli('db backup --out /nowhere/at/all.sqlite')).code).toBe(2);
  expect((await cli(`db backup --prune --out ${out}`)).code).toBe(2);
  for (let day = 0; day < 3; day++) {
    await cli('db backup --prune', {
      env: { BACKUP_KEEP: '2' },
      overrides: { clock: ctx.clock },
    });
    ctx.clock.advance(24 * 3_600_000);
  }
  expect(readdirSync(join(dataDir, 'backups')).sort()).toEqual([
    'backup-2026-06-02T12-00-00-000Z.sqlite',
    'backup-2026-06-03T12-00-00-000Z.sqlite',
  ]);
});

test('restore asks for confirmation, respects the lock, and rejects damaged files', async () => {
  const { out } = await cli('db backup');
  const backup = out.trim();
  expect((await cli(`db restore ${backup}`)).code).toBe(2);
  expect((await cli('db restore /nowhere.sqlite --yes')).code).toBe(4);
  const lock = acquireLock(dataDir, 'perkmint serve on port 3000', '2026-06-01T12:00:00.000Z');
  const locked = await cli(`db restore ${backup} --yes`);
  lock.release();
  expect(locked.code).toBe(5);
  expect(locked.err).toContain('in use by perkmint serve on port 3000');
  const broken = join(dataDir, 'broken.sqlite');
  writeFileSync(broken, 'no database '.repeat(1_000));
  expect((await cli(`db restore ${broken} --yes`)).code).toBe(7);
});

test('migrate applies migrations and stats prints row counts', async () => {
  const fresh = join(dataDir, 'fresh');
  const { json } = await perkmint(fresh, ['db', 'migrate', '--json']);
  expect(json.applied[0]).toBe('0055_baseline');
  expect((await perkmint(fresh, ['db', 'migrate'])).out).toBe('The database is up to date\n');
  expect((await cli('db stats')).out).toMatch(/^reference_entries +250 +\d+$/m);
  expect((await cli('db stats --json')).json.tables.length).toBeGreaterThan(10);
  expect((await perkmint(join(dataDir, 'none'), ['db', 'stats'])).code).toBe(4);
  expect(existsSync(join(dataDir, 'none'))).toBe(false);
});

describe('check', () => {
  test('finds no problems after all kinds of operations', async () => {
    const { submissionId: id, campaignId } = await createBusinessWithSubmission(ctx);
    await cli(`submissions review ${id} --approve`);
    await cli(`submissions review ${id} --reject --reverse`);
    await cli(`submissions review ${id} --approve --override`);
    await cli(`campaigns end ${campaignId} --yes`);
    expect(await checkIntegrity(ctx.app.as(CLI))).toEqual([]);
    expect((await cli('db check')).code).toBe(0);
  });

  const faults: [string, string, string][] = [
    ['a wrong count', 'update campaigns set approved_count = 5', 'campaign cmp_'],
    ['a wrong reserve', 'update campaigns set budget_reserved_cents = 1', 'campaign cmp_'],
    ['a wrong counter', "update tallies set total = 7 where list = 'events'", 'the counter of events'],
    [
      'a missing counter',
      "delete from tallies where list = 'campaigns'",
      'the counter of campaigns active of biz_',
    ],
    [
      'a missing slot',
      'delete from installation_counters',
      'the counter of campaigns active of all businesses',
    ],
    ['a missing event', 'delete from events where sequence = 2', 'has event sequence'],
    ['all events missing', 'delete from events', 'but has none'],
    ['a missing reward', 'delete from rewards', 'submission sub_'],
    [
      'a reward of another submission',
      "update rewards set submission_id = 'sub_other'",
      'which belongs to sub_other',
    ],
    ['a wrong observation', 'update observations set approved = 9', 'the observations of biz_'],
    ['an extra reward', "update submissions set status = 'pending'", 'reward rwd_'],
  ];
  for (const [what, statement, words] of faults) {
    test(`names the first inconsistent row: ${what}`, async () => {
      const { submissionId } = await createBusinessWithSubmission(ctx);
      await cli(`submissions review ${submissionId} --approve`);
      change(statement);
      const problems = await checkIntegrity(ctx.app.as(CLI));
      expect(problems.join('\n')).toContain(words);
      expect((await cli('db check')).code).toBe(7);
    });
  }

  test('both kinds of check report a damaged file', async () => {
    const { out } = await cli('db backup');
    const folder = mkdtempSync(join(tmpdir(), 'perkmint-damaged-'));
    await perkmint(folder, ['db', 'restore', out.trim(), '--yes']);
    const copy = join(folder, 'perkmint.sqlite');
    const bytes = Buffer.from(await Bun.file(copy).arrayBuffer());
    writeFileSync(copy, bytes.fill(0xab, 3 * 4096, 9 * 4096));
    expect((await perkmint(folder, ['db', 'check'])).code).toBe(7);
    const quick = await perkmint(folder, ['db', 'check', '--quick', '--json']);
    expect(quick.code).toBe(7);
    expect(JSON.parse(quick.err).error.code).toBe('CHECK_FAILED');
    expect((await perkmint(folder, ['doctor'])).code).toBe(7);
    rmSync(folder, { recursive: true });
  });
});
