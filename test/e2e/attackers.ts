/**
 * `bun run check:attackers [--seconds 60]`: how long `GET /health` of the real server takes, alone and beside 20 attackers who
 * send what causes most work (test/e2e/attack.ts). Rate limits are the default. Exits with 1 if a check of health fails.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { quantile } from './load-client.ts';
import { startLoadServer } from './load-server.ts';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } });
const seconds = Number(values.seconds);
const PROBES_PER_SECOND = 50;
/** Addresses of the probes: an address may check its health 60 times per minute. */
const PROBE_ADDRESSES = 200;

const say = (text: string) => process.stdout.write(`${text}\n`);
// The attackers and the probes have an address each, as if they came through a proxy.
const server = await startLoadServer({ RATE_LIMIT_SCALE: '1', TRUSTED_PROXIES: '127.0.0.1' });
const url = `http://127.0.0.1:${server.port}`;
let failures = 0;

/** Requests health once. @returns the time until the response, in milliseconds */
async function probe(number: number): Promise<number> {
  const startedAt = performance.now();
  const headers = { 'X-Forwarded-For': `10.1.0.${number % PROBE_ADDRESSES}` };
  const response = await fetch(`${url}/api/v1/health`, { headers }).catch(() => undefined);
  if (response?.status !== 200) failures++;
  await response?.arrayBuffer();
  return performance.now() - startedAt;
}

/** Probes at a fixed rate, whether or not earlier ones have a response. @returns the 99th percentile in milliseconds */
async function measureP99(): Promise<number> {
  const probes: Promise<number>[] = [];
  const startedAt = performance.now();
  while (probes.length < seconds * PROBES_PER_SECOND) {
    const dueMs = (probes.length * 1_000) / PROBES_PER_SECOND;
    await Bun.sleep(Math.max(0, startedAt + dueMs - performance.now()));
    probes.push(probe(probes.length));
  }
  return quantile(await Promise.all(probes), 0.99);
}

const alone = await measureP99();
const ready = Promise.withResolvers<void>();
const report = Promise.withResolvers<Record<string, number>>();
const attackers = Bun.spawn([process.execPath, join(import.meta.dir, 'attack.ts'), url], {
  stdout: 'ignore',
  stderr: 'inherit',
  ipc: message => (message === 'ready' ? ready.resolve() : report.resolve(message)),
  onExit: (_child, code) => ready.reject(new Error(`The attackers left with ${code}`)),
});
await ready.promise;
const attacked = await measureP99();
attackers.send('report');
const statuses = await report.promise;
attackers.kill();
await server.stop();
say(`responses to attackers by status: ${JSON.stringify(statuses)}`);
say(
  `p99 of GET /health over ${seconds} s: alone ${alone.toFixed(1)} ms, beside attackers ${attacked.toFixed(1)} ms, ` +
    `ratio ${(attacked / alone).toFixed(1)}, failed ${failures}`,
);
process.exit(failures > 0 ? 1 : 0);
