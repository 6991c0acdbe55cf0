import { closeSync, fstatSync, fsyncSync, mkdirSync, openSync, readSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OWNER_ONLY_DIR, OWNER_ONLY_FILE } from '../../src/platform/runtime/files.ts';

/** A file to add to an archive, and its name there. */
export interface ArchiveEntry {
  name: string;
  path: string;
  /** Whether to skip the file if it no longer exists. */
  isOptional?: boolean;
}

/** The archive is incomplete, changed or not a Perkmint archive. */
export class DamagedArchiveError extends Error {
  override readonly name = 'DamagedArchiveError';
}

interface ContentsEntry {
  name: string;
  bytes: number;
  sha256: string;
}

/** POSIX ustar, so that any tar program can unpack a backup. */
const BLOCK_BYTES = 512;
const CHUNK_BYTES = 1024 * 1024;
const NAME_BYTES = 100;
const MAX_CONTENTS_BYTES = 512 * 1024 * 1024;
/** The last entry, which lists all others with their hashes. An archive without it is truncated. */
const CONTENTS_NAME = 'contents.json';
const SIZE_AT = 124;
const SIZE_BYTES = 12;
const CHECKSUM_AT = 148;
const CHECKSUM_BYTES = 8;
const MAGIC_AT = 257;
const MAGIC = 'ustar';
/** The largest size that fits eleven octal digits. Larger ones are written in binary, as GNU and BSD tar do. */
const MAX_OCTAL_BYTES = 0o77777777777;
const BINARY_SIZE_FLAG = 0x80;

/**
 * Writes files to one tar archive and syncs it to disk. Memory use does not depend on file sizes.
 * @param onBytes called with the number of bytes of each copied chunk
 * @returns the number of files in the archive
 */
export function writeArchive(
  out: string,
  entries: ArchiveEntry[],
  onBytes: (bytes: number) => void = () => {},
): number {
  const target = openSync(out, 'wx', OWNER_ONLY_FILE);
  try {
    const list = entries.flatMap(entry => addFile(target, entry, onBytes) ?? []);
    const text = new TextEncoder().encode(`${JSON.stringify(list, null, 2)}\n`);
    writeBytes(target, createHeader(CONTENTS_NAME, text.length));
    writeBytes(target, text);
    writeBytes(target, new Uint8Array(getPaddingBytes(text.length) + 2 * BLOCK_BYTES));
    fsyncSync(target);
    return list.length;
  } finally {
    closeSync(target);
  }
}

/** Returns whether a file starts with a tar header. */
export function isArchive(file: string): boolean {
  const block = new Uint8Array(BLOCK_BYTES);
  const source = openSync(file, 'r');
  try {
    readSync(source, block);
  } finally {
    closeSync(source);
  }
  return readText(block, MAGIC_AT, MAGIC.length) === MAGIC;
}

/**
 * Unpacks an archive into a folder and compares each file with its hash.
 * @param isExpected returns whether a name may be in the archive; any other name is rejected
 * @returns the names in archive order
 * @throws DamagedArchiveError
 */
export function readArchive(file: string, folder: string, isExpected: (name: string) => boolean): string[] {
  const source = openSync(file, 'r');
  try {
    const found = new Map<string, string>();
    for (;;) {
      const { name, bytes } = parseHeader(readBytes(source, BLOCK_BYTES), file);
      if (name === CONTENTS_NAME) {
        assertComplete(
          file,
          found,
          JSON.parse(readBytes(source, Math.min(bytes, MAX_CONTENTS_BYTES)).toString()),
        );
        return [...found.keys()];
      }
      if (!isExpected(name) || found.has(name))
        throw new DamagedArchiveError(`${file} contains an unexpected file: ${name}`);
      found.set(name, extractFile(source, join(folder, name), bytes));
    }
  } catch (error) {
    if (error instanceof SyntaxError) throw new DamagedArchiveError(`${file} is truncated`, { cause: error });
    throw error;
  } finally {
    closeSync(source);
  }
}

function addFile(
  target: number,
  entry: ArchiveEntry,
  onBytes: (bytes: number) => void,
): ContentsEntry | undefined {
  const source = openEntry(entry);
  if (source === undefined) return undefined;
  const { name } = entry;
  try {
    const { size } = fstatSync(source);
    writeBytes(target, createHeader(name, size));
    const sha256 = copyBytes(source, target, size, onBytes);
    writeBytes(target, new Uint8Array(getPaddingBytes(size)));
    return { name, bytes: size, sha256 };
  } finally {
    closeSync(source);
  }
}

function openEntry({ path, isOptional = false }: ArchiveEntry): number | undefined {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if (isOptional && (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function extractFile(source: number, path: string, bytes: number): string {
  mkdirSync(dirname(path), { recursive: true, mode: OWNER_ONLY_DIR });
  const target = openSync(path, 'wx', OWNER_ONLY_FILE);
  try {
    const sha256 = copyBytes(source, target, bytes);
    readBytes(source, getPaddingBytes(bytes));
    fsyncSync(target);
    return sha256;
  } finally {
    closeSync(target);
  }
}

/** Copies bytes. @returns their hash */
function copyBytes(
  source: number,
  target: number,
  bytes: number,
  onBytes: (bytes: number) => void = () => {},
): string {
  const hasher = new Bun.CryptoHasher('sha256');
  const buffer = new Uint8Array(Math.min(CHUNK_BYTES, Math.max(bytes, 1)));
  for (let left = bytes; left > 0; ) {
    const length = readSync(source, buffer, 0, Math.min(buffer.length, left), null);
    if (length === 0) throw new DamagedArchiveError('A file is shorter than expected');
    const chunk = buffer.subarray(0, length);
    hasher.update(chunk);
    writeBytes(target, chunk);
    left -= length;
    onBytes(length);
  }
  return hasher.digest('hex');
}

function assertComplete(file: string, found: Map<string, string>, list: ContentsEntry[]): void {
  for (const { name, sha256 } of list) {
    if (found.get(name) !== sha256)
      throw new DamagedArchiveError(`${file} is damaged: the hash of ${name} does not match`);
  }
  if (list.length !== found.size)
    throw new DamagedArchiveError(`${file} contains files that are not in its contents list`);
}

function createHeader(name: string, bytes: number): Uint8Array {
  const block = Buffer.alloc(BLOCK_BYTES);
  if (Buffer.byteLength(name) > NAME_BYTES)
    throw new RangeError(`${name} is too long for a file name in an archive`);
  block.write(name, 0);
  block.write(`${toOctal(OWNER_ONLY_FILE, 7)}\0`, 100);
  block.write(`${toOctal(0, 7)}\0${toOctal(0, 7)}\0`, 108);
  if (bytes <= MAX_OCTAL_BYTES) block.write(`${toOctal(bytes, SIZE_BYTES - 1)}\0`, SIZE_AT);
  else {
    block.writeBigUInt64BE(BigInt(bytes), SIZE_AT + SIZE_BYTES - 8);
    block[SIZE_AT] = BINARY_SIZE_FLAG;
  }
  block.write(`${toOctal(0, 11)}\0`, 136);
  block.write(' '.repeat(CHECKSUM_BYTES), CHECKSUM_AT);
  block.write('0', 156);
  block.write(`${MAGIC}\x0000`, MAGIC_AT);
  block.write(`${toOctal(sumBytes(block), 6)}\0 `, CHECKSUM_AT);
  return block;
}

function parseHeader(block: Buffer, file: string): { name: string; bytes: number } {
  const blank = Buffer.from(block);
  blank.fill(' ', CHECKSUM_AT, CHECKSUM_AT + CHECKSUM_BYTES);
  const stated = Number.parseInt(readText(block, CHECKSUM_AT, CHECKSUM_BYTES), 8);
  if (readText(block, MAGIC_AT, MAGIC.length) !== MAGIC || stated !== sumBytes(blank))
    throw new DamagedArchiveError(`${file} is damaged or truncated`);
  const bytes =
    block[SIZE_AT] === BINARY_SIZE_FLAG
      ? Number(block.readBigUInt64BE(SIZE_AT + SIZE_BYTES - 8))
      : Number.parseInt(readText(block, SIZE_AT, SIZE_BYTES), 8);
  return { name: readText(block, 0, NAME_BYTES), bytes };
}

function readBytes(source: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  for (let done = 0; done < bytes; ) {
    const length = readSync(source, buffer, done, bytes - done, null);
    if (length === 0) throw new DamagedArchiveError('The archive is truncated');
    done += length;
  }
  return buffer;
}

function writeBytes(target: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(target, bytes, done);
}

function sumBytes(block: Uint8Array): number {
  return block.reduce((sum, byte) => sum + byte, 0);
}

function readText(block: Uint8Array, start: number, length: number): string {
  return new TextDecoder().decode(block.subarray(start, start + length)).replace(/\0.*$/s, '');
}

function toOctal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, '0');
}

function getPaddingBytes(bytes: number): number {
  return (BLOCK_BYTES - (bytes % BLOCK_BYTES)) % BLOCK_BYTES;
}
