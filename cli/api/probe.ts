import type { Config } from '../../src/config/index.ts';
import { getLocalUrl } from '../../src/config/local-url.ts';
import { AppError } from '../../src/errors.ts';
import type { ErrorBody } from '../errors.ts';

const TIMEOUT_MS = 3_000;
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
    const url = `${server.replace(/\/+$/, '')}/api/v1/${resource}`;
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: 'manual' });
    const text = await response.text();
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      body: parse(text),
    };
  } catch (cause) {
    throw new AppError('UNAVAILABLE', `No server is running at ${server}`, { cause });
  }
}

function parse(text: string): HealthAnswer['body'] {
  try {
    return JSON.parse(text) as HealthAnswer['body'];
  } catch {
    return {};
  }
}
