import { afterEach, beforeEach, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SUPERVISED } from '../../cli/serve/hand-over.ts';
import { PROGRAM } from '../support/program.ts';
import { perkmint } from './fixture.ts';

let folder: string;
let dataDir: string;
const running: Bun.Subprocess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'perkmint-serve-'));
  dataDir = join(folder, 'data');
});
afterEach(async () => {
  for (const child of running.splice(0)) {
    child.kill('SIGKILL');
    await child.exited;
  }
  rmSync(folder, { recursive: true });
});

interface Served {
  child: Bun.Subprocess<'ignore', 'pipe', 'pipe'>;
  line: { url: string; port: number; isSetupPending: boolean };
}

function spawn(env: Record<string, string> = {}): Served['child'] {
  const child = Bun.spawn([...PROGRAM, 'serve', '--port', '0', '--data-dir', dataDir], {
    cwd: folder,
    env: { NODE_ENV: 'production', LOG_LEVEL: 'error', ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  running.push(child);
  return child;
}

/** A server that has said that it listens. */
async function serve(env: Record<string, string> = {}): Promise<Served> {
  const child = spawn(env);
  const reader = child.stdout.getReader();
  let text = '';
  while (!text.includes('\n')) {
    const { value, done } = await reader.read();
    if (done) throw new Error(await new Response(child.stderr).text());
    text += new TextDecoder().decode(value);
  }
  return { child, line: JSON.parse(text) };
}

async function ended(child: Served['child']): Promise<{ code: number; err: string }> {
  const err = await new Response(child.stderr).text();
  return { code: await child.exited, err };
}

function post(url: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return fetch(`${url}/api/v1/auth`, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** The address in the first thing that a stream says. */
async function linkFrom(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<URL> {
  const { value } = await reader.read();
  return new URL(new TextDecoder().decode(value).match(/https?:\/\/\S+/)?.[0] as string);
}

test('the setup link is printed for the user, but never logged', async () => {
  const child = spawn({ LOG_LEVEL: 'debug' });
  const link = await linkFrom(child.stderr.getReader());
  child.kill('SIGTERM');
  const log = await new Response(child.stdout).text();
  const [first = ''] = log.split('\n', 1);
  expect(JSON.parse(first)).toMatchObject({ message: 'listening', isSetupPending: true });
  expect(log).not.toContain(link.searchParams.get('token') as string);
});

test('the first start prints the actual address and a setup link that works once', async () => {
  const { child, line } = await serve();
  expect(line.url).toBe(`http://127.0.0.1:${line.port}`);
  const words = child.stderr.getReader();
  const link = await linkFrom(words);
  expect(link.origin).toBe(line.url);
  expect((await fetch(link)).status).toBe(200);
  const body = {
    action: 'setup',
    token: link.searchParams.get('token'),
    email: 'root@shop.example',
    password: 'correct horse battery',
  };
  expect((await post(line.url, body)).status).toBe(201);
  expect((await post(line.url, body)).status).toBe(401);
  child.kill('SIGTERM');
  expect([(await words.read()).done, await child.exited]).toEqual([true, 0]);
  expect(readdirSync(dataDir).sort()).toEqual(['lock', 'perkmint.sqlite', 'secrets.json', 'server.json']);
});

test('a second server on the same folder exits with 5 and names the first', async () => {
  const { child } = await serve();
  const { code, err } = await ended(spawn());
  expect(code).toBe(5);
  expect(err).toContain(`perkmint serve (pid ${child.pid}`);
});

test('SIGTERM finishes requests in flight, accepts no new ones, and exits with 0', async () => {
  const { child, line } = await serve();
  const body = JSON.stringify({
    action: 'register',
    email: 'a@x.example',
    password: 'correct horse battery',
    name: 'Ada',
  });
  const socket = connect(line.port, '127.0.0.1');
  let response = '';
  const closed = Promise.withResolvers<void>();
  socket.on('data', data => {
    response += data;
  });
  socket.on('close', () => closed.resolve());
  const head = [
    'POST /api/v1/auth HTTP/1.1',
    'Host: localhost',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  // The body is sent in two parts: the request runs when the signal comes.
  await new Promise<void>(sent =>
    socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 10)}`, () => sent()),
  );
  await fetch(`${line.url}/api/v1/health`);
  child.kill('SIGTERM');
  await refused(line.port);
  socket.write(body.slice(10));
  await closed.promise;
  expect(response).toContain('HTTP/1.1 201 Created');
  expect((await ended(child)).code).toBe(0);
});

test('a supervised server takes all signals until it has ended for the same request', async () => {
  const { child } = await serve({ [SUPERVISED]: '1', SHUTDOWN_DELAY: '2' });
  while (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM');
    await Bun.sleep(1);
  }
  expect(await child.exited).toBe(0);
});

test('with SHUTDOWN_DELAY, the server handles requests after SIGTERM, but is no longer ready', async () => {
  const { child, line } = await serve({ SHUTDOWN_DELAY: '2' });
  const ready = () => fetch(`${line.url}/api/v1/ready`);
  expect((await ready()).status).toBe(200);
  child.kill('SIGTERM');
  let response = await ready();
  while (response.status === 200) response = await ready();
  expect(response.headers.get('retry-after')).toBe('2');
  expect(await response.text()).toContain('Not ready (shutdown)');
  expect((await fetch(`${line.url}/api/v1/health`)).status).toBe(200);
  expect((await ended(child)).code).toBe(0);
});

/** Settles when the port takes no connection any more. */
async function refused(port: number): Promise<void> {
  for (;;) {
    const isOpen = await new Promise<boolean>(resolve => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => {
        socket.destroy();
        resolve(true);
      });
      socket.once('error', () => resolve(false));
    });
    if (!isOpen) return;
  }
}

test('ADMIN_EMAIL with ADMIN_PASSWORD_FILE creates only the first admin', async () => {
  const file = join(folder, 'password');
  writeFileSync(file, 'correct horse battery\n');
  const env = { ADMIN_EMAIL: 'root@shop.example', ADMIN_PASSWORD_FILE: file };
  const first = await serve(env);
  expect(first.line.isSetupPending).toBe(false);
  const login = { action: 'login', email: 'root@shop.example', password: 'correct horse battery' };
  expect((await post(first.line.url, login)).status).toBe(200);
  first.child.kill('SIGTERM');
  await first.child.exited;
  const second = await serve({ ...env, ADMIN_EMAIL: 'mallory@shop.example' });
  expect((await post(second.line.url, { ...login, email: 'mallory@shop.example' })).status).toBe(401);
});

test('a common password for the first admin exits with 2 and names the setting', async () => {
  const env = { ADMIN_EMAIL: 'root@shop.example', ADMIN_PASSWORD: 'Password123' };
  const { code, err } = await ended(spawn(env));
  expect(code).toBe(2);
  expect(err).toContain('ADMIN_PASSWORD must not be a common password');
});

test('after a crash, an intact database is served, and a damaged one is rejected with the command to restore it', async () => {
  const { child } = await serve();
  child.kill('SIGKILL');
  await child.exited;
  expect(existsSync(join(dataDir, 'running'))).toBe(true);
  const again = await serve();
  const { out } = await perkmint(dataDir, ['db', 'backup']);
  again.child.kill('SIGKILL');
  await again.child.exited;
  const file = join(dataDir, 'perkmint.sqlite');
  const bytes = Buffer.from(await Bun.file(file).arrayBuffer());
  writeFileSync(file, bytes.fill(0xab, 4096, 5 * 4096));
  for (const log of ['-wal', '-shm']) rmSync(file + log, { force: true });
  const { code, err } = await ended(spawn());
  expect(code).toBe(1);
  expect(err).toContain(`db restore ${out.trim()}`);
  expect((await perkmint(dataDir, ['db', 'restore', out.trim(), '--yes'])).code).toBe(0);
  await serve();
});

test('a port in use exits with 5', async () => {
  const { line } = await serve();
  dataDir = join(folder, 'other');
  const child = Bun.spawn([...PROGRAM, 'serve', '--port', String(line.port), '--data-dir', dataDir], {
    env: {},
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  running.push(child);
  const { code, err } = await ended(child);
  expect(code).toBe(5);
  expect(err).toContain('is in use; choose another port');
});
