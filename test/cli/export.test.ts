import type { Database as Sqlite } from 'bun:sqlite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import {
  cpSync,
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
import { migrations } from '../../db/migrations/index.ts';
import { unsealInto } from '../../db/offsite/sealed-file.ts';
import { withFile } from '../../db/sqlite/file.ts';
import { acquireLock } from '../../db/sqlite/lock.ts';
import { migrate } from '../../db/sqlite/migrate.ts';
import { readExport, writeExport } from '../../db/transfer/export-file.ts';
import { listUnequalTables, summarizeTables, type TableSummary } from '../../db/transfer/tables.ts';
import { createVault } from '../../src/platform/crypto.ts';
import { readStoredSecrets } from '../../src/platform/security/secrets.ts';
import { ENCRYPTED_COLUMN_NAMES } from '../../src/system/service/encrypted-values.ts';
import { SIGNING_KEYS_OWNER } from '../../src/system/service/prepare-secrets.ts';
import { PNG, seedFixtures } from '../support/fixtures.ts';
import { hasPostgres } from '../support/postgres.ts';
import { NODE_SECRETS } from '../support/postgres-app.ts';
import { createTestApp, ON_SQLITE } from '../support/test-app.ts';
import { createTestDatabaseUrl } from '../support/test-database.ts';
import { perkmint, type RunOptions } from './fixture.ts';

const NOW = '2026-06-01T12:00:00.000Z';
const FILE = 'perkmint.sqlite';
const ERASURE = '2026-05-01T00:00:00.000Z user usr_01m7d8ngyhe4wt69czfrh8pjdz\n';

const template = mkdtempSync(join(tmpdir(), 'perkmint-exported-'));
/** The only upload of the template. */
let upload: string;
let folder: string;
/** The former data folder, the new one, and the file between them. */
let [from, to, file] = ['', '', ''];

beforeAll(async () => {
  const ctx = await createTestApp(ON_SQLITE);
  upload = (await seedFixtures(ctx)).records.uploads as string;
  const { dataDir } = ctx.app.services.config;
  await ctx.app.close();
  cpSync(dataDir, template, { recursive: true });
  await ctx.close();
  writeFileSync(join(template, 'erasures.log'), ERASURE);
  change(template, db => db.run("update businesses set test_environment_id = 'tst_1'"));
});
afterAll(() => rmSync(template, { recursive: true }));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'perkmint-export-'));
  [from, to, file] = ['from', 'to', 'moved.perkmint'].map(name => join(folder, name)) as [
    string,
    string,
    string,
  ];
  cpSync(template, from, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

const change = <T>(inFolder: string, work: (db: Sqlite) => T) => withFile(join(inFolder, FILE), work);

const exportAll = (dataDir = from, options: RunOptions = {}) =>
  perkmint(dataDir, ['export', '--all', '--out', file, '--json'], options);

/** Imports a file with a passphrase that a person types. */
const importAll = (passphrase: string, dataDir = to, env: Record<string, string> = {}) =>
  perkmint(dataDir, ['import', '--all', file, '--json'], { answers: [passphrase], env });

async function exportedFrom(dataDir = from, options: RunOptions = {}) {
  const { code, err, json } = await exportAll(dataDir, options);
  expect([code, code === 0 ? '' : err]).toEqual([0, '']);
  return json as { passphrase: string; tables: TableSummary[]; rows: number; uploads: number };
}

/** The export of a copy of the template, which all tests share that change nothing before it. */
let once: Promise<{ bytes: Buffer; result: Awaited<ReturnType<typeof exportedFrom>> }> | undefined;

async function exportedOnce() {
  once ??= exportedFrom().then(result => ({ bytes: readFileSync(file), result }));
  const { bytes, result } = await once;
  writeFileSync(file, bytes);
  return result;
}

const readSecret = (dataDir: string) =>
  change(dataDir, db => db.query('select secret from integrations').values().flat()[0] as string);
const vaultOf = (dataDir: string) => createVault([readStoredSecrets(dataDir).encryptionKey as string]);
const readSigningKeys = (dataDir: string) =>
  vaultOf(dataDir).open(
    change(
      dataDir,
      db => db.query("select value from facts where name = 'signingKeys'").values().flat()[0] as string,
    ),
    SIGNING_KEYS_OWNER,
  );

describe('export --all and import --all', () => {
  test('move all rows, uploads, erasures and signing keys, and encrypt with the new key of the machine', async () => {
    const { passphrase, tables, rows, uploads } = await exportedFrom();
    expect(uploads).toBe(1);
    expect(rows).toBeGreaterThan(300);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { code, err, json } = await importAll(passphrase);
    expect(err).toContain('Imported');
    expect(code).toBe(0);
    expect(json).toMatchObject({ rows, uploads: 1, problems: [] });
    const stored = await summarizeTables(join(to, FILE), ENCRYPTED_COLUMN_NAMES);
    // The import is an entry of the log.
    expect(listUnequalTables(stored, tables)).toEqual(['admin_actions']);

    expect((await perkmint(to, ['db', 'check'])).code).toBe(0);
    expect((await perkmint(to, ['uploads', 'check'])).out).toContain('1 file checked');
    expect((await perkmint(to, ['audit', 'verify'])).code).toBe(0);
    const { json: log } = await perkmint(to, ['audit', '--json']);
    expect(log.items).toMatchObject([
      { operation: 'import' },
      { operation: 'export' },
      ...log.items.slice(2),
    ]);
    expect(readFileSync(join(to, 'erasures.log'), 'utf8')).toBe(ERASURE);
    expect(readSigningKeys(to)).toBe(readSigningKeys(from));
    expect(() => vaultOf(from).open(readSecret(to))).toThrow();
    const { json: rotated } = await perkmint(to, ['secrets', 'rotate', '--json']);
    expect(rotated.reencrypted).toBe(0);
    for (const table of rotated.tables) expect(table).toMatchObject({ earlier: 0, unreadable: 0 });
    expect(
      change(to, db => db.query('select test_environment_id as id from businesses').values().flat()),
    ).toContain(null);

    for (const dataDir of [from, to])
      expect(readdirSync(dataDir).filter(name => name.startsWith('.'))).toEqual([]);
    expect(readdirSync(folder).sort()).toEqual(['from', 'moved.perkmint', 'to']);
  });

  test('the folder of an export that was killed is removed, and that of one that runs is not', async () => {
    const killed = Bun.spawnSync([process.execPath, '--version']).pid;
    for (const pid of [killed, process.ppid]) mkdirSync(join(from, `.exporting-${pid}`));
    await exportedFrom();
    expect(readdirSync(from).filter(name => name.startsWith('.'))).toEqual([`.exporting-${process.ppid}`]);
  });

  test('nothing in the file can be read without the passphrase, and other programs can read it with it', async () => {
    const { passphrase } = await exportedOnce();
    expect(passphrase).toMatch(/^([a-z2-9]{5}-){4}[a-z2-9]{5}$/);
    expect(readFileSync(file).subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    expect(readFileSync(file).includes('Blue Cup')).toBe(false);
    await unsealInto(join(folder, 'plain.tar'), file, { passphrase }, file);
    const names = Bun.spawnSync(['tar', '-tf', join(folder, 'plain.tar')])
      .stdout.toString()
      .trim()
      .split('\n');
    expect(names).toEqual([
      'export.json',
      FILE,
      'secrets.json',
      `uploads/${upload}`,
      'erasures.log',
      'contents.json',
    ]);
  });

  test('the former keys are not in the file, and the secrets that providers know are', async () => {
    const { passphrase } = await exportedFrom();
    const unpacked = join(folder, 'unpacked');
    mkdirSync(unpacked);
    await readExport(file, unpacked, passphrase);
    const [former, exported] = [readStoredSecrets(from), readStoredSecrets(unpacked)];
    const { encryptionKey, ...carried } = exported;
    expect(typeof encryptionKey).toBe('string');
    expect(encryptionKey).not.toBe(former.encryptionKey as string);
    const { verificationWebhookSecret, billingWebhookSecret } = former;
    expect(carried).toEqual({ verificationWebhookSecret, billingWebhookSecret });
    await importAll(passphrase);
    expect(readStoredSecrets(to)).toMatchObject(carried);
  });

  test('the settings that were set and are not set here are named', async () => {
    const { passphrase } = await exportedFrom(from, {
      env: { SMTP_URL: 'smtp://user:hunter22@mail.example', MAIL_FROM: 'a@b.example', PORT: '4210' },
    });
    const { out, err } = await importAll(passphrase, to, { MAIL_FROM: 'a@b.example' });
    expect(err).toContain('Settings of the former installation that are not set here: SMTP_URL\n');
    expect(out + err).not.toContain('hunter22');
  });

  test('an upload that is missing or damaged is named, and the rest is imported', async () => {
    writeFileSync(join(from, 'uploads', upload), 'other bytes');
    const { passphrase } = await exportedFrom();
    const { code, err, json } = await importAll(passphrase);
    expect(code).toBe(0);
    expect(err).toContain(`${upload}: its file in the storage folder is damaged`);
    expect(json.problems).toHaveLength(1);
  });

  test('uploads go where the settings of the new machine say', async () => {
    const { passphrase } = await exportedOnce();
    expect((await importAll(passphrase, to, { UPLOADS: 'database' })).code).toBe(0);
    const { json } = await perkmint(to, ['uploads', 'stats', '--json']);
    expect(json).toEqual([{ storage: 'database', files: 1, bytes: PNG.length }]);
  });

  test('uploads in a bucket stay there, and nothing moves them out of it', async () => {
    change(from, db => db.run("update uploads set storage = 's3'"));
    const exported = await exportAll();
    expect(exported.err).toContain('In the S3 bucket, which the new machine needs too: 1 upload');
    const { code, err } = await importAll(exported.json.passphrase, to, { UPLOADS: 'database' });
    expect(err).toContain('In the S3 bucket: 1 upload');
    expect(code).toBe(0);
  });

  test('an installation that was started and not set up is replaced, and keeps its keys', async () => {
    const { passphrase } = await exportedOnce();
    await perkmint(to, ['db', 'migrate']);
    const { encryptionKey } = readStoredSecrets(to);
    expect((await importAll(passphrase)).code).toBe(0);
    expect(readStoredSecrets(to).encryptionKey).toBe(encryptionKey as string);
    expect(readSigningKeys(to)).toBe(readSigningKeys(from));
  });

  test('an export of an older version is migrated', async () => {
    const older = join(folder, 'older');
    mkdirSync(older);
    await migrate(join(older, FILE), migrations.slice(0, -1), { now: NOW });
    const manifest = { version: '0.1.0', exportedAt: NOW, business: null, settings: [], tables: [] };
    await writeExport(file, { folder: older, dataDir: older, manifest, passphrase: 'abc' });
    expect((await importAll('abc')).code).toBe(0);
    expect((await perkmint(to, ['db', 'check'])).code).toBe(0);
  });
});

describe.skipIf(!hasPostgres())('between engines', () => {
  test('from SQLite to PostgreSQL and back, all tables are equal', async () => {
    const database = await createTestDatabaseUrl();
    const env = { DATABASE_URL: database.url, ...NODE_SECRETS };
    const there = await exportedOnce();
    const node = join(folder, 'node');
    const imported = await importAll(there.passphrase, node, env);
    expect([imported.code, imported.err]).toEqual([0, expect.stringContaining('Imported')]);
    expect(imported.err).toContain('VERIFICATION_WEBHOOK_SECRET is not that of the former installation');
    const again = await importAll(there.passphrase, to, env);
    expect([again.code, again.err]).toEqual([5, expect.stringContaining('is not empty')]);
    expect(readdirSync(to)).toEqual(['lock']);

    rmSync(file);
    const back = await exportedFrom(node, { env });
    await database.drop();
    // The export and the import are entries of the log.
    const moved = listUnequalTables(there.tables, back.tables).filter(name => name !== 'admin_actions');
    expect(moved).toEqual(['file_parts', 'uploads']);
    expect((await importAll(back.passphrase)).code).toBe(0);
    expect(readSigningKeys(to)).toBe(readSigningKeys(from));
    expect((await perkmint(to, ['uploads', 'check'])).code).toBe(0);
  });
});

test('the default file is a dated one in the current folder', async () => {
  const before = process.cwd();
  process.chdir(folder);
  const clock = { now: () => Date.parse(NOW) };
  const { code, json } = await perkmint(from, ['export', '--all', '--json'], { overrides: { clock } });
  process.chdir(before);
  expect([code, json.file]).toEqual([0, join(folder, 'perkmint-2026-06-01T12-00-00-000Z.perkmint')]);
});

describe('export refuses', () => {
  test.each([
    [['export', '--out', 'x'], 'Name what to export: --all'],
    [['export', '--all', '--out', '/nowhere/x'], 'Folder not found: /nowhere'],
  ])('%j', async (line, words) => {
    const { code, err } = await perkmint(from, line);
    expect(err).toContain(words);
    expect(code).toBe(2);
  });

  test('an existing file, a folder without an installation, and one that a server uses', async () => {
    writeFileSync(file, 'mine');
    expect((await exportAll()).code).toBe(5);
    expect(readFileSync(file, 'utf8')).toBe('mine');
    rmSync(file);
    expect((await exportAll(to)).code).toBe(4);
    const lock = acquireLock(from, 'perkmint serve on port 4210', NOW);
    const { code, err } = await exportAll();
    lock.release();
    expect(err).toContain('Stop it first: what it stores after the export would be lost');
    expect(code).toBe(5);
    expect(readdirSync(folder)).toEqual(['from']);
  });

  test('inconsistent totals, and a key that does not fit', async () => {
    const { code, err } = await exportAll(from, { env: { ENCRYPTION_KEY: NODE_SECRETS.ENCRYPTION_KEY } });
    expect(err).toContain('is not the key that the data was encrypted with');
    expect(code).toBe(2);
    change(from, db => db.run('update programs set member_count = member_count + 1'));
    const inconsistent = await exportAll();
    expect(inconsistent.err).toContain('The stored totals of the database are inconsistent');
    expect(inconsistent.code).toBe(7);
    expect(readdirSync(folder)).toEqual(['from']);
  });
});

describe('import refuses, and leaves the folder without an installation,', () => {
  const isEmpty = () => readdirSync(to).every(name => name.startsWith('lock'));

  test('a missing file, a session without a passphrase, and a wrong passphrase', async () => {
    expect((await importAll('x')).code).toBe(4);
    await exportedOnce();
    const silent = await perkmint(to, ['import', file]);
    expect([silent.code, silent.err]).toEqual([2, expect.stringContaining('--passphrase-file')]);
    const { code, err } = await importAll('abcde-abcde-abcde-abcde-abcde');
    expect(err).toContain('cannot be opened with this passphrase');
    expect(code).toBe(7);
    expect(isEmpty()).toBe(true);
  });

  test('a file that was cut or changed', async () => {
    const { passphrase } = await exportedOnce();
    const whole = readFileSync(file);
    const changed = Buffer.from(whole);
    changed.writeUInt8(changed.readUInt8(whole.length >> 1) ^ 1, whole.length >> 1);
    for (const bytes of [whole.subarray(0, whole.length - 1), whole.subarray(0, 300), changed]) {
      writeFileSync(file, bytes);
      const { code, err } = await importAll(passphrase);
      expect(err).toContain('is damaged or incomplete');
      expect(code).toBe(7);
      expect(isEmpty()).toBe(true);
    }
  });

  test('an installation with data, which stays as it is', async () => {
    const { passphrase } = await exportedOnce();
    cpSync(template, to, { recursive: true });
    const before = readFileSync(join(to, FILE));
    const { code, err } = await importAll(passphrase);
    expect(err).toContain('is not empty');
    expect(code).toBe(5);
    expect(readFileSync(join(to, FILE)).equals(before)).toBe(true);
  });

  test('rows that differ from those of the export, and totals that are inconsistent', async () => {
    const { passphrase } = await exportedOnce();
    const unpacked = join(folder, 'unpacked');
    mkdirSync(unpacked);
    const manifest = await readExport(file, unpacked, passphrase);
    const repack = async () => {
      rmSync(file);
      await writeExport(file, { folder: unpacked, dataDir: unpacked, manifest, passphrase });
      return await importAll(passphrase);
    };
    change(unpacked, db => db.run("update businesses set name = name || '!'"));
    const { code, err } = await repack();
    expect(JSON.parse(err.slice(err.indexOf('{'))).error.details).toEqual(['businesses']);
    expect(code).toBe(7);
    change(unpacked, db => db.run('update programs set member_count = member_count + 1'));
    const inconsistent = await repack();
    expect(inconsistent.err).toContain('inconsistent; nothing was moved');
    expect(inconsistent.code).toBe(7);
    expect(isEmpty()).toBe(true);
  });

  test('an export of a newer version, by its format and by its migrations', async () => {
    const { passphrase } = await exportedOnce();
    const unpacked = join(folder, 'unpacked');
    mkdirSync(unpacked);
    const manifest = { ...(await readExport(file, unpacked, passphrase)), version: '9.0.0' };
    change(unpacked, db =>
      db.run("insert into _migrations (name, hash, applied_at) values ('9999_x', 'x', '')"),
    );
    rmSync(file);
    await writeExport(file, { folder: unpacked, dataDir: unpacked, manifest, passphrase });
    expect((await importAll(passphrase)).code).toBe(5);
    rmSync(file);
    const parts = { folder: unpacked, dataDir: unpacked, passphrase };
    await writeExport(file, { ...parts, manifest: { format: 2, ...manifest } as never });
    const { code, err } = await importAll(passphrase);
    expect(err).toContain('was written by version 9.0.0, which is newer than this one');
    expect(code).toBe(5);
    expect(isEmpty()).toBe(true);
  });
});
