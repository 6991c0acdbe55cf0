import type { Clock } from '../platform/clock.ts';
import type { RouteEntry } from './routes.ts';
import { type CachedResponse, getCachedResponse, respondFromCache } from './static-response-cache.ts';

/** How long a response is reused without running its handler, unless a write clears the cache earlier. */
const MAX_AGE_MS = 1_000;
/** Cached URLs; the oldest is evicted first. */
const MAX_ENTRIES = 200;

/** When a response was started: it may not reflect later writes. */
export interface CacheVersion {
  at: number;
  version: number;
}

/**
 * Caches responses of `cached` routes by URL, because their handler would query the database only to return the same
 * bytes. The request id, rate limits and standard headers apply as for every request.
 */
export class ResponseCache {
  readonly #entries = new Map<string, { entry: CachedResponse; at: number }>();
  readonly #clock: Clock;
  #version = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  snapshot(): CacheVersion {
    return { at: this.#clock.now(), version: this.#version };
  }

  /** Returns the cached response of this URL, if it is recent. */
  find(request: Request, key: string): Response | undefined {
    const cached = this.#entries.get(key);
    if (!cached || this.#clock.now() - cached.at >= MAX_AGE_MS) return undefined;
    return respondFromCache(request, cached.entry);
  }

  /** Caches a response that depends only on its URL. */
  store(key: string, response: Response, { at, version }: CacheVersion): void {
    const entry = getCachedResponse(response);
    if (!entry || 'Vary' in entry.headers || version !== this.#version) return;
    this.#entries.delete(key);
    if (this.#entries.size >= MAX_ENTRIES) this.#entries.delete(this.#entries.keys().next().value as string);
    this.#entries.set(key, { entry, at });
  }

  /** Discards all responses after a write. */
  clear(): void {
    this.#version++;
    this.#entries.clear();
  }
}

/** Returns whether the response depends only on the URL. A request with a body is excluded: its size must be checked. */
export function isCacheable({ headers }: Request, { isCached, access }: RouteEntry): boolean {
  return isCached && access === 'public' && !headers.has('content-length');
}
