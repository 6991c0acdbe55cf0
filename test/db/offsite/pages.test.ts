import { Database as Sqlite } from 'bun:sqlite';
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { withPages } from '../../../db/sqlite/pages.ts';

/** Accounts that a writer moves amounts between: their sum is the same in every committed state. */
const ACCOUNTS = 2_000;
const TOTAL = ACCOUNTS * 100;
const SNAPSHOTS = 40;

let folder: string;
let file: string;
let db: Sqlite;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'perkmint-pages-'));
  file = join(folder, 'a.sqlite');
  db = new Sqlite(file, { create: true });
  db.run('pragma journal_mode = wal');
});
afterEach(() => {
  db.close(true);
  rmSync(folder, { recursive: true });
});

const readCopies = (path: string, meanwhile = () => {}) =>
  withPages(path, pages => {
    const copies: Uint8Array[] = [];
    meanwhile();
    // A page is overwritten by the next ones.
    for (const page of pages.read()) copies.push(page.slice());
    return Buffer.concat(copies);
  });

test('the pages are what SQLite reads, in any order of writes, checkpoints and vacuums', async () => {
  db.run('create table items (id integer primary key, content blob)');
  const steps = {
    insert: (size: number) => db.run('insert into items (content) values (randomblob(?))', [size]),
    remove: (size: number) => db.run('delete from items where id % 7 = ?', [size % 7]),
    undo: (size: number) => {
      db.run('begin');
      db.run('insert into items (content) values (randomblob(?))', [size * 10]);
      db.run('rollback');
    },
    passive: () => db.run('pragma wal_checkpoint(passive)'),
    truncate: () => db.run('pragma wal_checkpoint(truncate)'),
    vacuum: () => db.run('vacuum'),
  };
  const step = fc.record({
    name: fc.constantFrom(...(Object.keys(steps) as (keyof typeof steps)[])),
    size: fc.integer({ min: 1, max: 20_000 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async chosen => {
      for (const { name, size } of chosen) steps[name](size);
      expect((await readCopies(file)).equals(db.serialize())).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test.each([
  ['a log that was moved into the file before, and restarts', true],
  ['a log that grows, and cannot restart', false],
])('%s while pages are read does not change them', async (_, isMoved) => {
  db.run('create table items (id integer primary key, content blob)');
  for (let i = 0; i < 20; i++) db.run('insert into items (content) values (randomblob(9000))');
  if (isMoved) db.run('pragma wal_checkpoint(passive)');
  const before = db.serialize();
  const found = await readCopies(file, () => {
    db.run('update items set content = randomblob(9000)');
    db.run('pragma wal_checkpoint(passive)');
    db.run('update items set content = randomblob(9000)');
  });
  expect(found.equals(before)).toBe(true);
  expect((await readCopies(file)).equals(db.serialize())).toBe(true);
});

test('a transaction of which a frame is incomplete or damaged is not read', async () => {
  db.run('create table items (content blob)');
  db.run('insert into items values (randomblob(9000))');
  const before = await readCopies(file);
  const { length } = await Bun.file(`${file}-wal`).bytes();
  db.run('insert into items values (randomblob(9000))');
  const log = await Bun.file(`${file}-wal`).bytes();
  const damaged = log.slice().fill(0xab, length + 200, length + 300);
  for (const [index, found] of [log.slice(0, length + 200), damaged].entries()) {
    const copy = join(folder, `${index}.sqlite`);
    writeFileSync(copy, await Bun.file(file).bytes());
    writeFileSync(`${copy}-wal`, found);
    expect((await readCopies(copy)).equals(before)).toBe(true);
  }
});

test('every snapshot during the writes of another process is one committed state', async () => {
  db.run('create table accounts (id integer primary key, amount integer, padding blob)');
  db.run(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ACCOUNTS})
     insert into accounts select i, 100, randomblob(600) from n`,
  );
  const writer = Bun.spawn([process.execPath, '-e', WRITER, file], { stdout: 'pipe', stderr: 'inherit' });
  const started = writer.stdout.getReader();
  await started.read();
  try {
    for (let round = 0; round < SNAPSHOTS; round++) {
      const copy = join(folder, `copy-${round}.sqlite`);
      writeFileSync(copy, await readCopies(file));
      const found = new Sqlite(copy);
      const { total } = found
        .query<{ total: number }, []>('select sum(amount) as total from accounts')
        .get()!;
      const problems = found.query<{ integrity_check: string }, []>('pragma integrity_check').all();
      found.close(true);
      expect([round, total, problems]).toEqual([round, TOTAL, [{ integrity_check: 'ok' }]]);
    }
  } finally {
    writer.kill('SIGKILL');
    await writer.exited;
  }
});

/** Moves amounts between accounts on many pages per transaction, with a small log that restarts often. */
const WRITER = `
  const { Database } = require('bun:sqlite');
  const db = new Database(process.argv[1]);
  db.run('pragma busy_timeout = 5000');
  db.run('pragma synchronous = off');
  db.run('pragma wal_autocheckpoint = 50');
  for (let i = 0; ; i++) {
    db.transaction(() => {
      for (let k = 0; k < 20; k++) {
        const [from, to] = [1 + ((i * 37 + k * 211) % ${ACCOUNTS}), 1 + ((i * 91 + k * 503) % ${ACCOUNTS})];
        db.run('update accounts set amount = amount - 1, padding = randomblob(600) where id = ?', [from]);
        db.run('update accounts set amount = amount + 1 where id = ?', [to]);
      }
    })();
    if (i === 20) console.log('started');
    // Without a pause, the log of a snapshot that takes long on a busy machine would fill the disk.
    Bun.sleepSync(1);
  }
`;
