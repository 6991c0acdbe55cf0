/**
 * `bun run check:updates [--only <part of a name>] [--builds <folder>]`: updates the built binary under writers, 60 times
 * with something that breaks: a migration, the start, the signature, the download, the disk, or a kill at each step of the
 * updating command, the service, or the machine. Afterwards the former version must respond within a minute with every
 * acknowledged write, and pass `db check`. Kills of a good update may also end with the new version. Exits with 1 otherwise.
 * Linux; the cases of a full disk need root.
 */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SIGNATURE, SUMS } from '../../../cli/release.ts';
import { generateKeyPair } from '../../../src/platform/ed25519.ts';
import { hashFile } from '../../../src/platform/runtime/files.ts';
import { readPendingUpdate, readUpdate } from '../../../src/updates/record.ts';
import { findFreePort } from '../../support/free-port.ts';
import { Installation } from './installation.ts';
import {
  ARTIFACT,
  type Builds,
  buildVersions,
  FAULT,
  MIGRATION,
  publish,
  VERSIONS,
  writeList,
} from './releases.ts';

const { values } = parseArgs({ options: { only: { type: 'string' }, builds: { type: 'string' } } });
/** The former version must respond again within this time. */
const LIMIT_MS = 60_000;
const CURRENT = (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version;
/** Too small for the copies that an update makes, and large enough for them but not for the planted migration. */
const SMALL_DISK_MIB = 64;
const DISK_MIB = 400;
const isRoot = process.getuid?.() === 0;

const folder = mkdtempSync(join(tmpdir(), 'perkmint-updates-'));
const builds = await findBuilds(values.builds ?? join(folder, 'builds'));
const port = findFreePort();
let token = '';
const template = join(folder, 'template');
const releases = join(folder, 'releases');

/** A way in which an update is broken. */
interface Case {
  name: string;
  /** The fault of the new version. */
  fault?: string;
  /** Breaks the published files. */
  tamper?(): Promise<void> | void;
  /** The arguments of the command; by default, it reads the list. */
  args?(): string[];
  kill?: { step: Step; target: 'command' | 'service' | 'machine' };
  /** Whether the new version may be the result as well, because the update may have succeeded before. */
  mayPass?: boolean;
  /** The size of the disk for the data. */
  diskMib?: number;
}

/** The steps of an update, in their order, and how they are seen from outside. */
const STEPS = {
  download: installation => hasName(join(installation.folder, 'bin'), '.perkmint.update-'),
  trial: installation => hasName(installation.dataDir, '.updating-'),
  installed: ({ dataDir }) => readUpdate(dataDir) !== null,
  replaced: ({ dataDir, executable }) =>
    existsSync(`${executable}.previous`) &&
    readUpdate(dataDir)?.state === 'installed' &&
    isReplaced(executable),
  snapshot: ({ dataDir }) => hasName(join(dataDir, 'backups'), ''),
  started: ({ dataDir }) => (readUpdate(dataDir)?.starts ?? 0) > 0,
  decided: ({ dataDir }) => readUpdate(dataDir) !== null && readPendingUpdate(dataDir)?.state !== 'installed',
} satisfies Record<string, (installation: Installation) => boolean>;
type Step = keyof typeof STEPS;

const hasName = (path: string, prefix: string) =>
  existsSync(path) && readdirSync(path).some(name => name.startsWith(prefix) && name !== '.upgrade.json');
const isReplaced = (executable: string) =>
  statSync(executable).ino !== statSync(`${executable}.previous`).ino;

const listFile = join(releases, 'releases.json');
const binaryFile = () => join(releases, 'next', ARTIFACT);
const changeByte = (file: string) => {
  const content = readFileSync(file);
  content[content.length >> 1] = content[content.length >> 1]! ^ 1;
  writeFileSync(file, content);
};
const signedList = (version: string) => writeList(listFile, { [version]: binaryFile() }, builds.keys);

const CASES: Case[] = [
  ...[
    'migration',
    'totals',
    'late-migration',
    'late-totals',
    'crash-in-migration',
    'check',
    'exit',
    'crash',
  ].map(fault => ({ name: `fault ${fault}`, fault })),
  ...['hang', 'spin'].map(fault => ({ name: `fault ${fault}`, fault })),
  { name: 'signature of the list', tamper: () => changeByte(listFile) },
  {
    name: 'list of another signer',
    tamper: async () =>
      void (await writeList(listFile, { [VERSIONS.next]: binaryFile() }, generateKeyPair())),
  },
  { name: 'no list', tamper: () => rmSync(listFile) },
  { name: 'changed download', tamper: () => changeByte(binaryFile()) },
  { name: 'half download', tamper: () => truncateSync(binaryFile(), statSync(binaryFile()).size >> 1) },
  { name: 'longer download', tamper: () => appendFileSync(binaryFile(), 'more') },
  { name: 'missing download', tamper: () => rmSync(binaryFile()) },
  { name: 'file of another version', tamper: async () => void (await signedList('0.91.0')) },
  {
    name: 'file that is no program',
    tamper: async () => {
      writeFileSync(binaryFile(), 'not a program');
      await signedList(VERSIONS.next);
    },
  },
  {
    name: 'file with changed checksums',
    tamper: () => appendFileSync(join(releases, 'next', SUMS), ' '),
    args: byFile,
  },
  { name: 'file without a signature', tamper: () => rmSync(join(releases, 'next', SIGNATURE)), args: byFile },
  { name: 'changed file', tamper: () => changeByte(binaryFile()), args: byFile },
  ...(isRoot
    ? [
        { name: 'disk too small for a trial', diskMib: SMALL_DISK_MIB },
        { name: 'disk that fills up in the migration', diskMib: DISK_MIB, fault: 'disk' },
      ]
    : []),
  ...Object.keys(STEPS).flatMap(step =>
    (['command', 'service', 'machine'] as const).flatMap(target =>
      (['late-migration', 'check', undefined] as const).map(
        (fault): Case => ({
          name: `kill of the ${target} at ${step}, ${fault ?? 'good update'}`,
          ...(fault === undefined ? { mayPass: true } : { fault }),
          kill: { step: step as Step, target },
        }),
      ),
    ),
  ),
];

function byFile(): string[] {
  return ['--file', binaryFile()];
}

let failed = 0;
const seconds: number[] = [];
const results = { former: 0, later: 0 };
await prepare();
for (const each of CASES) {
  if (values.only && !each.name.includes(values.only)) continue;
  try {
    const { version, tookMs, words } = await play(each);
    seconds.push(tookMs / 1000);
    results[version === CURRENT ? 'former' : 'later']++;
    console.log(`ok    ${each.name}: ${version} after ${(tookMs / 1000).toFixed(1)} s  ${words}`);
  } catch (error) {
    failed++;
    console.log(`FAIL  ${each.name}: ${(error as Error).message}`);
  }
}
if (!values.only || 'earlier version'.includes(values.only)) {
  const problem = await goBackByHand().then(
    () => undefined,
    (error: Error) => error.message,
  );
  if (problem !== undefined) failed++;
  console.log(
    `${problem === undefined ? 'ok   ' : 'FAIL '} earlier version of the same minor version: ${problem ?? 'no loss'}`,
  );
}
const slowest = Math.max(0, ...seconds).toFixed(1);
console.log(
  `${results.former} with the former version, ${results.later} with the later one, ${failed} failed; the slowest took ${slowest} s`,
);
rmSync(folder, { recursive: true, force: true });
process.exit(failed > 0 ? 1 : 0);

async function findBuilds(path: string): Promise<Builds> {
  const file = join(path, 'builds.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Builds;
  const made = await buildVersions(path);
  writeFileSync(file, JSON.stringify(made));
  return made;
}

/** Creates the data that each case begins with. */
async function prepare(): Promise<void> {
  const installation = new Installation(join(folder, 'prepare'), port, {});
  installation.install(builds.current);
  installation.start();
  await installation.waitUntilHealthy(LIMIT_MS);
  await installation.registerOwner();
  installation.write();
  while (installation.acknowledged.length < 50) await Bun.sleep(10);
  await installation.stop();
  installation.save(template);
  token = installation.token;
}

/** Plays a case and checks what it leaves. @throws Error that says what is wrong */
async function play(each: Case): Promise<{ version: string; tookMs: number; words: string }> {
  const place = mkdtempSync(join(folder, 'case-'));
  const disk = each.diskMib === undefined ? undefined : mountDisk(join(place, 'disk'), each.diskMib);
  const env = { UPDATE_URL: `file://${listFile}`, ...(each.fault && { [FAULT]: each.fault }) };
  const installation = new Installation(place, port, env, disk);
  try {
    rmSync(releases, { recursive: true, force: true });
    await publish(join(releases, 'next'), builds.next, builds.keys);
    await signedList(VERSIONS.next);
    await each.tamper?.();
    await begin(installation, builds.current);
    const startMs = performance.now();
    const command = installation.spawn(['update', '--yes', ...(each.args?.() ?? [])]);
    const words = new Response(command.stderr).text();
    if (each.kill) await killAt(installation, command, each.kill);
    const code = await command.exited;
    const version = await waitUntilSettled(installation);
    const tookMs = performance.now() - startMs;
    if (!each.mayPass && code === 0) throw new Error('the command says that it succeeded');
    await installation.stop();
    await check(installation, version, each.mayPass === true);
    await tryAgain(installation, version);
    const [first = ''] = (await words).split('\n').filter(line => line.startsWith('error'));
    return { version, tookMs, words: first.slice(0, 150) };
  } finally {
    await installation.stop();
    installation.kill();
    if (disk) Bun.spawnSync(['umount', disk]);
    rmSync(place, { recursive: true, force: true });
  }
}

/** Starts the service with the data of the template, and the clients. */
async function begin(installation: Installation, binary: string): Promise<void> {
  installation.install(binary);
  installation.load(template);
  installation.token = token;
  installation.start();
  await installation.waitUntilHealthy(LIMIT_MS);
  installation.write();
}

/** Updates to a later patch version and back to the earlier one, under writers. @throws Error that says what is wrong */
async function goBackByHand(): Promise<void> {
  const place = mkdtempSync(join(folder, 'case-'));
  const installation = new Installation(place, port, { UPDATE_URL: `file://${listFile}` });
  try {
    rmSync(releases, { recursive: true, force: true });
    await publish(join(releases, 'next'), builds.next, builds.keys);
    const patch = await publish(join(releases, 'patch'), builds.patch, builds.keys);
    await writeList(listFile, { [VERSIONS.next]: binaryFile(), [VERSIONS.patch]: patch }, builds.keys);
    await begin(installation, builds.next);
    for (const version of [VERSIONS.patch, VERSIONS.next]) {
      const { code, words } = await installation.run('update', '--yes', '--to', version);
      if (code !== 0) throw new Error(words);
      const found = await installation.waitUntilHealthy(LIMIT_MS);
      if (found !== version) throw new Error(`version ${found} runs`);
    }
    const { length } = installation.listProcesses();
    if (length !== 2)
      throw new Error(`${length} processes run: there should be one server and one supervisor`);
    await installation.stop();
    await check(installation, VERSIONS.next, true);
  } finally {
    await installation.stop();
    installation.kill();
    rmSync(place, { recursive: true, force: true });
  }
}

/** Kills processes as soon as a step is reached, if it is. */
async function killAt(
  installation: Installation,
  command: Bun.Subprocess,
  { step, target }: NonNullable<Case['kill']>,
): Promise<void> {
  while (!STEPS[step](installation)) {
    if (command.exitCode !== null) return;
    await Bun.sleep(1);
  }
  const isCommand = (line: string) => line.includes(' update ');
  installation.kill(
    target === 'machine'
      ? undefined
      : line => isCommand(line) === (target === 'command') && !line.includes(' db '),
  );
}

/** Waits until an update has ended in one way or the other and a server is healthy. @returns its version */
async function waitUntilSettled(installation: Installation): Promise<string> {
  const deadlineMs = performance.now() + LIMIT_MS;
  for (;;) {
    const version = await installation.waitUntilHealthy(LIMIT_MS);
    if (readPendingUpdate(installation.dataDir) === null) return version;
    if (performance.now() > deadlineMs) throw new Error('the update has not ended within a minute');
    await Bun.sleep(50);
  }
}

/** Checks the data and the program of the stopped service. */
async function check(installation: Installation, version: string, mayPass: boolean): Promise<void> {
  const isFormer = version === CURRENT;
  if (!isFormer && !mayPass) throw new Error(`version ${version} runs`);
  const { missing, migration } = installation.readData();
  if (missing.length > 0)
    throw new Error(
      `${missing.length} of ${installation.acknowledged.length} acknowledged writes are missing`,
    );
  if (installation.acknowledged.length === 0) throw new Error('no write was acknowledged');
  if ((migration === MIGRATION) === isFormer)
    throw new Error(`version ${version} has the migration ${migration}`);
  const expected = await hashFile(isFormer ? builds.current : builds.next);
  if ((await hashFile(installation.executable)) !== expected)
    throw new Error(`version ${version} runs, and another file is installed`);
  const sound = await installation.run('db', 'check');
  if (sound.code !== 0) throw new Error(`db check: ${sound.words}`);
}

/** Asserts that the next update works, whatever the broken one has left. */
async function tryAgain(installation: Installation, version: string): Promise<void> {
  if (version !== CURRENT) return;
  rmSync(releases, { recursive: true, force: true });
  await publish(join(releases, 'next'), builds.next, builds.keys);
  await signedList(VERSIONS.next);
  if (installation.dataDir !== join(installation.folder, 'data')) return;
  const again = installation.spawn(['update', '--yes'], { [FAULT]: '' });
  const words = await new Response(again.stderr).text();
  if ((await again.exited) !== 0) throw new Error(`the next update fails: ${words}`);
  const { migration, missing } = installation.readData();
  if (migration !== MIGRATION || missing.length > 0) throw new Error('the next update leaves other data');
  const left = [installation.dataDir, join(installation.folder, 'bin')]
    .flatMap(path => readdirSync(path))
    .filter(name => /^\.updating|update-|reserve|\.new$/.test(name));
  if (left.length > 0) throw new Error(`the updates leave ${left.join(', ')}`);
}

function mountDisk(path: string, mib: number): string {
  mkdirSync(path);
  const { exitCode, stderr } = Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', `size=${mib}m`, 'none', path]);
  if (exitCode !== 0) throw new Error(stderr.toString());
  return path;
}
