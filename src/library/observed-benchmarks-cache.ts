import type { Db } from '../../db/client.ts';
import { type Clock, MINUTE_MS } from '../platform/clock.ts';
import type { ReferenceLibrary } from './library.ts';
import { computeObservedBenchmarks, type ObservedBenchmarks } from './observed-benchmarks.ts';
import * as store from './store.ts';

/** Maximum age of the observed figures. */
const MAX_AGE_MS = MINUTE_MS;

/** Caches an installation's observed figures, read from stored aggregates at most once a minute. */
export class ObservedBenchmarksCache {
  #current: ObservedBenchmarks | undefined;
  #content = '';
  #readAt = Number.NEGATIVE_INFINITY;
  #version = 0;

  constructor(
    private readonly library: ReferenceLibrary,
    private readonly clock: Clock,
  ) {}

  async current(db: Db): Promise<ObservedBenchmarks> {
    const now = this.clock.now();
    if (this.#current && now - this.#readAt < MAX_AGE_MS) return this.#current;
    const rows = await store.listObservations(db);
    this.#readAt = now;
    const content = `${this.library.hash} ${JSON.stringify(rows)}`;
    if (this.#current && content === this.#content) return this.#current;
    this.#content = content;
    this.#version += 1;
    this.#current = computeObservedBenchmarks(this.library, rows);
    return this.#current;
  }

  /** Increases when the figures change, which invalidates responses based on older ones. */
  async version(db: Db): Promise<number> {
    await this.current(db);
    return this.#version;
  }
}
