import { treaty } from '@elysiajs/eden';
import type { Api } from '../../app.ts';
import type { Event as BusinessEvent } from '../../events/model.ts';
import { toUserMessage } from './issues.ts';

/** Marks a request as one of our pages'; the server takes the session cookie only with it. See http/cookie.ts. */
export const PAGE_HEADER = 'X-Perkmint-Page';
const KEYED_METHODS = ['POST', 'PUT'];

export interface ErrorDetail {
  field: string;
  issue: string;
}

/** A failure as a page shows it. Without an answer the code is NETWORK_ERROR and the status 0. */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly requestId: string | null;
  readonly details: ErrorDetail[];
  readonly #shown = new Set<string>();

  constructor(failure: { code: string; message: string; details?: ErrorDetail[] }, response?: Response) {
    super(failure.message);
    this.name = 'ApiError';
    this.code = failure.code;
    this.status = response?.status ?? 0;
    this.requestId = response?.headers.get('X-Request-Id') ?? null;
    this.details = failure.details ?? [];
  }

  /** What is wrong with a field, by its dotted name as the API has it, e.g. `reward.value`: for showing it there. */
  fieldError(field: string): string | undefined {
    const detail = this.details.find(found => found.field === field);
    if (!detail) return undefined;
    this.#shown.add(field);
    return toUserMessage(detail.issue);
  }

  /** Whether each part of it stands at a field already. */
  get isShownAtFields(): boolean {
    return this.details.length > 0 && this.details.every(({ field }) => this.#shown.has(field));
  }
}

/** Keys of writes whose outcome is not known yet, by what they ask for: sent again, they do not happen twice. */
const openKeys = new Map<string, string>();

/** Called when the server no longer knows the session. */
let onSignedOut = () => {};
export function whenSignedOut(listener: () => void): void {
  onSignedOut = listener;
}

/** The fetch of every request of the pages: marks it, keys its writes and sees the session end. */
async function pageFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set(PAGE_HEADER, '1');
  const method = (init.method ?? 'GET').toUpperCase();
  const isKeyed = KEYED_METHODS.includes(method) && typeof init.body === 'string';
  const intent = `${method} ${input} ${String(init.body)}`;
  if (isKeyed) {
    const key = openKeys.get(intent) ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
    openKeys.set(intent, key);
    headers.set('Idempotency-Key', key);
  }
  const response = await fetch(input, { ...init, headers, credentials: 'same-origin' });
  // After an outage nobody knows whether it happened: the key is kept for another try.
  if (isKeyed && response.status < 500) openKeys.delete(intent);
  // A wrong password, given to change it, is no end of the session.
  if (response.status === 401 && !`${input}`.endsWith('/api/v1/auth')) onSignedOut();
  return response;
}

const client = treaty<Api>(location.origin, {
  fetcher: pageFetch as typeof fetch,
  parseDate: false,
  keepDomain: true,
});

/**
 * The API, typed by its own routes: `send(api.campaigns.get({ query: { state: 'active' } }))`,
 * `send(api.campaigns({ id }).get())`, `send(api.campaigns.post(body))`.
 */
export const api = client.api.v1;

interface Reply {
  data: unknown;
  error: unknown;
  response: Response;
}

type DataOf<R> = R extends { data: infer D; error: null } ? (D extends { data: infer P } ? P : D) : never;

/**
 * The data of an answer, out of its envelope.
 * @throws ApiError for a failure, and for no answer at all; AbortError as it is
 */
export async function send<R extends Reply>(request: Promise<R>): Promise<DataOf<R>> {
  let reply: R;
  try {
    reply = await request;
  } catch (cause) {
    throw asError(cause);
  }
  if (reply.error === null) return (reply.data as { data: DataOf<R> }).data;
  const { value } = reply.error as { value: unknown };
  if (value instanceof Error) throw asError(value);
  throw failureOf(value, reply.response);
}

/** Other addresses of this server, such as /session, in the same envelope. @throws as send */
export async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  init: RequestInit = {},
): Promise<T> {
  const isForm = body instanceof FormData;
  const response = await pageFetch(path, {
    ...init,
    method,
    headers: body === undefined || isForm ? {} : { 'Content-Type': 'application/json' },
    body: body === undefined ? null : isForm ? body : JSON.stringify(body),
  }).catch(cause => {
    throw asError(cause);
  });
  const answer = await response.json().catch(() => null);
  if (!response.ok) throw failureOf(answer, response);
  return answer.data;
}

/** The failure that an answer tells of. */
export function failureOf(value: unknown, response: Response): ApiError {
  const { error } = (value ?? {}) as { error?: { code: string; message: string; details?: ErrorDetail[] } };
  return new ApiError(
    error ?? { code: 'BAD_ANSWER', message: `The server answered ${response.status} without a reason` },
    response,
  );
}

/** The bytes behind an address that only the session may read, such as a picture of proof. @throws as send */
export async function readBytes(path: string, { fetch: init }: { fetch: RequestInit }): Promise<Blob> {
  const response = await pageFetch(path, init).catch(cause => {
    throw asError(cause);
  });
  if (!response.ok) throw failureOf(await response.json().catch(() => null), response);
  return response.blob();
}

export function asError(cause?: unknown): Error {
  if (cause instanceof DOMException && cause.name === 'AbortError') return cause;
  return new ApiError({ code: 'NETWORK_ERROR', message: 'The server cannot be reached. Try again shortly.' });
}

/**
 * The events of a business as they happen; first undefined, once the connection stands. EventSource would hide kinds
 * that are not listed beforehand, and retry a session that has ended for ever.
 * @throws ApiError, and whatever breaks the connection
 */
export async function* openStream(
  businessId: string,
  signal: AbortSignal,
): AsyncGenerator<BusinessEvent | undefined> {
  const path = `/api/v1/events/stream?businessId=${encodeURIComponent(businessId)}`;
  const response = await pageFetch(path, { signal, headers: { Accept: 'text/event-stream' } });
  if (!response.ok || !response.body) throw failureOf(null, response);
  yield undefined;
  let rest = '';
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data: ')) yield JSON.parse(line.slice('data: '.length));
  }
}
