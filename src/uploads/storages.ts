import { join } from 'node:path';
import type { Services } from '../context.ts';
import { createFileStorages, createSpaceCheck, type FileStorages } from '../platform/storage/file-storage.ts';
import { createFolderStorage } from '../platform/storage/folder-storage.ts';

/** Creates the storages of uploaded files. */
export function createUploadStorages({
  config: { dataDir, uploadMinFreeSpace },
  freeSpace,
}: Pick<Services, 'config' | 'freeSpace'>): FileStorages {
  const assertHasSpace = createSpaceCheck(() => freeSpace(dataDir), uploadMinFreeSpace);
  return createFileStorages('folder', {
    folder: createFolderStorage(join(dataDir, 'uploads'), assertHasSpace),
  });
}
