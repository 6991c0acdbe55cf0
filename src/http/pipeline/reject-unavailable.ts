import { AppError, invalid } from '../../errors.ts';
import type { RequestState } from '../request-state.ts';
import { type Pipeline, reject } from './step.ts';

const DRAIN_RETRY_SECONDS = 5;
const OVERLOAD_RETRY_SECONDS = 1;

/** Rejects new requests while the server shuts down (503). A batch that has begun ends with its last request. */
export function rejectWhileDraining(state: RequestState, { isDraining }: Pipeline): Response | undefined {
  if (!isDraining || state.batch) return undefined;
  return reject(state, unavailable('The server is shutting down; retry shortly', DRAIN_RETRY_SECONDS));
}

/** Rejects a request when the server cannot keep up (503). http/load-shedder.ts decides when that is. */
export function shedLoad(state: RequestState): Response | undefined {
  if (!state.isOverload) return undefined;
  return reject(state, unavailable('The server is overloaded; retry shortly', OVERLOAD_RETRY_SECONDS));
}

/**
 * Rejects a Host header that is not a hostname with an optional port (400), because a proxy in front could read the
 * path of such a request differently.
 */
export function rejectInvalidHost(state: RequestState): Response | undefined {
  if (state.url.isHostValid) return undefined;
  return reject(state, invalid('Host', 'must be a hostname with an optional port', 'format'));
}

function unavailable(message: string, retryAfterSeconds: number): AppError {
  return new AppError('UNAVAILABLE', message, { retryAfterSeconds });
}
