import { AppError } from '../../errors.ts';
import { BYTE_ORDER_MARK, CSV_TYPE, formatCsvRow } from '../../platform/csv.ts';
import { yieldToEventLoop } from '../../platform/runtime/event-loop.ts';
import type { CsvBatch } from './batch.ts';
import { type CsvColumn, toCells } from './columns.ts';

interface CsvSource {
  columns: readonly CsvColumn[];
  hasMark: boolean;
  /** Read before the response starts, so that its errors are error responses. */
  first: CsvBatch;
  /** Reads the batch after a cursor. @throws VALIDATION_ERROR for the cursor of a record that was deleted */
  readAfter: (cursor: string) => Promise<CsvBatch>;
  /** Called once, at the end or when the client disconnects. */
  onEnd: () => void;
}

/** Sends a list at the client's pace. At any time, one batch is in memory. */
export function streamCsv(source: CsvSource, fileName: string): Response {
  const rows = writeRows(source);
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    pull: async controller => {
      try {
        const { value, done } = await rows.next();
        if (!done) return controller.enqueue(encoder.encode(value));
      } catch (error) {
        // The connection breaks, so that the client does not take a part of the list for the whole.
        source.onEnd();
        throw error;
      }
      source.onEnd();
      controller.close();
    },
    cancel: () => source.onEnd(),
  });
  return new Response(body, {
    headers: { 'Content-Type': CSV_TYPE, 'Content-Disposition': `attachment; filename="${fileName}"` },
  });
}

async function* writeRows({ columns, hasMark, first, readAfter }: CsvSource): AsyncGenerator<string> {
  yield `${hasMark ? BYTE_ORDER_MARK : ''}${formatCsvRow(columns.map(({ name }) => name))}`;
  let batch: CsvBatch | undefined = first;
  while (batch) {
    yield batch.items.map(item => formatCsvRow(toCells(item, columns))).join('');
    await yieldToEventLoop();
    batch = await readNext(batch, readAfter);
  }
}

/**
 * Reads the batch after another one. If its last record has been deleted since, reading continues after the record
 * before it, without repeating any.
 */
async function readNext(
  { items, next }: CsvBatch,
  readAfter: CsvSource['readAfter'],
): Promise<CsvBatch | undefined> {
  if (next === null) return undefined;
  const ids = items.map(getId);
  const cursors = [next, ...ids.slice(0, -1).reverse()];
  for (const cursor of cursors) {
    const batch = cursor === undefined ? undefined : await readUnlessDeleted(cursor, readAfter);
    if (batch) return { ...batch, items: batch.items.filter(item => !isIn(ids, getId(item))) };
  }
  throw new AppError(
    'CONFLICT',
    'The records were deleted while they were being read; download the list again',
  );
}

async function readUnlessDeleted(
  cursor: string,
  readAfter: CsvSource['readAfter'],
): Promise<CsvBatch | undefined> {
  try {
    return await readAfter(cursor);
  } catch (error) {
    const isDeleted = error instanceof AppError && error.details?.some(({ field }) => field === 'after');
    if (isDeleted) return undefined;
    throw error;
  }
}

function getId(item: unknown): string | undefined {
  const { id } = item as { id?: unknown };
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

function isIn(ids: readonly (string | undefined)[], id: string | undefined): boolean {
  return id !== undefined && ids.includes(id);
}
