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
 * Sends requests to user-supplied URLs (webhook endpoints, profile pages) with SSRF protection. The hostname is
 * resolved once per request, every resolved address is checked, and only checked addresses are connected to, so DNS
 * rebinding has no effect. Redirects are returned, never followed.
 */
export interface Outbound {
  /**
   * Checks a URL on input, so that the user sees the error immediately. `send` checks it again.
   * @throws VALIDATION_ERROR naming the field, unless the URL resolves to public addresses or WEBHOOK_ALLOW
   * allows it
   */
  assertAllowed(url: string, field: string): Promise<void>;
  /**
   * Sends one request over its own connection; returns any status.
   * @throws OutboundError without a response
   */
  send(request: OutboundRequest): Promise<OutboundResponse>;
}

export interface OutboundRequest {
  url: string;
  method: string;
  /** Host, Content-Length and Connection are ignored; User-Agent and Accept-Encoding have defaults. */
  headers: Record<string, string>;
  body?: string | Uint8Array;
  /** Total timeout: DNS, connection, TLS handshake, headers and body. */
  timeoutMs?: number;
  /** The response body is truncated to this size. */
  maxBytes?: number;
  /** Whether the status decides: a body that is late or cut off is then returned as far as it arrived. */
  acceptsPartialBody?: boolean;
  /** Aborts the request, for example at shutdown, with an OutboundError of kind `aborted`. */
  signal?: AbortSignal;
}

export interface OutboundResponse extends HttpResponse {
  durationMs: number;
}

interface OutboundOptions {
  /** WEBHOOK_ALLOW: hosts, IP addresses and CIDR ranges that may be private, with an optional port. */
  allow: readonly string[];
  resolve?: Resolve;
  connect?: Connect;
  /** PEM of the only trusted CA, for tests; defaults to the system's CAs. */
  ca?: string;
}

const SEND_TIMEOUT_MS = 10_000;
const CHECK_TIMEOUT_MS = 5_000;
const MAX_BODY_BYTES = 65_536;
/** Headers that control message framing, which callers must not override. */
const FRAMING_HEADERS = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'expect',
  'upgrade',
]);

/** @throws Error for an entry of `allow` that is not a host, IP address or CIDR range */
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
          ? invalid(field, `is not allowed: ${error.message}`, 'conflict')
          : error;
      } finally {
        deadline.clear();
      }
    },
    send: async request => {
      const startedAtMs = performance.now();
      const { timeoutMs = SEND_TIMEOUT_MS, maxBytes = MAX_BODY_BYTES, acceptsPartialBody = false } = request;
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
          acceptsPartialBody,
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
  // Responses are not decompressed: a compressed body could expand beyond every limit.
  headers['accept-encoding'] = 'identity';
  for (const [name, value] of Object.entries(given)) {
    if (!FRAMING_HEADERS.has(name.toLowerCase())) headers[name.toLowerCase()] = value;
  }
  if (body) headers['content-length'] = String(body.byteLength);
  headers.connection = 'close';
  return headers;
}

/** Combines the total timeout of a request with the caller's signal. */
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
