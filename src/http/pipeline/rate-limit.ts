import { rateLimited } from '../rate-limit.ts';
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

/** Rejects a request over its rate limit (429). The limits are defined in http/rate-limit.ts. */
export function enforceRateLimit(state: RequestState): Response | undefined {
  return state.quota.isExceeded ? reject(state, rateLimited(state.quota)) : undefined;
}
