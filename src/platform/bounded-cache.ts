interface Entry<T> {
  value: T;
  bytes: number;
}

/**
 * Keeps what was built under a key, up to a number of bytes; the least recently used goes first. Callers that ask for the
 * same at the same time wait for one build.
 */
export class BoundedCache<T> {
  readonly #maxBytes: number;
  readonly #sizeOf: (value: T) => number;
  readonly #entries = new Map<string, Entry<T>>();
  readonly #builds = new Map<string, Promise<T>>();
  #bytes = 0;

  /** @param sizeOf returns the bytes that a value takes; one that takes more than `maxBytes` is not kept */
  constructor(maxBytes: number, sizeOf: (value: T) => number) {
    this.#maxBytes = maxBytes;
    this.#sizeOf = sizeOf;
  }

  /** The bytes of everything that is kept. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Returns the value under a key, built if necessary. A failed build is not kept. */
  get(key: string, build: () => Promise<T> | T): Promise<T> | T {
    const entry = this.#entries.get(key);
    if (!entry) return this.#builds.get(key) ?? this.#build(key, build);
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Forgets everything, what is being built included. */
  clear(): void {
    this.#entries.clear();
    this.#builds.clear();
    this.#bytes = 0;
  }

  #build(key: string, build: () => Promise<T> | T): Promise<T> {
    const promise = (async () => build())();
    this.#builds.set(key, promise);
    // Not the case if the cache was cleared meanwhile.
    const isCurrent = () => this.#builds.get(key) === promise && this.#builds.delete(key);
    promise.then(
      value => isCurrent() && this.#keep(key, value),
      () => isCurrent(),
    );
    return promise;
  }

  #keep(key: string, value: T): void {
    const bytes = this.#sizeOf(value) + key.length;
    if (bytes > this.#maxBytes) return;
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#entries.delete(oldest);
      this.#bytes -= entry.bytes;
    }
  }
}
