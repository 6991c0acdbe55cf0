import { chmodSync, copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DATABASE_FILE } from '../../db/sqlite/file.ts';
import { backUpDatabase } from '../../db/sqlite/maintenance.ts';
import { MINUTE_MS, SECOND_MS } from '../platform/clock.ts';
import { downloadFile } from '../platform/outbound/download.ts';
import { getFreeBytes, hashFile, syncToDisk } from '../platform/runtime/files.ts';
import { removeLeftovers } from '../platform/runtime/leftovers.ts';
import { UpdateError } from './errors.ts';
import type { ReleaseFile } from './release-list.ts';

const SECRETS = 'secrets.json';
/** The prefix of folders for trials, followed by the process ID. */
const TRIAL_PREFIX = '.updating-';
/** The program may be installed by another user than the one who runs it. */
const EXECUTABLE = 0o755;
const VERSION_LIMIT_MS = MINUTE_MS;
const TRIAL_LIMIT_MS = 60 * MINUTE_MS;
/** A migration copies tables: the copy for the trial and the snapshot may each grow to twice the database. */
const SPACE_FACTOR = 4;
const MIN_FREE_BYTES = 64 * 1024 * 1024;
const MAX_WORDS = 1_000;
const MIB = 1024 * 1024;

/** A verified file that can replace the program. */
export interface Candidate {
  file: string;
  version: string;
  sha256: string;
}

/** The settings that a candidate runs with. */
type Env = Record<string, string | undefined>;

/**
 * Downloads a file of a release to the folder of the program, and compares its checksum before it is ever executed.
 * @throws UpdateError, OutboundError
 */
export async function downloadCandidate(
  { url, sha256, bytes }: ReleaseFile,
  {
    version,
    executable,
    onBytes,
  }: { version: string; executable: string; onBytes?: (bytes: number) => void },
): Promise<Candidate> {
  const file = prepareStaging(executable, bytes);
  const found = await downloadFile(url, { file, maxBytes: bytes, onBytes });
  return accept(file, found, { version, sha256 });
}

/** Copies a verified file to the folder of the program. @throws UpdateError if it has changed since */
export async function stageCandidate(
  source: string,
  { sha256, executable }: { sha256: string; executable: string },
): Promise<Candidate> {
  const file = prepareStaging(executable, statSync(source).size);
  copyFileSync(source, file);
  syncToDisk(file);
  return accept(file, await hashFile(file), { sha256 });
}

/** Compares a staged file with what was signed, and asks it for its version. Removes it if that fails. */
async function accept(
  file: string,
  found: string,
  { version, sha256 }: { version?: string; sha256: string },
): Promise<Candidate> {
  try {
    if (found !== sha256)
      throw new UpdateError(
        `The download is incomplete or was changed: its checksum is ${found}, not ${sha256}`,
      );
    chmodSync(file, EXECUTABLE);
    const stated = JSON.parse(await run([file, 'version', '--json'], {}, VERSION_LIMIT_MS)) as {
      version: string;
    };
    if (version !== undefined && stated.version !== version)
      throw new UpdateError(`The file of version ${version} says that it is ${stated.version}`);
    return { file, version: stated.version, sha256 };
  } catch (error) {
    rmSync(file, { force: true });
    throw error instanceof UpdateError
      ? error
      : new UpdateError(`The file cannot be run: ${(error as Error).message}`);
  }
}

/**
 * Lets a candidate migrate and check a copy of the database. Servers may be running.
 * @param env the settings of the installation
 * @returns the milliseconds that it took
 * @throws UpdateError if the candidate can't work with this data, or the disk is too small to find out
 */
export async function tryWithCopy(
  dataDir: string,
  { file, version }: Candidate,
  env: Env,
): Promise<{ milliseconds: number }> {
  removeLeftovers(dataDir, TRIAL_PREFIX);
  const database = join(dataDir, DATABASE_FILE);
  if (!existsSync(database)) return { milliseconds: 0 };
  const size = statSync(database).size + (statSync(`${database}-wal`, { throwIfNoEntry: false })?.size ?? 0);
  assertSpace(dataDir, size * SPACE_FACTOR);
  const folder = mkdtempSync(join(dataDir, `${TRIAL_PREFIX}${process.pid}-`));
  try {
    backUpDatabase(database, join(folder, DATABASE_FILE));
    if (existsSync(join(dataDir, SECRETS))) copyFileSync(join(dataDir, SECRETS), join(folder, SECRETS));
    const startedMs = performance.now();
    for (const command of ['migrate', 'check'])
      await run([file, 'db', command, '--data-dir', folder], { ...env, DATABASE_URL: '' }, TRIAL_LIMIT_MS);
    return { milliseconds: performance.now() - startedMs };
  } catch (error) {
    throw new UpdateError(
      `Nothing was changed: version ${version} does not work with a copy of your data: ${(error as Error).message}`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns a free path in the folder of the program, and removes what killed updates left there. */
function prepareStaging(executable: string, bytes: number): string {
  const folder = dirname(executable);
  const prefix = `.${basename(executable)}.update-`;
  removeLeftovers(folder, prefix);
  assertSpace(folder, bytes);
  return join(folder, `${prefix}${process.pid}${process.platform === 'win32' ? '.exe' : ''}`);
}

/** @throws UpdateError */
function assertSpace(folder: string, bytes: number): void {
  const needed = bytes + MIN_FREE_BYTES;
  const free = getFreeBytes(folder);
  if (free < needed)
    throw new UpdateError(
      `Nothing was changed: the update needs ${Math.ceil(needed / MIB)} MiB of free space in ${folder}, and there are ${Math.floor(free / MIB)} MiB`,
    );
}

/** Runs a command. @returns its output @throws Error with its messages if it fails or does not end in time */
async function run(command: string[], env: Env, limitMs: number): Promise<string> {
  const child = Bun.spawn(command, {
    env,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: limitMs,
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  const code = await child.exited;
  if (code === 0) return out;
  const end = child.signalCode === null ? `exit code ${code}` : `did not end within ${limitMs / SECOND_MS} s`;
  // The lines before it tell of the progress.
  const [, reason = err.trim()] = /^error: (.*)/ms.exec(err) ?? [];
  throw new Error(reason.trim().slice(0, MAX_WORDS) || end);
}
