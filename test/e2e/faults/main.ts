/**
 * `bun test/e2e/faults/main.ts`: the real server on a full disk, on a disk whose fsync fails or takes seconds, and without free
 * file descriptors. Writes must fail or wait, reads continue, and acknowledged writes exist, without a restart. Needs root, to
 * mount a small file system, and gcc; exits with 1 if a check fails.
 */
import { Database } from 'bun:sqlite';
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  rmSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { CAMPAIGN } from '../calls.ts';
import { type FaultyServer, freshFolder, type Reply, startServer } from './server.ts';
import { compileShim } from './shim.ts';

const DISK_MIB = 32;
const BLOCK = new Uint8Array(64 * 1024);
const WRITES_BEFORE = 50;
const WRITES_DURING = 20;
const DESCRIPTORS = 256;
const CONNECTIONS = 400;
const SETTLING_MS = 500;

let failed = 0;
function expectThat(what: string, isSo: boolean, seen?: unknown): void {
  console.log(`${isSo ? 'ok   ' : 'FAIL '} ${what}${isSo ? '' : `: ${JSON.stringify(seen)}`}`);
  if (!isSo) failed++;
}

async function repeat(times: number, work: () => Promise<Reply>): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (let turn = 0; turn < times; turn++) replies.push(await work());
  return replies;
}

const created = (replies: Reply[]) =>
  replies.filter(({ status }) => status === 201).map(({ data }) => data.id as string);
const statuses = (replies: Reply[]) => [...new Set(replies.map(({ status }) => status))];

/** Checks that the database contains exactly the acknowledged writes after the process has exited. */
function expectStored(dataDir: string, acknowledged: string[]): void {
  const db = new Database(join(dataDir, 'perkmint.sqlite'));
  const ids = db
    .query<{ id: string }, []>('select id from campaigns')
    .all()
    .map(({ id }) => id);
  const check = db.query<{ integrity_check: string }, []>('PRAGMA integrity_check').all();
  db.close();
  const stored = new Set(ids);
  const lost = acknowledged.filter(id => !stored.has(id));
  expectThat(`all ${acknowledged.length} acknowledged writes are stored`, lost.length === 0, lost);
  expectThat('and nothing that was refused', ids.length === acknowledged.length, ids.length);
  expectThat('the database is whole', check[0]?.integrity_check === 'ok', check);
}

/** Fills the disk completely. @returns a function that frees the space */
function fillDisk(folder: string): () => void {
  const ballast = join(folder, 'ballast');
  const file = openSync(ballast, 'w');
  try {
    for (;;) writeSync(file, BLOCK);
  } catch {
    closeSync(file);
  }
  return () => {
    const open = openSync(ballast, 'r+');
    ftruncateSync(open, 0);
    closeSync(open);
    unlinkSync(ballast);
  };
}

async function expectReadsGoOn({ call }: FaultyServer): Promise<void> {
  const list = await call('GET', '/campaigns');
  expectThat('lists respond', list.status === 200, list);
  const health = await call('GET', '/health');
  expectThat('health responds', health.status === 200, health);
}

async function diskFull(): Promise<void> {
  console.log('a full disk');
  const disk = freshFolder();
  Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', `size=${DISK_MIB}m`, 'tmpfs', disk]);
  const dataDir = join(disk, 'data');
  mkdirSync(dataDir);
  const faulty = await startServer(dataDir);
  const before = await repeat(WRITES_BEFORE, faulty.write);
  const makeRoom = fillDisk(disk);
  // The log file may have free space left, so a few writes may still succeed.
  let during: Reply[] = [];
  for (let round = 0; round < WRITES_BEFORE && !during.some(({ status }) => status === 503); round++) {
    during = [...during, ...(await repeat(WRITES_DURING, faulty.write))];
  }
  const refused = during.filter(({ status }) => status !== 201);
  expectThat(
    'writes are refused with 503',
    refused.length > 0 && statuses(refused).join() === '503',
    statuses(refused),
  );
  expectThat(
    'with Retry-After',
    refused.every(({ retryAfter }) => Number(retryAfter) > 0),
    refused[0],
  );
  expectThat(
    'and UNAVAILABLE',
    refused.every(({ code }) => code === 'UNAVAILABLE'),
    refused[0],
  );
  await expectReadsGoOn(faulty);
  makeRoom();
  const after = await repeat(WRITES_BEFORE, faulty.write);
  expectThat(
    'with room again, writes are taken without a restart',
    statuses(after).join() === '201',
    statuses(after),
  );
  await faulty.server.stop('SIGKILL');
  expectStored(dataDir, created([...before, ...during, ...after]));
  Bun.spawnSync(['umount', disk]);
  rmSync(disk, { recursive: true, force: true });
}

async function syncError(): Promise<void> {
  console.log('a disk whose sync fails');
  const folder = freshFolder();
  const [dataDir, flag] = [join(folder, 'data'), join(folder, 'flag')];
  mkdirSync(dataDir);
  const shim = { LD_PRELOAD: compileShim(folder), FAULT_FLAG: flag };
  const faulty = await startServer(dataDir, shim);
  const before = await repeat(WRITES_BEFORE, faulty.write);
  writeFileSync(flag, '');
  const during = await repeat(WRITES_DURING, faulty.write);
  expectThat('writes are refused with 503', statuses(during).join() === '503', statuses(during));
  await expectReadsGoOn(faulty);
  const seen = await faulty.call('GET', '/campaigns');
  expectThat('nothing refused is seen', seen.data?.pagination.total === WRITES_BEFORE, seen.data?.pagination);
  unlinkSync(flag);
  const after = await repeat(WRITES_BEFORE, faulty.write);
  expectThat(
    'with a healthy disk, writes are taken again',
    statuses(after).join() === '201',
    statuses(after),
  );
  await faulty.server.stop('SIGKILL');
  expectStored(dataDir, created([...before, ...during, ...after]));
  rmSync(folder, { recursive: true, force: true });
}

const METRICS_TOKEN = 'metrics-token-of-the-faults';
/** Syncs of a worn memory card, and one pause of it that is longer than clients wait. */
const SLOW_SYNC_MS = 300;
const PAUSE_MS = 5_000;
const PATIENCE_MS = 2_000;
const REPEAT_MS = 100;
const SLOW_WRITERS = 64;
const SLOW_WRITES = 1_000;

/** Creates campaigns by clients that wait for a limited time and then repeat the request with its key. @returns those that were acknowledged */
async function writePatiently(
  { call }: FaultyServer,
  pauses: { begin(): void; end(): void },
): Promise<{ replies: Reply[]; repeats: number }> {
  const replies: Reply[] = [];
  let [next, repeats] = [0, 0];
  const writer = async () => {
    while (next < SLOW_WRITES) {
      const key = `slow-${next++}`;
      if (next === SLOW_WRITES / 2) pauses.begin();
      for (;;) {
        const options = { headers: { 'Idempotency-Key': key }, signal: AbortSignal.timeout(PATIENCE_MS) };
        const reply = await call('POST', '/campaigns', CAMPAIGN, options).catch(() => undefined);
        if (reply?.status === 201) {
          replies.push(reply);
          break;
        }
        repeats += 1;
        pauses.end();
        const isExpected =
          reply === undefined || reply.code === 'IDEMPOTENCY_IN_PROGRESS' || reply.status === 503;
        if (!isExpected)
          expectThat('a repeated request is answered, refused for a while or in progress', false, reply);
        await Bun.sleep(REPEAT_MS);
      }
    }
  };
  await Promise.all(Array.from({ length: SLOW_WRITERS }, writer));
  return { replies, repeats };
}

async function slowDisk(): Promise<void> {
  console.log('a slow disk, which pauses once');
  const folder = freshFolder();
  const [dataDir, flag] = [join(folder, 'data'), join(folder, 'flag')];
  mkdirSync(dataDir);
  const shim = { LD_PRELOAD: compileShim(folder), FAULT_FLAG: flag };
  const faulty = await startServer(dataDir, { ...shim, METRICS_TOKEN });
  const setDelay = (ms: number) => writeFileSync(flag, String(ms));
  setDelay(SLOW_SYNC_MS);
  const pauses = { begin: () => setDelay(PAUSE_MS), end: () => setDelay(SLOW_SYNC_MS) };
  const startMs = performance.now();
  const { replies, repeats } = await writePatiently(faulty, pauses);
  const perSecond = (SLOW_WRITES / (performance.now() - startMs)) * 1_000;
  console.log(`     ${SLOW_WRITES} writes, ${perSecond.toFixed(0)} per second, ${repeats} requests repeated`);
  expectThat('clients repeated requests during the pause', repeats > 0, repeats);
  expectThat('changes share syncs', perSecond > (2 * 1_000) / SLOW_SYNC_MS, perSecond);
  await expectReadsGoOn(faulty);
  const metrics = await fetch(new URL('/metrics', faulty.server.url), {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  });
  const state = /^perkmint_check_state\{check="disk"\} (\d)$/m.exec(await metrics.text())?.[1];
  expectThat('the health page warns of the disk', state === '1', state);
  const exitCode = await faulty.server.stop('SIGTERM');
  expectThat('it stops cleanly', exitCode === 0, exitCode);
  await faulty.server.start();
  await expectReadsGoOn(faulty);
  await faulty.server.stop('SIGKILL');
  expectStored(dataDir, created(replies));
  rmSync(folder, { recursive: true, force: true });
}

function knock(port: number): Promise<Socket> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1');
    const done = () => resolve(socket);
    socket.once('connect', done);
    socket.once('error', done);
  });
}

async function noDescriptors(): Promise<void> {
  console.log('no free file descriptor');
  const dataDir = freshFolder();
  const limit = ['sh', '-c', `ulimit -n ${DESCRIPTORS}; exec "$0" "$@"`];
  const faulty = await startServer(dataDir, {}, limit);
  const before = await repeat(WRITES_BEFORE, faulty.write);
  const port = Number(new URL(faulty.server.url).port);
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, () => knock(port)));
  await Bun.sleep(SETTLING_MS);
  expectThat('the server lives', faulty.server.exitCode === null, faulty.server.exitCode);
  for (const socket of sockets) socket.destroy();
  await Bun.sleep(SETTLING_MS);
  const after = await repeat(WRITES_BEFORE, faulty.write);
  expectThat(
    'and responds as before when they are free again',
    statuses(after).join() === '201',
    statuses(after),
  );
  const exitCode = await faulty.server.stop('SIGTERM');
  expectThat('and stops cleanly', exitCode === 0, exitCode);
  expectStored(dataDir, created([...before, ...after]));
  rmSync(dataDir, { recursive: true, force: true });
}

await diskFull();
await syncError();
await slowDisk();
await noDescriptors();
console.log(failed === 0 ? 'all as it must be' : `${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
