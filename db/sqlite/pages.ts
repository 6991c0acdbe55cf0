import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { openFile } from './file.ts';

/** The pages of a database at one moment. */
export interface PagesOfMoment {
  pageSize: number;
  pageCount: number;
  /** Returns each page from the first to the last. A page is valid until the next one is read. */
  read(): Generator<Uint8Array>;
}

/** The newest committed version of each page in the write-ahead log. */
interface Log {
  bytes: Uint8Array;
  /** The places of pages in `bytes`, by page number. */
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
const EMPTY_LOG: Log = { bytes: new Uint8Array(), places: new Map(), pageCount: 0 };

/**
 * Reads the pages of a database, which may be in use, as they are at one moment. While its read transaction is open, SQLite
 * moves no later page into the file, and the log does not restart unless all of it was moved before. So the file, with
 * the committed pages of the log over it, is the state of the last commit in the log.
 */
export async function withPages<T>(file: string, work: (pages: PagesOfMoment) => T | Promise<T>): Promise<T> {
  const descriptor = openSync(file, 'r');
  const db = openFile(file);
  try {
    db.run('BEGIN');
    // The transaction begins with its first read.
    const schema = db
      .query<{ pageSize: number }, []>('select page_size as pageSize from pragma_page_size(), sqlite_schema')
      .get();
    if (!schema) throw new Error(`${file} is empty`);
    const { pageSize } = schema;
    const log = readLog(`${file}-wal`, pageSize);
    const pageCount = log.pageCount || readPageCount(descriptor);
    return await work({
      pageSize,
      pageCount,
      read: () => readPages(descriptor, log, { pageSize, pageCount }),
    });
  } finally {
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
  for (let first = 0; first < pageCount; first += CHUNK_PAGES) {
    // Pages at the end may be in the log only.
    const length = readSync(descriptor, chunk, 0, chunk.length, first * pageSize);
    for (let index = first; index < Math.min(first + CHUNK_PAGES, pageCount); index++) {
      const place = log.places.get(index + 1);
      const from = (index - first) * pageSize;
      if (place !== undefined) yield log.bytes.subarray(place, place + pageSize);
      else if (from + pageSize <= length) yield chunk.subarray(from, from + pageSize);
      else throw new Error(`Page ${index + 1} of ${pageCount} is missing`);
    }
  }
}

function readPageCount(descriptor: number): number {
  const header = new DataView(new ArrayBuffer(100));
  readSync(descriptor, header, 0, header.byteLength, 0);
  return header.getUint32(PAGE_COUNT_AT);
}

function readLog(file: string, pageSize: number): Log {
  for (let attempt = 1; attempt <= MAX_LOG_READS; attempt++) {
    const bytes = readIfPresent(file);
    const log = parseLog(bytes, pageSize);
    const header = bytes.subarray(0, LOG_HEADER_BYTES);
    if (Buffer.from(header).equals(readIfPresent(file, LOG_HEADER_BYTES))) return log;
  }
  throw new Error(`${file} restarted during each of ${MAX_LOG_READS} attempts to read it`);
}

function readIfPresent(file: string, maxBytes?: number): Uint8Array {
  try {
    if (maxBytes === undefined) return readFileSync(file);
    const descriptor = openSync(file, 'r');
    try {
      const bytes = new Uint8Array(maxBytes);
      return bytes.subarray(0, readSync(descriptor, bytes));
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Uint8Array();
    throw error;
  }
}

/** Reads the frames up to the last commit whose checksums are right. What follows is incomplete or of an earlier log. */
function parseLog(bytes: Uint8Array, pageSize: number): Log {
  if (bytes.length < LOG_HEADER_BYTES) return EMPTY_LOG;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const magic = view.getUint32(0);
  if ((magic & ~1) !== LOG_MAGIC || view.getUint32(8) !== pageSize) return EMPTY_LOG;
  const checksum = new Checksum(view, (magic & 1) === 0);
  checksum.add(0, 24);
  if (!checksum.isAt(24)) return EMPTY_LOG;
  const salts = view.getBigUint64(16);
  const log: Log = { bytes, places: new Map(), pageCount: 0 };
  const uncommitted = new Map<number, number>();
  const frameBytes = FRAME_HEADER_BYTES + pageSize;
  for (let at = LOG_HEADER_BYTES; at + frameBytes <= bytes.length; at += frameBytes) {
    if (view.getBigUint64(at + 8) !== salts) break;
    checksum.add(at, 8);
    checksum.add(at + FRAME_HEADER_BYTES, pageSize);
    if (!checksum.isAt(at + 16)) break;
    uncommitted.set(view.getUint32(at), at + FRAME_HEADER_BYTES);
    const pageCount = view.getUint32(at + 4);
    if (pageCount === 0) continue;
    for (const [page, place] of uncommitted) log.places.set(page, place);
    uncommitted.clear();
    log.pageCount = pageCount;
  }
  return log;
}

/** The cumulative checksum of a log. */
class Checksum {
  #first = 0;
  #second = 0;

  constructor(
    private readonly view: DataView,
    private readonly isLittleEndian: boolean,
  ) {}

  add(from: number, bytes: number): void {
    const { view, isLittleEndian } = this;
    let [first, second] = [this.#first, this.#second];
    for (let at = from; at < from + bytes; at += 8) {
      first = (first + view.getUint32(at, isLittleEndian) + second) | 0;
      second = (second + view.getUint32(at + 4, isLittleEndian) + first) | 0;
    }
    [this.#first, this.#second] = [first, second];
  }

  /** Returns whether the stored checksum at a place is this one. */
  isAt(place: number): boolean {
    return this.view.getInt32(place) === this.#first && this.view.getInt32(place + 4) === this.#second;
  }
}
