import { NotFoundError } from 'elysia';
import { AppError, notFound } from '../errors.ts';
import type { Log } from '../platform/log.ts';
import type { RequestState } from './request-state.ts';

/** Counts each response field that does not match its schema. */
export type OnMismatch = (operationId: string, field: string) => void;

const MAX_LOGGED_FIELDS = 20;
const INTERNAL_ERROR_MESSAGE = 'Internal server error. Include the request ID when you report the problem.';

/** Converts any thrown value to an AppError. An unexpected error becomes INTERNAL_ERROR, its cause for the log only. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  if (cause instanceof AppError) return cause;
  // The pipeline has matched a route, but Elysia can parse the path differently.
  if (thrown instanceof NotFoundError) return notFound({ kind: 'route', field: 'path' });
  return new AppError('INTERNAL_ERROR', INTERNAL_ERROR_MESSAGE, { cause: thrown });
}

/** Logs the names of response fields that do not match their schema, without their values, and counts them. */
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

/** Logs the cause of a 5xx response with the request ID. */
export function logFailure(log: Log, error: AppError, requestId: string): void {
  if (error.status < 500 || error.code === 'NOT_CONFIGURED') return;
  log.error(error.message, { requestId, code: error.code, cause: error.cause });
}
