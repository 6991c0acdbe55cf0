/**
 * `bun test/e2e/restores.ts [--rounds 20]`: clients write to the real server continuously while the CLI creates
 * backups. Each backup is restored into an empty folder: it must be complete, pass `db check`, contain every write that
 * was acknowledged before the backup started, and equal the backup file row by row. Exits with 1 otherwise.
 */
import { Database } from 'bun:sqlite';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type FaultyServer, freshFolder, startServer } from './faults/server.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' } } });
const rounds = Number(values.rounds);
const CLIENTS = 16;
/** Acknowledged writes that each round waits for, so that every backup differs from the last. */
const WRITES_A_ROUND = 200;
const POLL_MS = 5;
const folder = freshFolder();
const dataDir = join(folder, 'data');
mkdirSync(dataDir);

/** Runs the CLI while the server is running. @throws unless it exits with 0 */
async function perkmint(...args: string[]): Promise<void> {
  const { exitCode, out } = await faulty.server.cli(...args);
  if (exitCode !== 0) throw new Error(`perkmint ${args.join(' ')}: ${exitCode} ${out}`);
}

/** Returns the rows of all tables as one comparable value. */
function contents(file: string): { hash: string; campaigns: Set<string>; integrity: string } {
  const db = new Database(file, { readonly: true });
  const tables = db
    .query<{ name: string }, []>("select name from sqlite_master where type = 'table' order by name")
    .all();
  const hasher = new Bun.CryptoHasher('sha256');
  for (const { name } of tables) {
    hasher.update(`${name} ${JSON.stringify(db.prepare(`select * from "${name}" order by 1`).values())}`);
  }
  const ids = db.query<{ id: string }, []>('select id from campaigns').all();
  const check = db.query<{ integrity_check: string }, []>('PRAGMA integrity_check').get();
  db.close();
  return {
    hash: hasher.digest('hex'),
    campaigns: new Set(ids.map(({ id }) => id)),
    integrity: check?.integrity_check ?? 'no response',
  };
}

/** Checks a restored backup. @returns the problems found */
async function round(turn: number, acknowledged: string[]): Promise<string[]> {
  const [backup, target] = [join(folder, `backup-${turn}.sqlite`), join(folder, `restored-${turn}`)];
  const before = [...acknowledged];
  await perkmint('db', 'backup', '--out', backup, '--data-dir', dataDir);
  mkdirSync(target);
  await perkmint('db', 'restore', backup, '--yes', '--data-dir', target);
  const [saved, restored] = [contents(backup), contents(join(target, 'perkmint.sqlite'))];
  await perkmint('db', 'check', '--data-dir', target);
  const lost = before.filter(id => !restored.campaigns.has(id));
  console.log(
    `round ${turn + 1}: ${restored.campaigns.size} campaigns, ${before.length} acknowledged before the backup`,
  );
  return [
    ...(restored.integrity === 'ok' ? [] : [`round ${turn + 1}: ${restored.integrity}`]),
    ...(restored.hash === saved.hash
      ? []
      : [`round ${turn + 1}: the restored database differs from the backup`]),
    ...(lost.length === 0 ? [] : [`round ${turn + 1}: ${lost.length} acknowledged writes are missing`]),
  ];
}

async function write(faulty: FaultyServer, acknowledged: string[], isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const { status, data } = await faulty.write();
    if (status !== 201) throw new Error(`A write returned ${status}`);
    acknowledged.push(data.id);
  }
}

const faulty = await startServer(dataDir);
const acknowledged: string[] = [];
const faults: string[] = [];
let isOver = false;
const clients = Array.from({ length: CLIENTS }, () => write(faulty, acknowledged, () => isOver));
for (let turn = 0; turn < rounds; turn++) {
  const enough = acknowledged.length + WRITES_A_ROUND;
  while (acknowledged.length < enough) await Bun.sleep(POLL_MS);
  faults.push(...(await round(turn, acknowledged)));
}
isOver = true;
await Promise.all(clients);
await faulty.server.stop();
rmSync(folder, { recursive: true, force: true });
for (const fault of faults) console.log(fault);
console.log(`${rounds - new Set(faults.map(fault => fault.split(':')[0])).size} of ${rounds} restores equal`);
process.exit(faults.length === 0 ? 0 : 1);
