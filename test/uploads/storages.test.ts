import { afterEach, describe, expect, test } from 'bun:test';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../db/client.ts';
import { createDatabaseStorage, PART_BYTES } from '../../db/file-parts.ts';
import type { FileStorage } from '../../src/platform/storage/file-storage.ts';
import { DAY } from '../campaigns/fixture.ts';
import { FILE_STORAGES, listStored, readStored, type StorageSetup, setupStorage } from './storage-fixture.ts';

let ctx: StorageSetup;
afterEach(() => ctx.close());

const MIB = 1024 * 1024;
const KEY = `upl_${'0'.repeat(26)}`;
const OTHER = `upl_${'1'.repeat(26)}`;
const UNAVAILABLE = expect.objectContaining({ code: 'UNAVAILABLE', retryAfterSeconds: expect.any(Number) });

/** Bytes that differ between parts, so that a missing or misplaced part shows. */
function content(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at += 512) bytes.fill((at / 512) % 251, at, at + 512);
  return bytes;
}

async function read(storage: FileStorage, key = KEY): Promise<Uint8Array | undefined> {
  const stream = await storage.get(key);
  return stream && new Uint8Array(await new Response(stream).arrayBuffer());
}

async function list(storage: FileStorage): Promise<string[]> {
  const keys: string[] = [];
  for await (const batch of storage.list()) keys.push(...batch.map(({ key }) => key));
  return keys.sort();
}

describe.each([...FILE_STORAGES])('storage %s', name => {
  async function create(settings: Record<string, string> = {}): Promise<FileStorage> {
    ctx = await setupStorage(name, settings);
    return ctx.app.services.files.get(name);
  }

  test.each([0, 1, PART_BYTES, PART_BYTES + 1, 10 * MIB])(
    'returns the %d bytes that were stored',
    async length => {
      const storage = await create();
      const bytes = content(length);
      await storage.put(KEY, bytes, 'image/png');
      expect((await readStored(ctx))[name].get(KEY)).toEqual(bytes);
      expect(await read(storage)).toEqual(bytes);
    },
  );

  test('replaces a file with the same key, also by a smaller one', async () => {
    const storage = await create();
    await storage.put(KEY, content(3 * MIB), 'image/png');
    await storage.put(KEY, content(5), 'image/png');
    expect(await read(storage)).toEqual(content(5));
  });

  test('deletes a file, and a missing one without an error', async () => {
    const storage = await create();
    await storage.put(KEY, content(2 * MIB), 'image/png');
    await storage.put(OTHER, content(3), 'image/png');
    await storage.delete(KEY);
    await storage.delete(KEY);
    expect(await read(storage)).toBeUndefined();
    expect((await listStored(ctx))[name]).toEqual([OTHER]);
  });

  test('lists all files with the time of their storing, and nothing while it is empty', async () => {
    const storage = await create();
    expect(await list(storage)).toEqual([]);
    const keys = Array.from({ length: 7 }, (_, n) => `upl_${n}`);
    for (const key of keys) await storage.put(key, content(1), 'image/png');
    expect(await list(storage)).toEqual(keys);
    const age = name === 'folder' ? Date.now() : ctx.clock.now();
    for await (const batch of storage.list())
      for (const { modifiedMs } of batch) expect(Math.abs(modifiedMs - age)).toBeLessThan(DAY);
  });

  test('streams a file that is canceled after its first bytes', async () => {
    const storage = await create();
    await storage.put(KEY, content(10 * MIB), 'image/png');
    const reader = (await storage.get(KEY))?.getReader();
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
    await reader?.cancel();
    expect(await read(storage)).toEqual(content(10 * MIB));
  });
});

describe('folder', () => {
  test('keeps the former file until a write is complete', async () => {
    ctx = await setupStorage('folder');
    const storage = ctx.app.services.files.get('folder');
    await storage.put(KEY, content(4), 'image/png');
    const folder = join(ctx.app.services.config.dataDir, 'uploads');
    // The name for the unfinished file is taken, so the write fails.
    mkdirSync(join(folder, `${KEY}.new`));
    await expect(storage.put(KEY, content(9), 'image/png')).rejects.toThrow();
    expect(await read(storage)).toEqual(content(4));
    rmSync(join(folder, `${KEY}.new`), { recursive: true });
  });

  test('deletes the unfinished file of a key too', async () => {
    ctx = await setupStorage('folder');
    const storage = ctx.app.services.files.get('folder');
    await storage.put(KEY, content(4), 'image/png');
    writeFileSync(join(ctx.app.services.config.dataDir, 'uploads', `${OTHER}.new`), 'x');
    expect(await list(storage)).toEqual([KEY, OTHER]);
    await storage.delete(OTHER);
    expect((await listStored(ctx)).folder).toEqual([KEY]);
  });
});

describe('database', () => {
  const runSql = (statement: string) =>
    ctx.app.services.database.transaction(async tx => {
      await tx.run(statement);
    });

  test('writes a file in parts of at most 1 MiB, each in its own transaction', async () => {
    ctx = await setupStorage('database');
    const { database, files } = ctx.app.services;
    const before = database.stats.transactions;
    await files.get('database').put(KEY, content(10 * MIB), 'image/png');
    const [found] = await database.reader.all<{ parts: number; largest: number }>(
      'select count(*) as parts, max(length(bytes)) as largest from file_parts',
    );
    expect(found).toEqual({ parts: 10, largest: MIB });
    expect(database.stats.transactions - before).toBeGreaterThanOrEqual(10);
  });

  test('does not find a file whose first part is missing, because its write was interrupted', async () => {
    ctx = await setupStorage('database');
    const storage = ctx.app.services.files.get('database');
    await storage.put(KEY, content(3 * MIB), 'image/png');
    await runSql('delete from file_parts where part = 0');
    expect(await storage.get(KEY)).toBeUndefined();
    expect(await list(storage)).toEqual([KEY]);
  });

  test('fails the stream of a file that is deleted meanwhile, instead of ending it early', async () => {
    ctx = await setupStorage('database');
    const storage = ctx.app.services.files.get('database');
    await storage.put(KEY, content(3 * MIB), 'image/png');
    const reader = (await storage.get(KEY))?.getReader();
    await reader?.read();
    await storage.delete(KEY);
    expect(await reader?.read().catch(error => error)).toEqual(UNAVAILABLE);
  });

  test('leaves no parts of a file that cannot be written', async () => {
    ctx = await setupStorage('database');
    const { database, clock } = ctx.app.services;
    let transactions = 0;
    const failing: Database = {
      ...database,
      // The parts of the file before its last one are written.
      transaction: (work, domain) =>
        ++transactions === 3 ? Promise.reject(new Error('full')) : database.transaction(work, domain),
    };
    const storage = createDatabaseStorage({ database: failing, clock, assertHasSpace: () => {} });
    await expect(storage.put(KEY, content(3 * MIB), 'image/png')).rejects.toThrow('full');
    expect(transactions).toBe(4);
    expect((await listStored(ctx)).database).toEqual([]);
  });

  test('keeps a file whole until the one that replaces it is', async () => {
    ctx = await setupStorage('database');
    const { database, clock } = ctx.app.services;
    const seen: (Uint8Array | undefined)[] = [];
    const watched: Database = {
      ...database,
      transaction: async (work, domain) => {
        seen.push(await read(storage));
        return await database.transaction(work, domain);
      },
    };
    const storage = createDatabaseStorage({ database: watched, clock, assertHasSpace: () => {} });
    await ctx.app.services.files.get('database').put(KEY, content(2 * MIB), 'image/png');
    await storage.put(KEY, content(3 * MIB), 'image/png');
    expect(seen).toEqual(Array(4).fill(content(2 * MIB)));
    expect([await read(storage), await list(storage)]).toEqual([content(3 * MIB), [KEY]]);
  });
});

describe('s3', () => {
  test('stores an object under the prefix with its media type, and authorizes each request', async () => {
    ctx = await setupStorage('s3', { S3_PREFIX: 'shop/one/' });
    await ctx.app.services.files.get('s3').put(KEY, content(5), 'application/pdf');
    const [key, object] = [...ctx.s3.objects][0] ?? [];
    expect([key, object?.type]).toEqual([`shop/one/${KEY}`, 'application/pdf']);
  });

  test('repeats a request that failed for a temporary reason', async () => {
    ctx = await setupStorage('s3');
    const storage = ctx.app.services.files.get('s3');
    ctx.s3.refuse = { status: 503, code: 'SlowDown', times: 1 };
    await storage.put(KEY, content(5), 'image/png');
    expect(ctx.s3.calls.map(({ method }) => method)).toEqual(['PUT', 'PUT']);
    ctx.s3.refuse = { status: 500, code: 'InternalError', times: 1 };
    expect(await read(storage)).toEqual(content(5));
  });

  test('does not repeat a request that the settings make fail, and names the error in the cause only', async () => {
    ctx = await setupStorage('s3');
    const storage = ctx.app.services.files.get('s3');
    ctx.s3.refuse = { status: 403, code: 'SignatureDoesNotMatch' };
    const error = await storage.put(KEY, content(5), 'image/png').catch(thrown => thrown);
    expect(error).toEqual(UNAVAILABLE);
    expect(error.message).toBe('File storage is unavailable; try again later');
    expect(error.cause.message).toBe('S3 put: SignatureDoesNotMatch (The fake refuses)');
    expect(ctx.s3.calls).toHaveLength(1);
    // All are awaited at once: one that fails before its turn would be an unhandled rejection.
    const works = [storage.get(KEY), storage.delete(KEY), storage.list().next()];
    const errors = await Promise.all(works.map(work => work.catch((thrown: unknown) => thrown)));
    expect(errors).toEqual(works.map(() => UNAVAILABLE));
  });
});
