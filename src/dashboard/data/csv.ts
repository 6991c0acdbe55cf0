import { BYTE_ORDER_MARK, type CsvCell, formatCsvRow } from '../../platform/csv.ts';
import { saveFile } from './save-file.ts';

/** Downloads rows as a CSV file. */
export function downloadCsv(name: string, rows: readonly (readonly CsvCell[])[]): void {
  saveFile(new Blob([BYTE_ORDER_MARK, ...rows.map(formatCsvRow)], { type: 'text/csv' }), `${name}.csv`);
}

/** Rows per request of an export: the largest page of the API. */
const EXPORT_PAGE = 100;

/** A part of a list. The types of the API require the number of a page, which a cursor excludes. */
interface Paging {
  page: number;
  after: string | undefined;
  perPage: number;
}

/**
 * Reads all pages of a list, one after another, by cursors: records that are created or deleted meanwhile repeat and hide no
 * others.
 * @throws ApiError
 */
export async function readAll<T>(
  read: (paging: Paging) => Promise<{ items: T[]; pagination: { next: string | null } }>,
): Promise<T[]> {
  const all: T[] = [];
  let after: string | undefined;
  do {
    const { items, pagination } = await read({
      page: undefined,
      after,
      perPage: EXPORT_PAGE,
    } as unknown as Paging);
    all.push(...items);
    after = pagination.next ?? undefined;
  } while (after !== undefined);
  return all;
}
