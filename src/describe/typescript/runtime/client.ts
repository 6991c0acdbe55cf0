import { NO_ANSWER, NoAnswerError, PerkmintError, toError } from './errors.ts';
import { DEFAULT_URL, OPERATIONS, type Operations, type OperationTemplate, PREFIX } from './generated.ts';
import { type Arguments, type Credentials, prepare } from './request.ts';
import { readFrames } from './stream.ts';

/** Settings of a client. */
export interface ClientOptions {
  /** Address of the installation; by default the one that served this module. */
  baseUrl?: string;
  /** An API key, `pmk_…`. */
  apiKey?: string;
  /** An access token, or a function that returns the current one. */
  token?: string | (() => string | Promise<string>);
  /** Time limit of one attempt in milliseconds, by default 30,000. Streams have none. */
  timeoutMs?: number;
  /** Maximum number of retries, by default 3. */
  maxRetries?: number;
  /** A function to use in place of the global `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Called before each wait for a retry, for example to log it. */
  onRetry?: (retry: Retry) => void;
}

/** Settings of one call. */
export interface CallOptions {
  /** Cancels the call. */
  signal?: AbortSignal;
  /** Time limit of one attempt in milliseconds. */
  timeoutMs?: number;
  /** Called with the status and headers of the response. */
  onResponse?: (response: ResponseInfo) => void;
}

export interface ResponseInfo {
  status: number;
  /** Identifies the request in the server's log. */
  requestId: string | null;
  headers: Headers;
}

export interface Retry {
  /** 1 for the first retry. */
  attempt: number;
  waitMs: number;
  error: PerkmintError;
}

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_RETRIES = 3;
const FIRST_WAIT_MS = 250;
const MAX_BACKOFF_MS = 8_000;
/** Longer waits that a server asks for are left to the caller. */
const MAX_WAIT_MS = 60_000;
const ITEMS_PER_PAGE = 100;

/** Settings with all defaults. */
interface Connection extends ClientOptions, Credentials {
  timeoutMs: number;
  maxRetries: number;
  fetch: NonNullable<ClientOptions['fetch']>;
}

/** The arguments of an operation. */
type ArgumentsOf<Operation> = Operation extends (args: infer Args, ...rest: never[]) => unknown
  ? Args
  : never;

/** A client with a method for each operation, named like it, which resolves to the data of the response. */
export type Client = Operations & {
  /** Address of the installation. */
  readonly baseUrl: string;
  /**
   * Reads all records of a list as CSV, while they arrive: `client.downloadCsv('listCampaigns', { state: 'active' })`.
   * The stream fails if the list breaks off. With `bom: true` it starts with a byte order mark for Excel.
   * @throws PerkmintError
   */
  downloadCsv<Name extends keyof Operations>(
    list: Name,
    args?: ArgumentsOf<Operations[Name]> & { bom?: boolean },
    options?: CallOptions,
  ): Promise<ReadableStream<Uint8Array>>;
};

/**
 * Creates a client. Requests are retried after network errors and the status 429, 500 and above, if that is safe:
 * operations with an idempotency key keep it over all attempts.
 * @throws TypeError for both a token and an API key
 */
export const Client: new (options?: ClientOptions) => Client = class {
  readonly baseUrl: string;

  constructor(options: ClientOptions = {}) {
    if (options.apiKey !== undefined && options.token !== undefined)
      throw new TypeError('Pass either apiKey or token, not both');
    const given = (options.baseUrl ?? DEFAULT_URL).replace(/\/+$/, '');
    const base = given.endsWith(PREFIX) ? given.slice(0, -PREFIX.length) : given;
    this.baseUrl = base;
    const connection: Connection = {
      ...options,
      base,
      timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
      maxRetries: options.maxRetries ?? DEFAULT_RETRIES,
      fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    };
    const methods: Record<string, unknown> = {};
    for (const [name, operation] of Object.entries(OPERATIONS)) {
      methods[name] = (args: Arguments = {}, call: CallOptions = {}) =>
        operation.isStream
          ? follow(connection, operation, args, call)
          : send(connection, operation, args, call);
      if (operation.iterator)
        methods[operation.iterator] = (args: Arguments = {}, call: CallOptions = {}) =>
          iterate(connection, operation, args, call);
    }
    methods.downloadCsv = (list: string, args: Arguments = {}, call: CallOptions = {}) =>
      downloadCsv(connection, OPERATIONS[list] as OperationTemplate, args, call);
    Object.assign(this, methods);
  }
} as never;

/** Iterates over all records of a list, from page to page. */
async function* iterate(
  connection: Connection,
  operation: OperationTemplate,
  args: Arguments,
  options: CallOptions,
): AsyncGenerator<unknown> {
  let position: Arguments = {};
  for (let page = 2; ; page += 1) {
    const request = { perPage: ITEMS_PER_PAGE, ...args, ...position };
    const answer = (await send(connection, operation, request, options)) as {
      items: unknown[];
      pagination: { totalPages: number; next?: string | null };
    };
    yield* answer.items;
    const { next, totalPages } = answer.pagination;
    if (next === null || (next === undefined && page > totalPages)) return;
    // A cursor neither skips nor repeats records of a list that changes meanwhile.
    position = next === undefined ? { page } : { after: next };
  }
}

/** The time limit does not apply, because a list may be of any length. */
async function downloadCsv(
  connection: Connection,
  operation: OperationTemplate,
  args: Arguments,
  options: CallOptions,
): Promise<unknown> {
  const { url, init } = await prepare(connection, operation, { ...args, format: 'csv' });
  const request = options.signal ? { ...init, signal: options.signal } : init;
  const response = await withRetries(connection, true, options, () =>
    attempt(connection, url, request, options),
  );
  return response.body;
}

async function send(
  connection: Connection,
  operation: OperationTemplate,
  args: Arguments,
  options: CallOptions,
): Promise<unknown> {
  const { url, init, isRepeatable } = await prepare(connection, operation, args);
  const limitMs = options.timeoutMs ?? connection.timeoutMs;
  const run = async () => {
    const time = AbortSignal.timeout(limitMs);
    const signal = options.signal ? AbortSignal.any([options.signal, time]) : time;
    const response = await attempt(connection, url, { ...init, signal }, options);
    return read(response);
  };
  return withRetries(connection, isRepeatable, options, run);
}

/** Yields the events of a stream; after a lost connection it continues behind the last one. */
async function* follow(
  connection: Connection,
  operation: OperationTemplate,
  args: Arguments,
  options: CallOptions,
): AsyncGenerator<unknown> {
  let lastId = '';
  for (;;) {
    const { url, init } = await prepare(connection, operation, args);
    const headers: Record<string, string> = { ...init.headers, Accept: 'text/event-stream' };
    if (lastId) headers['Last-Event-ID'] = lastId;
    const request = options.signal ? { ...init, headers, signal: options.signal } : { ...init, headers };
    const response = await withRetries(connection, true, options, () =>
      attempt(connection, url, request, options),
    );
    try {
      for await (const { id, data } of readFrames(response)) {
        lastId = id || lastId;
        yield JSON.parse(data);
      }
    } catch (error) {
      if (options.signal?.aborted || error instanceof SyntaxError) throw error;
    }
    await wait(FIRST_WAIT_MS, options.signal);
  }
}

async function attempt(
  connection: Connection,
  url: string,
  init: RequestInit,
  options: CallOptions,
): Promise<Response> {
  let response: Response;
  try {
    response = await connection.fetch(url, init);
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    throw new NoAnswerError(`No response: ${cause instanceof Error ? cause.message : cause}`, {
      code: NO_ANSWER,
      status: 0,
      cause,
    });
  }
  const { status, headers } = response;
  options.onResponse?.({ status, headers, requestId: headers.get('X-Request-Id') });
  if (!response.ok) throw await readError(response);
  return response;
}

async function readError(response: Response): Promise<PerkmintError> {
  const { status, headers } = response;
  const seconds = Number.parseFloat(headers.get('Retry-After') ?? '');
  const facts = {
    status,
    requestId: headers.get('X-Request-Id'),
    retryAfterMs: Number.isNaN(seconds) ? null : Math.max(0, seconds * 1_000),
  };
  const { code, message, details, challenge } = await response.json().then(
    ({ error }) => error ?? {},
    () => ({}),
  );
  return code
    ? toError({ ...facts, code, details, challenge }, String(message))
    : toError({ ...facts, code: `HTTP_${status}` }, `HTTP status ${status}`);
}

async function read(response: Response): Promise<unknown> {
  try {
    if (!response.headers.get('Content-Type')?.startsWith('application/json'))
      return new Uint8Array(await response.arrayBuffer());
    const answer = await response.json();
    return answer?.success === true && 'data' in answer ? answer.data : answer;
  } catch (cause) {
    throw new NoAnswerError('The response ended early', { code: NO_ANSWER, status: 0, cause });
  }
}

async function withRetries<T>(
  connection: Connection,
  isRepeatable: boolean,
  options: CallOptions,
  run: () => Promise<T>,
): Promise<T> {
  for (let retry = 1; ; retry += 1) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof PerkmintError) || retry > connection.maxRetries) throw error;
      const waitMs = error.retryAfterMs ?? toBackoff(retry);
      if (!canRetry(error, isRepeatable) || waitMs > MAX_WAIT_MS) throw error;
      connection.onRetry?.({ attempt: retry, waitMs, error });
      await wait(waitMs, options.signal);
    }
  }
}

/**
 * 429 and 503 are sent before any work is done; after other failures only repeatable requests are sent again. One of them may find
 * that its first attempt, which had no response in time, is still in progress.
 */
function canRetry({ status, code }: PerkmintError, isRepeatable: boolean): boolean {
  if (status === 429 || status === 503 || code === 'IDEMPOTENCY_IN_PROGRESS') return true;
  return isRepeatable && (status === 0 || (status >= 500 && status !== 501));
}

/** Doubles from retry to retry, with jitter so that clients do not retry at the same time. */
function toBackoff(retry: number): number {
  return Math.min(MAX_BACKOFF_MS, FIRST_WAIT_MS * 2 ** (retry - 1)) * (0.5 + Math.random() / 2);
}

function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
