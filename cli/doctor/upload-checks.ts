import { openDatabase } from '../../db/open.ts';
import { isSharedDatabase } from '../../src/config/database.ts';
import type { Config } from '../../src/config/index.ts';
import { nowIso } from '../../src/platform/clock.ts';
import { createIds } from '../../src/platform/ids.ts';
import { formatCount } from '../../src/platform/plural.ts';
import { getFreeBytes } from '../../src/platform/runtime/files.ts';
import type { FileStorages, StorageName } from '../../src/platform/storage/file-storage.ts';
import { VERSION } from '../../src/platform/version.ts';
import { countByStorage } from '../../src/uploads/move.ts';
import { createUploadStorages } from '../../src/uploads/storages.ts';
import type { CommandContext } from '../command-context.ts';
import { type Finding, failed, passed, warning } from './finding.ts';

/** Not the key of an upload, so that no cleanup removes it during the check. */
const KEY = 'doctor-check';
const CONTENT = new TextEncoder().encode('Written by perkmint doctor');

const FIXES: Record<StorageName, string> = {
  folder: 'make uploads/ in the data folder writable for the user of the server',
  database: 'check the database, its disk and the log of its server',
  s3: 'check the S3 settings, and that the key may put, get, delete and list objects of the bucket',
};

/** Checks that uploads can be stored, and that earlier ones can be read. Requires a migrated database. */
export async function checkUploads({ clock }: CommandContext, config: Config): Promise<Finding[]> {
  const { database } = await openDatabase({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    now: nowIso(clock),
    version: VERSION,
    upgrade: false,
    nodeId: createIds(clock).next('node'),
  });
  try {
    const files = createUploadStorages({ config, database, clock, freeSpace: getFreeBytes });
    return [
      await checkStorage(files),
      checkPlaces(config, files, await countByStorage({ db: database.reader })),
    ];
  } finally {
    await database.close();
  }
}

/** Writes, reads, lists and deletes a small file. */
async function checkStorage({ current, get }: FileStorages): Promise<Finding> {
  const storage = get(current);
  try {
    await storage.put(KEY, CONTENT, 'text/plain');
    const stream = await storage.get(KEY);
    const found = stream && new Uint8Array(await new Response(stream).arrayBuffer());
    await storage.list().next();
    await storage.delete(KEY);
    if (found && Buffer.from(CONTENT).equals(found))
      return passed('uploads', `can be written, read and deleted in: ${current}`);
    return failed(
      'uploads',
      `the storage ${current} returned something else than was stored`,
      FIXES[current],
    );
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? cause.message : message;
    return failed('uploads', `${current}: ${reason}`, FIXES[current]);
  }
}

/** Checks that every storage with uploads is configured, and that it is not the folder of one of several servers. */
export function checkPlaces(
  config: Pick<Config, 'databaseUrl'>,
  files: FileStorages,
  counts: { storage: StorageName; files: number }[],
): Finding {
  const check = 'stored uploads';
  const missing = counts.find(({ storage }) => !files.configured.includes(storage));
  if (missing) {
    const found = `${formatCount(missing.files, 'upload')} cannot be read from: ${missing.storage}`;
    return failed(check, found, 'set S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY');
  }
  const places = counts.map(count => `${formatCount(count.files, 'file')} in: ${count.storage}`);
  const found = places.join('; ') || 'none yet';
  const usesFolder = files.current === 'folder' || counts.some(({ storage }) => storage === 'folder');
  if (!isSharedDatabase(config) || !usesFolder) return passed(check, found);
  const fix = 'mount the same folder on every server, or set UPLOADS=database and run perkmint uploads move';
  return warning(check, `${found}; each server reads its own folder`, `${fix} --to database`);
}
