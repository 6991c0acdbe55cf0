import { Database as Sqlite } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acquireLock } from '../../db/sqlite/lock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, nowIso } from '../../src/platform/clock.ts';
import { PNG } from '../e2e/png.ts';
import { type FakeS3, startFakeS3 } from '../support/fake-s3.ts';
import { startSftpServer } from '../support/sftp-server.ts';
import { createTestApp, ON_SQLITE, type TestApp } from '../support/test-app.ts';
import { createBusinessWithSubmission, createRunner, perkmint, type RunOptions } from './fixture.ts';

const S3_CREDENTIALS = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };

let ctx: TestApp;
let dataDir: string;
let elsewhere: string;
let disk: string;
let env: Record<string, string>;
let keyFile: string;
let shop: Awaited<ReturnType<typeof createBusinessWithSubmission>>;

beforeEach(async () => {
  ctx = await createTestApp(ON_SQLITE);
  dataDir = ctx.app.services.config.dataDir;
  elsewhere = mkdtempSync(join(tmpdir(), 'perkmint-elsewhere-'));
  disk = join(elsewhere, 'disk');
  keyFile = join(elsewhere, 'key.txt');
  shop = await createBusinessWithSubmission(ctx);
  expect((await cli(`db keygen ${keyFile}`)).code).toBe(0);
  env = { BACKUP_URL: `file://${disk}`, BACKUP_KEY_FILE: keyFile };
});
afterEach(async () => {
  await ctx.close();
  rmSync(elsewhere, { recursive: true });
});

const cli = (line: string, options: RunOptions = {}) =>
  createRunner(ctx)(line, { ...options, env: { ...env, ...options.env } });

/** Runs a command in a folder without an installation, with the key alone. */
const onNewMachine = (line: string, more: Record<string, string> = {}) =>
  perkmint(join(elsewhere, 'new'), line.split(' '), {
    env: { BACKUP_KEY_FILE: keyFile, ...more },
    overrides: { clock: ctx.clock },
  });

const rename = (name: string) => ctx.call('PUT', '/business', { name }, { as: shop.token });

async function addUpload(): Promise<string> {
  const form = new FormData();
  form.append('file', new File([PNG], 'proof.png'));
  const headers = { authorization: `Bearer ${shop.customer}` };
  const request = new Request('http://localhost/api/v1/uploads', { method: 'POST', headers, body: form });
  return ((await (await ctx.send(request)).json()) as { data: { id: string } }).data.id;
}

test('a key is a file for its owner, which age reads, and its public key is printed', async () => {
  const { json, err } = await cli(`db keygen ${join(elsewhere, 'second.txt')} --json`);
  const text = readFileSync(json.file, 'utf8');
  expect(text).toBe(
    `# created: ${nowIso(ctx.clock)}\n# public key: ${json.recipient}\n${text.split('\n')[2]}\n`,
  );
  expect(text).toMatch(/\nAGE-SECRET-KEY-1[0-9A-Z]{58}\n$/);
  expect(statSync(json.file).mode & 0o777).toBe(0o600);
  expect(err).toContain('Backups cannot be restored without');
  expect((await cli(`db keygen ${keyFile}`)).code).toBe(5);
  expect((await cli('db keygen /nowhere/key.txt')).code).toBe(2);
});

test('a lost machine is restored from a disk with the key alone, to any moment', async () => {
  const full = await cli('db backup --to --json');
  expect(full.json).toMatchObject({ kind: 'full', uploads: 0, at: '2026-06-01T12:00:00.000Z' });
  const upload = await addUpload();
  await rename('Second');
  ctx.clock.advance(MINUTE_MS);
  expect((await cli('db backup --to --changes --json')).json).toMatchObject({ kind: 'changes', uploads: 1 });
  await rename('Third');
  ctx.clock.advance(MINUTE_MS);
  await cli('db backup --to --changes');
  expect((await cli('db backup --to --changes')).out).toBe('Nothing has changed\n');
  const listed = (await onNewMachine(`db backups ${env.BACKUP_URL} --json`)).json;
  expect(listed).toMatchObject([
    { createdAt: '2026-06-01T12:00:00.000Z', restorableUntil: '2026-06-01T12:02:00.000Z' },
  ]);
  const names: string[] = [];
  for (const at of ['2026-06-01T12:00:30Z', '2026-06-01T14:01:00+02:00', undefined]) {
    const line = `db restore ${env.BACKUP_URL} --yes --json${at ? ` --at ${at}` : ''}`;
    ctx.clock.advance(MINUTE_MS);
    const { code, json } = await onNewMachine(line);
    expect([code, json.missingUploads, json.secrets]).toEqual([0, 0, true]);
    expect(json.uploads).toBe(at === '2026-06-01T12:00:30Z' ? 0 : 1);
    expect((await onNewMachine('db check')).code).toBe(0);
    const db = new Sqlite(join(elsewhere, 'new', 'perkmint.sqlite'));
    names.push(db.query<{ name: string }, []>('select name from businesses').get()!.name);
    db.close(true);
  }
  expect(names).toEqual(['Blue Cup', 'Second', 'Third']);
  expect(readFileSync(join(elsewhere, 'new', 'uploads', upload)).equals(PNG)).toBe(true);
  expect(readFileSync(join(elsewhere, 'new', 'secrets.json'), 'utf8')).toBe(
    readFileSync(join(dataDir, 'secrets.json'), 'utf8'),
  );
  expect(readdirSync(join(elsewhere, 'new')).filter(name => name.startsWith('.'))).toEqual([]);
});

test('what leaves the machine shows nothing of its content', async () => {
  await addUpload();
  await cli('db backup --to');
  const files = readdirSync(disk, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile());
  expect(files).toHaveLength(2);
  for (const { parentPath, name } of files) {
    const bytes = readFileSync(join(parentPath, name));
    expect(bytes.toString('latin1')).toStartWith('age-encryption.org/v1\n');
    for (const text of ['Blue Cup', 'SQLite format 3', 'PNG\r\n\x1a\n', 'encryptionKey'])
      expect([name, bytes.includes(text)]).toEqual([name, false]);
    expect(statSync(join(parentPath, name)).mode & 0o077).toBe(0);
  }
});

test('a server needs the public key alone; reading needs the private one', async () => {
  const recipient = /age1\w+/.exec(readFileSync(keyFile, 'utf8'))?.[0] as string;
  const sender = { BACKUP_KEY: recipient, BACKUP_KEY_FILE: '' };
  expect((await cli('db backup --to', { env: sender })).code).toBe(0);
  const drill = await cli('db drill --to', { env: sender });
  expect([drill.code, drill.err]).toEqual([7, expect.stringContaining('begins with AGE-SECRET-KEY-1')]);
  expect((await cli('db drill --to')).code).toBe(0);
});

test('a drill restores the newest moment and is noted', async () => {
  await cli('db backup --to');
  await rename('Second');
  ctx.clock.advance(HOUR_MS);
  await cli('db backup --to --changes');
  const { json } = await cli('db drill --to --json');
  expect(json).toMatchObject({ file: env.BACKUP_URL, at: nowIso(ctx.clock), changes: 1, missingUploads: 0 });
  const report = readdirSync(join(dataDir, 'backups')).find(name => name.endsWith('report.json')) as string;
  expect(JSON.parse(readFileSync(join(dataDir, 'backups', report), 'utf8'))).toMatchObject({
    drilledAt: nowIso(ctx.clock),
    failure: null,
  });
});

describe('errors change nothing and say what to do', () => {
  test('settings and arguments', async () => {
    const cases: [string, Record<string, string>, number, string][] = [
      ['db backup --to', { BACKUP_URL: '' }, 2, 'Name a destination such as s3://bucket/path'],
      ['db backup --to', { BACKUP_KEY_FILE: '' }, 2, 'BACKUP_KEY_FILE is required with BACKUP_URL'],
      [`db backup --to file://${disk}`, { BACKUP_URL: '', BACKUP_KEY_FILE: '' }, 2, 'set BACKUP_KEY_FILE'],
      ['db backup --to', { BACKUP_KEY_FILE: '/nowhere' }, 2, 'BACKUP_KEY_FILE cannot be read: /nowhere'],
      ['db backup --to', { BACKUP_KEY_FILE: '', BACKUP_KEY: 'abc' }, 2, 'BACKUP_KEY must contain age keys'],
      ['db backup --to', { BACKUP_URL: 'ftp://a/b' }, 2, 'BACKUP_URL must be a URL that begins with s3://'],
      ['db backup --to', { BACKUP_URL: 'file://relative/b' }, 2, 'a folder with its whole path'],
      ['db backup --to', { BACKUP_URL: 's3:///b' }, 2, 'must name a bucket'],
      ['db backup --to', { BACKUP_URL: 'sftp://nas.example/b' }, 2, 'must name a user'],
      ['db backup --to', { BACKUP_URL: 'sftp://a:5%@nas.example/b' }, 2, 'must write % as %25'],
      ['db backup --to ftp://a/b', {}, 2, 'must be a URL that begins with s3://'],
      ['db backup --to --prune', {}, 2, '--to cannot be combined with'],
      ['db backup --changes', {}, 2, '--changes requires --to'],
      ['db backup --to s3://bucket/shop', {}, 6, 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'],
      [
        'db backup --to s3://bucket/shop',
        { ...S3_CREDENTIALS, AWS_ENDPOINT_URL: 'localhost:1' },
        6,
        's3://bucket/shop: ',
      ],
      [`db restore ${join(elsewhere, 'key.txt')} --at 2026-06-01`, {}, 2, '--at requires a destination'],
      ['db restore file:///nowhere/disk --yes', {}, 6, 'The folder does not exist. Is the disk mounted?'],
      ['db restore file:///tmp --at yesterday', {}, 2, 'It must be a time'],
    ];
    for (const [line, more, expected, words] of cases) {
      const { code, err } = await cli(line, { env: more });
      expect([line, code, err]).toEqual([line, expected, expect.stringContaining(words)]);
    }
    expect(existsSync(disk)).toBe(false);
  });

  test('an empty destination, and a moment before the first backup', async () => {
    await cli('db backup --to');
    const early = await onNewMachine(`db restore ${env.BACKUP_URL} --yes --at 2026-05-01`);
    expect([early.code, early.err]).toEqual([4, expect.stringContaining('is from before 2026-05-01')]);
    rmSync(disk, { recursive: true });
    const gone = await cli('db backup --to --changes');
    expect(gone.code).toBe(0);
    await rename('Second');
    const missing = await cli('db backup --to --changes');
    expect([missing.code, missing.err]).toEqual([6, expect.stringContaining('Is the disk mounted?')]);
    expect(existsSync(disk)).toBe(false);
  });

  test('a damaged backup is not restored', async () => {
    await cli('db backup --to');
    const [name] = readdirSync(disk).filter(each => each.startsWith('backup-'));
    const bytes = readFileSync(join(disk, name as string));
    writeFileSync(join(disk, name as string), bytes.subarray(0, bytes.length - 1));
    const { code, err } = await onNewMachine(`db restore ${env.BACKUP_URL} --yes`);
    expect([code, err]).toEqual([7, expect.stringContaining(`${name} is damaged or incomplete`)]);
    expect(existsSync(join(elsewhere, 'new', 'perkmint.sqlite'))).toBe(false);
  });

  test('two processes do not send at the same time', async () => {
    await cli('db backup --to');
    const lock = acquireLock(join(dataDir, 'backups'), 'another backup', nowIso(ctx.clock));
    const { code, err } = await cli('db backup --to');
    lock.release();
    expect([code, err]).toEqual([5, expect.stringContaining('is in use by another backup')]);
  });
});

test('doctor says that backups leave, that they are late, or why they fail', async () => {
  const check = async (more: Record<string, string> = {}) => {
    const { json } = await cli('doctor --json', { env: more });
    return json.find((finding: { check: string }) => finding.check === 'backups elsewhere');
  };
  expect(await check({ BACKUP_URL: '' })).toMatchObject({
    state: 'warning',
    found: 'All backups are on this computer and would be lost with it.',
  });
  expect(await check()).toMatchObject({
    state: 'warning',
    found: `Nothing has been sent to ${env.BACKUP_URL} yet.`,
  });
  await cli('db backup --to');
  expect(await check()).toMatchObject({
    state: 'ok',
    found: expect.stringMatching(/^Everything until Jun 1, 2026, 12:00\sPM UTC is also stored at file:/),
  });
  await rename('Second');
  ctx.clock.advance(HOUR_MS);
  expect(await check()).toMatchObject({
    state: 'warning',
    found: expect.stringMatching(/^Changes since Jun 1, 2026, 12:00\sPM UTC are missing at file:/),
  });
  rmSync(disk, { recursive: true });
  await cli('db backup --to');
  const failing = {
    found: expect.stringMatching(/Changes since Jun 1, 2026, 12:00\sPM UTC .*Is the disk mounted\?/),
  };
  expect(await check()).toMatchObject({ state: 'warning', ...failing });
  ctx.clock.advance(3 * DAY_MS);
  expect(await check()).toMatchObject({ state: 'wrong', ...failing });
});

describe('an S3-compatible service', () => {
  let s3: FakeS3;
  beforeEach(() => {
    s3 = startFakeS3();
    env = {
      BACKUP_KEY_FILE: keyFile,
      BACKUP_URL: 's3://perks/shop/one',
      AWS_ENDPOINT_URL: s3.settings.S3_ENDPOINT as string,
      AWS_ACCESS_KEY_ID: s3.settings.S3_ACCESS_KEY_ID as string,
      AWS_SECRET_ACCESS_KEY: s3.settings.S3_SECRET_ACCESS_KEY as string,
    };
  });
  afterEach(() => s3.stop());

  test('backups are sent, listed over several pages, restored and pruned', async () => {
    await addUpload();
    await cli('db backup --to');
    for (let minute = 1; minute <= 5; minute++) {
      ctx.clock.advance(MINUTE_MS);
      await rename(`Name ${minute}`);
      expect((await cli('db backup --to --changes --json')).json.kind).toBe('changes');
    }
    expect([...s3.objects.keys()].every(key => key.startsWith('shop/one/'))).toBe(true);
    const { json } = await onNewMachine('db restore s3://perks/shop/one --yes --json', env);
    expect(json).toMatchObject({ changes: 5, uploads: 1, missingUploads: 0 });
    ctx.clock.advance(DAY_MS);
    const next = await cli('db backup --to --json', { env: { BACKUP_KEEP: '1' } });
    expect(next.json).toMatchObject({ kind: 'full', pruned: 6 });
  });

  test('credentials and the service may be in the URL, and stay out of messages', async () => {
    const [id, secret] = [env.AWS_ACCESS_KEY_ID, 'very/secret'];
    const url = `s3://${id}:${encodeURIComponent(secret)}@perks/x?endpoint=${env.AWS_ENDPOINT_URL}`;
    const bare = { BACKUP_KEY_FILE: keyFile, BACKUP_URL: url, AWS_ENDPOINT_URL: '', AWS_ACCESS_KEY_ID: '' };
    expect((await cli('db backup --to', { env: bare })).code).toBe(0);
    s3.refuse = { status: 403, code: 'AccessDenied' };
    const { code, err } = await cli('db backup --to', { env: bare });
    expect([code, err]).toEqual([6, expect.stringContaining('s3://perks/x: The access key may not do this')]);
    const backups = join(dataDir, 'backups');
    const notes = readdirSync(backups).filter(name => name.endsWith('.json'));
    for (const text of [err, ...notes.map(name => readFileSync(join(backups, name), 'utf8'))])
      for (const word of ['very', 'AKIA', 'endpoint']) expect(text).not.toContain(word);
    expect((await cli('config', { env: bare })).out).not.toContain('very');
  });
});

test('an SFTP server receives backups and gives them back', async () => {
  const root = join(elsewhere, 'nas');
  const server = await startSftpServer({ root, user: 'backup', password: 'open sesame' });
  try {
    const url = `sftp://backup:open%20sesame@127.0.0.1:${server.port}/shop`;
    env.BACKUP_URL = url;
    await addUpload();
    expect((await cli('db backup --to')).code).toBe(0);
    await rename('Second');
    ctx.clock.advance(MINUTE_MS);
    expect((await cli('db backup --to --changes --json')).json.kind).toBe('changes');
    // Nothing is replaced, so that nothing is asked.
    const { json } = await onNewMachine(`db restore ${url} --json`);
    expect(json).toMatchObject({ changes: 1, uploads: 1, missingUploads: 0 });
  } finally {
    await server.stop();
  }
});
