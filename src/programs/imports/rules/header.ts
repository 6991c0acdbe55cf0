import { invalid } from '../../../errors.ts';
import {
  IDENTITY_FIELDS,
  IGNORED,
  IMPORT_FIELDS,
  type ImportField,
  isWorkbook,
  type MatchedColumns,
  matchColumns,
  TEMPLATE_ROWS,
  toKey,
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
  if (isWorkbook(names))
    throw invalid('file', 'must be a CSV file; save the workbook as CSV first', 'format');
  const { format, at, ownIdAt } = matchColumns(names, checkMapping(names, given));
  if (!IDENTITY_FIELDS.some(field => at[field] !== undefined)) {
    const found = names.filter(name => name !== '').slice(0, MAX_NAMED);
    const advice = `The first row has the columns ${found.join(', ') || 'none'}; choose one with mapping`;
    throw invalid('file', `must have a column for memberId, phone or email. ${advice}`, 'required');
  }
  const entries = Object.entries(at) as [ImportField, number][];
  if (ownIdAt !== undefined) entries.push(['memberId', ownIdAt]);
  for (const [, index] of entries) assertUnique(names, index, given);
  const mapping = Object.fromEntries(entries.map(([field, index]) => [names[index] ?? '', field]));
  return { format, names, mapping, at, ownIdAt };
}

/** @throws VALIDATION_ERROR if another column has the name of a used one: only one of them would be read */
function assertUnique(
  names: readonly string[],
  index: number,
  given: Readonly<Record<string, string>>,
): void {
  const name = names[index] ?? '';
  const twin = names.find((each, at) => at !== index && toKey(each) === toKey(name));
  if (twin === undefined) return;
  // The caller has chosen one of them, or ignored the other.
  if (twin !== name && [name, twin].some(each => Object.hasOwn(given, each))) return;
  throw invalid('file', `has the column ${name} twice; rename or remove one`, 'conflict');
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
  for (const field of IMPORT_FIELDS) {
    const columns = Object.keys(given).filter(name => given[name] === field);
    if (columns.length > 1)
      throw invalid('mapping', `assigns ${field} to ${columns.join(' and ')}; choose one column`, 'conflict');
  }
  return given as Record<string, ImportField | typeof IGNORED>;
}

/** A file with the columns of an import and two examples, to fill in. */
export const IMPORT_TEMPLATE = TEMPLATE_ROWS.map(row => `${row.join(',')}\r\n`).join('');
