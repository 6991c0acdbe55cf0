import type { CsvOptions } from './options.ts';

/** A part of a list, and the cursor of the following one; null at the end. */
export interface CsvBatch {
  items: unknown[];
  next: string | null;
}

interface List {
  data: { items: unknown[]; pagination: { next: string | null } };
}

/** The state of a request for a list as CSV. */
export interface CsvRequest extends CsvOptions {
  /** The result of the handler, until it is written. */
  batch?: CsvBatch | undefined;
}

/**
 * Keeps what the handler of a list returned instead of sending it: as JSON, it would be text that is parsed at once,
 * which takes several times the memory. Responses of a cache exist as text already.
 */
export function takeBatch(csv: CsvRequest, returned: unknown): unknown {
  if (returned instanceof Response) return returned;
  csv.batch = toBatch(returned as List);
  return new Response(null);
}

/** Returns the batch of a response, and removes it. */
export async function readBatch(csv: CsvRequest, response: Response): Promise<CsvBatch> {
  const { batch } = csv;
  csv.batch = undefined;
  return batch ?? toBatch((await response.json()) as List);
}

function toBatch({ data }: List): CsvBatch {
  return { items: data.items, next: data.pagination.next };
}
