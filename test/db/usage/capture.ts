import { Database } from 'bun:sqlite';

/** Runs `work` and returns the text of every statement that any SQLite connection prepares meanwhile. */
export async function captureStatements(work: () => Promise<unknown>): Promise<Set<string>> {
  const texts = new Set<string>();
  const { prepare } = Database.prototype;
  Database.prototype.prepare = function (this: Database, sql: string, ...rest: unknown[]) {
    texts.add(sql);
    return (prepare as (...args: unknown[]) => unknown).call(this, sql, ...rest);
  } as typeof prepare;
  try {
    await work();
  } finally {
    Database.prototype.prepare = prepare;
  }
  return texts;
}
