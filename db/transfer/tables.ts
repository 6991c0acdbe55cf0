import { type Summary, summarize } from '../copy/copy-tables.ts';
import { SqliteSource } from '../copy/sqlite-side.ts';
import { listTables, REFERENCE_TABLES, type Table } from '../copy/tables.ts';
import { withFile } from '../sqlite/file.ts';

export interface TableSummary extends Summary {
  name: string;
}

/** Tables whose rows a move does not have to keep: opening an installation writes them. */
const REWRITTEN = REFERENCE_TABLES;

/**
 * Summarizes the rows of all tables of a SQLite database that must be the same after a move, by name.
 * @param except columns with texts that each installation encrypts with its own key, each as `table.column`
 */
export async function summarizeTables(file: string, except: readonly string[]): Promise<TableSummary[]> {
  const source = new SqliteSource(file);
  try {
    const summaries: TableSummary[] = [];
    for (const table of listTables(source.connection)) {
      if (REWRITTEN.includes(table.name)) continue;
      summaries.push({ name: table.name, ...(await summarize(source.readRows(without(table, except)))) });
    }
    return summaries;
  } finally {
    source.close();
  }
}

function without(table: Table, except: readonly string[]): Table {
  return { ...table, columns: table.columns.filter(({ name }) => !except.includes(`${table.name}.${name}`)) };
}

/** Lists the names of the tables whose rows differ. */
export function listUnequalTables(one: readonly TableSummary[], other: readonly TableSummary[]): string[] {
  const hashes = new Map(other.map(({ name, hash }) => [name, hash]));
  const names = new Set([...one, ...other].map(({ name }) => name));
  return [...names].filter(name => hashes.get(name) !== one.find(table => table.name === name)?.hash);
}

/** Removes what stays behind from a copy of a database: the test data of businesses, which other files hold. */
export function dropTestData(file: string): void {
  withFile(file, db => db.run('update businesses set test_environment_id = null'));
}
