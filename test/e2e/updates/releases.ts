import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { SIGNATURE, SUMS } from '../../../cli/release.ts';
import { generateKeyPair, type KeyPair, signText } from '../../../src/platform/ed25519.ts';
import { hashFile } from '../../../src/platform/runtime/files.ts';
import { type ReleaseFile, signReleaseList } from '../../../src/updates/release-list.ts';
import { type Mutation, SourceCopy } from '../../support/source-copy.ts';

/** The setting of a faulty build that chooses how it breaks; without it, the build works. */
export const FAULT = 'UPDATE_FAULT';
export const MIGRATION = '9000_update_check';
export const ARTIFACT = `perkmint-linux-${process.arch}`;
/** The URL of the list that the builds contain: none of the tests may reach anything else. */
const NO_LIST = 'http://127.0.0.1:1/releases.json';

/** Changes that turn the sources into a later version that breaks on request: in its migration, its checks, or its start. */
const FAULTY: Mutation[] = [
  {
    file: 'db/migrations/index.ts',
    find: `export const migrations: Migration[] = [`,
    replace: `const fault = (name: string) => process.env.${FAULT} === name;
const isTrial = () => process.argv.some(arg => arg.includes('.updating-'));
const added: Migration = {
  name: '${MIGRATION}',
  sql: 'create table update_check (id integer primary key, filler blob)',
  run: async db => {
    if (fault('migration') || (fault('late-migration') && !isTrial())) throw new Error('The planted migration fails');
    if (fault('crash-in-migration') && !isTrial()) process.kill(process.pid, 'SIGKILL');
    if (fault('totals') || (fault('late-totals') && !isTrial()))
      await db.run('update tallies set total = total + 1', []);
    if (fault('disk') && !isTrial())
      await db.run('with recursive n (i) as (select 1 union all select i + 1 from n where i < 800) insert into update_check select i, randomblob(1000000) from n', []);
  },
};
export const migrations: Migration[] = [`,
  },
  {
    file: 'db/migrations/index.ts',
    find: `  { name: '0083_mandates', sql: mandates },
`,
    replace: `  { name: '0083_mandates', sql: mandates },
  added,
`,
  },
  {
    file: 'cli/serve/pending-update.ts',
    find: `  if (problems.length > 0) throw new UpdateError(problems.join('; '));
`,
    replace: `  const fault = process.env.${FAULT};
  if (fault === 'check') problems.push('The planted check fails');
  if (fault === 'crash') process.kill(process.pid, 'SIGKILL');
  if (fault === 'exit') process.exit(3);
  if (fault === 'hang') await Bun.sleep(1e9);
  if (fault === 'spin') for (;;);
  if (fault?.startsWith('slow')) await Bun.sleep(1_500);
  if (problems.length > 0) throw new UpdateError(problems.join('; '));
`,
  },
];

/** The binaries of two versions, and the key that signs releases. */
export interface Builds {
  keys: KeyPair;
  /** The version of this checkout. */
  current: string;
  /** A later one. */
  next: string;
  /** The same minor version as `next`, without other migrations. */
  patch: string;
}

export const VERSIONS = { next: '0.90.0', patch: '0.90.1' };

/** Builds the versions into a folder. */
export async function buildVersions(folder: string): Promise<Builds> {
  const keys = generateKeyPair();
  const copy = new SourceCopy();
  const path = (file: string) => join(copy.folder, file);
  const build = async (name: string) => {
    const outfile = join(folder, name, 'perkmint');
    const { exitCode, output } = await copy.run(
      'cli/build.ts',
      ...['--outfile', outfile, '--release-key', keys.publicKey, '--release-list', NO_LIST],
    );
    if (exitCode !== 0) throw new Error(output);
    return outfile;
  };
  const setVersion = (version: string) => {
    const manifest = JSON.parse(readFileSync(path('package.json'), 'utf8')) as object;
    writeFileSync(path('package.json'), JSON.stringify({ ...manifest, version }));
  };
  try {
    const current = await build('current');
    for (const { file, find, replace } of FAULTY) {
      const text = readFileSync(path(file), 'utf8');
      if (text.split(find).length !== 2) throw new Error(`${file} has changed: ${find}`);
      writeFileSync(
        path(file),
        text.replace(find, () => replace),
      );
    }
    setVersion(VERSIONS.next);
    const next = await build('next');
    setVersion(VERSIONS.patch);
    const patch = await build('patch');
    return { keys, current, next, patch };
  } finally {
    copy.remove();
  }
}

/** Puts a file and its signed checksums into a folder. @returns the path of the file */
export async function publish(folder: string, file: string, keys: KeyPair): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const target = join(folder, ARTIFACT);
  cpSync(file, target);
  chmodSync(target, 0o755);
  const sums = `${await hashFile(target)}  ${ARTIFACT}\n`;
  writeFileSync(join(folder, SUMS), sums);
  writeFileSync(join(folder, SIGNATURE), `${signText(sums, keys)}\n`);
  return target;
}

/** Writes the signed list of releases, whose files are in folders beside it. @returns its URL */
export async function writeList(
  file: string,
  versions: Record<string, string>,
  keys: KeyPair,
): Promise<string> {
  const releases = await Promise.all(
    Object.entries(versions).map(async ([version, binary]) => {
      const entry: ReleaseFile = {
        sha256: await hashFile(binary),
        bytes: Bun.file(binary).size,
        url: `${basename(dirname(binary))}/${basename(binary)}`,
      };
      const notes = `What changes in ${version}.`;
      return { version, date: '2026-12-01', notes, schema: MIGRATION, files: { [ARTIFACT]: entry } };
    }),
  );
  const list = { issuedAt: '2026-12-01T00:00:00.000Z', releases };
  writeFileSync(file, JSON.stringify(signReleaseList(list, keys)));
  return `file://${file}`;
}
