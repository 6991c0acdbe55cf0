import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { codeSuffix, OutboundError } from './errors.ts';
import type { Target } from './ssrf-guard.ts';

/** Opens a TCP connection to an address (never a name). */
export type Connect = (address: string, port: number) => Socket;

/** One HTTP/1.1 exchange over a connection of its own. */
export interface PreparedRequest {
  target: Target;
  /** Vetted, dialled in this order until one answers. */
  addresses: readonly string[];
  method: string;
  /** Complete, Host and framing included. */
  headers: Record<string, string>;
  body: Uint8Array | undefined;
  maxBytes: number;
  /**
   * For the whole; the signal keeps it. Here it is shared among addresses, so that a dead one leaves time.
   */
  timeoutMs: number;
  connect: Connect;
  ca: string | undefined;
}

export interface HttpResponse {
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** More addresses than this are checked, but not tried. */
const MAX_CONNECT_ATTEMPTS = 4;
const MAX_HEADER_BYTES = 16 * 1024;
/** Interim answers (1xx) before the real one; a server may not feed us these for ever. */
const MAX_INTERIM_RESPONSES = 16;

/**
 * Dials, shakes hands, sends and reads; gives up as soon as `signal` is aborted. The connection is closed in
 * any case. Bun's fetch is not used because it resolves the name itself, ignores `lookup` and obeys
 * HTTP_PROXY.
 * @throws OutboundError `connect`, `tls`, `protocol`, or the signal's reason
 */
export async function sendPrepared(work: PreparedRequest, signal: AbortSignal): Promise<HttpResponse> {
  const open: Socket[] = [];
  try {
    const socket = await connectToFirst(work, signal, open);
    const stream =
      work.target.url.protocol === 'https:' ? await startTls(work, socket, signal, open) : socket;
    return await abortable(signal, sendRequest(work, stream)).catch(
      throwAs('protocol', 'did not return a valid HTTP response', work),
    );
  } finally {
    for (const socket of open) socket.destroy();
  }
}

/** Settles as `work` does, or rejects with the signal's reason as soon as it is aborted. */
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
      // An address is no server name (RFC 6066); the certificate is then compared with `host`.
      servername: isIP(host) === 0 ? host : undefined,
      ca: work.ca,
      ALPNProtocols: ['http/1.1'],
      // Said although it is the default, because NODE_TLS_REJECT_UNAUTHORIZED=0 would turn the default off.
      rejectUnauthorized: true,
    });
    await abortable(signal, waitForEvent(trackSocket(stream, open), 'secureConnect'));
    return stream;
  } catch (error) {
    return throwAs('tls', 'has no valid TLS certificate or connection', work)(error);
  }
}

/**
 * Remembers a socket for closing. The listener stays: an error between two stages must not end the process.
 */
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

/** Sends the request over a connection that stands and reads the answer. */
function sendRequest(work: PreparedRequest, stream: Socket): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      // Without `agent: false`: with it, node:http (Bun's too) drops createConnection and dials `host` by
      // itself.
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
      readText(response, work.maxBytes).then(
        body => resolve({ status: response.statusCode ?? 0, headers: flattenHeaders(response), body }),
        reject,
      );
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

/** The body as UTF-8 text, cut after `maxBytes`; a character that the cut splits is left out. */
async function readText(response: IncomingMessage, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let room = maxBytes;
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk.subarray(0, room), { stream: true });
    if (chunk.length >= room) return text;
    room -= chunk.length;
  }
  return text + decoder.decode();
}

function flattenHeaders(response: IncomingMessage): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(response.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return headers;
}

/** Turns whatever failed into an OutboundError of this stage; one that says more already passes. */
function throwAs(kind: 'connect' | 'tls' | 'protocol', what: string, { target }: PreparedRequest) {
  return (error: unknown): never => {
    if (error instanceof OutboundError) throw error;
    throw new OutboundError(kind, `${target.url.host} ${what}${codeSuffix(error)}`, error);
  };
}
