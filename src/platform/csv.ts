/** Spreadsheets read a file as UTF-8 only if it starts with this mark. */
export const BYTE_ORDER_MARK = '\uFEFF';
/** A first line from which Excel takes the delimiter, and which some programs write. */
export const DELIMITER_LINE = /^"?sep=(.)"?(?:\r\n|\r|\n)/i;
export const CSV_TYPE = 'text/csv;charset=utf-8';

/**
 * Spreadsheets execute cells that start with these characters as formulas, in full width too and after line breaks; a
 * leading apostrophe prevents that. Cells that already have leading apostrophes get another one, so that a round trip
 * preserves them.
 */
const FORMULA = /^'*(?:[\t\r]|\s*[=+\-@＝＋－＠])/;
const ESCAPED_FORMULA = /^'+(?:[\t\r]|\s*[=+\-@＝＋－＠])/;
const NEEDS_QUOTES = /[",\r\n]/;
/** Enough for every number that a double can hold without an exponent. */
const MAX_FRACTION_DIGITS = 100;

/** A cell of a row; null is an empty cell. */
export type CsvCell = string | number | boolean | null;

export function escapeFormula(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell;
}

export function unescapeFormula(cell: string): string {
  return ESCAPED_FORMULA.test(cell) ? cell.slice(1) : cell;
}

/** Formats a row as CSV (RFC 4180), with its line end. Text can't become a formula, and numbers stay numbers. */
export function formatCsvRow(cells: readonly CsvCell[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`;
}

function formatCell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return formatNumber(cell);
  if (typeof cell === 'boolean') return String(cell);
  const text = escapeFormula(cell);
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Formats a number without an exponent, which some spreadsheets read as text. */
function formatNumber(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  return value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: MAX_FRACTION_DIGITS });
}
