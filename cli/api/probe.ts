import { isIP } from 'node:net';
import type { Config } from '../../src/config/index.ts';
import { getLocalUrl } from '../../src/config/local-url.ts';
import { AppError } from '../../src/errors.ts';
import { createOutbound } from '../../src/platform/outbound/client.ts';
import type { ErrorBody } from '../errors.ts';

const TIMEOUT_MS = 3_000;
const MAX_BYTES = 64 * 1024;
const WILDCARDS: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' };

export interface HealthAnswer {
  status: number;
  retryAfter: string | null;
  body: ErrorBody & { data?: { status: string; version: string; installation?: string; time?: string } };
}

/** Returns the URL at which this machine reaches the server with these settings. */
export function localUrl({ host, port }: Config): string {
  return getLocalUrl(WILDCARDS[host] ?? host, port);
}

/** Requests the health of a server, or with `ready` whether it can handle requests. @throws UNAVAILABLE if it can't be reached */
export async function probe(server: string, resource: 'health' | 'ready' = 'health'): Promise<HealthAnswer> {
  try {
    const { status, text, retryAfter } = await request(`${server.replace(/\/+$/, '')}/api/v1/${resource}`);
    return { status, retryAfter, body: parse(text) };
  } catch (cause) {
    throw new AppError('UNAVAILABLE', `No server is running at ${server}`, { cause });
  }
}

/** Sends a request: to names through the proxy of the environment, if any, and to addresses and this machine directly. */
async function request(url: string): Promise<{ status: number; text: string; retryAfter: string | null }> {
  const { hostname } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  if (host !== 'localhost' && isIP(host) === 0) {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' });
    return {
      status: response.status,
      text: await response.text(),
      retryAfter: response.headers.get('retry-after'),
    };
  }
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES };
  const outbound = createOutbound({ allow: [host] });
  const { status, headers, body } = await outbound.send({ url, method: 'GET', headers: {}, ...limits });
  return { status, text: body, retryAfter: headers['retry-after'] ?? null };
}

function parse(text: string): HealthAnswer['body'] {
  try {
    return JSON.parse(text) as HealthAnswer['body'];
  } catch {
    return {};
  }
}
