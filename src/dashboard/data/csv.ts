/** A cell of a table for download; null is an empty cell. */
export type CsvCell = string | number | null;

/** Spreadsheets execute texts that start with these characters as formulas; a leading apostrophe prevents that. */
const FORMULA = /^'*[=+\-@\t\r]/;
/** Spreadsheets read a file as UTF-8 only if it starts with this mark. */
const BYTE_ORDER_MARK = '\uFEFF';

/** Writes rows as CSV (RFC 4180) that is safe to open in spreadsheets. */
export function toCsv(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map(row => `${row.map(toCell).join(',')}\r\n`).join('');
}

function toCell(cell: CsvCell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Downloads rows as a CSV file. */
export function downloadCsv(name: string, rows: readonly (readonly CsvCell[])[]): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([BYTE_ORDER_MARK, toCsv(rows)], { type: 'text/csv' }));
  link.download = `${name}.csv`;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Rows per request of an export: the largest page of the API. */
const EXPORT_PAGE = 100;

/** Reads all pages of a list, one after another. @throws ApiError */
export async function readAll<T>(
  read: (paging: {
    page: number;
    perPage: number;
  }) => Promise<{ items: T[]; pagination: { totalPages: number } }>,
): Promise<T[]> {
  const all: T[] = [];
  for (let page = 1; ; page += 1) {
    const { items, pagination } = await read({ page, perPage: EXPORT_PAGE });
    all.push(...items);
    if (page >= pagination.totalPages) return all;
  }
}
