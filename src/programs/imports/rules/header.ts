import { invalid } from '../../../errors.ts';
import {
  IDENTITY_FIELDS,
  IGNORED,
  IMPORT_FIELDS,
  type ImportField,
  type MatchedColumns,
  matchColumns,
  TEMPLATE_ROWS,
} from './columns.ts';

/** The columns of a file that an import reads. */
export interface Header extends MatchedColumns {
  /** The names of all columns, in order. */
  names: string[];
  /** The field of each used column, by name. */
  mapping: Record<string, ImportField>;
}

/** Columns that an error names. */
const MAX_NAMED = 20;

/**
 * Recognizes the columns of a file by its header row.
 * @param given the fields of columns that the caller chose, or `ignore`, by name
 * @throws VALIDATION_ERROR for a mapping of an unknown column or field, or without a column that identifies members
 */
export function readHeader(cells: readonly string[], given: Readonly<Record<string, string>> = {}): Header {
  const names = cells.map(cell => cell.trim());
  const { format, at } = matchColumns(names, checkMapping(names, given));
  if (!IDENTITY_FIELDS.some(field => at[field] !== undefined)) {
    const found = names.filter(name => name !== '').slice(0, MAX_NAMED);
    const advice = `The first row has the columns ${found.join(', ') || 'none'}; choose one with mapping`;
    throw invalid('file', `must have a column for memberId, phone or email. ${advice}`, 'required');
  }
  const entries = Object.entries(at).map(([field, index]) => [names[index] ?? '', field as ImportField]);
  return { format, names, mapping: Object.fromEntries(entries), at };
}

function checkMapping(names: string[], given: Readonly<Record<string, string>>) {
  const fields: string[] = [...IMPORT_FIELDS, IGNORED];
  for (const [name, field] of Object.entries(given)) {
    if (!names.includes(name))
      throw invalid('mapping', `names the column ${name}, which the file does not have`, 'unknown');
    if (!fields.includes(field))
      throw invalid('mapping', `of ${name} must be one of ${fields.join(', ')}`, {
        rule: 'enum',
        allowed: fields,
      });
  }
  return given as Record<string, ImportField | typeof IGNORED>;
}

/** A file with the columns of an import and two examples, to fill in. */
export const IMPORT_TEMPLATE = TEMPLATE_ROWS.map(row => `${row.join(',')}\r\n`).join('');
