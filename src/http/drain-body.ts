/** A body that nobody wants is waited for so long before the answer goes out without it. */
const DRAIN_TIMEOUT_MS = 2_000;
/** Whatever is smaller has left the client before it could notice. */
const SMALL_BODY_BYTES = 16 * 1024;

/**
 * Takes in what is left of a body that was refused unread, where the client asked for the connection to be
 * closed. Bun closes it with the answer, and a client that still writes then meets a reset in the place of
 * its 413 or 401.
 */
export function drainRequestBody(request: Request, answer: Promise<Response>): Promise<Response> {
  return needsDraining(request) ? drainAfter(request, answer) : answer;
}

async function drainAfter(request: Request, answer: Promise<Response>): Promise<Response> {
  const response = await answer;
  const reader = request.bodyUsed ? undefined : request.body?.getReader();
  if (!reader) return response;
  const timer = setTimeout(() => void reader.cancel().catch(() => {}), DRAIN_TIMEOUT_MS);
  try {
    while (!(await reader.read()).done);
  } catch {
    // The client is gone, or sends what is no body: the answer is the same.
  } finally {
    clearTimeout(timer);
  }
  return response;
}

/** Is it a body too big to be on its way already, from a client that closes? */
function needsDraining({ headers, method }: Request): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  if (headers.get('connection')?.toLowerCase() !== 'close') return false;
  const length = headers.get('content-length');
  return length === null ? headers.has('transfer-encoding') : Number(length) > SMALL_BODY_BYTES;
}
