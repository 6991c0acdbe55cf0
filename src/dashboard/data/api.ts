import type { treaty } from '@elysiajs/eden';
import type { ProofMethod } from '../../../db/enums.ts';
import type { Api } from '../../app.ts';
import type { ErrorDetail } from '../../errors.ts';
import { createClient } from './client.ts';
import { storedAt } from './stored-at.ts';

/** Marks requests of the dashboard; the server accepts the session cookie only with this header. See http/cookie.ts. */
export const PAGE_HEADER = 'X-Perkmint-Page';
const IDEMPOTENT_METHODS = ['POST', 'PUT'];

/** The error of a response. */
interface Failure {
  code: string;
  message: string;
  details?: ErrorDetail[];
  challenge?: IdentityChallenge;
}

/** The challenge of a login or a change that waits for another proof; `methods` are those of a change. */
export interface IdentityChallenge {
  token: string;
  methods?: ProofMethod[];
}

/** An API error. If the server did not respond, the code is NETWORK_ERROR and the status 0. */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly requestId: string | null;
  /** Seconds to wait before another attempt; 0 if the server names none. */
  readonly retryAfterSeconds: number;
  readonly details: ErrorDetail[];
  /** Continues a login that requires a second factor. */
  readonly challenge: string | undefined;
  readonly #shown = new Set<string>();

  constructor(failure: Failure, response?: Response) {
    super(failure.message);
    this.name = 'ApiError';
    this.code = failure.code;
    this.status = response?.status ?? 0;
    this.requestId = response?.headers.get('X-Request-Id') ?? null;
    this.retryAfterSeconds = Number(response?.headers.get('Retry-After')) || 0;
    this.details = failure.details ?? [];
    this.challenge = failure.challenge?.token;
  }

  /** Returns the detail of a field by its dotted API name, e.g. `reward.value`, and marks it as shown. */
  takeDetail(field: string): ErrorDetail | undefined {
    const detail = this.details.find(({ field: name }) => name === field);
    if (detail) this.#shown.add(field);
    return detail;
  }

  /** True if every detail is already shown next to its field. */
  get isShownAtFields(): boolean {
    return this.details.length > 0 && this.details.every(({ field }) => this.#shown.has(field));
  }
}

/** Returns the error for a field whose number can't be read. */
export function createNumberError(field: string): ApiError {
  const issue = 'must be a number';
  const details: ErrorDetail[] = [{ field, issue, rule: 'type' }];
  return new ApiError({ code: 'VALIDATION_ERROR', message: `${field} ${issue}`, details });
}

/** Encodes a body. @throws ApiError for NaN and Infinity, which JSON would turn into null, for "no limit" */
function toJson(body: unknown): string {
  return JSON.stringify(body, (field, value) => {
    if (typeof value === 'number' && !Number.isFinite(value)) throw createNumberError(field);
    return value;
  });
}

/** Idempotency keys of writes whose outcome is unknown, by request, so that a retry is not executed twice. */
const unresolvedKeys = new Map<string, string>();

/** Requests that open a session: a 401 means wrong credentials, not that the session has ended. */
const SIGN_IN_PATHS = ['/api/v1/auth', '/session', '/session/pin'];

/** Called when the server reports that the session has ended; resolves to whether the user has logged in again. */
let sessionEndListener = () => Promise.resolve(false);
export function onSessionEnd(listener: () => Promise<boolean>): void {
  sessionEndListener = listener;
}

/** Called when a change requires a recent proof of the user; resolves to whether the user has given one. */
let proofListener = (_: IdentityChallenge) => Promise.resolve(false);
export function onProofRequired(listener: (challenge: IdentityChallenge) => Promise<boolean>): void {
  proofListener = listener;
}

/** Lets the user log in again after a 401; resolves to whether they have. */
export function renewSession(): Promise<boolean> {
  return sessionEndListener();
}

/**
 * Wraps fetch for all page requests: adds the page header and idempotency keys. If the session has ended, or a change
 * requires a recent proof of the user, the user can give it, and the request is sent again with the same key.
 */
export async function pageFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set(PAGE_HEADER, '1');
  const method = (init.method ?? 'GET').toUpperCase();
  // The counter sends keys of its own.
  const isKeyed =
    IDEMPOTENT_METHODS.includes(method) && typeof init.body === 'string' && !headers.has('Idempotency-Key');
  const intent = `${method} ${input} ${String(init.body)}`;
  if (isKeyed) {
    const key = unresolvedKeys.get(intent) ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
    unresolvedKeys.set(intent, key);
    headers.set('Idempotency-Key', key);
  }
  const request = () => fetch(input, { ...init, headers, credentials: 'same-origin' });
  let response = await request();
  const isSignIn = SIGN_IN_PATHS.some(path => `${input}`.endsWith(path));
  if (response.status === 401 && !isSignIn && (await isResolved(response))) response = await request();
  if (method === 'GET') storedAt.value = response.headers.get('X-Stored-At');
  // After a network failure or 5xx the outcome is unknown, so keep the key for the retry.
  if (isKeyed && response.status < 500) unresolvedKeys.delete(intent);
  return response;
}

/** Asks the user for what a rejected request lacks. @returns whether the user has given it */
async function isResolved(response: Response): Promise<boolean> {
  const { error }: { error?: Failure } = await response
    .clone()
    .json()
    .catch(() => ({}));
  // A wrong current password on the change-password form does not end the session.
  if (error?.code === 'INVALID_CREDENTIALS') return false;
  if (error?.code === 'RECENT_PROOF_REQUIRED' && error.challenge) return await proofListener(error.challenge);
  return await sessionEndListener();
}

type Client = ReturnType<typeof treaty<Api>>['api']['v1'];

/**
 * The API, typed by its own routes: `send(api.campaigns.get({ query: { state: 'active' } }))`,
 * `send(api.campaigns({ id }).get())`, `send(api.campaigns.post(body))`.
 */
export const api = createClient({ fetch: pageFetch, toJson }, '/api/v1') as Client;

export interface Reply {
  data: unknown;
  error: unknown;
  response: Response;
}

export type DataOf<R> = R extends { data: infer D; error: null }
  ? D extends { data: infer P }
    ? P
    : D
  : never;

/**
 * Returns the data of a response without its envelope.
 * @throws ApiError for an error response or a network failure; AbortError is passed on
 */
export async function send<R extends Reply>(request: Promise<R>): Promise<DataOf<R>> {
  let reply: R;
  try {
    reply = await request;
  } catch (cause) {
    throw toNetworkError(cause);
  }
  if (reply.error === null) return (reply.data as { data: DataOf<R> }).data;
  const { value } = reply.error as { value: unknown };
  if (value instanceof Error) throw toNetworkError(value);
  throw parseErrorResponse(value, reply.response);
}

/** Calls a route outside the typed API, such as /session, that uses the same envelope. @throws as send */
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
    body: body === undefined ? null : isForm ? body : toJson(body),
  }).catch(cause => {
    throw toNetworkError(cause);
  });
  const envelope = await response.json().catch(() => null);
  if (!response.ok) throw parseErrorResponse(envelope, response);
  return envelope.data;
}

/** Converts an error response to an ApiError. */
export function parseErrorResponse(value: unknown, response: Response): ApiError {
  const { error } = (value ?? {}) as { error?: Failure };
  return new ApiError(
    error ?? { code: 'INVALID_RESPONSE', message: `Unexpected server response (${response.status})` },
    response,
  );
}

/** Reads a file that requires the session, such as uploaded proof. @throws as send */
export async function readBlob(path: string, { fetch: init }: { fetch: RequestInit }): Promise<Blob> {
  const response = await pageFetch(path, init).catch(cause => {
    throw toNetworkError(cause);
  });
  if (!response.ok) throw parseErrorResponse(await response.json().catch(() => null), response);
  return response.blob();
}

export function toNetworkError(cause?: unknown): Error {
  if (cause instanceof ApiError) return cause;
  if (cause instanceof DOMException && cause.name === 'AbortError') return cause;
  return new ApiError({ code: 'NETWORK_ERROR', message: "Can't reach the server. Try again shortly." });
}
