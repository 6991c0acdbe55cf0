import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { OWNER_ONLY_DIR, OWNER_ONLY_FILE } from '../runtime/files.ts';
import { type FileStorage, type StoredFile, storageUnavailable } from './file-storage.ts';

/** A file is named by its key, with this suffix while it is being written. */
const UNFINISHED = '.new';
/** Full, over quota, read-only or failing: a later attempt may succeed. */
const RETRYABLE_DISK_ERRORS = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'];
/** Names read from the folder per batch. */
const BATCH = 500;

/** Creates the storage of files in a folder. Only its owner can access the files. */
export function createFolderStorage(
  folder: string,
  assertHasSpace: (sizeBytes: number) => void,
): FileStorage {
  const pathOf = (key: string) => join(folder, key);
  return {
    assertHasSpace,
    put: (key, bytes) => save(folder, pathOf(key), bytes),
    get: async key => {
      const file = Bun.file(pathOf(key));
      if (!(await file.exists())) return undefined;
      // For the stream of a file, Bun itself handles Range headers, and its 416 response has no envelope.
      return file.stream().pipeThrough(new TransformStream());
    },
    delete: async key => {
      for (const path of [pathOf(key), pathOf(key) + UNFINISHED]) await rm(path, { force: true });
    },
    list: () => listFiles(folder),
  };
}

/** Writes a file and its name durably to disk. */
async function save(folder: string, path: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${path}${UNFINISHED}`;
  try {
    await mkdir(folder, { recursive: true, mode: OWNER_ONLY_DIR });
    await writeDurably(temporary, bytes);
    await rename(temporary, path);
    await syncFolder(folder);
  } catch (cause) {
    await rm(temporary, { force: true });
    if (!RETRYABLE_DISK_ERRORS.includes((cause as NodeJS.ErrnoException).code ?? '')) throw cause;
    throw storageUnavailable('Storage is unavailable', cause);
  }
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'w', OWNER_ONLY_FILE);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Syncs the folder, because a new name is durable only after that. */
async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

async function* listFiles(folder: string): AsyncGenerator<StoredFile[]> {
  let batch: StoredFile[] = [];
  for await (const name of readNames(folder)) {
    const found = await stat(join(folder, name)).catch(() => undefined);
    // The file may have been deleted since its name was read.
    if (!found) continue;
    const key = name.endsWith(UNFINISHED) ? name.slice(0, -UNFINISHED.length) : name;
    batch.push({ key, modifiedMs: found.mtimeMs });
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** Lists the names in a folder; none if it does not exist. */
async function* readNames(folder: string): AsyncGenerator<string> {
  try {
    for await (const { name } of await opendir(folder)) yield name;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
