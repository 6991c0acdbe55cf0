import { Database as Sqlite } from 'bun:sqlite';
import { afterEach, beforeEach, expect, test } from 'bun:test';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyBeforeUpdate, migrate } from '../../db/sqlite/migrate.ts';
import { hashFile } from '../../src/platform/runtime/files.ts';
import { confirm, goBack, install, replaceProgram } from '../../src/updates/install.ts';
import { mayLoseWrites, readPendingUpdate, readUpdate, writeUpdate } from '../../src/updates/record.ts';

const NOW = '2026-06-01T12:00:00.000Z';
const LATER = '2026-06-01T12:00:09.000Z';
const MIGRATIONS = [
  { name: '0000_notes', sql: 'create table notes (text text not null)' },
  { name: '0001_size', sql: 'alter table notes add column size integer' },
];

let folder: string;
let dataDir: string;
let executable: string;
let database: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'perkmint-install-'));
  dataDir = join(folder, 'data');
  executable = join(folder, 'perkmint');
  database = join(dataDir, 'perkmint.sqlite');
  mkdirSync(dataDir);
  writeFileSync(executable, 'former', { mode: 0o755 });
  await migrate(database, MIGRATIONS.slice(0, 1), { now: NOW });
  query("insert into notes values ('before')");
});
afterEach(() => rmSync(folder, { recursive: true }));

function query(sql: string): unknown[] {
  const db = new Sqlite(database);
  try {
    return db.query(sql).values().flat();
  } finally {
    db.close(true);
  }
}

/** Installs a file with this content. */
async function installFile(content = 'later') {
  const candidate = join(folder, '.perkmint.update');
  const from = { version: '0.2.0', sha256: await hashFile(executable) };
  writeFileSync(candidate, content, { mode: 0o755 });
  const to = { version: '0.3.0', sha256: await hashFile(candidate) };
  return install(dataDir, candidate, { from, to, executable, startLimitMs: 1_000, startedAt: NOW });
}

/** Writes as a process that is killed: its log stays beside the database. */
function writeWithoutEnd(sql: string): void {
  const log = `${database}-wal`;
  const db = new Sqlite(database);
  db.run('PRAGMA wal_autocheckpoint = 0');
  db.run(sql);
  const left = readFileSync(log);
  db.close(true);
  writeFileSync(log, left);
}

/** Does what the first start of a new version does: it copies the database, and changes it. */
async function startNew() {
  const snapshot = await copyBeforeUpdate(database, NOW);
  const record = writeUpdate(dataDir, { ...(await installFile()), snapshot, starts: 1 });
  const { snapshot: reused } = await migrate(database, MIGRATIONS, { now: LATER });
  writeWithoutEnd("insert into notes (text) values ('by the new version')");
  return { record, snapshot, reused };
}

test('a new file takes the place of the program, and the former one stays beside it', async () => {
  const record = await installFile();
  expect(readFileSync(executable, 'utf8')).toBe('later');
  expect(readFileSync(record.previous, 'utf8')).toBe('former');
  expect(statSync(executable).mode & 0o111).toBe(0o111);
  expect(readUpdate(dataDir)).toEqual(record);
  expect(record).toMatchObject({ state: 'installed', starts: 0, snapshot: null });
  expect(statSync(join(dataDir, 'update.json')).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).sort()).toEqual(['data', 'perkmint', 'perkmint.previous']);
});

test('going back restores the file and the database, with the copy that the migrations kept', async () => {
  const { record, snapshot, reused } = await startNew();
  expect(reused).toBe(snapshot);
  expect(mayLoseWrites(dataDir)).toBe(true);
  const run = await goBack(dataDir, record, { reason: 'It does not work', endedAt: LATER });
  expect(run).toBe(executable);
  expect(readFileSync(executable, 'utf8')).toBe('former');
  expect(query('select text from notes')).toEqual(['before']);
  expect(query('select name from _migrations')).toEqual(['0000_notes']);
  expect(readdirSync(join(dataDir, 'backups'))).toEqual([]);
  expect(readUpdate(dataDir)).toMatchObject({
    state: 'returned',
    reason: 'It does not work',
    endedAt: LATER,
  });
  expect(mayLoseWrites(dataDir)).toBe(false);
  expect(readdirSync(dataDir).sort()).toEqual(['backups', 'perkmint.sqlite', 'update.json']);
  // A server may run it there.
  expect(readFileSync(record.previous, 'utf8')).toBe('former');
  expect(readdirSync(folder).sort()).toEqual(['data', 'perkmint', 'perkmint.previous']);
});

test('going back may be repeated after a kill, and keeps what was written afterwards', async () => {
  const { record } = await startNew();
  await goBack(dataDir, record, { reason: 'First', endedAt: LATER });
  writeUpdate(dataDir, { ...record, state: 'returning', reason: 'First' });
  query("insert into notes values ('afterwards')");
  const run = await goBack(dataDir, readUpdate(dataDir)!, { reason: 'Second', endedAt: LATER });
  expect([run, readFileSync(run, 'utf8')]).toEqual([executable, 'former']);
  expect(query('select text from notes')).toEqual(['before', 'afterwards']);
  expect(readUpdate(dataDir)?.reason).toBe('First');
});

test('the former file runs where it was kept if the program cannot be replaced', async () => {
  const { record } = await startNew();
  // A folder cannot be replaced by a file, for root neither.
  rmSync(executable);
  mkdirSync(join(executable, 'taken'), { recursive: true });
  expect(await goBack(dataDir, record, { reason: 'x', endedAt: LATER })).toBe(record.previous);
  expect(readFileSync(record.previous, 'utf8')).toBe('former');
  expect(query('select text from notes')).toEqual(['before']);
});

test('a kept file that is not the former one is not put back', async () => {
  const { record } = await startNew();
  rmSync(record.previous);
  writeFileSync(record.previous, 'another');
  expect(await goBack(dataDir, record, { reason: 'x', endedAt: LATER })).toBe(executable);
  expect(readFileSync(executable, 'utf8')).toBe('later');
});

test('a file that was put there by hand stays', async () => {
  const { record } = await startNew();
  writeFileSync(executable, 'by hand');
  await goBack(dataDir, record, { reason: 'x', endedAt: LATER, mayReplace: false });
  expect(readFileSync(executable, 'utf8')).toBe('by hand');
  expect(query('select text from notes')).toEqual(['before']);
});

test('a confirmed update is no longer pending, and the reserve is given back', async () => {
  const { record } = await startNew();
  expect(existsSync(join(dataDir, 'update.reserve'))).toBe(true);
  expect(readPendingUpdate(dataDir)).toEqual(record);
  confirm(dataDir, record, LATER);
  expect(readPendingUpdate(dataDir)).toBeNull();
  expect(readUpdate(dataDir)).toEqual({ ...record, state: 'confirmed', endedAt: LATER });
  expect(existsSync(join(dataDir, 'update.reserve'))).toBe(false);
});

test('a record that cannot be read is none', () => {
  for (const text of ['', '{', 'null']) {
    writeFileSync(join(dataDir, 'update.json'), text);
    expect([readUpdate(dataDir), readPendingUpdate(dataDir), mayLoseWrites(dataDir)]).toEqual([
      null,
      null,
      false,
    ]);
  }
});

test('a server of several replaces its file only', () => {
  const candidate = join(folder, 'candidate');
  writeFileSync(candidate, 'later');
  expect(replaceProgram(candidate, executable)).toBe(`${executable}.previous`);
  expect([executable, `${executable}.previous`].map(file => readFileSync(file, 'utf8'))).toEqual([
    'later',
    'former',
  ]);
  expect(readUpdate(dataDir)).toBeNull();
});

test('an empty database needs no copy', async () => {
  writeFileSync(join(folder, 'empty.sqlite'), '');
  expect(await copyBeforeUpdate(join(folder, 'empty.sqlite'), NOW)).toBeNull();
});
