import { closeSync, openSync, readSync } from 'node:fs';
import { openFile } from './file.ts';

/** The pages of a database at one moment. */
export interface PagesOfMoment {
  pageSize: number;
  pageCount: number;
  /** Returns each page from the first to the last. A page is valid until the next one is read. */
  read(): Generator<Uint8Array>;
}

/** The write-ahead log up to a commit. */
interface Log {
  /** The open file; undefined without one. */
  descriptor: number | undefined;
  /** The size of a frame: its header, and a page. */
  frameBytes: number;
  /** Identify the log: it gets others when it restarts. */
  salts: bigint;
  /** The frames with the newest committed version of each page, by page number. */
  places: Map<number, number>;
  /** The size of the database after the last commit in the log; 0 without one. */
  pageCount: number;
}

/*
 * The file format of the log: https://www.sqlite.org/fileformat2.html#walformat
 */
const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** The lowest bit says whether checksums are of big-endian words. */
const LOG_MAGIC = 0x377f0682;
/** The number of pages in the header of the database. */
const PAGE_COUNT_AT = 28;
const CHUNK_PAGES = 256;
/** A log can only restart while it is read if all of it was in the file before, so that the next attempt sees a new one. */
const MAX_LOG_READS = 100;

/**
 * Reads the pages of a database, which may be in use, as they are at one moment. While its read transaction is open, SQLite
 * moves no later page into the file, and the log does not restart unless all of it was moved before. So the file, with
 * the committed pages of the log over it, is the state of the last commit in the log. Memory does not depend on the
 * size of the file and its log.
 */
export async function withPages<T>(file: string, work: (pages: PagesOfMoment) => T | Promise<T>): Promise<T> {
  const descriptor = openSync(file, 'r');
  const db = openFile(file);
  let log: Log | undefined;
  try {
    db.run('BEGIN');
    // The transaction begins with its first read.
    const schema = db
      .query<{ pageSize: number }, []>('select page_size as pageSize from pragma_page_size(), sqlite_schema')
      .get();
    if (!schema) throw new Error(`${file} is empty`);
    const { pageSize } = schema;
    const found = readLog(`${file}-wal`, pageSize);
    log = found;
    const pageCount = found.pageCount || readPageCount(descriptor);
    return await work({
      pageSize,
      pageCount,
      read: () => readPages(descriptor, found, { pageSize, pageCount }),
    });
  } finally {
    if (log?.descriptor !== undefined) closeSync(log.descriptor);
    db.close(true);
    // After the connection: closing any descriptor of a file releases the locks that SQLite has on it.
    closeSync(descriptor);
  }
}

function* readPages(
  descriptor: number,
  log: Log,
  { pageSize, pageCount }: { pageSize: number; pageCount: number },
): Generator<Uint8Array> {
  const chunk = new Uint8Array(CHUNK_PAGES * pageSize);
  const frame = new Uint8Array(log.frameBytes);
  for (let first = 0; first < pageCount; first += CHUNK_PAGES) {
    // Pages at the end may be in the log only.
    const length = readSync(descriptor, chunk, 0, chunk.length, first * pageSize);
    for (let index = first; index < Math.min(first + CHUNK_PAGES, pageCount); index++) {
      const from = (index - first) * pageSize;
      if (readFrame(log, index + 1, frame)) yield frame.subarray(FRAME_HEADER_BYTES);
      else if (from + pageSize <= length) yield chunk.subarray(from, from + pageSize);
      else throw new Error(`Page ${index + 1} of ${pageCount} is missing`);
    }
  }
}

/**
 * Reads the frame of a page. @returns false if the log has none, or has restarted since: then all of it was in the file
 * before, and is still there
 */
function readFrame({ descriptor, salts, places, frameBytes }: Log, page: number, frame: Uint8Array): boolean {
  const place = places.get(page);
  if (place === undefined || descriptor === undefined) return false;
  if (readSync(descriptor, frame, 0, frameBytes, place) < frameBytes) return false;
  // A writer replaces the header of a frame before its page: if it is the same afterwards, the page was, too.
  if (readSync(descriptor, frame, 0, FRAME_HEADER_BYTES, place) < FRAME_HEADER_BYTES) return false;
  const header = new DataView(frame.buffer);
  return header.getUint32(0) === page && header.getBigUint64(8) === salts;
}

function readPageCount(descriptor: number): number {
  const header = new DataView(new ArrayBuffer(100));
  readSync(descriptor, header, 0, header.byteLength, 0);
  return header.getUint32(PAGE_COUNT_AT);
}

function readLog(file: string, pageSize: number): Log {
  const frameBytes = FRAME_HEADER_BYTES + pageSize;
  const descriptor = openIfPresent(file);
  const empty: Log = { descriptor, frameBytes, salts: 0n, places: new Map(), pageCount: 0 };
  if (descriptor === undefined) return empty;
  for (let attempt = 1; attempt <= MAX_LOG_READS; attempt++) {
    const header = readHeader(descriptor);
    const log = { ...empty, ...parseLog(descriptor, header, pageSize) };
    if (Buffer.from(header).equals(readHeader(descriptor))) return log;
  }
  closeSync(descriptor);
  throw new Error(`${file} restarted during each of ${MAX_LOG_READS} attempts to read it`);
}

function openIfPresent(file: string): number | undefined {
  try {
    return openSync(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function readHeader(descriptor: number): Uint8Array {
  const bytes = new Uint8Array(LOG_HEADER_BYTES);
  return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, 0));
}

/** Finds the frames up to the last commit whose checksums are right. What follows is incomplete or of an earlier log. */
function parseLog(descriptor: number, header: Uint8Array, pageSize: number): Partial<Log> {
  if (header.length < LOG_HEADER_BYTES) return {};
  const start = new DataView(header.buffer);
  const magic = start.getUint32(0);
  if ((magic & ~1) !== LOG_MAGIC || start.getUint32(8) !== pageSize) return {};
  const checksum = new Checksum((magic & 1) === 0);
  checksum.add(start, 0, 24);
  if (!checksum.isAt(start, 24)) return {};
  const salts = start.getBigUint64(16);
  const places = new Map<number, number>();
  const uncommitted = new Map<number, number>();
  let pageCount = 0;
  const frameBytes = FRAME_HEADER_BYTES + pageSize;
  const chunk = new DataView(new ArrayBuffer(CHUNK_PAGES * frameBytes));
  for (let place = LOG_HEADER_BYTES; ; ) {
    const length = readSync(descriptor, chunk, 0, chunk.byteLength, place);
    for (let at = 0; ; at += frameBytes, place += frameBytes) {
      if (at + frameBytes > length) {
        // The end of the chunk, or of the log.
        if (at < chunk.byteLength) return { salts, places, pageCount };
        break;
      }
      if (chunk.getBigUint64(at + 8) !== salts) return { salts, places, pageCount };
      checksum.add(chunk, at, 8);
      checksum.add(chunk, at + FRAME_HEADER_BYTES, pageSize);
      if (!checksum.isAt(chunk, at + 16)) return { salts, places, pageCount };
      uncommitted.set(chunk.getUint32(at), place);
      const committed = chunk.getUint32(at + 4);
      if (committed === 0) continue;
      for (const [page, frame] of uncommitted) places.set(page, frame);
      uncommitted.clear();
      pageCount = committed;
    }
  }
}

/** The cumulative checksum of a log. */
class Checksum {
  #first = 0;
  #second = 0;

  constructor(private readonly isLittleEndian: boolean) {}

  add(view: DataView, from: number, bytes: number): void {
    const { isLittleEndian } = this;
    let [first, second] = [this.#first, this.#second];
    for (let at = from; at < from + bytes; at += 8) {
      first = (first + view.getUint32(at, isLittleEndian) + second) | 0;
      second = (second + view.getUint32(at + 4, isLittleEndian) + first) | 0;
    }
    [this.#first, this.#second] = [first, second];
  }

  /** Returns whether the stored checksum at a place is this one. */
  isAt(view: DataView, place: number): boolean {
    return view.getInt32(place) === this.#first && view.getInt32(place + 4) === this.#second;
  }
}
