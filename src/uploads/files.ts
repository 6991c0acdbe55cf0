import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { opendir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../config/index.ts';
import { AppError } from '../errors.ts';
import { OWNER_ONLY_FILE } from '../platform/runtime/files.ts';

type StorageConfig = Pick<Config, 'dataDir'>;

/** A file is named by its upload's id, with this suffix while it is being written. */
const UNFINISHED = '.new';
const FILE_NAME = /^(upl_[0-9a-z]+)(\.new)?$/;
/** Full, over quota, read-only or failing: a later attempt may succeed. */
const RETRYABLE_DISK_ERRORS = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'];
const DISK_RETRY_SECONDS = 30;
/** Names read from the folder and looked up per batch. */
const BATCH = 500;

function getUploadFolder({ dataDir }: StorageConfig): string {
  return join(dataDir, 'uploads');
}

/** Opens the file of an upload. @returns undefined if it does not exist */
export function openFile(place: StorageConfig, id: string): Blob | undefined {
  const path = join(getUploadFolder(place), id);
  return existsSync(path) ? Bun.file(path) : undefined;
}

/** Writes a file and its name durably to disk. @throws UNAVAILABLE if the write fails */
export function saveFile(place: StorageConfig, id: string, bytes: Uint8Array): void {
  const path = join(getUploadFolder(place), id);
  const temporary = `${path}${UNFINISHED}`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeAll(temporary, bytes);
    renameSync(temporary, path);
    syncFolder(dirname(path));
  } catch (cause) {
    rmSync(temporary, { force: true });
    if (!RETRYABLE_DISK_ERRORS.includes((cause as NodeJS.ErrnoException).code ?? '')) throw cause;
    throw storageUnavailable('Storage is unavailable', cause);
  }
}

export function storageUnavailable(message: string, cause?: unknown): AppError {
  return new AppError('UNAVAILABLE', message, { cause, retryAfterSeconds: DISK_RETRY_SECONDS });
}

/** Removes the file of an upload; a missing file is not an error. */
export function removeFile(place: StorageConfig, id: string): Promise<void> {
  return rm(join(getUploadFolder(place), id), { force: true });
}

/**
 * Removes files without an upload, finished or not, last changed before a time.
 * @param findKnown returns which of the given ids are uploads
 * @returns how many were removed
 */
export async function removeOrphanFiles(
  place: StorageConfig,
  beforeMs: number,
  findKnown: (ids: string[]) => Promise<Set<string>>,
): Promise<number> {
  if (!existsSync(getUploadFolder(place))) return 0;
  let removed = 0;
  for await (const names of readNames(getUploadFolder(place))) {
    const known = await findKnown(names.flatMap(name => FILE_NAME.exec(name)?.[1] ?? []));
    for (const name of names.filter(each => !known.has(each))) {
      const path = join(getUploadFolder(place), name);
      if (!FILE_NAME.test(name) || (await stat(path)).mtimeMs >= beforeMs) continue;
      await rm(path, { force: true });
      removed += 1;
    }
  }
  return removed;
}

async function* readNames(folder: string): AsyncGenerator<string[]> {
  let names: string[] = [];
  for await (const { name } of await opendir(folder)) {
    names.push(name);
    if (names.length < BATCH) continue;
    yield names;
    names = [];
  }
  yield names;
}

function writeAll(path: string, bytes: Uint8Array): void {
  const descriptor = openSync(path, 'w', OWNER_ONLY_FILE);
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Syncs the folder, because a new name is durable only after that. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
