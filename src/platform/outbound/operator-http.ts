import { codeSuffix, OutboundError } from './errors.ts';

/*
 * The way to addresses that the operator set, such as a language model on this machine. What a user gave goes
 * through outbound.ts, which refuses everything that is not public; here loopback is what is meant.
 */

export interface OperatorPost {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Ends the request, with an OutboundError of kind `timeout`. */
  signal: AbortSignal;
  /** A longer answer is an error: half of a JSON text is none. */
  maxBytes: number;
}

/** POSTs to an address of the operator's. @throws OutboundError when there is no whole answer */
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
