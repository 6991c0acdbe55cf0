import type { Actor, Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import type { Idempotency } from './idempotency.ts';
import type { Quota, RateLimiter } from './rate-limit.ts';
import type { RequestExecution } from './request-transaction.ts';
import type { RouteEntry } from './routes.ts';

/** The state of one request in the pipeline. Elysia's hooks look it up by the Request object. */
export interface RequestState {
  requestId: string;
  startedAt: number;
  clientIp: string;
  route: RouteEntry | undefined;
  ctx: Ctx | undefined;
  limiter: RateLimiter;
  /** The rate limit window with the fewest remaining requests. */
  quota: Quota;
  /** The caller, when it is known without a credential. */
  actor?: Actor;
  /** Unknown fields that were dropped, for X-Ignored-Fields. */
  ignoredFields: Set<string>;
  idempotency: Idempotency;
  execution: RequestExecution | undefined;
  /** Every change is rolled back before the response is sent. */
  isDryRun: boolean;
  /** The error it was rejected with, for the log. */
  error?: AppError;
  /** Fields of the response that do not match their schema. */
  mismatches?: ReadonlySet<string>;
}

const states = new WeakMap<Request, RequestState>();

export function attachRequestState(request: Request, state: RequestState): void {
  states.set(request, state);
}

/** Returns the state of a request. Fails closed: a request from outside the pipeline has no caller and no rights. */
export function requestState(request: Request): RequestState & { ctx: Ctx; route: RouteEntry } {
  const state = states.get(request);
  if (!state?.ctx || !state.route)
    throw new AppError('UNAUTHENTICATED', 'Authentication required: send an access token or API key');
  return state as RequestState & { ctx: Ctx; route: RouteEntry };
}
