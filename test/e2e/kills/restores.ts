import { Database } from 'bun:sqlite';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROGRAM } from '../../support/program.ts';
import { CAMPAIGN } from '../calls.ts';
import { PNG } from '../png.ts';
import { ServerProcess } from '../server-process.ts';
import { type Killed, type KillPoint, killAt, listKillPoints } from './kill-points.ts';

/** Files of one moment that belong together. */
interface State {
  campaigns: string;
  uploads: string;
  secrets: string;
}

/** An installation of its own, and a backup of it. */
interface Made {
  dataDir: string;
  backup: string;
  state: State;
}

const LEFTOVER = /^\.(restoring|fetching)-|^restore\.json$|\.restoring$/;
const ASIDE = '.before-restore-';

/** Kills restores over the data of another installation, and into an empty folder. */
export async function killRestores(every: number): Promise<Record<string, Killed>> {
  const folder = mkdtempSync(join(tmpdir(), 'perkmint-kills-'));
  try {
    const former = await createInstallation(join(folder, 'former'), 2);
    const restored = await createInstallation(join(folder, 'restored'), 3);
    const disk = `file://${join(folder, 'disk')}`;
    await sendTo(disk, folder, restored);
    const database = join(folder, 'database.sqlite');
    await expectClean(restored.dataDir, {}, 'db', 'backup', '--out', database);
    // A database backup replaces only the database, so that both have the uploads and secrets of one.
    const later = { ...former, state: { ...former.state, campaigns: restored.state.campaigns } };
    const attempts: Record<string, Pick<Attempt, 'from' | 'source' | 'to'>> = {
      'a full backup over other data': { from: former, source: restored.backup, to: restored },
      'a full backup into an empty folder': { from: null, source: restored.backup, to: restored },
      'a database backup over other data': { from: former, source: database, to: later },
      'from a destination over other data': { from: former, source: disk, to: restored },
    };
    const results: Record<string, Killed> = {};
    for (const [name, attempt] of Object.entries(attempts))
      results[name] = await killEach({ folder, every, ...attempt });
    return results;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Attempt {
  folder: string;
  /** The content of the data folder before; null for an empty one. */
  from: Made | null;
  source: string;
  to: Made;
  every: number;
}

async function killEach({ folder, from, source, to, every }: Attempt): Promise<Killed> {
  const dataDir = join(folder, 'target');
  const settings = { BACKUP_KEY_FILE: join(folder, 'key.txt') };
  const reset = () => {
    rmSync(dataDir, { recursive: true, force: true });
    if (from) cpSync(from.dataDir, dataDir, { recursive: true });
    else mkdirSync(dataDir);
  };
  const traced = {
    command: [...PROGRAM, 'db', 'restore', source, '--yes'],
    env: { PATH: process.env.PATH ?? '', HOME: folder, TMPDIR: folder, DATA_DIR: dataDir, ...settings },
  };
  reset();
  const all = await listKillPoints(traced, target => target.startsWith(dataDir));
  const points = all.filter((_, n) => n % every === 0);
  const result: Killed = { missed: 0, before: 0, after: 0, problems: [] };
  for (const point of points) {
    reset();
    if (!(await killAt(traced, point))) {
      result.missed += 1;
      continue;
    }
    const problems: string[] = [];
    const isRestored = await startOnce(dataDir, { from, to }, problems);
    result[isRestored ? 'after' : 'before'] += 1;
    const { exitCode, out } = await runIn(dataDir, settings, 'db', 'restore', source, '--yes');
    if (exitCode !== 0) problems.push(`the next restore: ${exitCode} ${out}`);
    else compare('after the next restore', readState(dataDir), [to.state], problems);
    result.problems.push(...problems.map(problem => `${describe(point, dataDir)}: ${problem}`));
  }
  return result;
}

/** Starts the server after a kill: all of its files must be of one installation, and nothing else may be left. @returns whether those of the backup */
async function startOnce(
  dataDir: string,
  { from, to }: Pick<Attempt, 'from' | 'to'>,
  problems: string[],
): Promise<boolean> {
  const server = new ServerProcess({ DATA_DIR: dataDir }, { program: PROGRAM });
  try {
    await server.start();
    await server.stop();
  } catch (error) {
    problems.push(`the server does not start: ${error}`);
    return false;
  }
  const found = readState(dataDir);
  const isRestored = found.campaigns === to.state.campaigns;
  if (from) compare('after the start', found, [from.state, to.state], problems);
  else if (isRestored) compare('after the start', found, [to.state], problems);
  else if (found.campaigns !== '') problems.push('a part of the backup is in the empty folder');
  const left = readdirSync(dataDir).filter(name => LEFTOVER.test(name));
  if (left.length > 0) problems.push(`left: ${left.join(', ')}`);
  if (from && isRestored) {
    const aside = readdirSync(dataDir).filter(name => name.includes(ASIDE));
    const wanted = to.state.secrets === from.state.secrets ? 1 : 3;
    if (aside.length < wanted) problems.push(`of the former files, only ${aside.join(', ')} are kept`);
  }
  return isRestored;
}

function compare(when: string, found: State, allowed: State[], problems: string[]): void {
  if (!allowed.some(state => Bun.deepEquals(found, state)))
    problems.push(`${when}, the files do not belong together: ${JSON.stringify(found)}`);
}

function describe({ call, nth, target }: KillPoint, dataDir: string): string {
  return `${call} ${nth} (${target.slice(dataDir.length + 1)})`;
}

function readState(dataDir: string): State {
  const db = new Database(join(dataDir, 'perkmint.sqlite'), { readonly: true });
  const ids = db
    .query<{ id: string }, []>('select id from campaigns order by id')
    .all()
    .map(({ id }) => id);
  db.close();
  const uploads = join(dataDir, 'uploads');
  return {
    campaigns: ids.join(' '),
    uploads: existsSync(uploads) ? readdirSync(uploads).sort().join(' ') : '',
    secrets: Bun.hash(readFileSync(join(dataDir, 'secrets.json'))).toString(),
  };
}

async function createInstallation(dataDir: string, records: number): Promise<Made> {
  mkdirSync(dataDir);
  const server = new ServerProcess({ DATA_DIR: dataDir }, { program: PROGRAM });
  await server.start();
  const { ownerToken } = await server.register();
  for (let n = 0; n < records; n += 1) {
    await server.call('POST', '/campaigns', CAMPAIGN);
    const body = new FormData();
    body.set('file', new Blob([PNG], { type: 'image/png' }), 'proof.png');
    const headers = { authorization: `Bearer ${ownerToken}` };
    const response = await fetch(`${server.url}/uploads`, { method: 'POST', body, headers });
    if (response.status !== 201) throw new Error(await response.text());
  }
  await server.stop();
  const backup = `${dataDir}.tar`;
  await expectClean(dataDir, {}, 'db', 'backup', '--full', '--out', backup);
  rmSync(join(dataDir, 'server.json'), { force: true });
  return { dataDir, backup, state: readState(dataDir) };
}

async function sendTo(url: string, folder: string, { dataDir }: Made): Promise<void> {
  const settings = { BACKUP_KEY_FILE: join(folder, 'key.txt') };
  await expectClean(dataDir, {}, 'db', 'keygen', settings.BACKUP_KEY_FILE);
  await expectClean(dataDir, settings, 'db', 'backup', '--to', url);
}

function runIn(dataDir: string, settings: Record<string, string>, ...args: string[]) {
  return new ServerProcess({ DATA_DIR: dataDir }, { settings, program: PROGRAM }).cli(...args);
}

async function expectClean(
  dataDir: string,
  settings: Record<string, string>,
  ...args: string[]
): Promise<void> {
  const { isClean, out } = await runIn(dataDir, settings, ...args);
  if (!isClean) throw new Error(`perkmint ${args.join(' ')}: ${out}`);
}
