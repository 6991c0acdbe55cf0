import { readFileSync } from 'node:fs';
import type { Static, TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { type Command, InvalidArgumentError } from 'commander';
import { normalize } from '../src/http/normalize-input.ts';
import { toValidationError } from '../src/http/validation-errors.ts';
import type { PageQuery } from '../src/platform/page.ts';
import { UsageError } from './errors.ts';

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

/** The reasons that users can act on. */
const READ_FAILURES: Record<string, string> = {
  ENOENT: 'no such file',
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
};

/** Reads a file that the user named. @throws UsageError */
export function readInputFile(file: string): Buffer<ArrayBuffer> {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new UsageError(`${file} cannot be read: ${READ_FAILURES[code] ?? code}`);
  }
}

/** Parses a number, whose range the API checks. */
export function parseNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.');
  return value;
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
