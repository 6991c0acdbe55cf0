import { Database as Sqlite } from 'bun:sqlite';
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describeProgress, type Migration, type MigrationProgress } from '../../db/migration.ts';
import { migrate } from '../../db/sqlite/migrate.ts';

const first: Migration = {
  name: '0000_notes',
  sql: `create table notes (text text not null);
--> statement-breakpoint
insert into notes values ('first')`,
};
const all: Migration[] = [
  first,
  { name: '0001_size', sql: 'alter table notes add column size integer' },
  { name: '0002_index', sql: 'create index notes_size on notes (size)' },
  { name: '0003_time', sql: 'alter table notes add column time text' },
];
const MODULE = JSON.stringify(join(import.meta.dir, '../../db/sqlite/migrate.ts'));

let folder: string;
let file: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'perkmint-interrupted-'));
  file = join(folder, 'test.sqlite');
  await migrate(file, [first], { now: '2025-03-01T09:00:00.000Z' });
});
afterEach(() => rmSync(folder, { recursive: true }));

const listCopies = () => readdirSync(join(folder, 'backups')).sort();

function query(path: string, sql: string): unknown[] {
  const db = new Sqlite(path);
  try {
    return db.query(sql).values().flat();
  } finally {
    db.close(true);
  }
}

/** Starts an upgrade that is killed before a statement which contains `words`, or with the step that they name. */
async function killBefore(words: string, hour: number): Promise<void> {
  const program = `
    const { migrate } = await import(${MODULE});
    const beforeStatement = statement => {
      if (statement.includes(${JSON.stringify(words)})) process.kill(process.pid, 'SIGKILL');
    };
    const onProgress = ({ step, name }) => {
      if ([step, name].join(' ') === ${JSON.stringify(words)}) process.kill(process.pid, 'SIGKILL');
    };
    const now = '2025-03-01T${hour}:00:00.000Z';
    await migrate(${JSON.stringify(file)}, ${JSON.stringify(all)}, { now, beforeStatement, onProgress });`;
  const child = Bun.spawn([process.execPath, '-e', program], { stderr: 'pipe' });
  await child.exited;
  expect(child.signalCode).toBe('SIGKILL');
}

test('an upgrade that is killed three times keeps its first copy, and no other file', async () => {
  await killBefore('add column size', 10);
  await killBefore('COMMIT', 11);
  await killBefore('applied 0001_size', 12);
  await killBefore('create index', 13);
  await killBefore('add column time', 13);
  const { applied, snapshot } = await migrate(file, all, { now: '2025-03-01T14:00:00.000Z' });
  expect(applied).toEqual(['0003_time']);
  expect(basename(snapshot as string)).toBe('pre-migration-0000_notes-2025-03-01T10-00-00-000Z.sqlite');
  expect(listCopies()).toEqual([basename(snapshot as string)]);
  expect(query(snapshot as string, 'select name from _migrations')).toEqual(['0000_notes']);
  expect(query(snapshot as string, 'select text from notes')).toEqual(['first']);
});

test('the next upgrade deletes the unfinished file of a killed copy', async () => {
  mkdirSync(join(folder, 'backups'));
  for (const name of ['.pre-migration-0000_notes-x.sqlite.7.partial', '.backup-x.sqlite.7.partial'])
    writeFileSync(join(folder, 'backups', name), '');
  await migrate(file, all, { now: '2025-03-01T14:00:00.000Z' });
  expect(listCopies()).toEqual([
    '.backup-x.sqlite.7.partial',
    'pre-migration-0000_notes-2025-03-01T14-00-00-000Z.sqlite',
  ]);
});

test('changes of the older version between two starts are in a copy of their own', async () => {
  await killBefore('add column size', 10);
  query(file, "insert into notes values ('second')");
  const { snapshot } = await migrate(file, all, { now: '2025-03-01T14:00:00.000Z' });
  expect(listCopies()).toEqual([
    'pre-migration-0000_notes-2025-03-01T10-00-00-000Z.sqlite',
    'pre-migration-0000_notes-2025-03-01T14-00-00-000Z.sqlite',
  ]);
  expect(query(snapshot as string, 'select text from notes')).toEqual(['first', 'second']);
});

test('changes between two starts are in a copy of their own after a kill at the end of a migration, too', async () => {
  await killBefore('applied 0001_size', 10);
  query(file, "insert into notes values ('second', 1)");
  const { snapshot } = await migrate(file, all, { now: '2025-03-01T14:00:00.000Z' });
  expect(listCopies()).toHaveLength(2);
  expect(query(snapshot as string, 'select text from notes')).toEqual(['first', 'second']);
});

test('an upgrade copies again if the copy of the interrupted one was deleted', async () => {
  await killBefore('add column size', 10);
  rmSync(join(folder, 'backups', listCopies().at(-1) as string));
  const { snapshot } = await migrate(file, all, { now: '2025-03-01T14:00:00.000Z' });
  expect(listCopies()).toEqual([basename(snapshot as string)]);
});

test('an upgrade says what it does before each step, the first migration of a database nothing', async () => {
  const steps: MigrationProgress[] = [];
  const onProgress = (step: MigrationProgress) => void steps.push(step);
  await migrate(join(folder, 'new.sqlite'), [first], { now: '2025-03-01T14:00:00.000Z', onProgress });
  expect(steps).toEqual([]);
  await killBefore('add column size', 10);
  rmSync(join(folder, 'backups'), { recursive: true });
  await migrate(file, all.slice(0, 3), { now: '2025-03-01T14:00:00.000Z', onProgress });
  const lines = steps.map(each => describeProgress(each).replace(/[\d.]+ (s|MiB)\b/, 'N $1'));
  const copy = join(folder, 'backups/pre-migration-0000_notes-2025-03-01T14-00-00-000Z.sqlite');
  expect(lines).toEqual([
    `Copying the database (N MiB) to ${copy}`,
    'Copied the database in N s',
    'Applying migration 1 of 2: 0001_size',
    'Applied migration 1 of 2: 0001_size, in N s',
    'Applying migration 2 of 2: 0002_index',
    'Applied migration 2 of 2: 0002_index, in N s',
  ]);
});
