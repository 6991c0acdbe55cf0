import { sha256 } from '../platform/crypto.ts';

const CACHE_CONTROL = 'public, max-age=300';
/** Cached responses; the oldest is evicted first. */
const MAX_ENTRIES = 500;
const ETAG_LENGTH = 32;

const JSON_TYPE = 'application/json;charset=utf-8';

interface CachedOptions {
  contentType?: string;
  cacheControl?: string;
  /** Sent with every response, including the 304. */
  headers?: Record<string, string>;
}

/** The body of a response, and its headers as a 200 and as a 304. */
export interface CachedResponse {
  body: Uint8Array<ArrayBuffer>;
  etag: string;
  whole: Record<string, string>;
  unchanged: Record<string, string>;
}

const origins = new WeakMap<Response, CachedResponse>();

/** Returns the cache entry behind a response of this cache; undefined for any other response. */
export function getCachedResponse(response: Response): CachedResponse | undefined {
  return origins.get(response);
}

/** Returns the cached response, or a 304 when the client has it already. */
export function respondFromCache(request: Request, entry: CachedResponse): Response {
  const { body, etag, whole, unchanged } = entry;
  const response = matches(request.headers.get('if-none-match'), etag)
    ? new Response(null, { status: 304, headers: unchanged })
    : new Response(body, { headers: whole });
  origins.set(response, entry);
  return response;
}

/** Returns a payload that was built for this request as JSON with a strong ETag, or a 304 when the client has it already. */
export function respondWithEtag(request: Request, payload: unknown, cacheControl: string): Response {
  const entry = toCachedResponse(payload, { cacheControl });
  return respondFromCache(request, entry);
}

/** Caches public responses as bytes with a strong ETag. */
export class StaticResponseCache {
  readonly #entries = new Map<string, CachedResponse>();
  /** Number of times that the cache was cleared. */
  #generation = 0;

  /** Returns the response under `key`, built on first use, or a 304 when the client has it already. */
  async respond(
    request: Request,
    key: string,
    build: () => Promise<unknown> | unknown,
    options: CachedOptions = {},
  ): Promise<Response> {
    const entry = this.#entries.get(key) ?? (await this.#build(key, build, options));
    return respondFromCache(request, entry);
  }

  clear(): void {
    this.#entries.clear();
    this.#generation += 1;
  }

  async #build(
    key: string,
    build: () => Promise<unknown> | unknown,
    options: CachedOptions,
  ): Promise<CachedResponse> {
    const generation = this.#generation;
    const entry = toCachedResponse(await build(), options);
    // A response that was being built when the cache was cleared is outdated already.
    if (generation !== this.#generation) return entry;
    if (this.#entries.size >= MAX_ENTRIES) this.#entries.delete(this.#entries.keys().next().value as string);
    this.#entries.set(key, entry);
    return entry;
  }
}

function toCachedResponse(
  payload: unknown,
  { contentType = JSON_TYPE, cacheControl = CACHE_CONTROL, headers = {} }: CachedOptions,
): CachedResponse {
  const body = toBytes(payload);
  const etag = `"${sha256(body).slice(0, ETAG_LENGTH)}"`;
  const unchanged = { ...headers, ETag: etag, 'Cache-Control': cacheControl };
  return { body, etag, unchanged, whole: { ...unchanged, 'Content-Type': contentType } };
}

/** Returns strings and bytes unchanged, and everything else as JSON. */
function toBytes(payload: unknown): Uint8Array<ArrayBuffer> {
  if (payload instanceof Uint8Array) return payload as Uint8Array<ArrayBuffer>;
  return new TextEncoder().encode(typeof payload === 'string' ? payload : JSON.stringify(payload));
}

function matches(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch === etag) return true;
  return ifNoneMatch.split(',').some(tag => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
