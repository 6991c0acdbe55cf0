import { sha256 } from '../../src/platform/crypto.ts';

const HASH_BYTES = 8;

/**
 * A hash of each page of a database, from which the next backup knows what has changed. The seed is secret and new for
 * each chain, so that no page can be made to look unchanged.
 */
export class PageHashes {
  #hashes: BigUint64Array;
  #count: number;

  constructor(
    readonly seed: string,
    stored: Uint8Array = new Uint8Array(),
  ) {
    this.#hashes = new BigUint64Array(stored.slice().buffer);
    this.#count = this.#hashes.length;
  }

  /** Sets the hash of a page, numbered from 0. @returns whether it was another one */
  set(index: number, page: Uint8Array): boolean {
    const hash = Bun.hash.xxHash64(page, BigInt(`0x${this.seed}`));
    const isKnown = index < this.#count && this.#hashes[index] === hash;
    if (index >= this.#hashes.length) this.#grow(index + 1);
    this.#hashes[index] = hash;
    this.#count = Math.max(this.#count, index + 1);
    return !isKnown;
  }

  /** Forgets the pages after the first `count`. */
  truncate(count: number): void {
    this.#count = Math.min(this.#count, count);
  }

  get bytes(): Uint8Array {
    return new Uint8Array(this.#hashes.buffer, 0, this.#count * HASH_BYTES);
  }

  /** Identifies the content of the whole database. */
  digest(): string {
    return sha256(this.bytes);
  }

  #grow(count: number): void {
    const larger = new BigUint64Array(Math.max(count, this.#hashes.length * 2));
    larger.set(this.#hashes);
    this.#hashes = larger;
  }
}
