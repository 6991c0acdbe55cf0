import { invalid } from '../../../errors.ts';
import { type CsvRow, readCsvRows } from '../../../platform/csv-reader.ts';
import type { ReadableFile } from '../../../platform/runtime/readable-file.ts';
import { type Header, readHeader } from '../rules/header.ts';

/** Rows of a file after its header row, in batches. */
export interface ImportFile {
  header: Header;
  /** Yields up to `size` rows and the number of bytes read so far. */
  batches(size: number): AsyncGenerator<{ rows: CsvRow[]; readBytes: number }>;
}

/**
 * Reads the header row of a file; the rest is read by `batches`.
 * @throws VALIDATION_ERROR for a file without a header row that names members
 */
export async function openImportFile(
  file: ReadableFile,
  mapping: Readonly<Record<string, string>>,
): Promise<ImportFile> {
  const pieces = readCsvRows(file.chunks());
  const first = (await pieces.next()).value ?? [];
  const [head, ...rest] = first;
  if (!head) throw invalid('file', 'must have a header row', 'required');
  if (head.problem) throw invalid('file', `${head.problem} on line ${head.line}`, 'format');
  return { header: readHeader(head.cells, mapping), batches: size => toBatches(file, rest, pieces, size) };
}

async function* toBatches(
  file: ReadableFile,
  first: CsvRow[],
  pieces: AsyncGenerator<CsvRow[]>,
  size: number,
): AsyncGenerator<{ rows: CsvRow[]; readBytes: number }> {
  let rows = first;
  for await (const piece of pieces) {
    for (; rows.length >= size; rows = rows.slice(size))
      yield { rows: rows.slice(0, size), readBytes: file.readBytes };
    rows = rows.concat(piece);
  }
  for (; rows.length > 0; rows = rows.slice(size))
    yield { rows: rows.slice(0, size), readBytes: file.readBytes };
}
