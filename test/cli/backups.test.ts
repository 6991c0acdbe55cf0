import { Database as Sqlite } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../../db/migrations/index.ts';
import { readArchive, writeArchive } from '../../db/sqlite/archive.ts';
import { migrate } from '../../db/sqlite/migrate.ts';
import { DAY_MS } from '../../src/platform/clock.ts';
import { PNG } from '../e2e/png.ts';
import { PROGRAM } from '../support/program.ts';
import { createTestApp, ON_SQLITE, type TestApp } from '../support/test-app.ts';
import { createBusinessWithSubmission, createRunner, perkmint } from './fixture.ts';

let ctx: TestApp;
let cli: ReturnType<typeof createRunner>;
let dataDir: string;
let elsewhere: string;
let uploaded: string;
let shop: Awaited<ReturnType<typeof createBusinessWithSubmission>>;

beforeEach(async () => {
  ctx = await createTestApp(ON_SQLITE);
  cli = createRunner(ctx);
  dataDir = ctx.app.services.config.dataDir;
  elsewhere = mkdtempSync(join(tmpdir(), 'perkmint-elsewhere-'));
  shop = await createBusinessWithSubmission(ctx);
  const form = new FormData();
  form.append('file', new File([PNG], 'proof.png'));
  const request = new Request('http://localhost/api/v1/uploads', {
    method: 'POST',
    headers: { authorization: `Bearer ${shop.customer}` },
    body: form,
  });
  const response = (await (await ctx.send(request)).json()) as { data: { id: string } };
  uploaded = response.data.id;
});
afterEach(async () => {
  await ctx.close();
  rmSync(elsewhere, { recursive: true });
});

test('a full backup is one private file that restores rows, uploads and secrets into an empty folder', async () => {
  const { out, code } = await cli('db backup --full');
  expect(code).toBe(0);
  const file = out.trim();
  expect(file).toBe(join(dataDir, 'backups', 'backup-2026-06-01T12-00-00-000Z.tar'));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(dataDir, 'backups'))).toHaveLength(1);
  const { json } = await perkmint(elsewhere, ['db', 'restore', file, '--yes', '--json']);
  expect(json).toMatchObject({
    uploads: 1,
    secrets: true,
    keptAside: [],
    rows: { submissions: 1, uploads: 1 },
  });
  expect(readFileSync(join(elsewhere, 'uploads', uploaded)).equals(PNG)).toBe(true);
  expect(readFileSync(join(elsewhere, 'secrets.json'))).toEqual(readFileSync(join(dataDir, 'secrets.json')));
  expect((await perkmint(elsewhere, ['db', 'check'])).code).toBe(0);
  expect(readdirSync(elsewhere).filter(name => name.startsWith('.'))).toEqual([]);
});

test('a restore keeps a copy of what it replaces, including later uploads', async () => {
  const { out } = await cli('db backup --full');
  await perkmint(elsewhere, ['db', 'restore', out.trim(), '--yes']);
  writeFileSync(join(elsewhere, 'uploads', 'upl_later'), 'later');
  const clock = { now: () => ctx.clock.now() };
  const { json } = await perkmint(elsewhere, ['db', 'restore', out.trim(), '--yes', '--json'], {
    overrides: { clock },
  });
  const suffix = '.before-restore-2026-06-01T12-00-00-000Z';
  expect(json.keptAside.map((path: string) => path.slice(elsewhere.length + 1)).sort()).toEqual([
    `perkmint.sqlite${suffix}`,
    `secrets.json${suffix}`,
    `uploads${suffix}`,
  ]);
  expect(existsSync(join(elsewhere, `uploads${suffix}`, 'upl_later'))).toBe(true);
  expect(readdirSync(join(elsewhere, 'uploads'))).toEqual([uploaded]);
});

test('an older backup that is restored elsewhere erases the same people at the next start', async () => {
  const email = 'left@people.example';
  const line = `users create --email ${email} --name Left --password-stdin --json`;
  const { id } = (await cli(line, { stdin: 'correct horse battery' })).json;
  const older = (await cli('db backup')).out.trim();
  await cli(`users erase ${email} --yes`);
  ctx.clock.advance(DAY_MS);
  await cli('db backup --prune');
  const log = `2026-06-01T12:00:00.000Z user ${id}\n`;
  expect(readFileSync(join(dataDir, 'backups', 'erasures.log'), 'utf8')).toBe(log);
  const restored = await perkmint(elsewhere, ['db', 'restore', older, '--yes']);
  expect(restored.err).not.toContain('erasures.log');
  expect(readFileSync(join(elsewhere, 'erasures.log'), 'utf8')).toBe(log);
  await perkmint(elsewhere, ['db', 'migrate']);
  expect((await perkmint(elsewhere, ['users', 'list', '--json'])).out).not.toContain(email);
});

test('a restore without the list of erasures says where it belongs', async () => {
  const older = (await cli('db backup')).out.trim();
  const { err } = await perkmint(elsewhere, ['db', 'restore', older, '--yes']);
  expect(err).toContain('No erasures.log beside the backup');
});

test('a damaged archive, or one with a damaged database, changes nothing and exits with 7', async () => {
  const file = (await cli('db backup --full')).out.trim();
  const bytes = readFileSync(file);
  await perkmint(elsewhere, ['db', 'restore', file, '--yes']);
  const before = readdirSync(elsewhere).sort();
  writeFileSync(file, bytes.subarray(0, bytes.length - 4_096));
  expect((await perkmint(elsewhere, ['db', 'restore', file, '--yes'])).code).toBe(7);
  writeFileSync(file, Buffer.from(bytes).fill(0xab, 8_192, 12_288));
  expect((await perkmint(elsewhere, ['db', 'restore', file, '--yes'])).code).toBe(7);
  expect(readdirSync(elsewhere).sort()).toEqual(before);
});

describe('a restore that was interrupted', () => {
  /** Leaves what a killed restore of a full backup does after its first step. */
  async function interrupt(): Promise<string> {
    const file = (await cli('db backup --full')).out.trim();
    const folder = join(elsewhere, '.restoring-abc');
    mkdirSync(folder);
    readArchive(file, folder, () => true);
    const names = ['perkmint.sqlite', 'secrets.json', 'uploads'];
    const record = { folder: '.restoring-abc', names, suffix: '.before-restore-2026' };
    writeFileSync(join(elsewhere, 'restore.json'), JSON.stringify(record));
    renameSync(join(folder, 'perkmint.sqlite'), join(elsewhere, 'perkmint.sqlite'));
    return file;
  }

  test.each(['users list', 'db check', 'db backup', 'db migrate', 'init', 'import file'])(
    'keeps `perkmint %s` from the half of it',
    async line => {
      await interrupt();
      writeFileSync(join(elsewhere, 'file'), '');
      const args = line.replace('file', join(elsewhere, 'file')).split(' ');
      const { code, err } = await perkmint(elsewhere, args);
      expect([code, err]).toEqual([5, expect.stringContaining('A restore was interrupted')]);
      expect(existsSync(join(elsewhere, 'secrets.json'))).toBe(false);
    },
  );

  test('is named by doctor, and finished by the next restore', async () => {
    const file = await interrupt();
    const { json } = await perkmint(elsewhere, ['doctor', '--json']);
    expect(json.findings ?? json).toContainEqual(
      expect.objectContaining({ check: 'restore', state: 'wrong' }),
    );
    const { code, err } = await perkmint(elsewhere, ['db', 'restore', file, '--yes']);
    expect([code, err]).toEqual([0, expect.stringContaining('Finished the restore that was interrupted')]);
    expect(readdirSync(join(elsewhere, 'uploads'))).toEqual([uploaded]);
  });

  test('is finished by the next start of the server', async () => {
    await interrupt();
    mkdirSync(join(elsewhere, '.fetching-abc'));
    const child = Bun.spawn([...PROGRAM, 'serve', '--port', '0', '--data-dir', elsewhere], {
      env: { NODE_ENV: 'production', LOG_LEVEL: 'error' },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    });
    await child.stdout.getReader().read();
    child.kill('SIGTERM');
    expect(await new Response(child.stderr).text()).toContain('Finished the restore that was interrupted');
    expect(await child.exited).toBe(0);
    expect(readdirSync(join(elsewhere, 'uploads'))).toEqual([uploaded]);
    expect(readFileSync(join(elsewhere, 'secrets.json'))).toEqual(
      readFileSync(join(dataDir, 'secrets.json')),
    );
    expect(readdirSync(elsewhere).filter(name => /^\.|restore\.json/.test(name))).toEqual([]);
  });
});

describe('a backup that fails its drill', () => {
  const changes: [string, string, number][] = [
    [
      'of a newer version',
      "insert into _migrations values ('9999_future', 'x', '2027-01-01T00:00:00.000Z', '9.9.9')",
      5,
    ],
    ['with an edited migration', "update _migrations set hash = 'x' where name = '0056_integrations'", 1],
    ['with a missing migration', "delete from _migrations where name = '0056_integrations'", 1],
    ['with inconsistent totals', 'update campaigns set approved_count = 5', 7],
    ['of another program', 'drop table _migrations', 7],
  ];
  for (const [what, statement, expected] of changes) {
    test(`a backup ${what} replaces nothing, as a file and in an archive`, async () => {
      const [file, archive] = [(await cli('db backup')).out.trim(), join(dataDir, 'changed.tar')];
      await perkmint(elsewhere, ['db', 'restore', file, '--yes']);
      const database = join(elsewhere, 'perkmint.sqlite');
      const before = [readdirSync(elsewhere).sort(), readFileSync(database)];
      const db = new Sqlite(file);
      db.run('pragma foreign_keys = off');
      db.run(statement);
      db.close(true);
      writeArchive(archive, [{ name: 'perkmint.sqlite', path: file }], () => {});
      for (const backup of [file, archive]) {
        const drill = await perkmint(elsewhere, ['db', 'drill', backup]);
        const { code, err } = await perkmint(elsewhere, ['db', 'restore', backup, '--yes']);
        expect([code, err]).toEqual([expected, expect.stringContaining('error: ')]);
        expect(drill.code).toBe(code);
        expect([readdirSync(elsewhere).sort(), readFileSync(database)]).toEqual(before);
      }
    });
  }

  test('a backup with inconsistent totals is restored with --force', async () => {
    const file = (await cli('db backup')).out.trim();
    const db = new Sqlite(file);
    db.run('update campaigns set approved_count = 5');
    db.close(true);
    expect((await perkmint(elsewhere, ['db', 'restore', file, '--yes'])).err).toContain(
      '--force restores it anyway',
    );
    expect((await perkmint(elsewhere, ['db', 'restore', file, '--yes', '--force'])).code).toBe(0);
    expect((await perkmint(elsewhere, ['db', 'check'])).code).toBe(7);
  });
});

test('backups of both kinds are pruned separately', async () => {
  for (let day = 0; day < 3; day++) {
    for (const line of ['db backup --prune', 'db backup --full --prune'])
      expect((await cli(line, { env: { BACKUP_KEEP: '2' } })).code).toBe(0);
    ctx.clock.advance(DAY_MS);
  }
  expect(readdirSync(join(dataDir, 'backups')).sort()).toEqual([
    'backup-2026-06-02T12-00-00-000Z.sqlite',
    'backup-2026-06-02T12-00-00-000Z.tar',
    'backup-2026-06-03T12-00-00-000Z.sqlite',
    'backup-2026-06-03T12-00-00-000Z.tar',
  ]);
});

test('backups created during writes can be restored and are intact', async () => {
  let isOver = false;
  const busy = (async () => {
    for (let i = 0; !isOver; i++) {
      const reward = { type: 'fixed', value: 1 };
      const terms = { name: `Campaign ${i}`, platform: 'instagram', actionType: 'story', reward };
      await ctx.call('POST', '/campaigns', terms, { as: shop.token });
    }
  })();
  try {
    for (let round = 0; round < 4; round++) {
      const out = join(elsewhere, `${round}.sqlite`);
      expect((await cli(`db backup --out ${out}`)).code).toBe(0);
      const { code } = await cli(`db drill ${out}`);
      expect([round, code]).toEqual([round, 0]);
    }
  } finally {
    isOver = true;
    await busy;
  }
});

test('drill restores the latest backup into a temporary folder and deletes it', async () => {
  expect((await cli('db drill')).code).toBe(7);
  await cli('db backup --full');
  ctx.clock.advance(1_000);
  const drill = await cli('db drill --json');
  expect(drill.code).toBe(0);
  expect(drill.json).toMatchObject({ uploads: 1, secrets: true, migrated: [] });
  expect(drill.json.rows).toBeGreaterThan(200);
  expect((await cli('db drill /nowhere.sqlite')).code).toBe(4);
});

test('drill detects a backup with inconsistent totals', async () => {
  const out = (await cli('db backup')).out.trim();
  const db = new Sqlite(out);
  db.run('update campaigns set approved_count = 5');
  db.close(true);
  const { code, err } = await cli('db drill');
  expect(code).toBe(7);
  expect(err).toContain('has stored pending');
});

test('long operations show their progress on terminals only and clear the line', async () => {
  const seen = await cli('db backup --full', { isErrTerminal: true });
  expect(seen.err).toContain('Backup: copying the database…');
  expect(seen.err).toContain('Backup: [########################] 100%');
  expect(seen.err).toEndWith('\r\u001b[2K');
  ctx.clock.advance(1_000);
  expect((await cli('db backup --full')).err).toBe('');
  ctx.clock.advance(1_000);
  expect((await cli('db backup --full', { isErrTerminal: true, env: { TERM: 'dumb' } })).err).toBe('');
  expect((await cli('seed', { isErrTerminal: true })).err).toContain('Seeding [');
});

test('an upgrade keeps a snapshot of the database and prints its path', async () => {
  const now = '2026-06-01T12:00:00.000Z';
  const older = migrations.slice(0, -1);
  const newest = migrations.at(-1)?.name as string;
  const upgraded = join(elsewhere, 'upgraded');
  mkdirSync(upgraded, { recursive: true });
  await migrate(join(upgraded, 'perkmint.sqlite'), older, { now });
  const db = new Sqlite(join(upgraded, 'perkmint.sqlite'));
  db.run(
    `insert into businesses (id, name, created_at, updated_at) values ('biz_1', 'Cup', '${now}', '${now}')`,
  );
  db.close(true);
  const { json } = await perkmint(upgraded, ['db', 'migrate', '--json']);
  expect(json.applied).toEqual([newest]);
  expect(json.snapshot).toStartWith(join(upgraded, 'backups', 'pre-migration-'));
  const old = new Sqlite(json.snapshot);
  expect(old.query('select name from _migrations order by rowid').values().flat()).toEqual(
    older.map(({ name }) => name),
  );
  old.close(true);
  const restored = await perkmint(elsewhere, ['db', 'restore', json.snapshot, '--yes']);
  expect(restored.out).toMatch(/^businesses +1$/m);
  expect(restored.err).toMatch(/Restored \d+ rows from/);
});
