import { AppError } from '../../src/errors.ts';

/** Conflicts with other transactions, after which the same transaction may succeed. */
const CONFLICTS = ['40001', '40P01'];
/** The server is starting, stopping, out of connections, memory or disk, or a statement or lock takes too long. */
const OUTAGE = /^(08|53|57P|55P03|57014|25P0[34])/;
/** A write on a standby that has not become the primary yet. */
const READ_ONLY = '25006';
/** Codes of Bun's driver for connections that failed. */
const CONNECTION_FAILURE =
  /^(ERR_POSTGRES_(CONNECTION|IDLE|LIFETIME|TLS|NOT_TAGGED|EXPECTED)|ECONN|ENOTFOUND|EPIPE|ETIMEDOUT)/;
/** A statement of a transaction in which an earlier one failed. */
const ABORTED = '25P02';
const RETRY_SECONDS = 2;

interface DriverError {
  code?: string;
  /** SQLSTATE of an error of the server. */
  errno?: string;
}

/** Returns whether a transaction may succeed when it runs again. */
export function isConflict(error: unknown): boolean {
  return CONFLICTS.includes(getSqlState(error));
}

/** Returns whether a statement failed only because an earlier one of its transaction did. */
export function isAborted(error: unknown): boolean {
  return getSqlState(error) === ABORTED;
}

/** Turns failures of the server or the connection into UNAVAILABLE; returns other errors unchanged. */
export function toAppError(error: unknown, isTransactional = true): unknown {
  const isOnStandby = isTransactional && getSqlState(error) === READ_ONLY;
  if (error instanceof AppError || !(isOutage(error) || isOnStandby)) return error;
  return unavailable('The database is not available', error);
}

/** Like `toAppError`, for a transaction that does not run again after a conflict. */
export function toFinalError(...args: Parameters<typeof toAppError>): unknown {
  return isConflict(args[0]) ? unavailable('The change conflicts with others', args[0]) : toAppError(...args);
}

export function unavailable(message: string, cause?: unknown): AppError {
  return new AppError('UNAVAILABLE', message, { retryAfterSeconds: RETRY_SECONDS, cause });
}

function isOutage(error: unknown): boolean {
  return OUTAGE.test(getSqlState(error)) || CONNECTION_FAILURE.test((error as DriverError)?.code ?? '');
}

function getSqlState(error: unknown): string {
  return String((error as DriverError | undefined)?.errno ?? '');
}
