import type { SQLQueryBindings, Database as Sqlite } from 'bun:sqlite';
import type { Column } from 'drizzle-orm';
import type { Db } from './client.ts';

/** Caches one prepared statement per connection, prepared on first use. */
export function perConnection<S>(prepare: (client: Sqlite, db: Db) => S): (db: Db) => S {
  const cache = new WeakMap<Db, S>();
  return db => {
    let statement = cache.get(db);
    if (statement === undefined) {
      statement = prepare(clientOf(db), db);
      cache.set(db, statement);
    }
    return statement;
  };
}

function clientOf(db: Db): Sqlite {
  return (db as unknown as { $client: Sqlite }).$client;
}

/** Rejects writes outside a transaction, because the writer connection would commit them immediately. */
export function assertInTransaction(db: Db): void {
  if (!clientOf(db).inTransaction) throw new Error('A write needs a transaction');
}

/** Returns the encoder of a column. Strings and numbers are bound unchanged. */
export function getEncoder(column: Column): (value: unknown) => SQLQueryBindings {
  const isPlain = column.dataType === 'string' || column.dataType === 'number';
  return value => {
    if (value === undefined || value === null) return null;
    return (isPlain ? value : column.mapToDriverValue(value)) as SQLQueryBindings;
  };
}
