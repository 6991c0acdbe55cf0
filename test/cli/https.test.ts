import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AcmeServer, startAcmeServer } from '../support/acme-server.ts';
import { findFreePort } from '../support/free-port.ts';
import { PROGRAM } from '../support/program.ts';

let folder: string;
let acme: AcmeServer;
const running: Bun.Subprocess[] = [];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'perkmint-https-'));
  acme = await startAcmeServer();
  acme.ports = { http: findFreePort(), https: findFreePort() };
});
afterEach(async () => {
  for (const child of running.splice(0)) {
    child.kill('SIGKILL');
    await child.exited;
  }
  await acme.stop();
  rmSync(folder, { recursive: true });
});

function run(...args: string[]) {
  const child = Bun.spawn([...PROGRAM, ...args, '--data-dir', join(folder, 'data')], {
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
  running.push(child);
  return child;
}

/** Starts a server. @returns with `waitFor`, which reads its log until a line has a message */
async function serve(...args: string[]) {
  const child = run('serve', '--port', '0', ...args);
  const reader = child.stdout.getReader();
  const decoder = new TextDecoder();
  let text = '';
  const waitFor = async (message: string): Promise<Record<string, unknown>> => {
    for (;;) {
      const end = text.indexOf('\n');
      const line = end < 0 ? undefined : JSON.parse(text.slice(0, end));
      text = end < 0 ? text : text.slice(end + 1);
      if (line?.message === message) return line;
      if (line) continue;
      const { value, done } = await reader.read();
      if (done) throw new Error(await new Response(child.stderr).text());
      text += decoder.decode(value, { stream: true });
    }
  };
  const stop = () => {
    child.kill('SIGTERM');
    return child.exited;
  };
  return { child, waitFor, stop, listening: await waitFor('listening') };
}

const getHealth = () =>
  fetch(`https://127.0.0.1:${acme.ports.https}/api/v1/health`, { tls: { rejectUnauthorized: false } });

test('serve --domain obtains a certificate, and commands beside it know the address', async () => {
  const { child, waitFor, stop, listening } = await serve(
    '--domain',
    'Shop.example',
    '--domain',
    'www.shop.example',
  );
  expect(listening.url).toBe('https://shop.example');
  await waitFor('obtained a certificate');
  const response = await getHealth();
  expect([response.status, response.headers.get('strict-transport-security')]).toEqual([
    200,
    'max-age=31536000',
  ]);
  const shown = await new Response(run('public-address', 'show', '--json').stdout).json();
  expect(shown).toMatchObject({
    url: 'https://shop.example',
    certificate: { names: ['shop.example', 'www.shop.example'], failure: null },
  });
  expect(await stop()).toBe(0);
  expect(await new Response(child.stderr).text()).toContain('https://shop.example/setup?token=');
});

test('a port in use ends the start with a sentence', async () => {
  const other = createServer().listen(acme.ports.https);
  const { stderr, exited } = run('serve', '--port', '0', '--domain', 'shop.example');
  expect(await exited).toBe(5);
  expect(await new Response(stderr).text()).toContain(`Port ${acme.ports.https} is in use`);
  other.close();
});

test('an owner chooses the domain on the pages, also for the next start', async () => {
  const { child, waitFor, stop, listening } = await serve();
  const call = async (method: string, path: string, body: object, token = '') => {
    const headers = {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const url = `http://127.0.0.1:${listening.port}/api/v1${path}`;
    const response = await fetch(url, { method, headers, body: JSON.stringify(body) });
    return (await response.json()) as {
      data: { accessToken: string; certificate: object };
      error?: { message: string };
    };
  };
  const { value } = await child.stderr.getReader().read();
  const link = /token=(\S+)/.exec(new TextDecoder().decode(value))?.[1];
  const owner = { name: 'Olga', email: 'olga@shop.example', password: 'correct horse battery' };
  const business = { businessName: 'Blue Cup', industry: 'cafe' };
  const { data } = await call('POST', '/auth', { action: 'setup', token: link, ...owner, ...business });
  const choose = () =>
    call(
      'PUT',
      '/public-address',
      { url: 'https://shop.example', obtainCertificate: true },
      data.accessToken,
    );
  const other = createServer().listen(acme.ports.https);
  expect((await choose()).error?.message).toContain(`Port ${acme.ports.https} is in use`);
  await new Promise(resolve => other.close(resolve));
  expect((await choose()).data.certificate).toMatchObject({ names: ['shop.example'], endsAt: null });
  await waitFor('obtained a certificate');
  expect((await getHealth()).status).toBe(200);
  expect(await stop()).toBe(0);
  const next = await serve();
  await next.waitFor('serves https');
  expect([(await getHealth()).status, acme.issued.length]).toEqual([200, 1]);
});
