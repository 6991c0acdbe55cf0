/**
 * `bun test/e2e/sync-order.ts [--writes 1000] [--clients 16]`: runs the real server under strace and sends
 * writes, half of them sequentially, half from many clients. Between the last write to the log file and the response to
 * it there must be an fsync; a response sent before is a violation. Needs strace; exits with 1 if there is a violation,
 * or too little data.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { post, register } from './calls.ts';
import { ServerProcess } from './server-process.ts';

const { values } = parseArgs({
  options: { writes: { type: 'string', default: '1000' }, clients: { type: 'string', default: '16' } },
});
const [writes, clients] = [Number(values.writes), Number(values.clients)];
const SHOWN_VIOLATIONS = 5;
const CALLS = 'pwrite64,pwritev,write,writev,sendto,sendmsg,fdatasync,fsync';
const CREATED = 201;

const folder = mkdtempSync(join(tmpdir(), 'perkmint-sync-'));
const trace = join(folder, 'trace');

/** The meaning of a line of the trace. */
type Step = 'log' | 'sync' | 'response' | 'other';

/** `-yy` names the target of a descriptor: `pwrite64(19</data/perkmint.sqlite-wal>, …`, `sendto(22<TCP:[…]>, "HTTP/1.1 201 …`. */
function stepOf(line: string): Step {
  const [, call, target] = /(\w+)\(\d+<(.+?)>[,)]/.exec(line) ?? [];
  if (!call || !target) return 'other';
  if (target.endsWith('-wal')) return call.endsWith('sync') ? 'sync' : 'log';
  return target.startsWith('TCP') && line.includes(`HTTP/1.1 ${CREATED}`) ? 'response' : 'other';
}

/** The results of the trace for all responses to writes. */
interface Findings {
  responses: number;
  syncs: number;
  logWrites: number;
  violations: string[];
}

function read(lines: string[]): Findings {
  const found: Findings = { responses: 0, syncs: 0, logWrites: 0, violations: [] };
  let isDirty = false;
  for (const line of lines) {
    const step = stepOf(line);
    if (step === 'log') {
      isDirty = true;
      found.logWrites++;
    } else if (step === 'sync') {
      isDirty = false;
      found.syncs++;
    } else if (step === 'response') {
      found.responses++;
      if (isDirty) found.violations.push(line);
    }
  }
  return found;
}

async function drive(url: string): Promise<void> {
  const business = { role: 'business', businessName: 'Shop' };
  const { accessToken } = await register(url, 'owner@shop.example', business);
  const reward = { type: 'fixed', value: 5 };
  const create = (n: number) =>
    post(
      url,
      '/campaigns',
      { name: `Story ${n}`, platform: 'instagram', actionType: 'story', reward },
      accessToken,
    );
  const alone = Math.floor(writes / 2);
  for (let n = 0; n < alone; n++) await create(n);
  let next = alone;
  const client = async () => {
    while (next < writes) await create(next++);
  };
  await Promise.all(Array.from({ length: clients }, client));
}

const wrapper = ['strace', '-f', '-yy', '-s', '64', '-e', `trace=${CALLS}`, '-o', trace];
const server = new ServerProcess({ DATA_DIR: folder }, { wrapper });
await server.start();
await drive(server.url);
// The tracer exits with the server; then its file is complete.
Bun.spawnSync(['pkill', '-TERM', '-P', String(server.pid)]);
await server.ended;
const found = read(readFileSync(trace, 'utf8').split('\n'));
rmSync(folder, { recursive: true, force: true });

const isEnough = found.responses >= writes && found.syncs >= writes / 2;
console.log(
  `${found.responses} acknowledged writes, ${found.logWrites} writes to the log, ${found.syncs} syncs of it`,
);
console.log(`${found.violations.length} violations`);
for (const line of found.violations.slice(0, SHOWN_VIOLATIONS)) console.log(`  ${line}`);
process.exit(isEnough && found.violations.length === 0 ? 0 : 1);
