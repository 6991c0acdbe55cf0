import { createHash } from 'node:crypto';
import { type CopiedTable, CopyFailedError, type CopyOptions, isEqual, UnequalCopyError } from './report.ts';
import type { Batch, CopySide, CopyTarget, Table } from './tables.ts';

/** The number and the SHA-256 of the rows of a table. */
export interface Summary {
  rows: number;
  hash: string;
}

/**
 * Copies all rows into a target without rows, reads them again and compares them with the source.
 * @throws CopyFailedError, UnequalCopyError. The caller discards the target then
 */
export async function copyTables(
  source: CopySide,
  target: CopyTarget,
  tables: Table[],
  onProgress: CopyOptions['onProgress'] = () => {},
): Promise<CopiedTable[]> {
  let total = 0;
  for (const table of tables) total += 2 * (await source.countRows(table));
  let done = 0;
  const onRows = (rows: number) => {
    done += rows;
    onProgress(done, total);
  };
  const originals: Summary[] = [];
  for (const table of tables) originals.push(await copyTable(source, target, table, onRows));
  try {
    await target.finish();
  } catch (error) {
    throw new CopyFailedError('The indexes and foreign keys', error);
  }
  const copied: CopiedTable[] = [];
  for (const [index, table] of tables.entries()) {
    const summary = await summarize(target.readRows(table), onRows);
    copied.push({
      name: table.name,
      ...(originals[index] as Summary),
      copiedRows: summary.rows,
      copiedHash: summary.hash,
    });
  }
  if (!copied.every(isEqual)) throw new UnequalCopyError(copied);
  return copied;
}

async function copyTable(
  source: CopySide,
  target: CopyTarget,
  table: Table,
  onRows: (rows: number) => void,
): Promise<Summary> {
  // The next batch is read while the target inserts the previous one.
  let inserted: Promise<void> = Promise.resolve();
  const insert = async (batch: Batch) => {
    await inserted;
    inserted = Promise.resolve(target.insertRows(table, batch));
    inserted.catch(() => {});
  };
  try {
    const summary = await summarize(source.readRows(table), onRows, insert);
    await inserted;
    if (table.isNumbered) await target.setLastNumber(table, await source.readLastNumber(table));
    return summary;
  } catch (error) {
    await inserted.catch(() => {});
    throw new CopyFailedError(`The table ${table.name}`, error);
  }
}

/** Counts and hashes the rows of a table. */
export async function summarize(
  batches: AsyncGenerator<Batch>,
  onRows: (rows: number) => void = () => {},
  onBatch: (batch: Batch) => Promise<void> = async () => {},
): Promise<Summary> {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const batch of batches) {
    if (batch.length === 0) continue;
    rows += batch.length;
    hash.update(`${batch.join('\n')}\n`);
    await onBatch(batch);
    onRows(batch.length);
  }
  return { rows, hash: hash.digest('hex') };
}
