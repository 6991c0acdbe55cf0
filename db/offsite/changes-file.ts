import { closeSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import type { PagesOfMoment } from '../sqlite/pages.ts';
import { PageHashes } from './page-hashes.ts';
import { UnreadableBackupError } from './sealed-file.ts';

/**
 * The last part of a file of changes, as JSON. Before it are the changed pages, each after its number (32 bits, from 1),
 * and a 0.
 */
interface Summary {
  format: 1;
  pageSize: number;
  pageCount: number;
  /** The number of changed pages. */
  changed: number;
  seed: string;
  /** The digest of all page hashes after the changes. */
  digest: string;
}

const NUMBER_BYTES = 4;
const CHUNK_BYTES = 1024 * 1024;

/** Returns a file of changes as a stream, and sets the hashes to those of the pages. `changed` counts pages so far. */
export function writeChanges(
  pages: PagesOfMoment,
  hashes: PageHashes,
  progress: { changed: number },
): ReadableStream<Uint8Array> {
  const records = listRecords(pages, hashes, progress);
  return new ReadableStream<Uint8Array>({
    // A chunk per page would take most of the time.
    pull(controller) {
      const parts: Uint8Array[] = [];
      for (let bytes = 0; bytes < CHUNK_BYTES; bytes += parts.at(-1)?.length ?? 0) {
        const { value, done } = records.next();
        if (done) break;
        parts.push(value);
      }
      if (parts.length > 0) controller.enqueue(Buffer.concat(parts));
      else controller.close();
    },
  });
}

function* listRecords(
  pages: PagesOfMoment,
  hashes: PageHashes,
  progress: { changed: number },
): Generator<Uint8Array, undefined> {
  const { pageSize, pageCount } = pages;
  let index = 0;
  for (const page of pages.read()) {
    if (!hashes.set(index++, page)) continue;
    progress.changed += 1;
    yield toRecord(index, page);
  }
  hashes.truncate(pageCount);
  const { seed } = hashes;
  const [{ changed }, digest] = [progress, hashes.digest()];
  const summary: Summary = { format: 1, pageSize, pageCount, changed, seed, digest };
  yield toRecord(0, new TextEncoder().encode(JSON.stringify(summary)));
}

/** Applies a file of changes to a database file. @returns its summary. @throws UnreadableBackupError */
export function applyChanges(database: string, file: string, key: string): Summary {
  const [source, target] = [openSync(file, 'r'), openSync(database, 'r+')];
  try {
    const pageSize = readPageSize(target);
    const number = new DataView(new ArrayBuffer(NUMBER_BYTES));
    const page = new Uint8Array(pageSize);
    for (let changed = 0; ; changed++) {
      const found = readSync(source, number);
      const index = number.getUint32(0);
      if (found === NUMBER_BYTES && index === 0) {
        const summary = readSummary(source);
        if (summary.changed !== changed || summary.pageSize !== pageSize) break;
        ftruncateSync(target, summary.pageCount * pageSize);
        return summary;
      }
      if (found < NUMBER_BYTES || readSync(source, page) < pageSize) break;
      writeSync(target, page, 0, pageSize, (index - 1) * pageSize);
    }
    throw new UnreadableBackupError(`${key} is damaged or incomplete`);
  } finally {
    closeSync(source);
    closeSync(target);
  }
}

/** Asserts that a database file is what it was when the changes were stored. @throws UnreadableBackupError */
export function assertDigest(database: string, { seed, digest, pageSize }: Summary, key: string): void {
  const hashes = new PageHashes(seed);
  const source = openSync(database, 'r');
  try {
    const page = new Uint8Array(pageSize);
    for (let index = 0; readSync(source, page) === pageSize; index++) hashes.set(index, page);
  } finally {
    closeSync(source);
  }
  if (hashes.digest() !== digest)
    throw new UnreadableBackupError(
      `The database is not what it was after ${key}; restore an earlier moment`,
    );
}

function toRecord(number: number, content: Uint8Array): Uint8Array {
  const record = new Uint8Array(NUMBER_BYTES + content.length);
  new DataView(record.buffer).setUint32(0, number);
  record.set(content, NUMBER_BYTES);
  return record;
}

function readSummary(source: number): Summary {
  const bytes = Buffer.alloc(CHUNK_BYTES);
  return JSON.parse(bytes.toString('utf8', 0, readSync(source, bytes))) as Summary;
}

/** The page size in the header of a database; 1 means 65,536. */
function readPageSize(database: number): number {
  const header = Buffer.alloc(18);
  readSync(database, header, 0, header.length, 0);
  const size = header.readUInt16BE(16);
  return size === 1 ? 65_536 : size;
}
