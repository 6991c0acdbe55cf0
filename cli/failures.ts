import { CommanderError } from 'commander';
import { DamagedArchiveError } from '../db/archive.ts';
import { LockedError } from '../db/lock.ts';
import { DamagedDatabaseError } from '../db/maintenance.ts';
import { MigrationError } from '../db/migrate.ts';
import { AppError, ERRORS, type ErrorDetail } from '../src/errors.ts';

/** What exit codes mean; the README's table is made from this. */
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

/** The command was given wrongly. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Settings are wrong: all of them at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly problems: string[]) {
    super(`These settings are wrong:\n${problems.map(problem => `- ${problem}`).join('\n')}`);
  }
}

/** A command that checks something found it wrong, and has said what. */
export class CheckFailed extends Error {
  override readonly name = 'CheckFailed';

  constructor(
    message: string,
    readonly problems: string[] = [],
  ) {
    super([message, ...problems.map(problem => `- ${problem}`)].join('\n'));
  }
}

/** A failure with an exit code of its own. */
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

export interface Described {
  exitCode: ExitCode;
  code: string;
  message: string;
  details?: ErrorDetail[] | string[];
}

/** Whatever ended a command, as an exit code and words; undefined when commander has said it all. */
export function describeFailure(thrown: unknown): Described | ExitCode {
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
  if (thrown instanceof CheckFailed) {
    return { exitCode: 7, code: 'CHECK_FAILED', message: thrown.message, details: thrown.problems };
  }
  if (thrown instanceof LockedError) return { exitCode: 5, code: 'LOCKED', message: thrown.message };
  if (thrown instanceof DamagedDatabaseError) {
    return { exitCode: 7, code: 'DAMAGED', message: thrown.message, details: thrown.problems };
  }
  if (thrown instanceof DamagedArchiveError) return { exitCode: 7, code: 'DAMAGED', message: thrown.message };
  if (thrown instanceof MigrationError) return { exitCode: 1, code: 'MIGRATION', message: thrown.message };
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return { exitCode: 1, code: 'FAILURE', message };
}
