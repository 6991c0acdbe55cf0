import { findRejection } from '../rate-limit.ts';
import type { RequestState } from '../request-state.ts';
import { resolvePageSession } from './authenticate.ts';
import { type Pipeline, reject } from './step.ts';

/** Counts the request against the limit of its client and route. Pages count per session, other clients per address. */
export async function countRateLimit(state: RequestState, { services, limiter }: Pipeline): Promise<void> {
  const { clientIp, route, request } = state;
  const lookup = resolvePageSession(services, request);
  // When the database cannot be read, the request counts by its address, and a later step reports the error.
  const pageSession = lookup && (await lookup.catch(() => undefined));
  state.quota = await limiter.count(clientIp, route, pageSession);
}

/** Rejects a request over its rate limit (429), or one that can't be counted (503). */
export function enforceRateLimit(state: RequestState): Response | undefined {
  const rejection = findRejection(state.quota);
  // A failure is thrown, so that it is logged.
  if (state.quota.failure) throw state.quota.failure;
  return rejection && reject(state, rejection);
}
