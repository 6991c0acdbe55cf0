import { NotFoundError } from 'elysia';
import { AppError } from '../errors.ts';
import type { Log } from '../platform/log.ts';

const INTERNAL_MESSAGE = 'Something failed on our side; the request id helps to find it in the log';

/** Whatever was thrown, as an AppError. Causes go to the log; the wire gets a fixed sentence. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  if (cause instanceof AppError) return cause;
  // The door finds the route first; should Elysia see a path otherwise, it is still no failure of ours.
  if (thrown instanceof NotFoundError) return new AppError('NOT_FOUND', 'There is no such route');
  return new AppError('INTERNAL_ERROR', INTERNAL_MESSAGE, { cause: thrown });
}

/** Logs what went wrong inside: the cause of a 5xx, with the request id to find it by. */
export function logFailure(log: Log, error: AppError, requestId: string): void {
  if (error.status < 500 || error.code === 'NOT_CONFIGURED') return;
  log.error(error.message, { requestId, code: error.code, cause: error.cause });
}
