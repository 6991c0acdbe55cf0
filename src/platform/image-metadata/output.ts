/** A file without its metadata. */
export interface CleanFile {
  bytes: Uint8Array<ArrayBuffer>;
  /** False for a file that ends early or is damaged; `bytes` is then its readable beginning. */
  isComplete: boolean;
}

/** Segments, chunks or blocks of one file. Pictures have up to some thousands; more would block other requests. */
export const MAX_SECTIONS = 50_000;
/** More than the largest section that is written in place of a removed one. */
const SPARE_BYTES = 64;

/** Collects the parts of a file that are kept. */
export class Output {
  readonly #source: Uint8Array;
  readonly #target: Uint8Array<ArrayBuffer>;
  #length = 0;

  constructor(source: Uint8Array) {
    this.#source = source;
    this.#target = new Uint8Array(source.length + SPARE_BYTES);
  }

  /** The number of bytes that were collected. */
  get length(): number {
    return this.#length;
  }

  /** Appends a part of the source. */
  keep(from: number, to: number): void {
    this.add(this.#source.subarray(from, to));
  }

  add(bytes: ArrayLike<number>): void {
    this.#target.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Returns the collected bytes, still writable. */
  finish(): Uint8Array<ArrayBuffer> {
    return this.#target.slice(0, this.#length);
  }
}

/** Returns a view of the bytes to read numbers and text. */
export function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}
