import { Column, getTableColumns, is, SQL } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';

/** A column of a result: its property in the row, and the table column or expression that decodes it. */
export interface ResultField {
  path: string[];
  field: Column | SQL | SQL.Aliased;
}

type Decode = (value: unknown) => unknown;
type ToRow = (values: unknown[]) => Record<string, unknown>;

/**
 * Creates a decoder that turns the `values()` of a prepared statement into rows. Drizzle's mapper looks up the decoder
 * of every value, which costs as much as the query; this one looks it up once per column.
 */
export function createRowDecoder(fields: readonly ResultField[]) {
  const nested = fields.find(({ path }) => path.length !== 1);
  if (nested) throw new Error(`Nested result ${nested.path.join('.')}: select the columns by name`);
  // Compiled at the first use, because most statements are prepared at the start, and few are used then.
  let toRow: ToRow | undefined;
  return (tuples: unknown[][]): Record<string, unknown>[] => {
    toRow ??= compile(fields);
    return tuples.map(toRow);
  };
}

/** Compiles an object literal, because assigning the columns of a row one by one takes five times as long. */
function compile(fields: readonly ResultField[]): ToRow {
  const decoders = fields.map(({ field }) => getDecoder(field));
  const properties = fields.map(({ path: [name] }, index) => {
    const value = `values[${index}]`;
    const decoded = `${value} === null ? null : decoders[${index}](${value})`;
    return `${JSON.stringify(name)}: ${decoders[index] ? decoded : value}`;
  });
  return new Function('decoders', `return values => ({ ${properties.join(', ')} })`)(decoders) as ToRow;
}

/** Creates the decoder of rows that hold all columns of a table. */
export function createTableDecoder<T extends SQLiteTable>(table: T) {
  const columns = Object.entries(getTableColumns(table));
  const toRows = createRowDecoder(columns.map(([name, field]) => ({ path: [name], field })));
  return toRows as (tuples: unknown[][]) => T['$inferSelect'][];
}

/** Returns undefined when SQLite's value needs no decoding. */
function getDecoder(field: ResultField['field']): Decode | undefined {
  if (!is(field, Column)) {
    const { decoder } = (is(field, SQL) ? field : field.sql) as unknown as SqlWithDecoder;
    return value => decoder.mapFromDriverValue(value);
  }
  if (field.dataType === 'string' || field.dataType === 'number') return undefined;
  return value => field.mapFromDriverValue(value);
}

/** Drizzle declares the decoder of an expression as internal. */
interface SqlWithDecoder {
  decoder: { mapFromDriverValue: Decode };
}
