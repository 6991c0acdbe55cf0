import type { Database as Sqlite } from 'bun:sqlite';
import { iso, systemClock } from '../../src/platform/clock.ts';
import type { Connection, Parameter, Statement, Tuples } from '../client.ts';

/** Bun's statement with all parameters in one array, which its types omit. Bun copies separate parameters twice. */
interface ArrayStatement {
  values(parameters: Parameter[]): Tuples;
  run(parameters: Parameter[]): { changes: number };
  all(parameters: Parameter[]): Record<string, unknown>[];
}

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
  const statement = sqlite.prepare(sql) as unknown as ArrayStatement;
  return {
    values: parameters => statement.values(parameters),
    run: parameters => statement.run(parameters).changes,
    send: parameters => void statement.run(parameters),
    rows: parameters => statement.all(parameters),
  };
}
