import type { Data } from '../calls.ts';

const RETRY_MS = 10;
/** After a response, such as that the database is not available. */
const REJECTED_RETRY_MS = 100;
/** Long enough for a busy machine, where changes wait for each other. */
const MAX_WAIT_MS = 180_000;

/** How the requests of all clients were answered. */
export interface Traffic {
  /** Requests that were repeated because no final response arrived. */
  retries: number;
  /** Replayed responses. */
  replayed: number;
  /** Rejections that are normal, such as insufficient funds. */
  refused: Record<string, number>;
  /** Unexpected responses. */
  unexpected: string[];
}

export function createTraffic(): Traffic {
  return { retries: 0, replayed: 0, refused: {}, unexpected: [] };
}

export interface Command {
  method?: 'POST' | 'DELETE';
  path: string;
  body?: object;
  token: string;
  /** The idempotency key of a POST, which every attempt has. */
  key: string;
}

export interface Answer {
  /** The exact response body. */
  text: string;
  data: Data;
  /** The code of a refusal. */
  code?: string;
  isRepeated: boolean;
}

/**
 * Sends a command until a server answers it.
 * @param nextUrl returns the server of the next attempt
 * @param refusals codes of refusals that are expected
 * @returns undefined after an unexpected response
 */
export async function persist(
  nextUrl: () => string,
  { method = 'POST', path, body, token, key }: Command,
  traffic: Traffic,
  refusals: string[] = [],
): Promise<Answer | undefined> {
  const headers: Record<string, string> = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  };
  if (method === 'POST') headers['idempotency-key'] = key;
  const request = {
    method,
    headers,
    body: body && JSON.stringify(body),
    // On a connection that it keeps, Bun sends a DELETE without a response again, and hides that it did.
    keepalive: method !== 'DELETE',
  };
  const name = `${key} ${method} ${path} ${request.body ?? ''}`;
  let isRepeated = false;
  for (const since = Date.now(); Date.now() - since < MAX_WAIT_MS; isRepeated = true) {
    const response = await fetchAnswer(`${nextUrl()}${path}`, request);
    if (response) {
      const { status, text, data, code } = response;
      if (response.isOk || (code && refusals.includes(code))) {
        if (response.isReplayed) traffic.replayed += 1;
        return { text, data, code, isRepeated };
      }
      if (![503, 429].includes(status) && code !== 'IDEMPOTENCY_IN_PROGRESS') {
        traffic.unexpected.push(`${name}: ${status} ${text}`);
        return undefined;
      }
    }
    traffic.retries += 1;
    await Bun.sleep(response ? REJECTED_RETRY_MS : RETRY_MS);
  }
  traffic.unexpected.push(`${name}: no response within ${MAX_WAIT_MS} ms`);
  return undefined;
}

/** Returns undefined if the connection was lost before the end of the response. */
async function fetchAnswer(url: string, request: RequestInit) {
  try {
    const response = await fetch(url, request);
    const { ok: isOk, status, headers } = response;
    const text = await response.text();
    const isJson = headers.get('content-type')?.includes('json');
    const { data, error }: { data?: Data; error?: { code: string } } = isJson ? JSON.parse(text) : {};
    return { isOk, status, isReplayed: headers.has('idempotency-replayed'), text, data, code: error?.code };
  } catch {
    return undefined;
  }
}
