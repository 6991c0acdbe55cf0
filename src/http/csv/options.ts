import { Type } from '@sinclair/typebox';
import { invalid } from '../../errors.ts';
import { normalizeText } from '../normalize-input.ts';
import type { RouteEntry } from '../routes.ts';

/** Representations of every list; the first one is the default. */
export const FORMATS = ['json', 'csv'] as const;
const TEXT = Type.String();
const BOOLEANS = ['true', 'false'];

/** Parameters of every list that select its representation. They are no parameters of the handler. */
export const FORMAT = 'format';
export const BOM = 'bom';
/** Parameters that select a page. A file has all records. */
const PAGING = ['page', 'perPage', 'after', 'before'];

/** How a list is sent as CSV. */
export interface CsvOptions {
  /** Starts the file with a byte order mark. */
  hasMark: boolean;
}

export function isFormatParameter(name: string): boolean {
  return name === FORMAT || name === BOM;
}

/**
 * Returns how a list is sent as CSV; undefined for JSON and for routes that are no list.
 * @throws VALIDATION_ERROR for an unknown format, and for a file with a page
 */
export function readCsvOptions(search: string, { listItem }: RouteEntry): CsvOptions | undefined {
  if (!listItem || !(search.includes(FORMAT) || search.includes(BOM) || search.includes('%')))
    return undefined;
  const given = new URLSearchParams(search);
  const format = readOne(given, FORMAT, FORMATS) ?? 'json';
  const mark = readOne(given, BOM, BOOLEANS);
  if (format === 'json') {
    if (mark !== undefined) throw invalid(BOM, 'requires format=csv', 'conflict');
    return undefined;
  }
  const paging = PAGING.find(name => given.has(name));
  if (paging) throw invalid(paging, "can't be combined with format=csv, which has all records", 'conflict');
  return { hasMark: mark === 'true' };
}

function readOne(given: URLSearchParams, name: string, allowed: readonly string[]): string | undefined {
  const [value, ...rest] = given.getAll(name);
  if (rest.length > 0) throw invalid(name, 'must not be repeated', 'unique');
  if (value === undefined) return undefined;
  const text = normalizeText(TEXT, value, name);
  if (!allowed.includes(text)) {
    throw invalid(name, `must be one of ${allowed.join(', ')}`, { rule: 'enum', allowed: [...allowed] });
  }
  return text;
}
