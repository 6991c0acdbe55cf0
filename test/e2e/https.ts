/**
 * `bun run check:https [--renewals 3] [--binary dist/perkmint]`: a server with --domain beside the certificate authority
 * pebble (Debian: `apt-get install pebble`). It measures how long the first certificate takes, renews it under load, obtains one
 * over port 443 alone, and breaks the ports and the authority. Exits with 1 if a request fails during the renewals, a
 * certificate is missing, or a reason is wrong.
 */
import { Agent, request as send } from 'node:https';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findFreePort } from '../support/free-port.ts';
import { PROGRAM } from '../support/program.ts';
import { countObtained, NAME, Pebble, stop, until } from './pebble.ts';

const { values } = parseArgs({
  options: { renewals: { type: 'string', default: '3' }, binary: { type: 'string' } },
});
const program = values.binary ? [values.binary] : PROGRAM;
const RENEWALS = Number(values.renewals);
/** The certificates are renewed after two thirds of it. */
const LIFETIME_SECONDS = 15;
const LONG_LIFETIME_SECONDS = 3_600;
const CLIENTS = 16;

const pebble = new Pebble(program);
const problems: string[] = [];

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
        port: pebble.ports.https,
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
  const authority = await pebble.startAuthority(LIFETIME_SECONDS);
  const beginMs = performance.now();
  const server = pebble.startServer(join(pebble.folder, 'data'));
  await until('The first certificate', async () => (await pebble.readServed()) !== undefined);
  console.log(
    `first https answer ${Math.round(performance.now() - beginMs)} ms after the start in an empty folder`,
  );
  const first = await pebble.readServed();
  const serials = new Set([first]);
  const isOver = () => countObtained(server) > RENEWALS;
  const watch = (async () => {
    while (!isOver()) {
      serials.add(await pebble.readServed());
      await Bun.sleep(100);
    }
  })();
  const results = await Promise.all([load(isOver, true), load(isOver, false), watch]);
  serials.add(await pebble.readServed());
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
  if ((await pebble.readServed()) === undefined) problems.push('A failed renewal ended https');
  console.log('authority down: reported, and the present certificate is served');
  await stop(server.child);
}

async function useTlsAlone(): Promise<void> {
  const authority = await pebble.startAuthority(LONG_LIFETIME_SECONDS, {
    http: findFreePort(),
    https: pebble.ports.https,
  });
  const server = pebble.startServer(join(pebble.folder, 'tls-alone'));
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
    const authority = await pebble.startAuthority(LONG_LIFETIME_SECONDS, where);
    const server = pebble.startServer(join(pebble.folder, `failure-${index}`));
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
  await pebble.startNames();
  await renewUnderLoad();
  await useTlsAlone();
  await explainFailures();
} finally {
  pebble.close();
}
for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);
