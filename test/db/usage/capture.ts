import { Database } from 'bun:sqlite';
import { PostgresConnection } from '../../../db/postgres/connection.ts';

/**
 * Runs `work` and returns the text of every statement that any connection prepares meanwhile, in SQLite's dialect on
 * both engines.
 */
export async function captureStatements(work: () => Promise<unknown>): Promise<Set<string>> {
  const texts = new Set<string>();
  const restore = [record(Database.prototype, texts), record(PostgresConnection.prototype, texts)];
  try {
    await work();
  } finally {
    for (const undo of restore) undo();
  }
  return texts;
}

/** Adds the text of each call of `prepare` to `texts`. @returns a function that undoes it */
function record(connection: { prepare(sql: string): unknown }, texts: Set<string>): () => void {
  const { prepare } = connection;
  connection.prepare = function (this: unknown, sql: string, ...rest: unknown[]) {
    texts.add(sql);
    return (prepare as (...args: unknown[]) => unknown).call(this, sql, ...rest);
  };
  return () => {
    connection.prepare = prepare;
  };
}
