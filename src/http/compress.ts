/** Smaller bodies fit into one packet, so compressing them saves nothing. */
const MIN_BYTES = 1_024;
/** Text that is sent whole. Event streams and CSV files are sent while they are written. */
const COMPRESSIBLE =
  /^(application\/(json|javascript|manifest\+json)|text\/(html|css|plain|markdown|javascript|x-python)|image\/svg\+xml)/;
const GZIP = 'gzip';
/** A weight of zero: the client does not accept the encoding. */
const REFUSED = /;\s*q=0(\.0*)?\s*$/;

/**
 * Compresses a response of at least 1 KiB for clients that accept gzip. Its ETag becomes weak, because it identifies
 * the same content in other bytes; `If-None-Match` compares weakly.
 */
export function compressResponse(request: Request, response: Response): Response | Promise<Response> {
  const { headers } = response;
  if (headers.has('content-encoding') || !isCompressible(headers.get('content-type') ?? '')) return response;
  addVary(headers);
  return acceptsGzip(request.headers.get('accept-encoding')) ? compressBody(response) : response;
}

/** Doesn't ask for the stream `body`, because a response that has one takes longer to send. */
async function compressBody(response: Response): Promise<Response> {
  const body = await response.bytes();
  if (!isWorthCompressing(body)) return new Response(body.length === 0 ? null : body, response);
  const compressed = new Response(Bun.gzipSync(body), response);
  setGzip(compressed.headers);
  return compressed;
}

/** Returns whether bodies of a media type are compressed. */
export function isCompressible(contentType: string): boolean {
  return COMPRESSIBLE.test(contentType);
}

export function isWorthCompressing(body: Uint8Array): boolean {
  return body.length >= MIN_BYTES;
}

/** Tells caches that the bytes depend on the client's Accept-Encoding. */
export function addVary(headers: Headers): void {
  const vary = headers.get('vary');
  if (!vary?.toLowerCase().includes('accept-encoding')) headers.append('Vary', 'Accept-Encoding');
}

/** Sets the headers of a compressed body. */
export function setGzip(headers: Headers): void {
  headers.set('Content-Encoding', GZIP);
  weakenEtag(headers);
}

/** Makes the ETag weak. A 304 and the response to HEAD have the ETag of the response with a body. */
export function weakenEtag(headers: Headers): void {
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
