import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { codeSuffix, OutboundError } from './errors.ts';
import type { Target } from './ssrf-guard.ts';

/** Opens a TCP connection to an IP address (never a hostname). */
export type Connect = (address: string, port: number) => Socket;

/** An HTTP/1.1 request to send over its own connection. */
interface PreparedRequest {
  target: Target;
  /** Checked IP addresses, tried in this order until one connects. */
  addresses: readonly string[];
  method: string;
  /** All headers, including Host and framing. */
  headers: Record<string, string>;
  body: Uint8Array | undefined;
  maxBytes: number;
  /** Whether the status decides, so that a body that is late or cut off is returned as far as it arrived. */
  acceptsPartialBody: boolean;
  /** The total timeout, enforced by the signal. Divided among the addresses, so that a dead one leaves time. */
  timeoutMs: number;
  connect: Connect;
  ca: string | undefined;
}

export interface HttpResponse {
  status: number;
  headers: Record<string, string>;
  /** The body as UTF-8 text, without NUL. */
  body: string;
  bytes: Uint8Array;
}

/** Maximum addresses to try; all of them are checked. */
const MAX_CONNECT_ATTEMPTS = 4;
const MAX_HEADER_BYTES = 16 * 1024;
/** Maximum interim responses (1xx) before the final one. */
const MAX_INTERIM_RESPONSES = 16;

/**
 * Connects, sends the request and reads the response; stops as soon as `signal` is aborted. Always closes the
 * connection. Does not use Bun's fetch, which resolves hostnames itself, ignores `lookup` and respects HTTP_PROXY.
 * @throws OutboundError `connect`, `tls`, `protocol`, or the signal's reason
 */
export async function sendPrepared(work: PreparedRequest, signal: AbortSignal): Promise<HttpResponse> {
  const open: Socket[] = [];
  const arrived: Arrived = { chunks: [] };
  try {
    const socket = await connectToFirst(work, signal, open);
    const stream =
      work.target.url.protocol === 'https:' ? await startTls(work, socket, signal, open) : socket;
    return await abortable(signal, sendRequest(work, stream, arrived)).catch(error => {
      const isStopped = error instanceof OutboundError && error.kind === 'aborted';
      if (arrived.head && work.acceptsPartialBody && !isStopped)
        return { ...arrived.head, ...toBody(arrived.chunks, true) };
      return throwAs('protocol', 'did not return a valid HTTP response', work)(error);
    });
  } finally {
    for (const socket of open) socket.destroy();
  }
}

/** Settles like `work`, or rejects with the signal's reason as soon as it is aborted. */
export function abortable<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    const settle = () => signal.removeEventListener('abort', stop);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    work.finally(settle).then(resolve, reject);
  });
}

async function connectToFirst(work: PreparedRequest, signal: AbortSignal, open: Socket[]): Promise<Socket> {
  let failure: unknown;
  const addresses = work.addresses.slice(0, MAX_CONNECT_ATTEMPTS);
  for (const [index, address] of addresses.entries()) {
    const isLast = index === addresses.length - 1;
    const socket = trackSocket(work.connect(address, work.target.port), open);
    try {
      await abortable(
        signal,
        waitForEvent(socket, 'connect', isLast ? undefined : work.timeoutMs / addresses.length),
      );
      return socket;
    } catch (error) {
      if (signal.aborted) throw error;
      socket.destroy();
      failure = error;
    }
  }
  return throwAs('connect', 'cannot be reached', work)(failure);
}

async function startTls(
  work: PreparedRequest,
  socket: Socket,
  signal: AbortSignal,
  open: Socket[],
): Promise<Socket> {
  const { host } = work.target;
  try {
    const stream = tlsConnect({
      socket,
      host,
      // SNI does not allow IP addresses (RFC 6066); the certificate is then compared with `host`.
      servername: isIP(host) === 0 ? host : undefined,
      ca: work.ca,
      ALPNProtocols: ['http/1.1'],
      // Explicit, because NODE_TLS_REJECT_UNAUTHORIZED=0 changes the default.
      rejectUnauthorized: true,
    });
    await abortable(signal, waitForEvent(trackSocket(stream, open), 'secureConnect'));
    return stream;
  } catch (error) {
    return throwAs('tls', 'has no valid TLS certificate or connection', work)(error);
  }
}

/** Registers a socket for closing. The listener prevents an error between two stages from crashing the process. */
function trackSocket<S extends Socket>(socket: S, open: Socket[]): S {
  open.push(socket);
  socket.on('error', () => {});
  return socket;
}

function waitForEvent(socket: Socket, event: 'connect' | 'secureConnect', withinMs?: number): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const late = () => reject(Object.assign(new Error(`no ${event} in time`), { code: 'ETIMEDOUT' }));
    const timer = withinMs === undefined ? undefined : setTimeout(late, withinMs);
    socket.once(event, () => resolve());
    socket.once('error', reject);
    socket.once('close', () => reject(new Error(`closed before ${event}`)));
    const clear = () => clearTimeout(timer);
    socket.once(event, clear).once('close', clear);
  });
}

/** Sends the request over an open connection and reads the response. */
function sendRequest(work: PreparedRequest, stream: Socket, arrived: Arrived): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      // Do not set `agent: false`: node:http would then ignore createConnection and connect to `host` itself.
      createConnection: () => stream,
      method: work.method,
      path: `${work.target.url.pathname}${work.target.url.search}`,
      headers: work.headers,
      setHost: false,
      maxHeaderSize: MAX_HEADER_BYTES,
    });
    const closed = () => reject(new Error('closed before a response'));
    rejectUnsupportedResponses(request, reject);
    request.once('error', reject);
    request.once('close', closed);
    request.once('response', response => {
      request.off('close', closed);
      const head = { status: response.statusCode ?? 0, headers: flattenHeaders(response) };
      arrived.head = head;
      readBody(response, work.maxBytes, arrived.chunks).then(body => resolve({ ...head, ...body }), reject);
    });
    request.end(work.body);
  });
}

function rejectUnsupportedResponses(request: ClientRequest, reject: (error: Error) => void): void {
  let interim = 0;
  request.on('information', () => {
    interim += 1;
    if (interim > MAX_INTERIM_RESPONSES) reject(new Error('too many interim responses'));
  });
  request.once('upgrade', (_response, socket) => {
    socket.destroy();
    reject(new Error('switched to another protocol'));
  });
}

type Body = Pick<HttpResponse, 'body' | 'bytes'>;

/** The parts of a response that have arrived. */
interface Arrived {
  head?: Omit<HttpResponse, keyof Body>;
  chunks: Uint8Array[];
}

/** Reads the body into `chunks`, truncated to `maxBytes`. */
async function readBody(response: IncomingMessage, maxBytes: number, chunks: Uint8Array[]): Promise<Body> {
  let remaining = maxBytes;
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    chunks.push(chunk.subarray(0, remaining));
    remaining -= Math.min(chunk.length, remaining);
    if (remaining === 0) break;
  }
  return toBody(chunks, remaining === 0);
}

/**
 * Drops a character from the end of the text that the limit has split. NUL becomes U+FFFD, as invalid bytes do, because
 * callers store the text and not every database stores NUL.
 */
function toBody(chunks: Uint8Array[], isCut: boolean): Body {
  const bytes = new Uint8Array(Buffer.concat(chunks));
  const text = new TextDecoder().decode(bytes, { stream: isCut });
  return { body: withoutNul(text), bytes };
}

function withoutNul(text: string): string {
  return text.replaceAll('\0', '\ufffd');
}

function flattenHeaders(response: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return headers;
}

/** Converts an error to an OutboundError of this stage; rethrows an existing OutboundError. */
function throwAs(kind: 'connect' | 'tls' | 'protocol', what: string, { target }: PreparedRequest) {
  return (error: unknown): never => {
    if (error instanceof OutboundError) throw error;
    throw new OutboundError(kind, `${target.url.host} ${what}${codeSuffix(error)}`, error);
  };
}
