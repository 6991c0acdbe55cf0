import { createNumbers } from '../../support/random.ts';

/** The random decisions of a seed. Each part of a run has its own, so that one more decision in one changes no other. */
export class Dice {
  readonly #next: () => number;

  constructor(seed: number, part: string) {
    this.#next = createNumbers(seed * 1_000_003 + Bun.hash.crc32(part));
  }

  /** Returns whether something happens that does so with this probability. */
  hits(probability: number): boolean {
    return this.#next() < probability;
  }

  /** Returns a whole number from 0 up to, not including, the limit. */
  below(limit: number): number {
    return Math.floor(this.#next() * limit);
  }

  /** Returns a whole number of the range, both ends included. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  bytes(count: number): Uint8Array<ArrayBuffer> {
    return Uint8Array.from({ length: count }, () => this.below(256));
  }
}
