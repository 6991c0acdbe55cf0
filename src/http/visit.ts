import type { Actor, Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import type { Idempotency } from './idempotency.ts';
import type { Quota, RateLimiter } from './rate-limit.ts';
import type { RouteEntry } from './routes.ts';

/** What holds a request's changes back until its answer is known. */
export interface RequestRun {
  /** Commits or undoes the changes. @returns the answer to send */
  finish(response: Response): Promise<Response>;
}

/** What the door knows of one request; Elysia's hooks find it again by the request itself. */
export interface Visit {
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
  ignored: Set<string>;
  idempotency: Idempotency;
  run: RequestRun | undefined;
  /** Every change is undone before the answer leaves. */
  isDryRun: boolean;
  /** Why it was refused, for the log. */
  failure?: AppError;
  /** Fields of the answer that were not as their schema declares. */
  mismatches?: ReadonlySet<string>;
}

const visits = new WeakMap<Request, Visit>();

export function rememberVisit(request: Request, visit: Visit): void {
  visits.set(request, visit);
}

/** Fails closed: a request that did not come through the door has no caller and no rights. */
export function visitOf(request: Request): Visit & { ctx: Ctx; route: RouteEntry } {
  const visit = visits.get(request);
  if (!visit?.ctx || !visit.route) throw new AppError('UNAUTHENTICATED', 'A valid credential is needed');
  return visit as Visit & { ctx: Ctx; route: RouteEntry };
}
