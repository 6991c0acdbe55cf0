import type { FILE_STORAGES } from '../../../db/enums.ts';
import { AppError } from '../../errors.ts';

export type StorageName = (typeof FILE_STORAGES)[number];

/** A stored file, finished or not, as cleanup sees it. */
export interface StoredFile {
  key: string;
  /** Milliseconds since the epoch. */
  modifiedMs: number;
}

/** A place that stores files of a few mebibytes by key, all of one file or nothing. */
export interface FileStorage {
  /** Leaves disk space for the database, whose writes have priority. @throws UNAVAILABLE if there is too little */
  assertHasSpace(sizeBytes: number): void;
  /** Stores a file durably and replaces one with the same key. @throws UNAVAILABLE if the write fails */
  put(key: string, bytes: Uint8Array, mediaType: string): Promise<void>;
  /** Opens a file. @returns undefined if it does not exist. @throws UNAVAILABLE if the storage fails */
  get(key: string): Promise<ReadableStream<Uint8Array> | undefined>;
  /** Deletes a file; a missing file is not an error. @throws UNAVAILABLE if the storage fails */
  delete(key: string): Promise<void>;
  /** Lists all files in batches. A key may be listed twice. */
  list(): AsyncGenerator<StoredFile[]>;
}

/** The storages of an installation. */
export interface FileStorages {
  /** The storage of new files. */
  readonly current: StorageName;
  /** The storages that the settings allow to use: older files may be in any of them. */
  readonly configured: readonly StorageName[];
  /** @throws UNAVAILABLE if the storage is not configured */
  get(name: StorageName): FileStorage;
}

/** A later attempt may succeed. */
const RETRY_SECONDS = 30;

export function storageUnavailable(message: string, cause?: unknown): AppError {
  return new AppError('UNAVAILABLE', message, { cause, retryAfterSeconds: RETRY_SECONDS });
}

export function createFileStorages(
  current: StorageName,
  storages: Partial<Record<StorageName, FileStorage>>,
): FileStorages {
  return {
    current,
    configured: Object.keys(storages) as StorageName[],
    get: name => {
      const storage = storages[name];
      if (!storage) throw storageUnavailable(`The file is in the storage ${name}, which is not configured`);
      return storage;
    },
  };
}

/** Creates a check that rejects files while the disk of a folder has too little free space. */
export function createSpaceCheck(freeBytes: () => number, minFreeBytes: number): (sizeBytes: number) => void {
  return sizeBytes => {
    if (minFreeBytes === 0 || freeBytes() - sizeBytes >= minFreeBytes) return;
    throw storageUnavailable('Storage is nearly full; try the upload again later');
  };
}
