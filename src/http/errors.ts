import { NotFoundError } from 'elysia';
import { AppError } from '../errors.ts';
import type { Log } from '../platform/log.ts';
import type { RequestState } from './request-state.ts';

/** Events each field of an answer that broke its schema. */
export type OnMismatch = (operationId: string, field: string) => void;

const MAX_LOGGED_FIELDS = 20;
const INTERNAL_MESSAGE = 'Internal server error; quote the request ID when contacting support';

/** Whatever was thrown, as an AppError. Causes go to the log; the wire gets a fixed sentence. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  if (cause instanceof AppError) return cause;
  // The door finds the route first; should Elysia see a path otherwise, it is still no failure of ours.
  if (thrown instanceof NotFoundError) return new AppError('NOT_FOUND', 'Route not found');
  return new AppError('INTERNAL_ERROR', INTERNAL_MESSAGE, { cause: thrown });
}

/** Logs the fields of an answer that broke its schema, never their values, and counts them where somebody counts. */
export function reportMismatches(
  log: Log,
  { requestId, route, mismatches }: RequestState,
  onMismatch?: OnMismatch,
): void {
  if (!mismatches || !route) return;
  const { operationId } = route;
  const fields = [...mismatches].slice(0, MAX_LOGGED_FIELDS);
  log.error('response does not match its schema', { requestId, operation: operationId, fields });
  for (const field of mismatches) onMismatch?.(operationId, field);
}

/** Logs what went wrong inside: the cause of a 5xx, with the request id to find it by. */
export function logFailure(log: Log, error: AppError, requestId: string): void {
  if (error.status < 500 || error.code === 'NOT_CONFIGURED') return;
  log.error(error.message, { requestId, code: error.code, cause: error.cause });
}
