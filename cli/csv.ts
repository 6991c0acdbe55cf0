import type { Column } from './output.ts';

/** Formats CSV (RFC 4180). Text that a spreadsheet would evaluate as a formula gets a leading apostrophe. */
export function toCsv<T>(rows: readonly T[], columns: readonly Column<T>[]): string {
  const cell = (value: unknown) => {
    const text = String(value ?? '');
    const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const format = (values: unknown[]) => values.map(cell).join(',');
  const titles = columns.map(column => column.title.toLowerCase());
  return [format(titles), ...rows.map(row => format(columns.map(column => column.value(row))))].join('\r\n');
}
