import { accessSync, constants, existsSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import { acquireLock, LockedError } from '../../db/sqlite/lock.ts';
import { isSharedDatabase } from '../../src/config/database.ts';
import { nowIso, SECOND_MS } from '../../src/platform/clock.ts';
import { hashFile } from '../../src/platform/runtime/files.ts';
import { BUILD, VERSION } from '../../src/platform/version.ts';
import {
  type Candidate,
  downloadCandidate,
  stageCandidate,
  tryWithCopy,
} from '../../src/updates/candidate.ts';
import { UpdateError } from '../../src/updates/errors.ts';
import { getPreviousFile, install, putBackProgram, replaceProgram } from '../../src/updates/install.ts';
import { readPendingUpdate, readUpdate, type UpdateRecord } from '../../src/updates/record.ts';
import {
  assertReplaceable,
  fetchReleaseList,
  findNewest,
  isNewer,
  listNotes,
  type Release,
  type ReleaseList,
} from '../../src/updates/release-list.ts';
import { type Action, withExamples } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { prepareDataFolder } from '../data-folder.ts';
import { Failure, UsageError } from '../errors.ts';
import { getReleaseUrl, readReleaseKeys, verifyFile } from '../release.ts';
import { CHECK_ONLY } from '../serve/hand-over.ts';
import { supervise } from '../serve/supervisor.ts';

/** The shortest time in which a new version may start, on a slow machine. */
const START_LIMIT_MS = 30 * SECOND_MS;
/** How much longer the start may take than the trial with a copy: the disk is also busy with the snapshot. */
const START_FACTOR = 4;
/** How long a server may take to notice the update, finish its requests and end. */
const STOP_LIMIT_MS = 30 * SECOND_MS;
const POLL_MS = 200;
const SERVE = /^perkmint serve\b/;

interface UpdateOptions {
  check?: boolean;
  file?: string;
  to?: string;
  key?: string;
}

export function updateCommand(program: Command, action: Action): void {
  const command = program
    .command('update')
    .description(
      'Update this program to a signed release, and go back automatically if the new version does not work',
    )
    .option('--check', 'only show whether there is a newer version, and what it changes')
    .option(
      '--to <version>',
      'this version instead of the newest, also an earlier one of the same minor version',
    )
    .option(
      '--file <path>',
      'a downloaded binary with the SHA256SUMS and SHA256SUMS.sig beside it, without a network',
    )
    .option('--key <key>', 'release key to trust (default: the keys in this binary and of UPDATE_KEYS)')
    .action(action<UpdateOptions>(update));
  withExamples(
    command,
    'perkmint update --check',
    'perkmint update --yes',
    'perkmint update --file ~/Downloads/perkmint-linux-x64',
  );
}

async function update(context: CommandContext<UpdateOptions>): Promise<void> {
  const { check, file, to } = context.options;
  if (file !== undefined && (check || to !== undefined))
    throw new UsageError('--file cannot be combined with --check and --to');
  if (check) return showNewest(context, await readList(context));
  if (!BUILD)
    throw new Failure(
      2,
      'NOT_SUPPORTED',
      'This program runs from its sources: update those, for example with git pull',
    );
  const config = context.config();
  prepareDataFolder(config.dataDir);
  const executable = process.execPath;
  assertWritable(dirname(executable));
  const server = isSharedDatabase(config) ? null : findServer(context, executable);
  const startedAt = nowIso(context.clock);
  const candidate =
    file === undefined
      ? await download(context, executable)
      : await stageCandidate(file, { ...(await verifyFile(file, readKeys(context))), executable });
  if (!candidate)
    return context.out.done(`${VERSION} is the newest version`, { state: 'current', version: VERSION });
  const { file: staged, ...next } = candidate;
  try {
    assertReplaceable(VERSION, next.version);
    if (file !== undefined) await context.confirm(`Update from ${VERSION} to ${next.version}?`);
    // PostgreSQL has its own backups, and without a database there is nothing to take back.
    if (isSharedDatabase(config) || !existsSync(context.databaseFile()))
      return replaceOnly(context, staged, next);
    const from = { version: VERSION, sha256: await hashFile(executable) };
    if (from.sha256 === next.sha256)
      throw new UpdateError(`This file of version ${VERSION} is installed already`);
    const { milliseconds } = await context.withProgress('Update:', progress => {
      progress.step('trying it with a copy of your data');
      return tryWithCopy(config.dataDir, candidate, context.io.env);
    });
    const startLimitMs = Math.round(START_LIMIT_MS + milliseconds * START_FACTOR);
    const installed = install(config.dataDir, staged, {
      from,
      to: next,
      executable,
      startLimitMs,
      startedAt,
    });
    if (server) await waitForServer(context, startLimitMs);
    else if (isOwnedByUser(config.dataDir)) await checkInstalled(context, executable);
    await report(context, installed, server !== null);
  } finally {
    rmSync(staged, { force: true });
  }
}

/** Replaces the program. The way back is the former file. */
function replaceOnly(context: CommandContext, staged: string, to: Omit<Candidate, 'file'>): void {
  const previous = replaceProgram(staged, process.execPath);
  context.out.done(
    `Version ${to.version} is installed, and runs from the next start. The former file is ${previous}`,
    {
      state: 'installed',
      from: { version: VERSION },
      to,
      previous,
    },
  );
}

/** Returns the keys that are trusted: that of the option, or those of the build and the settings. @throws UsageError */
function readKeys(context: CommandContext<UpdateOptions>): readonly string[] {
  return readReleaseKeys(context.options.key, context.config());
}

/** Returns the list of releases. @throws UsageError if neither the settings nor the build name one */
async function readList(context: CommandContext<UpdateOptions>): Promise<ReleaseList & { url: string }> {
  const url = getReleaseUrl(context.config());
  if (url === '')
    throw new UsageError('This build names no list of releases: set UPDATE_URL, or pass a file with --file');
  return { url, ...(await fetchReleaseList(url, readKeys(context))) };
}

function showNewest(context: CommandContext<UpdateOptions>, list: ReleaseList): void {
  const newest = findNewest(list);
  const isAvailable = newest !== undefined && isNewer(newest.version, VERSION);
  const changes = isAvailable ? listNotes(list, VERSION, newest.version) : [];
  const { issuedAt } = list;
  context.out.done(
    isAvailable
      ? `Version ${newest.version} of ${newest.date} is available. This is ${VERSION}.\n\n${formatNotes(changes)}`
      : `${VERSION} is the newest version`,
    {
      version: VERSION,
      newest: newest?.version ?? null,
      isAvailable,
      issuedAt,
      changes: changes.map(({ version, date, notes }) => ({ version, date, notes })),
      lastUpdate: readUpdate(context.config().dataDir),
    },
  );
}

/**
 * Downloads a release after showing what it changes.
 * @returns null if there is none that is newer @throws Failure (not found) without a file for this machine
 */
async function download(
  context: CommandContext<UpdateOptions>,
  executable: string,
): Promise<Candidate | null> {
  const { to } = context.options;
  const list = await readList(context);
  const release = to === undefined ? findNewest(list) : list.releases.find(({ version }) => version === to);
  if (!release)
    throw new Failure(
      4,
      'NOT_FOUND',
      to === undefined ? 'The list of releases is empty' : `There is no release ${to}`,
    );
  const { version, files } = release;
  if (to === undefined && !isNewer(version, VERSION)) return null;
  assertReplaceable(VERSION, version);
  const name = BUILD?.artifact ?? getArtifactName();
  const file = files[name];
  if (!file) throw new Failure(4, 'NOT_FOUND', `Release ${version} has no file ${name}`);
  const notes = formatNotes(listNotes(list, VERSION, version));
  if (notes) context.out.info(`${notes}\n`);
  await context.confirm(`Update from ${VERSION} to ${version}?`);
  return context.withProgress('Download:', progress =>
    downloadCandidate(
      { ...file, url: new URL(file.url, list.url).href },
      { version, executable, onBytes: bytes => progress.at(bytes, file.bytes) },
    ),
  );
}

/** Returns the name of the binary for this system in a release, without AVX2 and on other C libraries than glibc. */
function getArtifactName(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  return `perkmint-${system}-${process.arch}${process.platform === 'win32' ? '.exe' : ''}`;
}

function formatNotes(releases: Pick<Release, 'version' | 'date' | 'notes'>[]): string {
  return releases.map(({ version, date, notes }) => `${version}, ${date}\n${notes}`).join('\n\n');
}

/** @throws Failure (permission) */
function assertWritable(folder: string): void {
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    throw new Failure(
      3,
      'NOT_WRITABLE',
      `${folder} cannot be written by this user: run the command with sudo. In a container, use the image of the new version instead`,
    );
  }
}

/**
 * Returns whether a server runs, which restarts itself with the new version.
 * @throws Failure (locked) if another command or another program uses the data, or an update is in progress
 */
function findServer(context: CommandContext, executable: string): object | null {
  const { dataDir } = context.config();
  if (readPendingUpdate(dataDir))
    throw new Failure(
      5,
      'LOCKED',
      'Another update is in progress. If no server is running, start it to finish it',
    );
  try {
    acquireLock(dataDir, 'perkmint update', nowIso(context.clock)).release();
    return null;
  } catch (error) {
    if (!(error instanceof LockedError)) throw error;
    const { holder } = error;
    if (!holder || !SERVE.test(holder.description)) throw error;
    // After an update that was taken back by a user who can't replace the program, the former file runs where it was kept.
    if (holder.executable !== executable && holder.executable !== getPreviousFile(executable))
      throw new Failure(
        5,
        'CONFLICT',
        `The server runs another program: ${holder.executable ?? 'an earlier version'}. Update that one, or restart the server with ${executable}`,
      );
    return holder;
  }
}

/** Waits until the running server has continued with the new version or gone back. */
async function waitForServer(context: CommandContext, startLimitMs: number): Promise<void> {
  const { dataDir, shutdownDelay } = context.config();
  const limitMs = shutdownDelay * SECOND_MS + STOP_LIMIT_MS + 2 * startLimitMs;
  await context.withProgress('Update:', async progress => {
    progress.step('restarting the server');
    const deadlineMs = performance.now() + limitMs;
    while (readPendingUpdate(dataDir)) {
      if (performance.now() > deadlineMs)
        throw new Failure(
          6,
          'UNREACHABLE',
          'The server did not restart in time; its next start finishes the update',
        );
      await Bun.sleep(POLL_MS);
    }
  });
}

/** Lets the new version migrate the data, check itself and end: its real start has nothing left to find out. */
async function checkInstalled(context: CommandContext, executable: string): Promise<void> {
  const { dataDir } = context.config();
  await context.withProgress('Update:', progress => {
    progress.step('migrating and checking');
    return supervise({
      dataDir,
      command: [executable, 'serve', '--port', '0', '--data-dir', dataDir],
      env: { ...context.io.env, LOG_LEVEL: 'silent', [CHECK_ONLY]: '1' },
    });
  });
}

/** Returns whether this user owns the data: what root creates there, a service of another user could not open. */
function isOwnedByUser(dataDir: string): boolean {
  return process.getuid === undefined || statSync(dataDir).uid === process.getuid();
}

/** @param installed what this process has installed: root must not move files that a record of another user names */
async function report(context: CommandContext, installed: UpdateRecord, isRunning: boolean): Promise<void> {
  const record = readUpdate(context.config().dataDir);
  if (record?.state === 'returned') await putBackProgram(installed);
  if (record?.state === 'installed')
    return context.out.done(
      `Version ${record.to.version} is installed. The next start of the server checks it, and goes back if that fails`,
      record,
    );
  if (record?.state !== 'confirmed')
    throw new UpdateError(
      `${record?.reason ?? 'The update was interrupted'}\nVersion ${VERSION} and the data as it was before are back`,
    );
  const words = isRunning ? 'runs' : 'is installed and will run at the next start of the server';
  context.out.done(`Version ${record.to.version} ${words}. The former file is ${record.previous}`, record);
}
