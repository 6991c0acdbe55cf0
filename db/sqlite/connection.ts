import type { SQLQueryBindings, Database as Sqlite } from 'bun:sqlite';
import { iso, systemClock } from '../../src/platform/clock.ts';
import type { Connection, Statement } from '../client.ts';

/** Creates the statement layer's view of a SQLite connection. The writer's is transactional. */
export function createSqliteConnection(sqlite: Sqlite, isTransactional: boolean): Connection {
  return {
    isTransactional,
    get inTransaction() {
      return sqlite.inTransaction;
    },
    skipLocked: '',
    getTime: () => iso(systemClock.now()),
    prepare: sql => createStatement(sqlite, sql),
  };
}

function createStatement(sqlite: Sqlite, sql: string): Statement {
  const statement = sqlite.prepare<Record<string, unknown>, SQLQueryBindings[]>(sql);
  return {
    values: parameters => statement.values(...parameters),
    run: parameters => statement.run(...parameters).changes,
    rows: parameters => statement.all(...parameters),
  };
}
