import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Destination } from '../../src/platform/destinations/destination.ts';
import { OWNER_ONLY_DIR } from '../../src/platform/runtime/files.ts';
import { forEachInBatches } from '../../src/platform/runtime/in-order.ts';
import type { AgeKeys } from '../../src/platform/security/age.ts';
import { readArchive, writeArchive } from '../sqlite/archive.ts';
import { DATABASE_FILE } from '../sqlite/file.ts';
import { ERASURE_LOG, isExpected, listSecrets, listUploads, UPLOADS } from '../sqlite/full-backup.ts';
import { listUploadsInFolder } from '../sqlite/inspect.ts';
import type { OnStep } from '../sqlite/maintenance.ts';
import { applyChanges, assertDigest } from './changes-file.ts';
import {
  type Chain,
  type Changes,
  ERASURES_KEY,
  getEnd,
  listContents,
  listUploadIds,
  toUploadKey,
} from './contents.ts';
import { UnreadableBackupError, unsealInto } from './sealed-file.ts';

/** Files that are fetched at the same time: most are small, and each takes a round trip. */
const BATCH = 8;

/** No backup is old enough, or there is none. */
export class NoBackupError extends Error {
  override readonly name = 'NoBackupError';
}

export interface Fetched {
  /** A full backup as one archive, as `perkmint db backup --full` writes it. Beside it is the list of erasures. */
  file: string;
  /** The moment that it restores. */
  at: string;
  /** The number of files of changes in it. */
  changes: number;
  /** Uploads of the database that the destination does not have. */
  missingUploads: number;
}

interface FetchOptions {
  destination: Destination;
  keys: AgeKeys;
  /** An empty folder for the archive, with room for two copies of the data. */
  folder: string;
  /** The moment to restore, as an ISO time; the newest without it. */
  at?: string;
  onStep?: OnStep;
}

/**
 * Fetches the newest backup, or the one of a moment, with its changes and uploads, into one archive. Each file is
 * authenticated, and the database is compared with what it was.
 * @throws DestinationError, UnreadableBackupError, DamagedArchiveError, NoBackupError
 */
export async function fetchBackup({ at, onStep = () => {}, ...options }: FetchOptions): Promise<Fetched> {
  const { destination, folder } = options;
  const { chains } = await listContents(destination);
  const chain = chains.find(({ backup }) => at === undefined || backup.at <= at);
  if (!chain) throw new NoBackupError(describeMissing(destination, chains, at));
  const changes = chooseChanges(chain, at);
  const data = join(folder, 'data');
  mkdirSync(data, { mode: OWNER_ONLY_DIR });
  onStep(`fetching ${chain.backup.key}`);
  const archive = await fetchInto(options, chain.backup.key, join(folder, 'backup.tar'));
  readArchive(archive, data, isExpected);
  rmSync(archive);
  const database = join(data, DATABASE_FILE);
  await fetchChanges(options, database, changes, onStep);
  onStep('fetching uploads');
  const missingUploads = await fetchUploads(options, database, join(data, UPLOADS));
  if ((await destination.list(ERASURES_KEY)).length > 0)
    await fetchInto(options, ERASURES_KEY, join(folder, ERASURE_LOG));
  const file = join(folder, 'perkmint.tar');
  writeArchive(file, [{ name: DATABASE_FILE, path: database }, ...listUploads(data), ...listSecrets(data)]);
  rmSync(data, { recursive: true });
  return { file, at: changes.at(-1)?.at ?? chain.backup.at, changes: changes.length, missingUploads };
}

/**
 * Chooses the files to apply: from each sequence number the last one that is not later. There are two of one number if
 * a server was killed between sending the first and noting it: the second then contains the changes of both.
 */
function chooseChanges({ backup, changes }: Chain, at: string | undefined): Changes[] {
  const chosen: Changes[] = [];
  for (const each of changes) {
    if (at !== undefined && each.at > at) break;
    if (each.sequence === chosen.length) chosen.pop();
    if (each.sequence !== chosen.length + 1)
      throw new UnreadableBackupError(
        `The changes before ${each.key} are missing; restore an earlier moment with --at ${chosen.at(-1)?.at ?? backup.at}`,
      );
    chosen.push(each);
  }
  return chosen;
}

async function fetchChanges(
  options: FetchOptions,
  database: string,
  changes: Changes[],
  onStep: OnStep,
): Promise<void> {
  for (let from = 0; from < changes.length; from += BATCH) {
    onStep(`applying changes ${from + 1} of ${changes.length}`);
    const batch = changes.slice(from, from + BATCH);
    const files = await Promise.all(
      batch.map(({ key, sequence }) => fetchInto(options, key, `${database}.${sequence}`)),
    );
    for (const [index, file] of files.entries()) {
      const { key } = batch[index] as Changes;
      const summary = applyChanges(database, file, key);
      if (from + index === changes.length - 1) assertDigest(database, summary, key);
      rmSync(file);
    }
  }
}

/** Fetches the uploads of the database. @returns how many the destination does not have */
async function fetchUploads(options: FetchOptions, database: string, folder: string): Promise<number> {
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY_DIR });
  const known = await listUploadIds(options.destination);
  const needed = listUploadsInFolder(database);
  const present = needed.filter(id => known.has(id));
  await forEachInBatches(present, BATCH, id => fetchInto(options, toUploadKey(id), join(folder, id)));
  return needed.length - present.length;
}

/** Fetches a file, decrypts it and unpacks it. @returns the path */
async function fetchInto({ destination, keys }: FetchOptions, key: string, file: string): Promise<string> {
  const sealed = `${file}.age`;
  await destination.get(key, sealed);
  await unsealInto(file, sealed, keys, key);
  rmSync(sealed);
  return file;
}

function describeMissing({ url }: Destination, chains: Chain[], at: string | undefined): string {
  const oldest = chains.at(-1)?.backup.at;
  if (oldest === undefined) return `No backups at ${url}`;
  const newest = getEnd(chains[0] as Chain);
  return `No backup at ${url} is from before ${at}; there are backups from ${oldest} to ${newest}`;
}
