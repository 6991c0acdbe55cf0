import { connect as netConnect } from 'node:net';
import { invalid } from '../../errors.ts';
import { VERSION } from '../version.ts';
import { createAllowList } from './addresses.ts';
import { OutboundError } from './errors.ts';
import { abortable, type Connect, type HttpResponse, sendPrepared } from './http-client.ts';
import {
  isAllowedHost,
  parseTarget,
  type Resolve,
  resolveAllowedAddresses,
  systemResolve,
} from './ssrf-guard.ts';

/**
 * The guarded way out, for every URL that a user gave (webhook targets, bio pages). The name is resolved once
 * for each request, every address of the answer is judged, and exactly a judged address is dialled, so an
 * answer that changes between the check and the call changes nothing. Redirects are answers like any other,
 * never followed.
 */
export interface Outbound {
  /**
   * Checks a URL when it is given, so that the user learns of a mistake at once. `send` checks it again.
   * @throws VALIDATION_ERROR naming the field, unless the URL leads to public addresses or WEBHOOK_ALLOW
   * opens it
   */
  assertAllowed(url: string, field: string): Promise<void>;
  /**
   * One request over a connection of its own; any status is an answer.
   * @throws OutboundError when there is no answer
   */
  send(request: OutboundRequest): Promise<OutboundResponse>;
}

export interface OutboundRequest {
  url: string;
  method: string;
  /** Host, length and connection are ours to say; User-Agent and Accept-Encoding have defaults. */
  headers: Record<string, string>;
  body?: string | Uint8Array;
  /** For everything together: name, connection, handshake, headers and body. */
  timeoutMs?: number;
  /** The answer's body is cut after so many bytes. */
  maxBytes?: number;
  /** Ends the request early (a shutdown) with an OutboundError of kind `aborted`. */
  signal?: AbortSignal;
}

export interface OutboundResponse extends HttpResponse {
  durationMs: number;
}

export interface OutboundOptions {
  /** WEBHOOK_ALLOW: hosts, hosts with a port, addresses and CIDRs that need not be public. */
  allow: readonly string[];
  resolve?: Resolve;
  connect?: Connect;
  /** PEM of the only authority to trust, for tests; default the system's. */
  ca?: string;
}

const SEND_TIMEOUT_MS = 10_000;
const CHECK_TIMEOUT_MS = 5_000;
const MAX_BODY_BYTES = 65_536;
/** Headers that would change the framing of the message under our feet. */
const FRAMING_HEADERS = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'expect',
  'upgrade',
]);

/** @throws Error for an entry of `allow` that is neither a host nor an address nor a CIDR */
export function createOutbound(options: OutboundOptions): Outbound {
  const allow = createAllowList(options.allow);
  const resolve = options.resolve ?? systemResolve;
  const connect: Connect = options.connect ?? ((address, port) => netConnect({ host: address, port }));
  return {
    assertAllowed: async (url, field) => {
      const deadline = startDeadline(CHECK_TIMEOUT_MS, `it did not resolve within ${CHECK_TIMEOUT_MS} ms`);
      try {
        const target = parseTarget(url);
        if (!isAllowedHost(target, allow))
          await abortable(deadline.signal, resolveAllowedAddresses(target, allow, resolve));
      } catch (error) {
        throw error instanceof OutboundError
          ? invalid(field, `is not allowed: ${error.message}`, 'notAllowed')
          : error;
      } finally {
        deadline.clear();
      }
    },
    send: async request => {
      const startedAtMs = performance.now();
      const { timeoutMs = SEND_TIMEOUT_MS, maxBytes = MAX_BODY_BYTES } = request;
      const target = parseTarget(request.url);
      const late = `${target.url.host} did not return a complete response within ${timeoutMs} ms`;
      const deadline = startDeadline(timeoutMs, late, request.signal);
      try {
        const addresses = await abortable(deadline.signal, resolveAllowedAddresses(target, allow, resolve));
        const body = typeof request.body === 'string' ? new TextEncoder().encode(request.body) : request.body;
        const headers = buildHeaders(request.headers, target.url.host, body);
        const { method } = request;
        const work = {
          target,
          addresses,
          method,
          headers,
          body,
          maxBytes,
          timeoutMs,
          connect,
          ca: options.ca,
        };
        const reply = await sendPrepared(work, deadline.signal);
        return { ...reply, durationMs: Math.round(performance.now() - startedAtMs) };
      } finally {
        deadline.clear();
      }
    },
  };
}

function buildHeaders(
  given: Record<string, string>,
  host: string,
  body: Uint8Array | undefined,
): Record<string, string> {
  const headers: Record<string, string> = { host };
  headers['user-agent'] = `Perkmint/${VERSION}`;
  // Nothing here unpacks, and a packed answer could grow past every limit.
  headers['accept-encoding'] = 'identity';
  for (const [name, value] of Object.entries(given)) {
    if (!FRAMING_HEADERS.has(name.toLowerCase())) headers[name.toLowerCase()] = value;
  }
  if (body) headers['content-length'] = String(body.byteLength);
  headers.connection = 'close';
  return headers;
}

/** One limit over all stages of a request, and the caller's own signal with it. */
function startDeadline(timeoutMs: number, late: string, outer?: AbortSignal) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new OutboundError('timeout', late)), timeoutMs);
  const stop = () => controller.abort(new OutboundError('aborted', 'the request was aborted', outer?.reason));
  outer?.addEventListener('abort', stop, { once: true });
  if (outer?.aborted) stop();
  const clear = () => {
    clearTimeout(timer);
    outer?.removeEventListener('abort', stop);
  };
  return { signal: controller.signal, clear };
}
