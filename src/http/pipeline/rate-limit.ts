import { findRejection, type Quota, type RateLimiter } from '../rate-limit.ts';
import type { RequestState } from '../request-state.ts';
import { resolvePageSession } from './authenticate.ts';
import { type Pipeline, reject } from './step.ts';

/**
 * Counts the request against the limit of its client and route, unless it is of a command. Pages count per session, other
 * clients per address.
 */
export function countRateLimit(
  state: RequestState,
  { services, limiter }: Pipeline,
): Promise<void> | undefined {
  if (state.isCommand) return undefined;
  const lookup = state.batch ? undefined : resolvePageSession(services, state.request);
  const quota =
    lookup instanceof Promise
      ? countPage(state, limiter, lookup)
      : limiter[state.batch ? 'countInBatch' : 'count'](state.clientIp, state.route);
  if (quota instanceof Promise) return setQuota(state, quota);
  state.quota = quota;
  return undefined;
}

async function countPage(
  state: RequestState,
  limiter: RateLimiter,
  lookup: Promise<string | undefined>,
): Promise<Quota> {
  // When the database cannot be read, the request counts by its address, and a later step reports the error.
  const pageSession = await lookup.catch(() => undefined);
  return await limiter.count(state.clientIp, state.route, pageSession);
}

async function setQuota(state: RequestState, quota: Promise<Quota>): Promise<void> {
  state.quota = await quota;
}

/** Rejects a request over its rate limit (429), or one that can't be counted (503). */
export function enforceRateLimit(state: RequestState): Response | undefined {
  const rejection = findRejection(state.quota);
  // A failure is thrown, so that it is logged.
  if (state.quota.failure) throw state.quota.failure;
  return rejection && reject(state, rejection);
}
