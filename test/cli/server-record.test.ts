import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROGRAM } from '../support/program.ts';
import { PASSWORD, perkmint } from './fixture.ts';

const START_MS = 60_000;
const PUBLIC_URL = 'https://perks.bluecup.example';

let dataDir: string;
let server: Bun.Subprocess<'ignore', 'pipe', 'ignore'>;
let port: number;

/** A server with settings that its commands do not have, as systemd starts it. */
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'perkmint-record-'));
  const settings = { PUBLIC_URL, WEBHOOK_ALLOW: '127.0.0.1', SMTP_URL: 'smtp://user:secret@127.0.0.1:2525' };
  server = Bun.spawn([...PROGRAM, 'serve', '--port', '0', '--data-dir', dataDir], {
    env: { NODE_ENV: 'production', LOG_LEVEL: 'error', ...settings },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
  });
  const { value } = await server.stdout.getReader().read();
  port = JSON.parse(new TextDecoder().decode(value).split('\n', 1)[0] as string).port;
}, START_MS);
afterAll(async () => {
  server.kill('SIGKILL');
  await server.exited;
  rmSync(dataDir, { recursive: true });
});

const run = (line: string, env: Record<string, string> = {}) =>
  perkmint(dataDir, line.split(' '), { env, stdin: PASSWORD });

test('a server records its settings for its owner alone, without secrets', () => {
  const file = join(dataDir, 'server.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    settings: { port: String(port), publicUrl: PUBLIC_URL, webhookAllow: '127.0.0.1' },
  });
});

test('commands beside it find the server, make its links and allow what it allows', async () => {
  expect((await run('healthcheck')).out).toContain(`http://127.0.0.1:${port} is healthy`);
  const { json: shop } = await run('businesses create --name Cup --json');
  const owner = 'users create --email ada@cup.example --name Ada --role business --position owner';
  await run(`${owner} --business ${shop.id} --password-stdin`);
  expect((await run('users reset-link ada@cup.example')).out).toStartWith(`${PUBLIC_URL}/reset?token=`);
  const added = await run('webhooks add http://127.0.0.1:4242/hook --json');
  expect([added.code, added.json?.url]).toEqual([0, 'http://127.0.0.1:4242/hook']);
  expect((await run('openapi --json')).out).toContain(PUBLIC_URL);
});

test('settings of the command itself take precedence, and config names the sources', async () => {
  const own = 'https://other.example';
  const { json } = await run('config show --json', { PUBLIC_URL: own });
  expect(json.PUBLIC_URL).toEqual({ value: own, origin: 'environment' });
  expect(json.PORT).toEqual({ value: port, origin: 'server' });
  expect(json.SMTP_URL.origin).toBe('default');
});

test('the only business is the default, and several are listed', async () => {
  const { json } = await run('keys create --name till --scopes read --json');
  expect(json.name).toBe('till');
  expect((await run('keys list')).out).toContain('till');
  await run('businesses create --name Second');
  const { code, err } = await run('keys list');
  expect([code, err]).toEqual([2, expect.stringContaining('Choose a business with --business:')]);
  expect(err).toContain('Second');
});

test('the record of a server that has ended still tells its settings, but not that it runs', async () => {
  server.kill('SIGKILL');
  await server.exited;
  expect((await run('users reset-link ada@cup.example')).out).toStartWith(PUBLIC_URL);
  expect((await run('healthcheck')).code).toBe(6);
});

test('an unreadable record, and settings of another version, are ignored', async () => {
  const file = join(dataDir, 'server.json');
  writeFileSync(file, '{"settings":{"port":"many","publicUrl":"https://old.example","unknown":"1"}}');
  const { json } = await run('config show --json');
  expect([json.PORT.origin, json.PUBLIC_URL.value]).toEqual(['default', 'https://old.example']);
  writeFileSync(file, '{');
  expect((await run('config show --json')).json.PUBLIC_URL.origin).toBe('default');
});
