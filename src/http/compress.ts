import type { CachedResponse } from './static-response-cache.ts';

/** Smaller bodies fit into one packet, so compressing them saves nothing. */
const MIN_BYTES = 1_024;
/** Text that is sent whole. Event streams and CSV files are sent while they are written. */
const COMPRESSIBLE =
  /^(application\/(json|javascript|manifest\+json)|text\/(html|css|plain|markdown|javascript|x-python)|image\/svg\+xml)/;
const GZIP = 'gzip';
/** A weight of zero: the client does not accept the encoding. */
const REFUSED = /;\s*q=0(\.0*)?\s*$/;

/** Cached responses are compressed once. */
const packedByEntry = new WeakMap<CachedResponse, Uint8Array<ArrayBuffer>>();

/**
 * Compresses a response of at least 1 KiB for clients that accept gzip. Its ETag becomes weak, because it identifies
 * the same content in other bytes; `If-None-Match` compares weakly.
 * @param cached the cache entry behind the response
 */
export function compressResponse(
  request: Request,
  response: Response,
  cached?: CachedResponse,
): Response | Promise<Response> {
  const { headers, status } = response;
  const type = headers.get('content-type') ?? cached?.whole['Content-Type'] ?? '';
  if (headers.has('content-encoding') || !COMPRESSIBLE.test(type)) return response;
  addVary(headers);
  if (!acceptsGzip(request.headers.get('accept-encoding'))) return response;
  if (response.body === null) {
    // A 304 and the response to HEAD have the ETag of the response with a body.
    if (cached && cached.body.length >= MIN_BYTES && (status === 304 || request.method === 'HEAD'))
      weakenEtag(headers);
    return response;
  }
  return compressBody(response, cached);
}

async function compressBody(response: Response, cached: CachedResponse | undefined): Promise<Response> {
  const body = cached?.body ?? (await response.bytes());
  if (body.length < MIN_BYTES) return cached ? response : new Response(body, response);
  const packed = (cached && packedByEntry.get(cached)) ?? Bun.gzipSync(body);
  if (cached) packedByEntry.set(cached, packed);
  const compressed = new Response(packed, response);
  compressed.headers.set('Content-Encoding', GZIP);
  weakenEtag(compressed.headers);
  return compressed;
}

function addVary(headers: Headers): void {
  const vary = headers.get('vary');
  if (!vary?.toLowerCase().includes('accept-encoding')) headers.append('Vary', 'Accept-Encoding');
}

function weakenEtag(headers: Headers): void {
  const etag = headers.get('etag');
  if (etag?.startsWith('"')) headers.set('ETag', `W/${etag}`);
}

/** Returns whether an Accept-Encoding header names gzip, with a weight above zero. */
export function acceptsGzip(acceptEncoding: string | null): boolean {
  if (!acceptEncoding) return false;
  return acceptEncoding.split(',').some(coding => {
    const name = coding.split(';', 1)[0]?.trim().toLowerCase();
    return (name === GZIP || name === '*') && !REFUSED.test(coding);
  });
}
