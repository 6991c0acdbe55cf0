import { readFileSync } from 'node:fs';
import type { Static, TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { normalize } from '../src/http/normalize-input.ts';
import { toValidationError } from '../src/http/validation-errors.ts';
import { decodeUtf8 } from '../src/platform/formats.ts';
import { readDataNumber } from '../src/platform/number-text.ts';
import { type Page, type RecordQuery, TIME_SORTS } from '../src/platform/page.ts';
import { UsageError } from './errors.ts';

const DEFAULT_PER_PAGE = 50;
/** The largest page of the API. */
export const MAX_PER_PAGE = 100;
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

/** Reads a text file that the user named. @throws UsageError */
export function readInputText(file: string): string {
  return toInputText(readInputFile(file), file);
}

/** Decodes the text of a file, or of another source of input. @throws UsageError if it is not UTF-8 */
export function toInputText(bytes: Uint8Array, source: string): string {
  const text = decodeUtf8(bytes);
  if (text === undefined) throw new UsageError(`${source} is not UTF-8; save it as UTF-8`);
  return text;
}

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
  const value = readDataNumber(text);
  if (value === undefined) throw new InvalidArgumentError('It must be a number such as 1250.50.');
  return value;
}

/** Parses a list that is separated by commas. */
export function listOf(text: string): string[] {
  return text.split(',').map(part => part.trim());
}

/** Returns a parser for whole numbers in a range. */
export function wholeNumber(min: number, max: number) {
  return (text: string): number => {
    const value = readDataNumber(text, { isWhole: true });
    if (value === undefined || !Number.isInteger(value) || value < min || value > max)
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
    return value;
  };
}

/** Adds the options of a list. `range: false` leaves out those that the command has itself. */
export function withPages(command: Command, { range = true } = {}): Command {
  command
    .option('--page <n>', 'page number (newest first)', wholeNumber(1, MAX_PAGE), 1)
    .option('--per-page <n>', 'rows per page', wholeNumber(1, MAX_PER_PAGE), DEFAULT_PER_PAGE)
    .addOption(new Option('--all', 'all rows, 100 at a time').conflicts(['page', 'perPage']));
  if (!range) return command;
  return command
    .option('--created-from <time>', 'only what was created at or after this time', parseTime)
    .option('--created-to <time>', 'only what was created before this time', parseTime)
    .addOption(new Option('--sort <order>', 'order; - means descending').choices(TIME_SORTS));
}

/** Parses a time option. */
export function parseTime(text: string): string {
  if (Number.isNaN(Date.parse(text)))
    throw new InvalidArgumentError('It must be a time such as 2026-06-01T12:00:00Z.');
  return text;
}

/** The options of `withPages`. */
export interface PageOptions extends RecordQuery {
  all?: boolean;
}

export function pickPage({ page, perPage, createdFrom, createdTo, sort }: PageOptions): RecordQuery {
  return { page, perPage, createdFrom, createdTo, sort };
}

/** Reads the page that the options name or, with --all, all pages with cursors. */
export async function readPages<Q extends RecordQuery, T>(
  { all }: Pick<PageOptions, 'all'>,
  query: Q,
  read: (query: Q) => Promise<Page<T>>,
): Promise<Page<T>> {
  if (!all) return await read(query);
  const items: T[] = [];
  for (let after: string | undefined; ; ) {
    const { pagination, ...page } = await read({ ...query, page: 1, perPage: MAX_PER_PAGE, after });
    items.push(...page.items);
    if (pagination.next === null) {
      const whole = { page: 1, perPage: MAX_PER_PAGE, total: items.length, totalPages: 1 };
      return { ...page, items, pagination: { ...whole, next: null, previous: null } };
    }
    after = pagination.next;
  }
}
