import { Database as Sqlite } from 'bun:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acquireLock } from '../../db/sqlite/lock.ts';
import { TIER_LIMITS } from '../../src/http/rate-limit.ts';
import { listen, type Server } from '../../src/http/server.ts';
import { VERSION } from '../../src/platform/version.ts';
import { writeUpdate } from '../../src/updates/record.ts';
import { PROGRAM } from '../support/program.ts';
import { createTestApp, ON_SQLITE, type TestApp } from '../support/test-app.ts';
import { createRunner, PASSWORD, type RunOptions } from './fixture.ts';

let ctx: TestApp;
let cli: ReturnType<typeof createRunner>;
let dataDir: string;

beforeEach(async () => {
  ctx = await createTestApp(ON_SQLITE);
  cli = createRunner(ctx);
  dataDir = ctx.app.services.config.dataDir;
  const line = 'users create --email root@shop.example --name Root --role admin --password-stdin';
  expect((await cli(line, { stdin: PASSWORD })).code).toBe(0);
});
afterEach(() => ctx.close());

interface Finding {
  check: string;
  state: string;
  found: string;
  fix?: string;
}

async function runDoctor(options: RunOptions = {}): Promise<{ code: number; all: Map<string, Finding> }> {
  // A separate port, so that the check does not find another program of this machine on 3000.
  const { code, json } = await cli('doctor --json', { ...options, env: { PORT: '0', ...options.env } });
  return { code, all: new Map((json as Finding[]).map(found => [found.check, found])) };
}

function change(statement: string): void {
  const db = new Sqlite(join(dataDir, 'perkmint.sqlite'));
  db.run(statement);
  db.close(true);
}

describe('doctor', () => {
  test('runs all checks and finds no problems in an intact installation', async () => {
    const { code, all } = await runDoctor();
    const found = [...all.values()].filter(({ state }) => state !== 'ok');
    expect(found.map(({ check, state }) => [check, state])).toEqual([
      ['backups elsewhere', 'warning'],
      ['customer links', 'warning'],
      ['mail', 'warning'],
    ]);
    expect(all.get('customer links')?.fix).toContain('PUBLIC_URL');
    expect(code).toBe(0);
    const checks = [...all.keys()];
    expect(checks).toEqual(
      expect.arrayContaining([
        'settings',
        'public address',
        'rate limit',
        'reference data',
        'data folder',
        'disk',
        'secrets',
        'database',
        'migrations',
        'seed',
        'admin',
        'clock',
        'uploads',
        'stored uploads',
        'backups',
        'update',
        'webhooks',
        'rules',
        'lock',
        'server',
      ]),
    );
  });

  test('names the minimum free space for uploads', async () => {
    const { code, all } = await runDoctor({ env: { UPLOAD_MIN_FREE_SPACE: String(2 ** 50) } });
    expect(all.get('disk')).toMatchObject({
      state: 'wrong',
      found: expect.stringContaining('Below 1,125,899.9 GB, customers cannot send photos.'),
      fix: expect.stringContaining('UPLOAD_MIN_FREE_SPACE'),
    });
    expect(code).toBe(7);
  });

  const faults: [what: string, statement: string, check: string, state: string, fix: string][] = [
    [
      'a pending migration',
      'delete from _migrations where name = (select max(name) from _migrations)',
      'migrations',
      'wrong',
      'perkmint db migrate',
    ],
    [
      'a database of a newer version',
      "insert into _migrations values ('9999_x', 'x', 'x', null)",
      'migrations',
      'wrong',
      'install the version',
    ],
    [
      'old reference data',
      "update facts set value = 'old' where name = 'seedHash'",
      'seed',
      'warning',
      'perkmint seed',
    ],
    ['no admin', "update users set role = 'customer'", 'admin', 'wrong', 'perkmint init'],
    [
      'a clock that is behind',
      "update _migrations set applied_at = '2027-01-01T00:00:00.000Z'",
      'clock',
      'wrong',
      'timedatectl',
    ],
    [
      'a clock that has leapt',
      `insert into facts (name, value) values ('clock', '{"seenAt":"2026-05-01T00:00:00.000Z","leap":null}')`,
      'clock',
      'warning',
      'timedatectl',
    ],
  ];
  test.each(faults)('names the fix for %s', async (_, statement, check, state, fix) => {
    change(statement);
    const { code, all } = await runDoctor();
    expect(all.get(check)).toMatchObject({ state, fix: expect.stringContaining(fix) });
    expect(code).toBe(state === 'wrong' ? 7 : 0);
  });

  test('changes nothing, so the same problems are found again', async () => {
    change("update facts set value = 'old' where name = 'seedHash'");
    for (let i = 0; i < 2; i++) expect((await runDoctor()).all.get('seed')?.state).toBe('warning');
  });

  test('warns about a folder that other users can read', async () => {
    chmodSync(dataDir, 0o755);
    expect((await runDoctor()).all.get('data folder')).toMatchObject({
      state: 'warning',
      fix: `chmod 700 ${dataDir}`,
    });
  });

  test("names the holder of the lock, and warns if its server doesn't respond", async () => {
    const lock = acquireLock(dataDir, 'perkmint serve on port 3999', '2026-06-01T12:00:00.000Z');
    const { all } = await runDoctor();
    lock.release();
    expect(all.get('lock')?.found).toContain('in use by perkmint serve on port 3999');
    expect(all.get('server')).toMatchObject({ state: 'warning', fix: expect.stringContaining('PORT') });
  });

  test('detects another program on the port', async () => {
    const stranger = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('hello') });
    const { port } = stranger;
    const { code, all } = await runDoctor({ env: { PORT: String(port) } });
    await stranger.stop(true);
    expect(code).toBe(7);
    expect(all.get('server')).toMatchObject({
      state: 'wrong',
      fix: expect.stringContaining(`:${port}`),
    });
  });
});

describe('doctor while a server is running', () => {
  let server: Server;
  beforeEach(() => {
    server = listen({ host: '127.0.0.1', port: 0 });
    server.open(ctx.app.handler);
  });
  afterEach(() => server.stop());
  const env = (more = {}) => ({ env: { PORT: String(server.port), ...more } });

  test('checks whether PUBLIC_URL leads to this server', async () => {
    const serverUrl = `http://127.0.0.1:${server.port}`;
    expect((await runDoctor(env({ PUBLIC_URL: serverUrl }))).all.get('PUBLIC_URL')?.state).toBe('ok');
    const nowhere = await runDoctor(env({ PUBLIC_URL: 'http://127.0.0.1:1' }));
    expect(nowhere.all.get('PUBLIC_URL')).toMatchObject({
      state: 'wrong',
      fix: expect.stringContaining('curl -v'),
    });
    const other = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: () => Response.json({ data: { status: 'ok' } }),
    });
    const elsewhere = await runDoctor(env({ PUBLIC_URL: `http://127.0.0.1:${other.port}` }));
    await other.stop(true);
    expect(elsewhere.all.get('PUBLIC_URL')?.found).toContain('is not this server');
    expect((await runDoctor(env())).all.has('PUBLIC_URL')).toBe(false);
  });

  test('warns about a rate-limited server instead of reporting another program', async () => {
    const limited = await createTestApp({ RATE_LIMIT: 'on' });
    server.open(limited.app.handler);
    for (let i = 0; i < TIER_LIMITS.relaxed; i++) await limited.call('GET', '/health');
    const { all } = await runDoctor(env({ PUBLIC_URL: `http://127.0.0.1:${server.port}` }));
    await limited.close();
    for (const check of ['server', 'PUBLIC_URL'])
      expect(all.get(check)).toMatchObject({ state: 'warning', found: expect.stringContaining('429') });
  });

  test('detects a clock difference', async () => {
    const clock = { now: () => ctx.clock.now() + 3_600_000 };
    const { all } = await runDoctor({ ...env(), overrides: { clock } });
    expect(all.get('server clock')).toMatchObject({
      state: 'wrong',
      found: expect.stringContaining('3600 s'),
    });
  });

  test('checks the mail server including its login, without showing the password', async () => {
    const smtp = startMailServer();
    const good = await runDoctor(env({ SMTP_URL: `smtp://me:right@127.0.0.1:${smtp.port}?ignoreTLS=true` }));
    expect(good.all.get('mail')?.state).toBe('ok');
    const bad = await runDoctor(
      env({ SMTP_URL: `smtp://me:hunter22@127.0.0.1:${smtp.port}?ignoreTLS=true` }),
    );
    smtp.stop(true);
    expect(bad.all.get('mail')).toMatchObject({ state: 'wrong', fix: expect.stringContaining('SMTP_URL') });
    const gone = await runDoctor(env({ SMTP_URL: 'smtp://me:hunter22@127.0.0.1:1' }));
    expect(gone.all.get('mail')?.state).toBe('wrong');
    expect(JSON.stringify([...bad.all.values(), ...gone.all.values()])).not.toContain('hunter22');
  });
});

/** Starts a mail server that implements only SMTP login and accepts only the password `right`. */
function startMailServer() {
  const credentials = Buffer.from('\0me\0right').toString('base64');
  return Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open: socket => void socket.write('220 localhost\r\n'),
      data(socket, data) {
        const line = data.toString();
        if (line.startsWith('EHLO')) socket.write('250-localhost\r\n250 AUTH PLAIN\r\n');
        else if (line.startsWith('AUTH'))
          socket.write(line.includes(credentials) ? '235 ok\r\n' : '535 no\r\n');
        else socket.write('250 ok\r\n');
      },
    },
  });
}

describe('a data folder that cannot be written', () => {
  const other = ['setpriv', '--reuid=10001', '--regid=10001', '--clear-groups'];
  // The other user must also be able to read the program, unlike in a checkout below a private folder.
  const canBecomeOther =
    process.getuid?.() === 0 &&
    Bun.which('setpriv') !== null &&
    Bun.spawnSync([...other, 'test', '-r', PROGRAM.at(-1) ?? '']).exitCode === 0;
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'perkmint-rights-'));
    chmodSync(folder, 0o755);
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const asOther = (data: string, ...line: string[]) => {
    const { exitCode, stderr } = Bun.spawnSync([...other, ...PROGRAM, ...line, '--data-dir', data], {
      cwd: '/',
      env: { PORT: '0', HOME: '/' },
    });
    return { exitCode, err: stderr.toString() };
  };

  test.skipIf(!canBecomeOther)(
    'an error about a data folder that is not writable contains the exact command that fixes it',
    () => {
      const data = join(folder, 'data');
      mkdirSync(data, { mode: 0o755 });
      for (const line of [['serve'], ['db', 'migrate']]) {
        const { exitCode, err } = asOther(data, ...line);
        expect(exitCode).toBe(3);
        expect(err).toContain(`${data} (owner 0:0, mode 755) cannot be written by this user (10001:10001)`);
        expect(err).toContain(`  chown -R 10001:10001 ${data} && chmod 700 ${data}\n`);
      }
      const { err } = asOther(join(folder, 'new', 'data'), 'serve');
      expect(err).toContain(`  mkdir -p ${folder}/new/data && chown -R 10001:10001 ${folder}/new/data`);
    },
  );

  test.skipIf(!canBecomeOther)(
    'an error names a file in the data folder that root owns, but no unrelated file',
    () => {
      const data = join(folder, 'data');
      mkdirSync(data);
      mkdirSync(join(data, 'lost+found'), { mode: 0o700 });
      writeFileSync(join(data, 'secrets.json'), '{}', { mode: 0o600 });
      Bun.spawnSync(['chown', '10001:10001', data]);
      const { exitCode, err } = asOther(data, 'db', 'migrate');
      expect(exitCode).toBe(3);
      expect(err).toContain(`${data}/secrets.json (owner 0:0, mode 600) cannot be written`);
      rmSync(join(data, 'secrets.json'));
      expect(asOther(data, 'db', 'migrate').exitCode).toBe(0);
    },
  );
});

test('names the last update, and warns if it was taken back or is not finished', async () => {
  expect((await runDoctor()).all.get('update')).toEqual({
    check: 'update',
    state: 'ok',
    found: `This is Perkmint ${VERSION}.`,
  });
  const file = (version: string) => ({ version, sha256: '' });
  const record = {
    from: file('0.2.0'),
    to: file('0.3.0'),
    executable: 'x',
    previous: 'y',
    snapshot: null,
    starts: 0,
    startLimitMs: 1,
    reason: 'It ended with exit code 1',
    startedAt: '2026-06-01T12:00:00.000Z',
    endedAt: null,
  };
  const states = { confirmed: 'ok', returned: 'warning', installed: 'warning' } as const;
  for (const [state, expected] of Object.entries(states)) {
    writeUpdate(dataDir, { ...record, state: state as keyof typeof states });
    const found = (await runDoctor()).all.get('update');
    expect([found?.state, found?.found.includes('exit code 1')]).toEqual([expected, state === 'returned']);
    expect(found?.found).toContain(state === 'confirmed' ? VERSION : 'The update to 0.3.0');
  }
});
