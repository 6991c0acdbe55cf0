/**
 * `bun test/e2e/copy.ts [--events 100000]`: copies a demo with this many events to PostgreSQL and back with the CLI, and
 * compares every row of both SQLite files. Prints times and the peak memory of the CLI. Exits with 1 if a row differs.
 */
import { Database } from 'bun:sqlite';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../support/postgres.ts';
import { NODE_SECRETS } from '../support/postgres-app.ts';
import { createEmptyDatabaseUrl } from '../support/test-database.ts';
import { freshFolder } from './faults/server.ts';

const { values } = parseArgs({ options: { events: { type: 'string', default: '100000' } } });
const events = Number(values.events);
const CLI = join(import.meta.dir, '..', '..', 'cli', 'main.ts');
const FILE = 'perkmint.sqlite';
const MIB = 1024 * 1024;
const SECOND_MS = 1_000;

interface Run {
  seconds: number;
  peakMib: number;
  output: string;
}

/** Runs a command. @throws unless it exits with 0 */
async function perkmint(dataDir: string, ...line: string[]): Promise<Run> {
  const startedAt = performance.now();
  const child = Bun.spawn([process.execPath, CLI, ...line, '--data-dir', dataDir], {
    env: { ...process.env, ...NODE_SECRETS, LOG_LEVEL: 'silent' },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const output = await new Response(child.stdout).text();
  const code = await child.exited;
  if (code !== 0) throw new Error(`perkmint ${line[1]}: ${code} ${await new Response(child.stderr).text()}`);
  const seconds = (performance.now() - startedAt) / SECOND_MS;
  return { seconds, peakMib: Math.round((child.resourceUsage()?.maxRSS ?? 0) / MIB), output };
}

/** Repeats the events of the demo until there are as many as asked for. */
function addEvents(file: string): void {
  const db = new Database(file);
  const existing = Number(db.query('select count(*) from events').values()[0]);
  const { id, last } = db
    .query<{ id: string; last: number }, []>('select id, event_sequence as last from businesses')
    .get() as { id: string; last: number };
  const more = Math.max(0, events - existing);
  db.transaction(() => {
    db.query(
      `with recursive n (i) as (select 1 union all select i + 1 from n where i < $more)
       insert into events
       select 'evt_zz' || printf('%024d', i), business_id, $last + i, type, family, resource_id, actor_kind, actor_id,
         request_id, data, created_at
       from n join events on sequence = 1 + i % $last and business_id = $id where $more > 0`,
    ).run({ $more: more, $last: last, $id: id } as never);
    db.query('update businesses set event_sequence = event_sequence + ?').run(more);
  })();
  db.close(true);
}

/** Hashes all rows of all tables, except for the migrations, whose times differ. */
function hashContents(file: string): { hash: string; rows: number } {
  const db = new Database(file, { readonly: true });
  const tables = db
    .query<{ name: string }, []>(
      "select name from sqlite_schema where type = 'table' and name not glob '_*' order by name",
    )
    .all();
  const hasher = new Bun.CryptoHasher('sha256');
  let rows = 0;
  for (const { name } of tables) {
    const count = db.query('select * from pragma_table_info(?)').values(name).length;
    const order = Array.from({ length: count }, (_, index) => index + 1).join(', ');
    for (const row of db.query(`select * from "${name}" order by ${order}`).iterate()) {
      hasher.update(`${name} ${JSON.stringify(row)}\n`);
      rows++;
    }
  }
  db.close(true);
  return { hash: hasher.digest('hex'), rows };
}

const folder = freshFolder();
const [source, back] = [join(folder, 'source'), join(folder, 'back')];
await perkmint(source, 'seed', '--demo');
addEvents(join(source, FILE));
const server = await startPostgres();
process.env.TEST_DATABASE = server.url;
const database = await createEmptyDatabaseUrl();
const there = await perkmint(source, 'db', 'copy', '--to', database.url, '--json');
const returned = await perkmint(back, 'db', 'copy', '--from', database.url, '--json');
await server.stop();

const [before, after] = [hashContents(join(source, FILE)), hashContents(join(back, FILE))];
const report = (name: string, { seconds, peakMib, output }: Run) => {
  const { rows } = JSON.parse(output) as { rows: number };
  const rate = Math.round(rows / seconds);
  return { copy: name, rows, seconds: Number(seconds.toFixed(1)), 'rows/s': rate, 'peak MiB': peakMib };
};
console.table([report('SQLite to PostgreSQL', there), report('PostgreSQL to SQLite', returned)]);
const megabytes = Math.round(statSync(join(source, FILE)).size / MIB);
const isEqual = before.hash === after.hash && before.rows === after.rows;
console.log(`${megabytes} MiB, ${before.rows} rows: the dumps are ${isEqual ? 'equal' : 'different'}`);
console.log(`${before.hash}\n${after.hash}`);
rmSync(folder, { recursive: true });
process.exit(isEqual ? 0 : 1);
