import { and, eq, gt, max } from 'drizzle-orm';
import { type Clock, nowIso } from '../src/platform/clock.ts';
import { yieldToEventLoop } from '../src/platform/runtime/event-loop.ts';
import {
  type FileStorage,
  type StoredFile,
  storageUnavailable,
} from '../src/platform/storage/file-storage.ts';
import type { Database, Db, LockKeys } from './client.ts';
import { fileParts } from './schema/submissions.ts';

/** Bytes written per transaction and read per statement: each takes a few milliseconds. */
export const PART_BYTES = 1024 * 1024;
/** Keys listed per statement. */
const BATCH = 500;
const NEW_SUFFIX = '.new';

interface DatabaseStorageOptions {
  database: Database;
  clock: Clock;
  assertHasSpace(sizeBytes: number): void;
}

/** Creates the storage of files in the database. They are part of its backups. */
export function createDatabaseStorage({
  database,
  clock,
  assertHasSpace,
}: DatabaseStorageOptions): FileStorage {
  const remove = (key: string) => database.transaction(tx => deleteParts(tx, key), lockKeysOf(key));
  return {
    assertHasSpace,
    put: async (key, bytes) => {
      // A file that is replaced stays whole until the new one is.
      const isReplaced = (await readPart(database, key, 0)) !== undefined;
      const target = isReplaced ? `${key}${NEW_SUFFIX}` : key;
      try {
        await writeParts(database, target, bytes, nowIso(clock));
        if (isReplaced) await database.transaction(tx => renameParts(tx, target, key), lockKeysOf(key));
      } catch (error) {
        await remove(target).catch(() => {});
        throw error;
      }
    },
    get: async key => {
      const first = await readPart(database, key, 0);
      return first && streamParts(database, key, first);
    },
    delete: remove,
    list: () => listFiles(database),
  };
}

/** Writes of different files do not wait for each other. */
function lockKeysOf(key: string): LockKeys {
  return [`file:${key}`];
}

async function deleteParts(tx: Db, key: string): Promise<void> {
  await tx.delete(fileParts).where(eq(fileParts.key, key)).run();
}

async function renameParts(tx: Db, from: string, to: string): Promise<void> {
  await deleteParts(tx, to);
  await tx.update(fileParts).set({ key: to }).where(eq(fileParts.key, from)).run();
}

/** Writes the parts of a file one by one, the first part last: a file with a first part is complete. */
async function writeParts(
  database: Database,
  key: string,
  bytes: Uint8Array,
  createdAt: string,
): Promise<void> {
  const parts = Math.max(1, Math.ceil(bytes.length / PART_BYTES));
  for (let part = parts - 1; part >= 0; part--) {
    const content = Buffer.from(bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES));
    await database.transaction(async tx => {
      if (part === parts - 1) await deleteParts(tx, key);
      await tx.insert(fileParts).values({ key, part, parts, createdAt, bytes: content }).run();
    }, lockKeysOf(key));
    // In a turn of its own, because both wait for the disk.
    await yieldToEventLoop();
    database.checkpoint();
  }
}

interface Part {
  parts: number;
  bytes: Uint8Array;
}

async function readPart({ reader }: Database, key: string, part: number): Promise<Part | undefined> {
  const where = and(eq(fileParts.key, key), eq(fileParts.part, part));
  return await reader
    .select({ parts: fileParts.parts, bytes: fileParts.bytes })
    .from(fileParts)
    .where(where)
    .get();
}

/** Streams a file, with one part in memory at a time. The stream fails if the file is deleted meanwhile. */
function streamParts(database: Database, key: string, first: Part): ReadableStream<Uint8Array> {
  let next = 0;
  return new ReadableStream(
    {
      async pull(controller) {
        // SQLite reads without waiting, so that a whole file would be read in one turn of the event loop.
        if (next > 0) await yieldToEventLoop();
        const part = next === 0 ? first : await readPart(database, key, next);
        if (!part) throw storageUnavailable('The file was deleted while it was read');
        next += 1;
        if (part.bytes.length > 0) controller.enqueue(part.bytes);
        if (next === first.parts) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}

async function* listFiles({ reader }: Database): AsyncGenerator<StoredFile[]> {
  for (let after = ''; ; ) {
    const found = await reader
      .select({ key: fileParts.key, createdAt: max(fileParts.createdAt) })
      .from(fileParts)
      .where(gt(fileParts.key, after))
      .groupBy(fileParts.key)
      .orderBy(fileParts.key)
      .limit(BATCH)
      .all();
    if (found.length > 0)
      yield found.map(({ key, createdAt }) => ({ key, modifiedMs: Date.parse(createdAt ?? '') }));
    if (found.length < BATCH) return;
    after = found.at(-1)?.key ?? after;
  }
}
