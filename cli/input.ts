import type { Static, TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { normalize } from '../src/http/normalize-input.ts';
import { toValidationError } from '../src/http/validation-errors.ts';
import type { PageQuery } from '../src/platform/page.ts';
import type { CommandContext } from './command-context.ts';
import { UsageError } from './errors.ts';
import { firstLine, readPasswordFile } from './secrets.ts';

const DEFAULT_PER_PAGE = 50;
const MAX_PER_PAGE = 1_000;
const MAX_PAGE = 1_000_000_000;

/** Validates input against the schema of a request body. @throws VALIDATION_ERROR */
export function parseInput<T extends TSchema>(schema: T, input: Record<string, unknown>): Static<T> {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  const value = normalize(schema, given, new Set());
  if (!Value.Check(schema, value)) throw toValidationError(schema, value);
  return value;
}

export interface SecretOptions {
  passwordStdin?: boolean;
  passwordFile?: string;
}

/** Adds the options for passwords. There is no option with the password itself, which other processes could read. */
export function withPassword(command: Command): Command {
  return command
    .addOption(new Option('--password-stdin', 'read the password from stdin').conflicts('passwordFile'))
    .option('--password-file <file>', 'read the password from a file');
}

/** Reads the password from stdin, a file, or twice from the terminal. @throws UsageError */
export async function readPassword(
  { io }: CommandContext,
  { passwordStdin, passwordFile }: SecretOptions,
  flag = '--password',
): Promise<string> {
  if (passwordStdin) return firstLine(await io.readInput());
  if (passwordFile) return readPasswordFile(passwordFile);
  if (!io.isInteractive) throw new UsageError(`Pass the password with ${flag}-stdin or ${flag}-file`);
  const password = await io.ask('Password (10 to 200 characters): ', true);
  if ((await io.ask('Confirm password: ', true)) !== password)
    throw new UsageError('The passwords do not match');
  return password;
}

/** Returns a parser for whole numbers in a range. */
export function wholeNumber(min: number, max: number) {
  return (text: string): number => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < min || value > max)
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
    return value;
  };
}

export function withPages(command: Command): Command {
  return command
    .option('--page <n>', 'page number (newest first)', wholeNumber(1, MAX_PAGE), 1)
    .option('--per-page <n>', 'rows per page', wholeNumber(1, MAX_PER_PAGE), DEFAULT_PER_PAGE);
}

export function pickPage({ page, perPage }: PageQuery): PageQuery {
  return { page, perPage };
}
