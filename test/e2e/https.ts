/**
 * `bun run check:https [--renewals 3] [--binary dist/perkmint]`: a server with --domain beside the certificate authority
 * pebble (Debian: `apt-get install pebble`). It measures how long the first certificate takes, renews it under load, obtains one
 * over port 443 alone, and breaks the ports and the authority. Exits with 1 if a request fails during the renewals, a
 * certificate is missing, or a reason is wrong.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request as send } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { parseArgs } from 'node:util';
import { SECOND_MS } from '../../src/platform/clock.ts';
import { findFreePort } from '../support/free-port.ts';
import { PROGRAM } from '../support/program.ts';
import { TEST_CERT, TEST_KEY } from '../support/tls.ts';

const { values } = parseArgs({
  options: { renewals: { type: 'string', default: '3' }, binary: { type: 'string' } },
});
const program = values.binary ? [values.binary] : PROGRAM;
const RENEWALS = Number(values.renewals);
/** The certificates are renewed after two thirds of it. */
const LIFETIME_SECONDS = 15;
const LONG_LIFETIME_SECONDS = 3_600;
const CLIENTS = 16;
const NAME = 'shop.example';
const WAIT_MS = 60 * SECOND_MS;

const folder = mkdtempSync(join(tmpdir(), 'perkmint-check-https-'));
const ports = {
  http: findFreePort(),
  https: findFreePort(),
  directory: findFreePort(),
  management: findFreePort(),
  dns: findFreePort(),
  dnsManagement: findFreePort(),
};
const processes: Bun.Subprocess[] = [];
const problems: string[] = [];

function start(command: string[], env: Record<string, string> = {}) {
  const child = Bun.spawn(command, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdout: 'pipe',
    stderr: 'ignore',
  });
  processes.push(child);
  return child;
}

/** Waits until a condition holds. @returns the milliseconds. @throws Error after a minute */
async function until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<number> {
  const startMs = performance.now();
  while (!(await isTrue())) {
    if (performance.now() - startMs > WAIT_MS) throw new Error(`${what} did not happen within a minute`);
    await Bun.sleep(20);
  }
  return Math.round(performance.now() - startMs);
}

/** Starts pebble, which looks for the domain at these ports. */
async function startAuthority(
  certificateValidityPeriod: number,
  { http: httpPort, https: tlsPort }: { http: number; https: number } = ports,
): Promise<Bun.Subprocess> {
  await Bun.write(join(folder, 'key.pem'), TEST_KEY);
  await Bun.write(join(folder, 'cert.pem'), TEST_CERT);
  const pebble = {
    listenAddress: `127.0.0.1:${ports.directory}`,
    managementListenAddress: `127.0.0.1:${ports.management}`,
    certificate: 'cert.pem',
    privateKey: 'key.pem',
    httpPort,
    tlsPort,
    certificateValidityPeriod,
  };
  await Bun.write(join(folder, 'pebble.json'), JSON.stringify({ pebble }));
  const child = start(['pebble', '-config', 'pebble.json', '-dnsserver', `127.0.0.1:${ports.dns}`], {
    PEBBLE_VA_NOSLEEP: '1',
  });
  await until('The start of pebble', () => canConnect(ports.directory));
  return child;
}

async function canConnect(port: number): Promise<boolean> {
  try {
    (await Bun.connect({ hostname: '127.0.0.1', port, socket: { data() {} } })).end();
    return true;
  } catch {
    return false;
  }
}

interface Running {
  child: Bun.Subprocess<'inherit' | 'ignore' | null, 'pipe'>;
  /** The lines of its log. */
  lines: { message: string; reason?: string }[];
}

function startServer(dataDir: string): Running {
  const child = start([...program, 'serve', '--port', '0', '--domain', NAME, '--data-dir', dataDir], {
    NODE_ENV: 'production',
    RATE_LIMIT: 'off',
    ACME_DIRECTORY: `https://127.0.0.1:${ports.directory}/dir`,
    NODE_EXTRA_CA_CERTS: join(folder, 'cert.pem'),
    HTTP_PORT: String(ports.http),
    HTTPS_PORT: String(ports.https),
  }) as Running['child'];
  const lines: Running['lines'] = [];
  void (async () => {
    let text = '';
    for await (const bytes of child.stdout) {
      const parts = (text + new TextDecoder().decode(bytes)).split('\n');
      text = parts.pop() ?? '';
      lines.push(...parts.map(line => JSON.parse(line)).filter(({ message }) => message !== 'request'));
    }
  })();
  return { child, lines };
}

async function stop(child: Bun.Subprocess): Promise<void> {
  child.kill('SIGTERM');
  await child.exited;
}

const countObtained = ({ lines }: Running) =>
  lines.filter(({ message }) => message === 'obtained a certificate').length;

/** Returns the serial number of the certificate that a visitor gets; undefined without one. */
function readServed(): Promise<string | undefined> {
  return new Promise(resolve => {
    const options = { host: '127.0.0.1', port: ports.https, servername: NAME, rejectUnauthorized: false };
    const socket = connect(options, () => {
      resolve(socket.getPeerCertificate().serialNumber);
      socket.destroy();
    });
    for (const event of ['error', 'close']) socket.on(event, () => resolve(undefined));
  });
}

/** Sends requests until `isOver`, over kept connections or a new one for each. @returns their number, and the failures */
async function load(
  isOver: () => boolean,
  keepAlive: boolean,
): Promise<{ sent: number; failures: string[] }> {
  const agent = new Agent({ keepAlive, maxSockets: CLIENTS, rejectUnauthorized: false });
  const failures: string[] = [];
  let sent = 0;
  const ask = () =>
    new Promise<void>(resolve => {
      const options = {
        host: '127.0.0.1',
        port: ports.https,
        servername: NAME,
        path: '/api/v1/health',
        agent,
      };
      const request = send(options, response => {
        response.resume();
        if (response.statusCode !== 200) failures.push(`status ${response.statusCode}`);
        response.on('end', () => resolve());
      });
      request.on('error', error => {
        failures.push(error.message);
        resolve();
      });
      request.end();
    });
  const client = async () => {
    while (!isOver()) {
      sent += 1;
      await ask();
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  agent.destroy();
  return { sent, failures };
}

async function renewUnderLoad(): Promise<void> {
  const authority = await startAuthority(LIFETIME_SECONDS);
  const beginMs = performance.now();
  const server = startServer(join(folder, 'data'));
  await until('The first certificate', async () => (await readServed()) !== undefined);
  console.log(
    `first https answer ${Math.round(performance.now() - beginMs)} ms after the start in an empty folder`,
  );
  const first = await readServed();
  const serials = new Set([first]);
  const isOver = () => countObtained(server) > RENEWALS;
  const watch = (async () => {
    while (!isOver()) {
      serials.add(await readServed());
      await Bun.sleep(100);
    }
  })();
  const results = await Promise.all([load(isOver, true), load(isOver, false), watch]);
  serials.add(await readServed());
  const [kept, fresh] = results;
  console.log(
    `${RENEWALS} renewals under load: ${kept.sent} requests over kept connections, ${fresh.sent} over new ones, ` +
      `${kept.failures.length + fresh.failures.length} failed; ${serials.size} certificates seen`,
  );
  for (const [name, { failures }] of Object.entries({ kept, new: fresh })) {
    const kinds = Object.entries(Object.groupBy(failures, failure => failure));
    problems.push(
      ...kinds.map(([failure, found]) => `${found?.length} requests over ${name} connections: ${failure}`),
    );
  }
  if (serials.size !== RENEWALS + 1 || serials.has(undefined))
    problems.push(`${serials.size} certificates were seen instead of ${RENEWALS + 1}`);
  await stop(authority);
  await until('The report of an authority that is down', () =>
    server.lines.some(({ reason }) => reason?.includes('cannot be reached') ?? false),
  );
  if ((await readServed()) === undefined) problems.push('A failed renewal ended https');
  console.log('authority down: reported, and the present certificate is served');
  await stop(server.child);
}

async function useTlsAlone(): Promise<void> {
  const authority = await startAuthority(LONG_LIFETIME_SECONDS, {
    http: findFreePort(),
    https: ports.https,
  });
  const server = startServer(join(folder, 'tls-alone'));
  const ms = await until('The certificate over port 443', () => countObtained(server) > 0);
  console.log(`port 80 closed: a certificate over port 443 ${ms} ms after the start`);
  await stop(server.child);
  await stop(authority);
}

async function explainFailures(): Promise<void> {
  const other = Bun.serve({ port: 0, fetch: () => new Response('Welcome to another server') });
  const closed = { http: findFreePort(), https: findFreePort() };
  const cases: [{ http: number; https: number }, string][] = [
    [closed, 'cannot be reached from the internet'],
    [{ ...closed, http: other.port as number }, 'Another server answers'],
  ];
  for (const [index, [where, words]] of cases.entries()) {
    const authority = await startAuthority(LONG_LIFETIME_SECONDS, where);
    const server = startServer(join(folder, `failure-${index}`));
    await until(`The reason "${words}"`, () => server.lines.some(({ reason }) => reason !== undefined));
    const reason = server.lines.find(line => line.reason)?.reason ?? '';
    console.log(reason);
    if (!reason.includes(words)) problems.push(`The reason is not "${words}": ${reason}`);
    await stop(server.child);
    await stop(authority);
  }
  await other.stop(true);
}

try {
  const dns = ['pebble-challtestsrv', '-defaultIPv4', '127.0.0.1', '-defaultIPv6', ''];
  for (const name of ['http01', 'https01', 'tlsalpn01']) dns.push(`-${name}`, '');
  dns.push('-dns01', `127.0.0.1:${ports.dns}`, '-management', `127.0.0.1:${ports.dnsManagement}`);
  start(dns);
  await until('The start of the name server', () => canConnect(ports.dnsManagement));
  await renewUnderLoad();
  await useTlsAlone();
  await explainFailures();
} finally {
  for (const child of processes) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);
