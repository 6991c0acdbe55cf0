import { sha256 } from '../platform/crypto.ts';

const CACHE_CONTROL = 'public, max-age=300';
/** Different queries remembered at once; the oldest goes first. */
const MAX_ENTRIES = 500;
const ETAG_LENGTH = 32;

const JSON_TYPE = 'application/json;charset=utf-8';

interface CachedOptions {
  contentType?: string;
  /** Sent with every answer, the 304 too. */
  headers?: Record<string, string>;
}

/** The bytes of an answer and its headers: as a 200, and as a 304. */
export interface CachedResponse {
  body: Uint8Array<ArrayBuffer>;
  etag: string;
  whole: Record<string, string>;
  unchanged: Record<string, string>;
}

const origins = new WeakMap<Response, CachedResponse>();

/** What an answer of this cache was made of; undefined for every other answer. */
export function getCachedResponse(response: Response): CachedResponse | undefined {
  return origins.get(response);
}

/** The kept answer for this request; 304 when the client has it already. */
export function respondFromCache(
  request: Request,
  { body, etag, whole, unchanged }: CachedResponse,
): Response {
  return matches(request.headers.get('if-none-match'), etag)
    ? new Response(null, { status: 304, headers: unchanged })
    : new Response(body, { headers: whole });
}

/** Public answers, made once and kept as bytes with a strong ETag. */
export class StaticResponseCache {
  readonly #answers = new Map<string, CachedResponse>();

  /** The answer under `key`, made by `build` the first time; 304 when the client has it already. */
  respond(request: Request, key: string, build: () => unknown, options: CachedOptions = {}): Response {
    const kept = this.#answers.get(key) ?? this.#remember(key, build(), options);
    const response = respondFromCache(request, kept);
    origins.set(response, kept);
    return response;
  }

  clear(): void {
    this.#answers.clear();
  }

  #remember(
    key: string,
    payload: unknown,
    { contentType = JSON_TYPE, headers = {} }: CachedOptions,
  ): CachedResponse {
    const body = toBytes(payload);
    const etag = `"${sha256(body).slice(0, ETAG_LENGTH)}"`;
    const unchanged = { ...headers, ETag: etag, 'Cache-Control': CACHE_CONTROL };
    const kept = { body, etag, unchanged, whole: { ...unchanged, 'Content-Type': contentType } };
    if (this.#answers.size >= MAX_ENTRIES) this.#answers.delete(this.#answers.keys().next().value as string);
    this.#answers.set(key, kept);
    return kept;
  }
}

/** Texts and bytes as they are, everything else as JSON. */
function toBytes(payload: unknown): Uint8Array<ArrayBuffer> {
  if (payload instanceof Uint8Array) return payload as Uint8Array<ArrayBuffer>;
  return new TextEncoder().encode(typeof payload === 'string' ? payload : JSON.stringify(payload));
}

function matches(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  if (ifNoneMatch === etag) return true;
  return ifNoneMatch.split(',').some(tag => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
