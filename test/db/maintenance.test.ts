import { Database as Sqlite } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { createBackupName, pruneBackups } from '../../db/sqlite/backups.ts';
import {
  backUpDatabase,
  checkDatabase,
  DamagedDatabaseError,
  quickCheckDatabase,
  readStats,
} from '../../db/sqlite/maintenance.ts';
import { migrate } from '../../db/sqlite/migrate.ts';
import { openSqlite } from '../../db/sqlite/open.ts';
import { restoreBackup } from '../../db/sqlite/restore.ts';

const now = '2025-03-01T10:00:00.000Z';
const PAGE_BYTES = 4_096;
const migrations = [
  {
    name: '0000_notes',
    sql: `
create table notes (id integer primary key, body text not null, parent integer references notes (id));
--> statement-breakpoint
create index notes_body on notes (body)`,
  },
];

let folder: string;
let file: string;
let out: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'perkmint-maintenance-'));
  file = join(folder, 'perkmint.sqlite');
  out = join(folder, 'copy.sqlite');
  await migrate(file, migrations, { now });
  write(file, ...Array.from({ length: 500 }, (_, i) => `note ${i} ${'x'.repeat(60)}`));
});

afterEach(() => rmSync(folder, { recursive: true }));

function write(path: string, ...bodies: string[]): void {
  const db = new Sqlite(path);
  db.transaction(() => {
    for (const body of bodies) db.run('insert into notes (body) values (?)', [body]);
  })();
  db.close(true);
}

function change(path: string, statement: string): void {
  const db = new Sqlite(path);
  db.run(statement);
  db.close(true);
}

function notes(path: string): unknown[] {
  const db = new Sqlite(path);
  const rows = db.query('select id, body from notes order by id').values();
  db.close(true);
  return rows;
}

/** Overwrites whole pages in the middle, like a failing disk. */
function damage(path: string): void {
  const bytes = readFileSync(path);
  bytes.fill(0xab, 3 * PAGE_BYTES, 6 * PAGE_BYTES);
  writeFileSync(path, bytes);
}

describe('backUpDatabase', () => {
  test('a backup is one undamaged file with all rows', () => {
    const made = backUpDatabase(file, out);
    expect(made).toEqual({ file: out, bytes: Bun.file(out).size });
    expect(checkDatabase(out)).toEqual([]);
    expect(notes(out)).toEqual(notes(file));
    expect(readdirSync(folder).sort()).toEqual(['copy.sqlite', 'perkmint.sqlite']);
  });

  test('a backup during writes contains all earlier commits and no partial transaction', async () => {
    const db: Database = openSqlite(file);
    const insert = (body: string) =>
      db.transaction(async tx => void (await tx.run(sql`insert into notes (body) values (${body})`)));
    await insert('acknowledged');
    const open = db.transaction(async tx => {
      await tx.run(sql`insert into notes (body) values ('half done')`);
      backUpDatabase(file, out);
      await tx.run(sql`insert into notes (body) values ('other half')`);
    });
    await open;
    await db.close();
    const copied = notes(out).map(row => (row as string[])[1]);
    expect(copied).toHaveLength(501);
    expect(copied.at(-1)).toBe('acknowledged');
  });

  test('what is deleted from a restored backup is nowhere in the file', () => {
    const secrets = Array.from({ length: 3_000 }, () => `secret ${crypto.randomUUID()}`);
    write(file, ...secrets);
    // Without the long notes, many entries of the index are moved between pages.
    change(file, "delete from notes where body like 'note %'");
    backUpDatabase(file, out);
    restoreBackup(folder, out, now);
    const db = new Sqlite(file);
    db.run('PRAGMA secure_delete = ON');
    for (const body of secrets.slice(0, 300)) db.run('delete from notes where body = ?', [body]);
    db.close(true);
    const bytes = readFileSync(file, 'latin1');
    expect(secrets.filter(body => bytes.includes(body))).toEqual(secrets.slice(300));
  });

  test('a backup never overwrites a file', () => {
    writeFileSync(out, 'mine');
    expect(() => backUpDatabase(file, out)).toThrow('already exists');
    expect(readFileSync(out, 'utf8')).toBe('mine');
  });

  test('backing up a damaged database fails and leaves no file', () => {
    damage(file);
    expect(() => backUpDatabase(file, out)).toThrow(DamagedDatabaseError);
    expect(readdirSync(folder)).not.toContain('copy.sqlite');
    expect(readdirSync(folder).filter(name => name.endsWith('.partial'))).toEqual([]);
  });

  test('backing up a missing database fails and does not create it', () => {
    expect(() => backUpDatabase(join(folder, 'absent.sqlite'), out)).toThrow('unable to open');
    expect(existsSync(join(folder, 'absent.sqlite'))).toBe(false);
  });
});

describe('pruneBackups', () => {
  test('keeps the newest backups and all files that are not regular backups', () => {
    const times = ['2025-03-01', '2025-03-02', '2025-03-03', '2024-12-31'].map(day => `${day}T10:00:00.000Z`);
    for (const time of times) writeFileSync(join(folder, createBackupName(time)), '');
    writeFileSync(join(folder, 'pre-migration-0000_notes-2020-01-01T00-00-00-000Z.sqlite'), '');
    expect(pruneBackups(folder, 2)).toEqual([
      'backup-2024-12-31T10-00-00-000Z.sqlite',
      'backup-2025-03-01T10-00-00-000Z.sqlite',
    ]);
    expect(pruneBackups(folder, 2)).toEqual([]);
    expect(
      readdirSync(folder)
        .filter(name => name.includes('-'))
        .sort(),
    ).toEqual([
      'backup-2025-03-02T10-00-00-000Z.sqlite',
      'backup-2025-03-03T10-00-00-000Z.sqlite',
      'pre-migration-0000_notes-2020-01-01T00-00-00-000Z.sqlite',
    ]);
  });

  test('rejects a request to keep no backup', () => {
    expect(() => pruneBackups(folder, 0)).toThrow('keep must be at least 1');
  });
});

describe('restoreBackup', () => {
  test('restores the rows of the backup and keeps the former files', async () => {
    backUpDatabase(file, out);
    const saved = notes(file);
    write(file, 'after the backup');
    const former = notes(file);
    const aside = `${file}.before-restore-2025-03-01T10-00-00-000Z`;
    expect(restoreBackup(folder, out, now)).toEqual({
      rows: { _migrations: 1, notes: 500 },
      keptAside: [aside],
      uploads: null,
      secrets: false,
    });
    expect(notes(file)).toEqual(saved);
    expect(notes(aside)).toEqual(former);
    expect((await migrate(file, migrations, { now })).applied).toEqual([]);
  });

  test('the log of a killed server does not affect the restored database', () => {
    backUpDatabase(file, out);
    const saved = notes(file);
    const killed = new Sqlite(file);
    killed.run("insert into notes (body) values ('only in the log')");
    copyFileSync(file, join(folder, 'kept'));
    copyFileSync(`${file}-wal`, join(folder, 'kept-wal'));
    killed.close();
    copyFileSync(join(folder, 'kept'), file);
    copyFileSync(join(folder, 'kept-wal'), `${file}-wal`);
    const { keptAside } = restoreBackup(folder, out, now);
    expect(existsSync(`${file}-wal`)).toBe(false);
    expect(notes(file)).toEqual(saved);
    expect(notes(keptAside[0]!)).toHaveLength(501);
  });

  test('restores over a damaged database and keeps the damaged file', () => {
    backUpDatabase(file, out);
    const saved = notes(file);
    damage(file);
    const { keptAside } = restoreBackup(folder, out, now);
    expect(notes(file)).toEqual(saved);
    expect(checkDatabase(keptAside[0]!)).not.toEqual([]);
  });

  test('restores if the database is missing', () => {
    backUpDatabase(file, out);
    rmSync(file);
    expect(restoreBackup(folder, out, now)).toMatchObject({
      rows: { _migrations: 1, notes: 500 },
      keptAside: [],
    });
  });

  test('does not overwrite the former files of another restore at the same time', () => {
    backUpDatabase(file, out);
    restoreBackup(folder, out, now);
    write(file, 'after the restore');
    const [former, names] = [notes(file), readdirSync(folder).sort()];
    expect(() => restoreBackup(folder, out, now)).toThrow('already exists');
    expect(notes(file)).toEqual(former);
    expect(readdirSync(folder).sort()).toEqual(names);
  });

  test('restores into a folder whose path ends with a slash or has a dot', () => {
    backUpDatabase(file, out);
    const saved = notes(file);
    for (const path of [`${folder}/`, join(folder, 'x').replace(/x$/, './')]) {
      rmSync(file);
      restoreBackup(path, out, now);
      expect(notes(file)).toEqual(saved);
    }
  });

  test('restores a plain copy with its log and leaves both files unchanged', () => {
    const live = new Sqlite(file);
    live.run("insert into notes (body) values ('only in the log')");
    copyFileSync(file, out);
    copyFileSync(`${file}-wal`, `${out}-wal`);
    live.close();
    const before = [readFileSync(out), readFileSync(`${out}-wal`)];
    expect(restoreBackup(folder, out, now).rows.notes).toBe(501);
    expect([readFileSync(out), readFileSync(`${out}-wal`)]).toEqual(before);
  });

  const broken: [string, () => void][] = [
    ['has damaged pages', () => damage(out)],
    ['is not a database', () => writeFileSync(out, 'hello, hello, hello '.repeat(500))],
    ['is empty', () => writeFileSync(out, '')],
    ['is truncated', () => writeFileSync(out, readFileSync(out).subarray(0, 4 * PAGE_BYTES))],
    ['belongs to another program', () => change(out, 'drop table _migrations')],
    ['has broken references', () => change(out, 'update notes set parent = 9999 where id = 1')],
  ];
  for (const [what, spoil] of broken) {
    test(`rejects a backup that ${what} and changes nothing`, () => {
      backUpDatabase(file, out);
      spoil();
      const [before, names] = [readFileSync(file), readdirSync(folder).sort()];
      expect(() => restoreBackup(folder, out, now)).toThrow(DamagedDatabaseError);
      expect(readFileSync(file).equals(before)).toBe(true);
      expect(readdirSync(folder).sort()).toEqual(names);
    });
  }
});

describe('checkDatabase', () => {
  test('finds no problems in an undamaged database', () => {
    expect(checkDatabase(file)).toEqual([]);
    expect(quickCheckDatabase(file)).toEqual([]);
  });

  test('finds damaged pages', () => {
    damage(file);
    expect(checkDatabase(file).length).toBeGreaterThan(0);
    expect(quickCheckDatabase(file).length).toBeGreaterThan(0);
  });

  test('finds a broken reference', () => {
    change(file, 'update notes set parent = 9999 where id = 7');
    expect(checkDatabase(file)).toEqual(['row 7 of notes references a missing row of notes']);
  });

  test('reports a missing database as a problem', () => {
    expect(checkDatabase(join(folder, 'absent.sqlite'))).toEqual(['unable to open database file']);
  });
});

describe('readStats', () => {
  test('returns the rows and bytes of each table, including indexes', () => {
    const { tables, pageCount, pageSize, sizeBytes, walBytes } = readStats(file);
    expect(tables.map(({ name, rows }) => [name, rows])).toEqual([
      ['_migrations', 1],
      ['notes', 500],
    ]);
    expect(sizeBytes).toBe(pageCount * pageSize);
    expect(tables.find(table => table.name === 'notes')!.bytes).toBeGreaterThan(2 * 500 * 60);
    expect(tables.reduce((sum, table) => sum + table.bytes!, 0)).toBeLessThan(sizeBytes);
    expect(walBytes).toBe(0);
  });
});
