import { BoundedCache } from '../platform/bounded-cache.ts';
import { sha256 } from '../platform/crypto.ts';
import { acceptsGzip, addVary, isCompressible, isWorthCompressing, setGzip, weakenEtag } from './compress.ts';

const CACHE_CONTROL = 'public, max-age=300';
/** Bytes of one cache, and those that the headers of a response take besides its body. */
const MAX_BYTES = 16 * 1024 * 1024;
const HEADER_BYTES = 2_048;
const ETAG_LENGTH = 32;

const JSON_TYPE = 'application/json;charset=utf-8';

interface CachedOptions {
  contentType?: string;
  cacheControl?: string;
  /** Sent with every response, including the 304. */
  headers?: Record<string, string>;
}

/** A response that is kept: its bytes and headers, and the same compressed once a client accepts that. */
export interface CachedResponse {
  etag: string;
  /** Further headers, by which a shared cache decides whether it may keep the response. */
  headers: Record<string, string>;
  plain: Variant;
  /** Null for bytes that are sent as they are. */
  compress: (() => Variant) | null;
  compressed?: Variant;
}

/** Everything of a response that doesn't differ between requests. */
interface Variant {
  /** A Blob, because a response copies bytes but shares a Blob. */
  body: Blob;
  whole: Headers;
  unchanged: Headers;
}

const origins = new WeakMap<Response, CachedResponse>();

/** Returns the cache entry behind a response of this cache; undefined for any other response. */
export function getCachedResponse(response: Response): CachedResponse | undefined {
  return origins.get(response);
}

/** Returns the cached response, compressed if the client accepts it, or a 304 when the client has it already. */
export function respondFromCache({ headers }: Request, entry: CachedResponse): Response {
  const { body, whole, unchanged } = selectVariant(headers, entry);
  const response = matches(headers.get('if-none-match'), entry.etag)
    ? new Response(null, { status: 304, headers: unchanged })
    : new Response(body, { headers: whole });
  origins.set(response, entry);
  return response;
}

function selectVariant(headers: Headers, entry: CachedResponse): Variant {
  const { plain, compress } = entry;
  if (!compress || !acceptsGzip(headers.get('accept-encoding'))) return plain;
  entry.compressed ??= compress();
  return entry.compressed;
}

/**
 * Returns a payload that was built for this request, as JSON unless it has another type, with a strong ETag, or a 304
 * when the client has it already.
 */
export function respondWithEtag(
  request: Request,
  payload: unknown,
  cacheControl: string,
  contentType?: string,
): Response {
  return respondFromCache(request, toCachedResponse(payload, { cacheControl, contentType }));
}

/** Caches public responses as bytes with a strong ETag. */
export class StaticResponseCache {
  readonly #entries = new BoundedCache<CachedResponse>(
    MAX_BYTES,
    ({ plain }) => plain.body.size + HEADER_BYTES,
  );

  /** Returns the response under `key`, built on first use, or a 304 when the client has it already. */
  async respond(
    request: Request,
    key: string,
    build: () => Promise<unknown> | unknown,
    options: CachedOptions = {},
  ): Promise<Response> {
    const entry = await this.#entries.get(key, async () => toCachedResponse(await build(), options));
    return respondFromCache(request, entry);
  }

  clear(): void {
    this.#entries.clear();
  }
}

function toCachedResponse(
  payload: unknown,
  { contentType = JSON_TYPE, cacheControl = CACHE_CONTROL, headers = {} }: CachedOptions,
): CachedResponse {
  const bytes = toBytes(payload);
  const etag = `"${sha256(bytes).slice(0, ETAG_LENGTH)}"`;
  const plain = toVariant(bytes, contentType, { ...headers, ETag: etag, 'Cache-Control': cacheControl });
  if (!isCompressible(contentType) || plain.whole.has('content-encoding'))
    return { etag, headers, plain, compress: null };
  for (const each of [plain.whole, plain.unchanged]) addVary(each);
  return { etag, headers, plain, compress: isWorthCompressing(bytes) ? () => compress(bytes, plain) : null };
}

function toVariant(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
  headers: Record<string, string>,
): Variant {
  const whole = new Headers({ ...headers, 'Content-Type': contentType });
  return { body: new Blob([bytes]), whole, unchanged: new Headers(headers) };
}

function compress(bytes: Uint8Array<ArrayBuffer>, plain: Variant): Variant {
  const [whole, unchanged] = [new Headers(plain.whole), new Headers(plain.unchanged)];
  setGzip(whole);
  weakenEtag(unchanged);
  return { body: new Blob([Bun.gzipSync(bytes)]), whole, unchanged };
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
