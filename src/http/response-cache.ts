import type { Clock } from '../platform/clock.ts';
import type { NormalizedUrl } from './normalize-url.ts';
import type { RouteEntry } from './routes.ts';
import { type CachedResponse, getCachedResponse, respondFromCache } from './static-response-cache.ts';

/** An answer is given again without asking its handler for so long, unless something is stored before that. */
const MAX_AGE_MS = 1_000;
/** Different addresses at once; the oldest goes first. */
const MAX_ENTRIES = 200;

/** When an answer was begun: what is stored after that it may not know. */
interface CacheVersion {
  at: number;
  version: number;
}

/**
 * Answers of `cached` routes by their address, given without their handler: it would compare its figures with the
 * database and then answer the same bytes. Only this part of the way in is cut short; trace, limits and headers
 * are as for every request.
 */
export class ResponseCache {
  readonly #answers = new Map<string, { kept: CachedResponse; at: number }>();
  readonly #clock: Clock;
  #version = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  snapshot(): CacheVersion {
    return { at: this.#clock.now(), version: this.#version };
  }

  /** The answer, when this very address was answered a moment ago. */
  find({ request, path, search }: NormalizedUrl): Response | undefined {
    const ready = this.#answers.get(path + search);
    if (!ready || this.#clock.now() - ready.at >= MAX_AGE_MS) return undefined;
    return respondFromCache(request, ready.kept);
  }

  /** Keeps an answer that depends on nothing but its address. */
  store({ path, search }: NormalizedUrl, response: Response, { at, version }: CacheVersion): void {
    const kept = getCachedResponse(response);
    if (!kept || 'Vary' in kept.whole || version !== this.#version) return;
    const key = path + search;
    this.#answers.delete(key);
    if (this.#answers.size >= MAX_ENTRIES) this.#answers.delete(this.#answers.keys().next().value as string);
    this.#answers.set(key, { kept, at });
  }

  /** Something was stored: what is asked from now on is made anew. */
  clear(): void {
    this.#version++;
    this.#answers.clear();
  }
}

/** Whether a request can be answered by its address alone. A body may be too large, even where nobody reads it. */
export function isCacheable({ headers }: Request, { isCached, access }: RouteEntry): boolean {
  return isCached && access === 'public' && !headers.has('content-length');
}
