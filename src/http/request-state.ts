import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import type { AgentExecution } from './agent-request.ts';
import type { Batch } from './batch.ts';
import type { CsvRequest } from './csv/batch.ts';
import type { Idempotency } from './idempotency.ts';
import type { NormalizedUrl } from './normalize-url.ts';
import type { Quota, RateLimiter } from './rate-limit.ts';
import type { RequestExecution, RequestTransaction } from './request-transaction.ts';
import type { CacheVersion } from './response-cache.ts';
import type { RouteEntry } from './routes.ts';

/** The state of one request in the pipeline: each step reads what earlier steps have set. */
export interface RequestState {
  /** The request as the remaining steps see it: limitBodySize replaces it when it has read the body. */
  request: Request;
  readonly url: NormalizedUrl;
  readonly requestId: string;
  readonly startedAt: number;
  readonly clientIp: string;
  /** Whether the load shedder rejects the request. */
  readonly isOverload: boolean;
  /** Whether the caller is known without a credential: requests from inside this process. */
  readonly isPreauthenticated: boolean;
  /** Set for a request of a batch. */
  readonly batch: Batch | undefined;
  /** Whether it is of a command on the data folder, whose user could change the database itself. */
  readonly isCommand: boolean;
  readonly route: RouteEntry | undefined;
  /** Replaced by another immutable context when the caller is identified, and for a dry run or an idempotent request. */
  ctx: Ctx;
  /** The context in which callers are identified: the installation's own, also for requests about test data. */
  readonly callerCtx: Ctx;
  /** The Installation of routes/installation.ts, a higher layer. */
  readonly installation: unknown;
  readonly limiter: RateLimiter;
  /** The rate limit window with the fewest remaining requests. */
  quota: Quota;
  /** Unknown fields that were dropped, for X-Ignored-Fields. */
  readonly ignoredFields: Set<string>;
  /** Set when a list is sent as CSV. */
  csv?: CsvRequest | undefined;
  /** Set while the response may be cached. */
  cacheVersion?: CacheVersion;
  readonly idempotency: Idempotency;
  /** The transaction that an idempotent request's changes join. */
  transaction?: RequestTransaction;
  /** Ends the request's transaction when the response is known. */
  execution?: RequestExecution;
  /** The body as it was sent; for agents only. */
  bodyText?: string;
  /** Set for a change by an agent. */
  agentExecution?: AgentExecution;
  /** The temporary folder of a file in the body; removed after the response. */
  fileFolder?: string;
  /** Every change is rolled back before the response is sent. */
  isDryRun: boolean;
  /** The error that the request was rejected with, for the log. */
  error?: AppError;
  /** Fields of the response that do not match their schema. */
  mismatches?: ReadonlySet<string>;
}

/** The state after the route is matched. */
export interface RoutedRequest extends RequestState {
  readonly route: RouteEntry;
}

/** The property of a Request that holds its state: setting it takes half the time of a WeakMap entry. */
const STATE = Symbol('request state');

interface PipelineRequest extends Request {
  [STATE]?: RoutedRequest;
}

/** Attaches the state to the request that is passed to Elysia, whose hooks and handlers read it. */
export function attachRequestState(request: PipelineRequest, state: RoutedRequest): void {
  request[STATE] = state;
}

/** Returns the state of a request. Fails closed: a request from outside the pipeline has no caller and no rights. */
export function requestState(request: PipelineRequest): RoutedRequest {
  const state = request[STATE];
  if (!state)
    throw new AppError('UNAUTHENTICATED', 'Authentication required: send an access token or API key');
  return state;
}
