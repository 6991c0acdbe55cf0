import { afterEach, beforeEach, expect, test } from 'bun:test';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROGRAM } from '../support/program.ts';

let folder: string;
let dataDir: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'perkmint-rights-'));
  dataDir = join(folder, 'data');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the program with the default umask of most shells, which lets everyone read new files. */
function spawn(...line: string[]) {
  return Bun.spawn(['sh', '-c', 'umask 022; exec "$@"', 'sh', ...PROGRAM, ...line], {
    env: { NODE_ENV: 'production', DATA_DIR: dataDir, TMPDIR: tmpdir() },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
}

async function perkmint(...line: string[]): Promise<string> {
  const child = spawn(...line);
  const out = await new Response(child.stdout).text();
  if ((await child.exited) === 1) throw new Error(await new Response(child.stderr).text());
  return out;
}

/** Serves on the folder, looks at it while the server runs, and ends it. */
async function serving<T>(look: () => T): Promise<T> {
  const child = spawn('serve', '--port', '0');
  const { done } = await child.stdout.getReader().read();
  if (done) throw new Error(await new Response(child.stderr).text());
  const seen = look();
  child.kill('SIGTERM');
  await child.exited;
  return seen;
}

/** Every file and folder below a place that others may read, write or enter, with its rights. */
function openToOthers(place: string): string[] {
  const names = readdirSync(place, { recursive: true, encoding: 'utf8' });
  return ['', ...names].flatMap(name => {
    const mode = statSync(join(place, name)).mode & 0o777;
    return (mode & 0o077) === 0 ? [] : [`${mode.toString(8)} ${name || '.'}`];
  });
}

test('whatever a server, a backup and a restore make is readable by the owner alone', async () => {
  const whileServing = await serving(() => [readdirSync(dataDir), openToOthers(dataDir)]);
  expect(whileServing).toEqual([
    expect.arrayContaining(['lock', 'perkmint.sqlite', 'perkmint.sqlite-wal', 'running', 'secrets.json']),
    [],
  ]);
  await perkmint('db', 'backup');
  expect(openToOthers(dataDir)).toEqual([]);
  const out = join(folder, 'out.sqlite');
  await perkmint('db', 'backup', '--out', out);
  expect(statSync(out).mode & 0o777).toBe(0o600);
  chmodSync(out, 0o644);
  await perkmint('db', 'restore', out, '--yes');
  expect(openToOthers(dataDir)).toEqual([]);
});

test('what an older version left open is named by doctor and closed by the next start', async () => {
  await serving(() => {});
  await perkmint('db', 'backup');
  const backups = readdirSync(join(dataDir, 'backups')).map(name => join('backups', name));
  for (const name of ['.', 'perkmint.sqlite', 'lock', 'backups', ...backups])
    chmodSync(join(dataDir, name), 0o755);
  const findings: { check: string }[] = JSON.parse(await perkmint('doctor', '--json'));
  expect(findings.find(({ check }) => check === 'file permissions')).toMatchObject({
    state: 'warning',
    found: expect.stringContaining('and 3 more'),
    fix: expect.stringContaining(`chmod -R go= ${dataDir}`),
  });
  expect(await serving(() => openToOthers(dataDir))).toEqual([]);
});
