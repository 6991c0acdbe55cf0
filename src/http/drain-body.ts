/** How long an unread body is drained before the response is sent anyway. */
const DRAIN_TIMEOUT_MS = 2_000;
/** Smaller bodies are fully sent before the client can see the response. */
const SMALL_BODY_BYTES = 16 * 1024;

/**
 * Reads the rest of a body that was rejected unread when the client sent `Connection: close`. Bun closes the connection
 * with the response, and a client that is still sending would get a connection reset instead of its 413 or 401.
 */
export function drainRequestBody(
  request: Request,
  pending: Response | Promise<Response>,
): Response | Promise<Response> {
  return needsDraining(request) ? drainAfter(request, pending) : pending;
}

async function drainAfter(request: Request, pending: Response | Promise<Response>): Promise<Response> {
  const response = await pending;
  const reader = request.bodyUsed ? undefined : request.body?.getReader();
  if (!reader) return response;
  const timer = setTimeout(() => void reader.cancel().catch(() => {}), DRAIN_TIMEOUT_MS);
  try {
    while (!(await reader.read()).done);
  } catch {
    // The client disconnected or sent a malformed body; the response stays the same.
  } finally {
    clearTimeout(timer);
  }
  return response;
}

/** Returns whether the client closes the connection and its body is too large to be sent completely already. */
function needsDraining({ headers, method }: Request): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  if (headers.get('connection')?.toLowerCase() !== 'close') return false;
  const length = headers.get('content-length');
  return length === null ? headers.has('transfer-encoding') : Number(length) > SMALL_BODY_BYTES;
}
