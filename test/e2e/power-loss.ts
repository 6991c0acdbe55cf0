/**
 * `bun run check:power-loss [--images 2000] [--writes 2400] [--seed n]`: traces the writes and syncs of a real server, while
 * clients create campaigns and upload files, and while it starts and stops. Then it builds the disk as a loss of power could
 * leave it before and after each sync: any combination and any torn parts of the changes that were not synced. SQLite must recover
 * each image, with every record that was acknowledged before. Images without the syncs of the log, of the database, of
 * uploads or of folders must fail, which proves that the run can see it. Needs strace; exits with 1 if an image fails.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createNumbers } from '../support/random.ts';
import { CAMPAIGN } from './calls.ts';
import { PNG } from './png.ts';
import { Disk, type Image, LOSSES } from './power-loss/disk.ts';
import { judge } from './power-loss/judge.ts';
import { isWatched, readSteps, type Step, traceTo } from './power-loss/trace.ts';
import { ServerProcess } from './server-process.ts';

const { values } = parseArgs({
  options: {
    images: { type: 'string', default: '2000' },
    writes: { type: 'string', default: '2400' },
    seed: { type: 'string', default: '1' },
  },
});
const [images, writes, seed] = [Number(values.images), Number(values.writes), Number(values.seed)];
/** Starts of the server: the second one begins with what the first one left. */
const ROUNDS = 2;
const CLIENTS = 8;
/** One of this many writes is an upload. */
const UPLOAD_EVERY = 10;
/** One of this many images is opened as an installation, and all its totals are recomputed. */
const WHOLE_EVERY = 50;
const SHOWN_PROBLEMS = 5;

const folder = mkdtempSync(join(tmpdir(), 'perkmint-power-'));
const root = join(folder, 'data');

function readFiles(): Image {
  const names = readdirSync(root, { recursive: true, withFileTypes: true });
  const paths = names.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
  return new Map(paths.filter(path => isWatched(root, path)).map(path => [path, readFileSync(path)]));
}

async function drive(url: string, token: string, round: number): Promise<void> {
  const write = async (n: number) => {
    const isUpload = n % UPLOAD_EVERY === 0;
    const form = new FormData();
    form.set('file', new Blob([PNG], { type: 'image/png' }), 'proof.png');
    const body = isUpload ? form : JSON.stringify({ ...CAMPAIGN, name: `Story ${round}.${n}` });
    const headers: Record<string, string> = {
      authorization: `Bearer ${token}`,
      'accept-encoding': 'identity',
    };
    if (!isUpload) headers['content-type'] = 'application/json';
    const response = await fetch(`${url}/${isUpload ? 'uploads' : 'campaigns'}`, {
      method: 'POST',
      body,
      headers,
    });
    if (response.status !== 201) throw new Error(await response.text());
  };
  const alone = Math.floor(writes / ROUNDS / 2);
  for (let n = 0; n < alone; n += 1) await write(n);
  let next = alone;
  const client = async () => {
    while (next < writes / ROUNDS) await write(next++);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

/** A run of the server: the files before it, and its steps. */
interface Recording {
  before: Image;
  steps: Step[];
}

async function record(round: number, token: string): Promise<Recording> {
  const before = readFiles();
  const trace = join(folder, `trace-${round}`);
  const server = new ServerProcess({ DATA_DIR: root }, { wrapper: traceTo(trace) });
  await server.start();
  await drive(server.url, token, round);
  // The tracer exits with the server; then its file is complete.
  Bun.spawnSync(['pkill', '-TERM', '-P', String(server.pid)]);
  await server.ended;
  const steps = readSteps(readFileSync(trace, 'latin1').split('\n'), root);
  rmSync(trace);
  return { before, steps };
}

interface Findings {
  images: number;
  /** Points in time before and after a sync. */
  moments: number;
  /** Images with a problem. */
  failed: number;
  problems: string[];
}

/** Builds and judges images of a recording. @param isSynced whether a step takes part; the others had no effect */
async function replay(
  { before, steps }: Recording,
  { count, isSynced }: { count: number; isSynced: (step: Step) => boolean },
): Promise<Findings> {
  const random = createNumbers(seed);
  const disk = new Disk(before);
  const acknowledged: string[] = [];
  const found: Findings = { images: 0, moments: 0, failed: 0, problems: [] };
  // A sync that is left out can be missed only after it.
  const first = Math.max(
    0,
    steps.findIndex(step => !isSynced(step)),
  );
  const moments = 2 * steps.slice(first).filter(({ kind }) => kind === 'sync').length;
  const look = async () => {
    found.moments += 1;
    const due = Math.ceil((count * found.moments) / moments);
    while (found.images < due) {
      const loss = LOSSES[found.images % LOSSES.length] as (typeof LOSSES)[number];
      const options = {
        root,
        folder: join(folder, 'image'),
        acknowledged,
        isWhole: found.images % WHOLE_EVERY === 0,
      };
      const problems = await judge(disk.lose(loss, random), options);
      found.failed += problems.length > 0 ? 1 : 0;
      found.problems.push(...problems.map(problem => `moment ${found.moments}, loss of ${loss}: ${problem}`));
      found.images += 1;
    }
  };
  for (const [index, step] of steps.entries()) {
    const isMoment = step.kind === 'sync' && index >= first;
    if (step.kind === 'acknowledge') acknowledged.push(...step.ids);
    if (isMoment) await look();
    disk.apply(step, isSynced(step));
    if (isMoment) await look();
  }
  return found;
}

/** Syncs without which some image must fail, by the path that they sync. */
const NEEDED: Record<string, (path: string) => boolean> = {
  log: path => path.endsWith('-wal'),
  database: path => path.endsWith('.sqlite'),
  uploads: path => path.startsWith(join(root, 'uploads/')),
  folders: path => path === root || path === join(root, 'uploads'),
};
const first = new ServerProcess({ DATA_DIR: root });
await first.start();
const { ownerToken } = await first.register();
await first.stop();
const recordings: Recording[] = [];
for (let round = 1; round <= ROUNDS; round += 1) recordings.push(await record(round, ownerToken));
const written = recordings.flatMap(({ steps }) =>
  steps.flatMap(step => (step.kind === 'acknowledge' ? step.ids : [])),
);
const syncs = recordings.flatMap(({ steps }) => steps.filter(step => step.kind === 'sync'));
const parts = Object.entries(NEEDED).map(
  ([name, isOf]) => `${name} ${syncs.filter(({ path }) => isOf(path)).length}`,
);
console.log(`${written.length} acknowledged writes, ${syncs.length} syncs: ${parts.join(', ')}`);

const results: Findings[] = [];
for (const recording of recordings)
  results.push(await replay(recording, { count: images / ROUNDS, isSynced: () => true }));
const problems = results.flatMap(result => result.problems);
const tried = results.reduce((sum, result) => sum + result.images, 0);
console.log(`${tried} images after a loss of power (seed ${seed}): ${problems.length} problems`);
for (const problem of problems.slice(0, SHOWN_PROBLEMS)) console.log(`  ${problem}`);

const unseen: string[] = [];
for (const [name, isOf] of Object.entries(NEEDED)) {
  const isSynced = (step: Step) => step.kind !== 'sync' || !isOf(step.path);
  const found = await replay(recordings[0] as Recording, { count: images / 10, isSynced });
  console.log(`without the syncs of the ${name}, ${found.images} images: ${found.failed} fail`);
  if (found.failed === 0) unseen.push(name);
}
rmSync(folder, { recursive: true, force: true });
const isEnough = written.length >= writes && unseen.length === 0;
process.exit(isEnough && problems.length === 0 ? 0 : 1);
