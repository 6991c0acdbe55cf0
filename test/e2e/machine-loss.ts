/**
 * `bun test/e2e/machine-loss.ts [--seconds 90] [--writers 64] [--url s3://bucket/path]`: clients write to the real server,
 * which sends its changes to a destination, a folder by default. Then the machine is lost: the server is killed and its data
 * folder deleted. The backup is restored into an empty folder with the key alone. It must pass `db check`, contain every
 * write that was acknowledged more than a minute before the loss. Exits with 1 otherwise.
 */
import { Database } from 'bun:sqlite';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MINUTE_MS, SECOND_MS } from '../../src/platform/clock.ts';
import { freshFolder, startServer } from './faults/server.ts';
import { ServerProcess } from './server-process.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '90' },
    writers: { type: 'string', default: '64' },
    url: { type: 'string' },
  },
});
const folder = freshFolder();
const [dataDir, target, keyFile] = ['data', 'new', 'key.txt'].map(name => join(folder, name)) as [
  string,
  string,
  string,
];
for (const each of [dataDir, target]) mkdirSync(each);
const url = values.url ?? `file://${join(folder, 'disk')}`;

/** The key, and the credentials of the destination. */
const access = {
  BACKUP_KEY_FILE: keyFile,
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('AWS_'))),
};

/** Runs a command in the folder of the new machine. @throws unless it exits with 0 */
async function perkmint(...args: string[]): Promise<string> {
  const { exitCode, out } = await new ServerProcess({ DATA_DIR: target }, { settings: access }).cli(...args);
  if (exitCode !== 0) throw new Error(`perkmint ${args.join(' ')}: ${exitCode} ${out}`);
  return out;
}

await perkmint('db', 'keygen', keyFile);
const { server, write } = await startServer(dataDir, {
  ...access,
  BACKUP_URL: url,
  RATE_LIMIT: 'off',
});
/** The times of acknowledgements by ID. */
const acknowledged = new Map<string, number>();
let isOver = false;
async function writeOn(): Promise<void> {
  while (!isOver) {
    const reply = await write().catch(error => {
      if (isOver) return undefined;
      throw error;
    });
    if (reply?.status === 201) acknowledged.set(reply.data.id, Date.now());
    else if (!isOver) throw new Error(`A write returned ${reply?.status}`);
  }
}
const writers = Array.from({ length: Number(values.writers) }, writeOn);
await Promise.race([Bun.sleep(Number(values.seconds) * SECOND_MS), ...writers]);
isOver = true;
const lostAtMs = Date.now();
await server.kill();
await Promise.all(writers);
rmSync(dataDir, { recursive: true });

const startedMs = performance.now();
const out = await perkmint('db', 'restore', url, '--yes', '--json');
// Hints follow the JSON.
const { changes } = JSON.parse(out.slice(0, out.lastIndexOf('}') + 1)) as { changes: number };
const seconds = (performance.now() - startedMs) / SECOND_MS;
await perkmint('db', 'check');
const db = new Database(join(target, 'perkmint.sqlite'), { readonly: true });
const found = new Set(
  db
    .query<{ id: string }, []>('select id from campaigns')
    .all()
    .map(({ id }) => id),
);
db.close();
const lost = [...acknowledged].filter(([id]) => !found.has(id)).map(([, atMs]) => atMs);
const lostMs = lost.length === 0 ? 0 : lostAtMs - Math.min(...lost);
console.log(
  `${acknowledged.size} acknowledged writes, ${found.size} restored in ${seconds.toFixed(1)} s from ${changes} files of changes; ` +
    `${lost.length} of the last ${(lostMs / SECOND_MS).toFixed(1)} s lost; db check passes`,
);
rmSync(folder, { recursive: true, force: true });
process.exit(lostMs <= MINUTE_MS ? 0 : 1);
