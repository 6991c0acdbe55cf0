/**
 * `bun test/e2e/crash.ts [--kills 20] [--writes 20000] [--clients 64]`: clients write to the real server while it is
 * killed (SIGKILL) at random times and restarted on the same folder, or the same PostgreSQL database if TEST_DATABASE is set. Every acknowledged write must exist exactly once
 * and completely. Prints the counts; exits with 1 if any write is lost, duplicated or partial.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config/index.ts';
import { SCHEDULER } from '../../src/context.ts';
import { silentLog } from '../../src/platform/log.ts';
import { checkIntegrity } from '../../src/system/service/integrity.ts';
import { type Ledger, repeat, work } from './crash-clients.ts';
import { divide, hireClients } from './crash-setup.ts';
import { type Verdict, verify } from './crash-verify.ts';
import { createStorage, openRows } from './stored-rows.ts';

const SHOWN_FAULTS = 10;
const dataDir = mkdtempSync(join(tmpdir(), 'perkmint-crash-'));
const storage = await createStorage(dataDir);
const settings = { ...storage, RATE_LIMIT: 'off', LOG_LEVEL: 'error', ACCESS_TOKEN_TTL: '86400' };

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    writes: { type: 'string', default: '20000' },
    clients: { type: 'string', default: '64' },
  },
});
let repeated = 0;
const [kills, writes, clients] = [Number(values.kills), Number(values.writes), Number(values.clients)];

/** Starts the server, always on the port of the first start, so that clients can reconnect. */
async function start(port: number) {
  const ready = Promise.withResolvers<number>();
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'crash-server.ts')], {
    env: { ...process.env, ...settings, PORT: String(port) },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'inherit',
    ipc: message => ready.resolve((message as { port: number }).port),
    onExit: (_child, code) => ready.reject(new Error(`The server left with ${code}`)),
  });
  ready.promise.catch(() => {});
  return { child, port: await ready.promise };
}

async function run(): Promise<{ ledger: Ledger; verdict: Verdict; killed: number; faults: string[] }> {
  const first = await start(0);
  let { child } = first;
  const url = `http://127.0.0.1:${first.port}/api/v1`;
  const ledger: Ledger = { acknowledged: [], retries: 0, replayed: 0, unexpected: [] };
  const staff = await hireClients(url, clients);
  const isDone = () => ledger.acknowledged.length >= writes;
  const working = Promise.all(staff.map(client => work(client, [url], ledger, isDone)));

  const moments = Array.from({ length: kills }, () => Math.random() * writes * 0.98).sort((a, b) => a - b);
  let killed = 0;
  for (const moment of moments) {
    while (ledger.acknowledged.length < moment && ledger.unexpected.length < SHOWN_FAULTS) await Bun.sleep(1);
    await Bun.sleep(Math.random() * 10);
    child.kill('SIGKILL');
    await child.exited;
    killed++;
    ({ child } = await start(first.port));
  }
  await working;
  child.kill('SIGKILL');
  await child.exited;
  ({ child } = await start(first.port));
  const others = await repeatAll(url, ledger);
  child.kill('SIGKILL');
  await child.exited;
  const rows = openRows(storage);
  const verdict = await verify(rows, ledger);
  await rows.close();
  verdict.duplicated.push(...others);
  return { ledger, verdict, killed, faults: await auditAfter() };
}

/** Repeats all writes with the same keys and as many clients. */
async function repeatAll(url: string, ledger: Ledger): Promise<string[]> {
  const retold: Ledger = { acknowledged: [], retries: 0, replayed: 0, unexpected: ledger.unexpected };
  const shares = divide(ledger.acknowledged, clients);
  const others = await Promise.all(shares.map(share => repeat([url], share, retold)));
  repeated = retold.replayed;
  return others.flat();
}

/** Runs `perkmint db check` after the last kill. */
async function auditAfter(): Promise<string[]> {
  const app = await createApp(loadConfig({ env: settings }).config, { log: silentLog });
  const faults = await checkIntegrity(app.as(SCHEDULER));
  await app.close();
  return faults;
}

const startedAt = Date.now();
const { ledger, verdict, killed, faults } = await run();
const { acknowledged, retries, replayed, unexpected } = ledger;
const { lost, duplicated, broken } = verdict;
const kinds = Object.entries(Object.groupBy(acknowledged, write => write.kind));
process.stdout.write(
  `${acknowledged.length} acknowledged (${kinds.map(([kind, of]) => `${of?.length} ${kind}`).join(', ')})
${clients} clients, ${killed} kills, ${((Date.now() - startedAt) / 1000).toFixed(1)} s
${retries} requests sent again, ${replayed} of them replayed
${repeated} of ${acknowledged.length} got an identical response when all were sent again
${lost.length} lost, ${duplicated.length} duplicated, ${broken.length + faults.length} half done
integrity_check and foreign_key_check ${broken.some(fault => fault.includes('_check')) ? 'FAILED' : 'clean'}
`,
);
const all = [...unexpected, ...lost, ...duplicated, ...broken, ...faults];
for (const fault of all.slice(0, SHOWN_FAULTS)) process.stdout.write(`  ${fault}\n`);
if (all.length === 0) rmSync(dataDir, { recursive: true, force: true });
else process.stdout.write(`The folder is kept: ${dataDir}\n`);
process.exit(all.length === 0 ? 0 : 1);
