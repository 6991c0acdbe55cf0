import { getTableColumns } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';

type Decode = (value: unknown) => unknown;

/**
 * Creates a decoder that turns the `values()` of a prepared `select().from(table)` into rows. Drizzle's mapper looks up
 * the decoder of every value, which costs as much as the query; this one looks it up once per column.
 */
export function createRowDecoder<T extends SQLiteTable>(table: T) {
  const columns = Object.entries(getTableColumns(table)) as [string, SQLiteColumn][];
  const names = columns.map(([name]) => name);
  const decoders = columns
    .map(([name, column], index) => ({ name, index, decode: getDecoder(column) }))
    .filter((entry): entry is typeof entry & { decode: Decode } => entry.decode !== undefined);
  const toRow = (values: unknown[]): T['$inferSelect'] => {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < names.length; index++) row[names[index] as string] = values[index];
    for (const { name, index, decode } of decoders) {
      if (values[index] !== null) row[name] = decode(values[index]);
    }
    return row as T['$inferSelect'];
  };
  return (tuples: unknown[][]): T['$inferSelect'][] => tuples.map(toRow);
}

/** Returns undefined when SQLite's value needs no decoding. */
function getDecoder(column: SQLiteColumn): Decode | undefined {
  const { dataType } = column;
  if (dataType === 'string' || dataType === 'number') return undefined;
  return value => column.mapFromDriverValue(value);
}
