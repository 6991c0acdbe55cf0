import { BYTE_ORDER_MARK, type CsvCell, formatCsvRow } from '../src/platform/csv.ts';
import type { Column } from './output.ts';

/** Formats CSV (RFC 4180) with a byte order mark, so that spreadsheets read it as UTF-8. Text can't become a formula. */
export function toCsv<T>(rows: readonly T[], columns: readonly Column<T>[]): string {
  const titles = columns.map(column => column.title.toLowerCase());
  const cells = rows.map(row => columns.map(column => toCell(column.value(row))));
  return BYTE_ORDER_MARK + [titles, ...cells].map(formatCsvRow).join('');
}

function toCell(value: unknown): CsvCell {
  return typeof value === 'number' ? value : String(value ?? '');
}
