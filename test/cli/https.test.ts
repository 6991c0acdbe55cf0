import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AcmeServer, startAcmeServer } from '../support/acme-server.ts';
import { PROGRAM } from '../support/program.ts';

let folder: string;
let acme: AcmeServer;
let child: Bun.Subprocess<'ignore', 'pipe', 'pipe'> | undefined;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'perkmint-https-'));
  acme = await startAcmeServer();
  acme.ports = { http: await findFreePort(), https: await findFreePort() };
});
afterEach(async () => {
  child?.kill('SIGKILL');
  await child?.exited;
  child = undefined;
  await acme.stop();
  rmSync(folder, { recursive: true });
});

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0);
  await new Promise(resolve => probe.once('listening', resolve));
  const { port } = probe.address() as { port: number };
  await new Promise(resolve => probe.close(resolve));
  return port;
}

function run(...args: string[]) {
  const spawned = Bun.spawn([...PROGRAM, ...args, '--data-dir', join(folder, 'data')], {
    cwd: folder,
    env: {
      NODE_ENV: 'production',
      ACME_DIRECTORY: acme.directory,
      HTTP_PORT: String(acme.ports.http),
      HTTPS_PORT: String(acme.ports.https),
    },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  child = spawned;
  return spawned;
}

const DOMAINS = ['--port', '0', '--domain', 'Shop.example', '--domain', 'www.shop.example'];

test('serve --domain obtains a certificate, and commands beside it know the address', async () => {
  const { stdout, stderr } = run('serve', ...DOMAINS);
  const errors = new Response(stderr).text();
  const decoder = new TextDecoder();
  let log = '';
  for await (const bytes of stdout) {
    log += decoder.decode(bytes, { stream: true });
    if (log.includes('obtained a certificate')) break;
  }
  expect(JSON.parse(log.split('\n')[0] ?? '')).toMatchObject({ url: 'https://shop.example' });
  const options = { tls: { rejectUnauthorized: false } };
  const response = await fetch(`https://127.0.0.1:${acme.ports.https}/api/v1/health`, options);
  expect(response.headers.get('strict-transport-security')).toContain('max-age');
  expect(((await response.json()) as { success: boolean }).success).toBe(true);
  const server = child;
  const shown = await new Response(run('public-address', 'show', '--json').stdout).json();
  child = server;
  expect(shown).toMatchObject({
    url: 'https://shop.example',
    certificate: { names: ['shop.example', 'www.shop.example'], failure: null },
  });
  server?.kill('SIGTERM');
  expect(await server?.exited).toBe(0);
  expect(await errors).toContain('https://shop.example/setup?token=');
});

test('a port in use ends the start with a sentence', async () => {
  const other = createServer().listen(acme.ports.https);
  const { stderr, exited } = run('serve', ...DOMAINS);
  expect(await exited).toBe(5);
  expect(await new Response(stderr).text()).toContain(`Port ${acme.ports.https} is in use`);
  other.close();
});
