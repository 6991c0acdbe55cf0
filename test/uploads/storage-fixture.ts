import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FILE_STORAGES } from '../../db/enums.ts';
import type { Overrides } from '../../src/app.ts';
import type { StorageName } from '../../src/platform/storage/file-storage.ts';
import { type Setup, setup } from '../campaigns/fixture.ts';
import { type FakeS3, startFakeS3 } from '../support/fake-s3.ts';
import type { TestApp } from '../support/test-app.ts';

export { FILE_STORAGES, type StorageName };

/** An installation whose bucket is a fake. */
export interface StorageSetup extends Setup {
  s3: FakeS3;
}

/** Creates an installation that stores new uploads in a storage, and can use all of them. */
export async function setupStorage(
  storage: StorageName,
  settings: Record<string, string> = {},
  overrides: Overrides = {},
): Promise<StorageSetup> {
  const s3 = startFakeS3();
  const ctx = await setup({ ...s3.settings, UPLOADS: storage, ...settings }, overrides);
  s3.now = () => ctx.clock.now();
  const close = async () => {
    await ctx.close();
    await s3.stop();
  };
  return { ...ctx, s3, close };
}

/** Reads the files of each storage without the program's own code, by key. */
export async function readStored({ app, s3 }: { app: TestApp['app']; s3: FakeS3 }) {
  const folder = join(app.services.config.dataDir, 'uploads');
  const names = existsSync(folder) ? readdirSync(folder).sort() : [];
  const parts = await app.services.database.reader.all<{ key: string; bytes: Uint8Array }>(
    'select key, bytes from file_parts order by key, part',
  );
  const inDatabase = new Map<string, Uint8Array[]>();
  for (const { key, bytes } of parts) inDatabase.set(key, [...(inDatabase.get(key) ?? []), bytes]);
  const objects = [...s3.objects].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    folder: new Map(names.map(name => [name, new Uint8Array(readFileSync(join(folder, name)))])),
    database: new Map([...inDatabase].map(([key, list]) => [key, new Uint8Array(Buffer.concat(list))])),
    s3: new Map(objects.map(([key, { bytes }]) => [key.replace('uploads/', ''), bytes])),
  } satisfies Record<StorageName, Map<string, Uint8Array>>;
}

/** Lists the keys of the files in each storage. */
export async function listStored(ctx: StorageSetup): Promise<Record<StorageName, string[]>> {
  const { folder, database, s3 } = await readStored(ctx);
  return { folder: [...folder.keys()], database: [...database.keys()], s3: [...s3.keys()] };
}
