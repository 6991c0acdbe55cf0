import { CommanderError } from 'commander';
import { CopyRefusedError } from '../db/copy/report.ts';
import { MigrationError, NewerDatabaseError, OlderDatabaseError } from '../db/migration.ts';
import { NoBackupError } from '../db/offsite/fetch.ts';
import { UnreadableBackupError } from '../db/offsite/sealed-file.ts';
import { DamagedArchiveError } from '../db/sqlite/archive.ts';
import { LockedError } from '../db/sqlite/lock.ts';
import { DamagedDatabaseError } from '../db/sqlite/maintenance.ts';
import { NewerExportError } from '../db/transfer/export-file.ts';
import { AppError, ERRORS, type ErrorCode, type ErrorDetail } from '../src/errors.ts';
import { DestinationError } from '../src/platform/destinations/destination.ts';
import { OutboundError } from '../src/platform/outbound/errors.ts';
import { UnequalSecretsError } from '../src/platform/security/secrets.ts';
import { UpdateError } from '../src/updates/errors.ts';

/** The meaning of each exit code. The table in the CLI guide is generated from it. */
export const EXIT_CODES = {
  0: 'Done',
  1: 'Failure',
  2: 'Usage, invalid input or a setting that is wrong',
  3: 'Credential or permission',
  4: 'Not found',
  5: 'Conflict, or locked by another process',
  6: 'Rate limited, busy or unreachable',
  7: 'A check failed',
} as const;
export type ExitCode = keyof typeof EXIT_CODES;

/** The command line is invalid. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Settings are invalid; lists all of them. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: string[]) {
    super(`Invalid settings:\n${problems.map(problem => `- ${problem}`).join('\n')}`);
  }
}

/** A check failed. */
export class CheckFailed extends Error {
  override readonly name = 'CheckFailed';

  constructor(
    message: string,
    readonly problems: string[] = [],
  ) {
    super([message, ...problems.map(problem => `- ${problem}`)].join('\n'));
  }
}

/** An error with its own exit code. */
export class Failure extends Error {
  override readonly name = 'Failure';

  constructor(
    readonly exitCode: ExitCode,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

interface DescribedFailure {
  exitCode: ExitCode;
  code: string;
  message: string;
  details?: ErrorDetail[] | string[];
}

/** Converts an error to an exit code and a message; returns only the exit code if commander has printed the message. */
export function describeFailure(thrown: unknown): DescribedFailure | ExitCode {
  if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : 2;
  if (thrown instanceof AppError) {
    const { code, message, details } = thrown;
    return { exitCode: ERRORS[code].exit as ExitCode, code, message, details };
  }
  if (thrown instanceof Failure)
    return { exitCode: thrown.exitCode, code: thrown.code, message: thrown.message };
  if (thrown instanceof UsageError) return { exitCode: 2, code: 'USAGE', message: thrown.message };
  if (thrown instanceof ConfigError) {
    return { exitCode: 2, code: 'CONFIG', message: thrown.message, details: thrown.problems };
  }
  if (thrown instanceof UnequalSecretsError) return { exitCode: 2, code: 'CONFIG', message: thrown.message };
  if (thrown instanceof CheckFailed) {
    return { exitCode: 7, code: 'CHECK_FAILED', message: thrown.message, details: thrown.problems };
  }
  if (thrown instanceof UpdateError) return { exitCode: 7, code: 'UPDATE_FAILED', message: thrown.message };
  if (thrown instanceof OutboundError) return { exitCode: 6, code: 'UNREACHABLE', message: thrown.message };
  if (thrown instanceof CopyRefusedError) return { exitCode: 5, code: 'CONFLICT', message: thrown.message };
  if (thrown instanceof LockedError) return { exitCode: 5, code: 'LOCKED', message: thrown.message };
  if (thrown instanceof DamagedDatabaseError) {
    return { exitCode: 7, code: 'DAMAGED', message: thrown.message, details: thrown.problems };
  }
  if (thrown instanceof DamagedArchiveError) return { exitCode: 7, code: 'DAMAGED', message: thrown.message };
  if (thrown instanceof UnreadableBackupError)
    return { exitCode: 7, code: 'DAMAGED', message: thrown.message };
  if (thrown instanceof NoBackupError) return { exitCode: 4, code: 'NOT_FOUND', message: thrown.message };
  if (thrown instanceof DestinationError)
    return { exitCode: 6, code: 'DESTINATION_FAILED', message: thrown.message };
  if (thrown instanceof OlderDatabaseError)
    return { exitCode: 5, code: 'OLDER_DATABASE', message: thrown.message };
  if (thrown instanceof NewerDatabaseError)
    return { exitCode: 5, code: 'NEWER_DATABASE', message: thrown.message };
  if (thrown instanceof NewerExportError)
    return { exitCode: 5, code: 'NEWER_EXPORT', message: thrown.message };
  if (thrown instanceof MigrationError) return { exitCode: 1, code: 'MIGRATION', message: thrown.message };
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { exitCode: 1, code: 'FAILURE', message };
}

/** The body of an error response; empty if it is not ours. */
export interface ErrorBody {
  error?: { code?: string; message?: string; details?: ErrorDetail[] };
}

/**
 * Converts an error response to an error. Without a known code, for example from a proxy, the HTTP status determines the
 * exit code.
 */
export function toFailure(
  status: number,
  body: ErrorBody | null,
  server: string,
  retryAfter: string | null = null,
): AppError | Failure {
  const { code, details, message } = body?.error ?? {};
  const wait = retryAfter ? `; try again after ${retryAfter} s` : '';
  const words = message ?? `${server} responded with ${status}${wait}`;
  if (code !== undefined && Object.hasOwn(ERRORS, code))
    return new AppError(code as ErrorCode, words, { details });
  const general = codeForStatus(status);
  return code === undefined
    ? new AppError(general, words)
    : new Failure(ERRORS[general].exit as ExitCode, code, words);
}

/** Returns the first error code with this status, which is the most general one. */
function codeForStatus(status: number): ErrorCode {
  const codes = Object.keys(ERRORS) as ErrorCode[];
  return codes.find(code => ERRORS[code].status === status) ?? 'UPSTREAM_FAILED';
}
