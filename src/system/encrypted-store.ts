import { and, eq, getTableColumns, getTableName, isNotNull, ne, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Db } from '../../db/client.ts';

/** A column with encrypted texts, and the columns of its table's primary key. */
export interface EncryptedColumn {
  column: SQLiteColumn;
  key: readonly SQLiteColumn[];
}

export interface EncryptedText {
  key: string[];
  sealed: string;
}

export function getTable({ column }: EncryptedColumn): string {
  return getTableName(column.table);
}

/** The beginning and the length of a list. */
export interface Range {
  /** The key of the last text before it; undefined for the first one. */
  after: readonly string[] | undefined;
  limit: number;
}

/** Lists encrypted texts in the order of their keys. */
export async function listEncrypted(
  db: Db,
  { column, key }: EncryptedColumn,
  { after, limit }: Range,
): Promise<EncryptedText[]> {
  const isAfter = after && sql`(${join(key)}) > (${join(after)})`;
  const fields = Object.fromEntries(key.map((each, index) => [`key${index}`, each]));
  const rows = await db
    .select({ ...fields, sealed: column })
    .from(column.table)
    .where(and(isNotNull(column), ne(column, ''), isAfter))
    .orderBy(...key)
    .limit(limit)
    .all();
  return rows.map(({ sealed, ...keys }) => ({
    key: Object.values(keys) as string[],
    sealed: sealed as string,
  }));
}

export async function replaceEncrypted(
  db: Db,
  { column, key: columns }: EncryptedColumn,
  { key, sealed }: EncryptedText,
): Promise<void> {
  const [name] = Object.entries(getTableColumns(column.table)).find(([, each]) => each === column)!;
  const isRow = and(...columns.map((each, index) => eq(each, key[index])));
  await db
    .update(column.table)
    .set({ [name]: sealed })
    .where(isRow)
    .run();
}

function join(parts: readonly unknown[]): SQL {
  return sql.join(
    parts.map(part => sql`${part}`),
    sql`, `,
  );
}
