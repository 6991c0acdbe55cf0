import { and, eq, getTableColumns, inArray, or, type SQL } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db } from '../../db/client.ts';
import type { Key, TableData } from '../../db/personal-data/map.ts';

/** A person, as the values by which rows belong to them. */
export interface Subject {
  /** A business that erases what it keeps of a person: nothing outside it is touched. */
  businessId?: string;
  keys: Record<Key, string[]>;
}

export type Row = Record<string, unknown>;

/** Values in one statement, below the limits of all engines. */
const VALUES_PER_STATEMENT = 500;

/** Returns the rows of a table that belong to a person. */
export async function selectRows(db: Db, data: TableData, subject: Subject): Promise<Row[]> {
  const found = new Map<string, Row>();
  for (const where of listConditions(data, subject)) {
    const rows: Row[] = await db.select().from(data.table).where(where).all();
    // A row can be found by more than one value.
    for (const row of rows) found.set(JSON.stringify(row), row);
  }
  return [...found.values()];
}

/** Returns the values of a column in the rows of a table that have one of some values in another. */
export async function selectValues(
  db: Db,
  column: SQLiteColumn,
  by: SQLiteColumn,
  values: readonly string[],
  businessId?: string,
): Promise<string[]> {
  const { table } = column;
  const found = new Set<string>();
  for (const chunk of toChunks(values)) {
    const where = and(inArray(by, chunk), inBusiness(table, businessId));
    const rows = await db.select({ value: column }).from(table).where(where).all();
    for (const { value } of rows) if (typeof value === 'string') found.add(value);
  }
  return [...found];
}

/** Returns conditions that together match the rows that belong to a person; none if there can be no such rows. */
export function listConditions({ table, rows }: TableData, subject: Subject): SQL[] {
  const columns = getTableColumns(table);
  const { keys } = subject;
  // The person owns an uploaded file, not the business; its ID comes from a submission to the business.
  const businessId = rows.some(([, key]) => key === 'upload') ? undefined : subject.businessId;
  const chunks = rows.map(([name, key]) => ({ column: columns[name]!, chunks: toChunks(keys[key]) }));
  const length = Math.max(0, ...chunks.map(each => each.chunks.length));
  return Array.from({ length }, (_, index) => {
    const matches = chunks.flatMap(({ column, chunks: values }) =>
      values[index] ? [inArray(column, values[index])] : [],
    );
    return and(or(...matches), inBusiness(table, businessId))!;
  });
}

function inBusiness(table: SQLiteTable, businessId: string | undefined): SQL | undefined {
  const column = getTableColumns(table).businessId;
  return column && businessId !== undefined ? eq(column, businessId) : undefined;
}

function toChunks(values: readonly string[]): string[][] {
  const chunks: string[][] = [];
  for (let start = 0; start < values.length; start += VALUES_PER_STATEMENT)
    chunks.push(values.slice(start, start + VALUES_PER_STATEMENT));
  return chunks;
}
