import { join } from 'node:path';
import { createDatabaseStorage } from '../../db/file-parts.ts';
import { isS3Configured } from '../config/uploads.ts';
import type { Services } from '../context.ts';
import {
  createFileStorages,
  createSpaceCheck,
  type FileStorage,
  type FileStorages,
} from '../platform/storage/file-storage.ts';
import { createFolderStorage } from '../platform/storage/folder-storage.ts';
import { createS3Storage } from '../platform/storage/s3-storage.ts';

/** Creates the storages of uploaded files: older files may be in another one than new files. */
export function createUploadStorages({
  config,
  database,
  clock,
  freeSpace,
}: Pick<Services, 'clock' | 'config' | 'database' | 'freeSpace'>): FileStorages {
  const { dataDir, uploads, uploadMinFreeSpace } = config;
  const assertHasSpace = createSpaceCheck(() => freeSpace(dataDir), uploadMinFreeSpace);
  return createFileStorages(uploads, {
    folder: createFolderStorage(join(dataDir, 'uploads'), assertHasSpace),
    database: createDatabaseStorage({
      database,
      clock,
      assertHasSpace: database.usesDataFolder ? assertHasSpace : () => {},
    }),
    ...(isS3Configured(config) && { s3: createBucketStorage(config) }),
  });
}

function createBucketStorage(config: Services['config']): FileStorage {
  return createS3Storage({
    endpoint: config.s3Endpoint,
    region: config.s3Region,
    bucket: config.s3Bucket,
    prefix: config.s3Prefix,
    accessKeyId: config.s3AccessKeyId,
    secretAccessKey: config.s3SecretAccessKey,
  });
}
