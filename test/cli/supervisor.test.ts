import { Database as Sqlite } from 'bun:sqlite';
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { preparePendingUpdate } from '../../cli/serve/pending-update.ts';
import { supervise } from '../../cli/serve/supervisor.ts';
import { migrations } from '../../db/migrations/index.ts';
import { migrate } from '../../db/sqlite/migrate.ts';
import { hashFile } from '../../src/platform/runtime/files.ts';
import { goBack, install } from '../../src/updates/install.ts';
import { readUpdate, type UpdateRecord, writeUpdate } from '../../src/updates/record.ts';

const NOW = '2026-06-01T12:00:00.000Z';
/** Long enough for a shell on any machine; tests that wait for it shorten it. */
const LIMIT_MS = 60_000;

let folder: string;
let dataDir: string;
let executable: string;
let record: UpdateRecord;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'perkmint-supervisor-'));
  dataDir = join(folder, 'data');
  executable = join(folder, 'perkmint');
  mkdirSync(dataDir);
  writeFileSync(executable, 'former');
  writeFileSync(join(folder, 'candidate'), 'later');
  record = install(dataDir, join(folder, 'candidate'), {
    from: { version: '0.2.0', sha256: await hashFile(executable) },
    to: { version: '0.3.0', sha256: await hashFile(join(folder, 'candidate')) },
    executable,
    startLimitMs: LIMIT_MS,
    startedAt: NOW,
  });
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Supervises a shell script as the new version. */
const run = (script: string) =>
  supervise({ dataDir, command: ['sh', '-c', script], env: { PATH: process.env.PATH } });
/** A shell command that confirms the update. */
const confirmed = () => `sed -i 's/"installed"/"confirmed"/' ${dataDir}/update.json`;
const prepare = (file: string | null = executable) =>
  preparePendingUpdate(dataDir, { executable: file, now: NOW });

test('a new version that confirms runs on, and its exit code is passed on', async () => {
  expect(await run(`${confirmed()}; sleep 0.2; exit 5`)).toEqual({ exitCode: 5, next: null });
  expect(readFileSync(executable, 'utf8')).toBe('later');
});

test('one that ends before is replaced by the former version', async () => {
  expect(await run('exit 4')).toEqual({ exitCode: 4, next: { file: executable } });
  expect(readFileSync(executable, 'utf8')).toBe('former');
  expect(readUpdate(dataDir)).toMatchObject({
    state: 'returned',
    reason: 'Version 0.3.0 ended with exit code 4',
  });
});

test('one that is not ready in time is killed', async () => {
  writeUpdate(dataDir, { ...record, startLimitMs: 300 });
  const killed = 128 + constants.signals.SIGKILL;
  expect(await run('trap "" TERM; exec sleep 60')).toEqual({ exitCode: killed, next: { file: executable } });
  expect(readUpdate(dataDir)?.reason).toBe('Version 0.3.0 was not ready within 0 s');
});

test('one that confirms and ends at once has succeeded', async () => {
  expect(await run(`${confirmed()}; exit 0`)).toEqual({ exitCode: 0, next: null });
  expect(readUpdate(dataDir)?.state).toBe('confirmed');
});

test('one that has taken itself back is followed by the former version', async () => {
  const back = `sed -i 's/"installed"/"returned"/' ${dataDir}/update.json; mv ${record.previous} ${executable}`;
  expect(await run(back)).toEqual({ exitCode: 0, next: { file: executable } });
});

test('one that ends for the next update is followed by a supervisor of that', async () => {
  const next = `${confirmed()}; sleep 0.3; sed -i 's/"confirmed"/"installed"/; s/"startedAt": ".*"/"startedAt": "later"/' ${dataDir}/update.json`;
  expect(await run(next)).toEqual({ exitCode: 0, next: { file: record.previous, supervise: dataDir } });
  expect(readFileSync(executable, 'utf8')).toBe('later');
});

test('a request to stop is passed on, and takes nothing back', async () => {
  const ended = run('exec sleep 60');
  process.emit('SIGTERM');
  expect(await ended).toEqual({ exitCode: 128 + constants.signals.SIGTERM, next: null });
  expect(readUpdate(dataDir)).toEqual(record);
});

test('a second request to stop ends it at once', async () => {
  const ended = run(`trap "" TERM; ${confirmed()}; while :; do sleep 0.1; done`);
  while (readUpdate(dataDir)?.state !== 'confirmed') await Bun.sleep(10);
  process.emit('SIGTERM');
  process.emit('SIGTERM');
  expect(await ended).toEqual({ exitCode: 128 + constants.signals.SIGKILL, next: null });
});

test('the first start of a new version keeps a copy of the database, the second one the same', async () => {
  await migrate(join(dataDir, 'perkmint.sqlite'), migrations, { now: NOW });
  const first = await prepare();
  expect([first.run, first.update?.starts]).toEqual([null, 1]);
  expect(first.update?.snapshot).toContain('pre-migration-');
  const db = new Sqlite(join(dataDir, 'perkmint.sqlite'));
  db.run('create table of_the_new_version (id integer)');
  db.close(true);
  const second = await prepare();
  expect(second.update).toEqual({ ...first.update!, starts: 2 });
  expect(readUpdate(dataDir)).toEqual(second.update);
});

test('a third start runs the former version with the former database', async () => {
  await prepare();
  await prepare();
  expect(await prepare()).toEqual({ update: null, run: executable });
  expect(readFileSync(executable, 'utf8')).toBe('former');
  expect(readUpdate(dataDir)).toMatchObject({
    state: 'returned',
    reason: 'Version 0.3.0 was not ready after 2 starts',
  });
});

test('the former version takes back what was interrupted, and starts', async () => {
  expect(await prepare(record.previous)).toEqual({ update: null, run: null });
  expect(readUpdate(dataDir)).toMatchObject({
    state: 'returned',
    reason: 'The update to 0.3.0 was interrupted',
  });
});

test('a new version that could not be removed runs the former one', async () => {
  await goBack(dataDir, record, { reason: 'x', endedAt: NOW, mayReplace: false });
  expect(await prepare()).toEqual({ update: null, run: record.previous });
  expect(await prepare(record.previous)).toEqual({ update: null, run: null });
});

test('a file that was put there by hand starts', async () => {
  writeFileSync(executable, 'by hand');
  expect(await prepare()).toEqual({ update: null, run: null });
  expect(readFileSync(executable, 'utf8')).toBe('by hand');
  expect(readUpdate(dataDir)?.state).toBe('returned');
});

test('a program that runs from its sources leaves updates alone', async () => {
  expect(await prepare(null)).toEqual({ update: null, run: null });
  expect(readUpdate(dataDir)).toEqual(record);
});
