import { codeSuffix, OutboundError } from './errors.ts';

/*
 * Requests to URLs from the operator's settings, such as a language model on the same machine. User-supplied URLs go
 * through client.ts, which rejects addresses that are not public.
 */

interface OperatorPost {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Aborts the request with an OutboundError of kind `timeout`. */
  signal: AbortSignal;
  /** A longer response is an error, because truncated JSON is useless. */
  maxBytes: number;
}

/** Sends a POST request to a URL set by the operator. @throws OutboundError without a complete response */
export async function postToOperator({ url, headers, body, signal, maxBytes }: OperatorPost): Promise<{
  status: number;
  body: string;
}> {
  try {
    const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
    return { status: response.status, body: await readBody(response, maxBytes) };
  } catch (cause) {
    if (cause instanceof OutboundError) throw cause;
    if (signal.aborted)
      throw new OutboundError('timeout', 'it did not return a complete response in time', cause);
    throw new OutboundError('connect', `it could not be reached${codeSuffix(cause)}`, cause);
  }
}

async function readBody({ body }: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new OutboundError('protocol', `its response exceeds ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The global fetch's type, for libraries that call a provider's API. */
type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/**
 * Fetches URLs from the operator's settings, which may be private. Rejects redirects: the settings do not name their
 * targets.
 */
export const trustedFetch: Fetch = (url, init) => fetch(url, { ...init, redirect: 'error' });
