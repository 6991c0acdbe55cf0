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

const { values } = parseArgs({
  options: { writes: { type: 'string', default: '1000' }, clients: { type: 'string', default: '16' } },
});
const [writes, clients] = [Number(values.writes), Number(values.clients)];
const START_TIMEOUT_MS = 30_000;
const POLL_MS = 50;
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

async function start(): Promise<{ child: Bun.Subprocess; url: string }> {
  const server = join(import.meta.dir, 'crash-server.ts');
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const child = Bun.spawn(
    ['strace', '-f', '-yy', '-s', '64', '-e', `trace=${CALLS}`, '-o', trace, process.execPath, server],
    {
      env: {
        ...process.env,
        DATA_DIR: folder,
        PORT: String(port),
        RATE_LIMIT: 'off',
        LOG_LEVEL: 'silent',
        ACCESS_TOKEN_TTL: '86400',
      },
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'inherit',
    },
  );
  const url = `http://127.0.0.1:${port}/api/v1`;
  for (let waited = 0; waited < START_TIMEOUT_MS; waited += POLL_MS) {
    if (
      await fetch(`${url}/health`).then(
        response => response.ok,
        () => false,
      )
    )
      return { child, url };
    await Bun.sleep(POLL_MS);
  }
  throw new Error('The server did not start');
}

async function post(url: string, body: object, token?: string) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const { data } = (await response.json()) as { data: { accessToken: string } };
  if (response.status !== CREATED) throw new Error(`POST ${url}: ${response.status}`);
  return data;
}

async function drive(url: string): Promise<void> {
  const owner = {
    action: 'register',
    email: 'owner@shop.example',
    password: 'correct horse battery',
    name: 'Owner',
    role: 'business',
    businessName: 'Shop',
  };
  const { accessToken } = await post(`${url}/auth`, owner);
  const reward = { type: 'fixed', value: 5 };
  const create = (n: number) =>
    post(
      `${url}/campaigns`,
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

const { child, url } = await start();
await drive(url);
// The tracer exits with the server; then its file is complete.
Bun.spawnSync(['pkill', '-TERM', '-P', String(child.pid)]);
await child.exited;
const found = read(readFileSync(trace, 'utf8').split('\n'));
rmSync(folder, { recursive: true, force: true });

const isEnough = found.responses >= writes && found.syncs >= writes / 2;
console.log(
  `${found.responses} acknowledged writes, ${found.logWrites} writes to the log, ${found.syncs} syncs of it`,
);
console.log(`${found.violations.length} violations`);
for (const line of found.violations.slice(0, SHOWN_VIOLATIONS)) console.log(`  ${line}`);
process.exit(isEnough && found.violations.length === 0 ? 0 : 1);
