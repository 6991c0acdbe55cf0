import { AppError } from '../../errors.ts';
import { incompleteBody } from '../body.ts';
import type { RoutedRequest } from '../request-state.ts';
import type { Pipeline } from './step.ts';

const UPLOAD_LIMIT_BYTES = 10 * 1024 * 1024;
/** Multipart framing around the file itself, and short fields. */
const UPLOAD_OVERHEAD_BYTES = 64 * 1024;

/** Rejects a body over the limit before it is parsed (413). A body of unknown length is counted while it is read. */
export function limitBodySize(state: RoutedRequest, { services }: Pipeline): Promise<void> | undefined {
  const { request, route } = state;
  const { bodyKind, maxFileBytes } = route;
  const limit =
    bodyKind === 'form'
      ? (maxFileBytes ?? UPLOAD_LIMIT_BYTES) + UPLOAD_OVERHEAD_BYTES
      : services.config.bodyLimit;
  const length = request.headers.get('content-length');
  if (length !== null) {
    if (Number(length) > limit) throw tooLarge(limit);
    return undefined;
  }
  // Its file is counted while it is written to disk.
  if (maxFileBytes !== null) return undefined;
  if (request.method === 'GET' || request.method === 'HEAD' || request.body === null) return undefined;
  return readWithin(request, limit).then(buffered => {
    state.request = buffered;
  });
}

/** Returns the request with its body in memory. */
async function readWithin(request: Request, limit: number): Promise<Request> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  try {
    for await (const chunk of request.body as ReadableStream<Uint8Array>) {
      total += chunk.byteLength;
      if (total > limit) throw tooLarge(limit);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof AppError ? error : incompleteBody();
  }
  return new Request(request.url, {
    method: request.method,
    headers: request.headers,
    body: total > 0 ? Buffer.concat(chunks) : null,
    signal: request.signal,
  });
}

function tooLarge(limit: number): AppError {
  return new AppError('PAYLOAD_TOO_LARGE', `The request body exceeds the limit of ${limit} bytes`);
}
