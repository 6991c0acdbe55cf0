import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresMigrations } from '../../../../db/migrations/postgres.ts';
import { hasPostgres } from '../../../support/postgres.ts';
import { createEmptyDatabaseUrl, type TestDatabase } from '../../../support/test-database.ts';
import type { ServerProcess } from '../../server-process.ts';
import { openRows, type StoredRows } from '../../stored-rows.ts';
import { drive } from '../drive.ts';
import { WebhookReceiver } from '../webhook-receiver.ts';
import { inspect } from '../workload.ts';
import { createNode, describeNodes, prepareRun } from './cluster-run.ts';

const ROOT = join(import.meta.dir, '../../../..');
const CLIENTS = 6;
const ACCOUNTS = 2;
const WRITES = 80;
/** The exit code of a program that is older than its database. */
const EXIT_CONFLICT = 5;
const newest = postgresMigrations.at(-1)?.name ?? '';

/** Returns the output of git, empty if it fails. */
function git(...args: string[]): string {
  const { exitCode, stdout } = Bun.spawnSync(['git', ...args], { cwd: ROOT, stderr: 'ignore' });
  return exitCode === 0 ? stdout.toString().trim() : '';
}

/** The commit before the newest migration; empty without the history, as in a shallow clone. */
function findPrevious(): string {
  const added = git('log', '--diff-filter=A', '--format=%H', '-1', '--', `db/migrations/${newest}.pg.sql`);
  return added && git('rev-parse', '--verify', '--quiet', `${added}^`);
}

const previous = findPrevious();
if (!previous) console.warn(`Skipped: the history has no version before the migration ${newest}`);

describe.skipIf(!hasPostgres() || !previous)('the upgrade of one server after the other', () => {
  const folder = mkdtempSync(join(tmpdir(), 'perkmint-previous-'));
  const receiver = new WebhookReceiver();
  let database: TestDatabase;
  let stored: StoredRows;
  let old: ServerProcess;
  let upgraded: ServerProcess;

  beforeAll(async () => {
    const archive = Bun.spawn(['git', 'archive', previous], { cwd: ROOT });
    await Bun.spawn(['tar', '-x', '-C', folder], { stdin: archive.stdout }).exited;
    // Its packages may differ from those of this version.
    await Bun.spawn([process.execPath, 'install', '--frozen-lockfile', '--silent'], { cwd: folder }).exited;
    database = await createEmptyDatabaseUrl();
    old = createNode(database.url, join(folder, 'cli/main.ts'));
    upgraded = createNode(database.url);
    await old.start();
    stored = openRows({ DATA_DIR: '', DATABASE_URL: database.url });
  });

  afterAll(async () => {
    await Promise.all([old.remove(), upgraded.remove()]);
    await receiver.close();
    await stored.close();
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  const readMigrations = async () =>
    (await stored.read('select name from _migrations order by name')).map(row => row.name);

  test('the server of the previous version keeps serving beside the upgraded one, with the same data', async () => {
    expect(await readMigrations()).not.toContain(newest);
    const nodes = [old];
    const run = await prepareRun(describeNodes(nodes, database.url), receiver, CLIENTS, ACCOUNTS);
    const failures = [() => upgraded.start()];
    await drive(run, { clients: CLIENTS, target: WRITES, failures });
    expect(await readMigrations()).toContain(newest);

    nodes.push(upgraded);
    await drive(run, { clients: CLIENTS, target: 2 * WRITES, failures: [] });
    expect(await inspect(run)).toEqual([]);
    expect(run.progress()).toBeGreaterThanOrEqual(2 * WRITES);
    expect([old.failures, upgraded.failures]).toEqual([0, 0]);
  });

  test('the previous version does not start on the newer database, and the upgraded server continues alone', async () => {
    expect(await old.stop()).toBe(0);
    const { exitCode, out } = await old.cli('serve');
    expect(exitCode).toBe(EXIT_CONFLICT);
    expect(out).toContain(newest);
    expect((await fetch(`${upgraded.url}/ready`)).status).toBe(200);
  });
});
