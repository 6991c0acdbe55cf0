import type { Actor, Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import type { Idempotency } from './idempotency.ts';
import type { Quota, RateLimiter } from './rate-limit.ts';
import type { RequestExecution } from './request-transaction.ts';
import type { RouteEntry } from './routes.ts';

/** What the door knows of one request; Elysia's hooks find it again by the request itself. */
export interface RequestState {
  requestId: string;
  startedAt: number;
  clientIp: string;
  route: RouteEntry | undefined;
  ctx: Ctx | undefined;
  limiter: RateLimiter;
  /** The tightest of the windows that the request counted in. */
  quota: Quota;
  /** Who it is, where that is known without a credential. */
  actor?: Actor;
  /** Field names that were sent and dropped, for X-Ignored-Fields. */
  ignoredFields: Set<string>;
  idempotency: Idempotency;
  execution: RequestExecution | undefined;
  /** Every change is undone before the answer leaves. */
  isDryRun: boolean;
  /** Why it was refused, for the log. */
  error?: AppError;
  /** Fields of the answer that were not as their schema declares. */
  mismatches?: ReadonlySet<string>;
}

const states = new WeakMap<Request, RequestState>();

export function attachRequestState(request: Request, visit: RequestState): void {
  states.set(request, visit);
}

/** Fails closed: a request that did not come through the door has no caller and no rights. */
export function requestState(request: Request): RequestState & { ctx: Ctx; route: RouteEntry } {
  const visit = states.get(request);
  if (!visit?.ctx || !visit.route)
    throw new AppError('UNAUTHENTICATED', 'Authentication required: send an access token or API key');
  return visit as RequestState & { ctx: Ctx; route: RouteEntry };
}
