import { Database } from 'bun:sqlite';

/** The tables that a statement reads and writes, triggers and cascades included. */
export interface Tables {
  reads: ReadonlySet<string>;
  writes: ReadonlySet<string>;
}

interface Opcode {
  opcode: string;
  p1: number;
  p2: number;
}

const NONE: Tables = { reads: new Set(), writes: new Set() };
const EXPLAINABLE = /^\s*(?:select|with|insert|update|delete|replace)\b/i;

/** Reads the tables of a statement from its SQLite bytecode (EXPLAIN), once per statement. */
export class TableIndex {
  readonly #known = new Map<number, Tables>();

  /** @param file a database with the schema for which the statements were written */
  learn(file: string, texts: readonly [number, string][]): void {
    if (texts.length === 0) return;
    const database = new Database(file, { readonly: true });
    const rows = database
      .query<{ rootpage: number; tbl_name: string }, []>('select rootpage, tbl_name from sqlite_master')
      .all();
    const tableAt = new Map(rows.map(({ rootpage, tbl_name }) => [rootpage, tbl_name]));
    for (const [number, sql] of texts)
      this.#known.set(number, EXPLAINABLE.test(sql) ? tablesOf(database, sql, tableAt) : NONE);
    database.close();
  }

  of(statements: readonly number[]): Tables {
    const all = statements.map(number => this.#known.get(number) ?? NONE);
    return {
      reads: new Set(all.flatMap(({ reads }) => [...reads])),
      writes: new Set(all.flatMap(({ writes }) => [...writes])),
    };
  }
}

function tablesOf(database: Database, sql: string, tableAt: Map<number, string>): Tables {
  const program = database.prepare<Opcode, []>(`explain ${sql}`).all();
  const namedBy = (opcode: string, operand: 'p1' | 'p2') =>
    program.flatMap(step => (step.opcode === opcode ? (tableAt.get(step[operand]) ?? []) : []));
  return {
    reads: new Set(namedBy('OpenRead', 'p2')),
    // Deleting all rows of a table doesn't open it.
    writes: new Set([...namedBy('OpenWrite', 'p2'), ...namedBy('Clear', 'p1')]),
  };
}

/** Hashes the contents of all tables. */
export class TableDigests {
  /** The hashes of the fresh installation, which are always the same. */
  #fresh: ReadonlyMap<string, number | bigint> | undefined;
  #known = new Map<string, number | bigint>();

  reset(database: Database): void {
    this.#fresh ??= new Map(tablesIn(database).map(table => [table, digestOf(database, table)]));
    this.#known = new Map(this.#fresh);
  }

  /** @returns whether the contents have changed since the last call */
  update(database: Database, table: string): boolean {
    const digest = digestOf(database, table);
    const hasChanged = digest !== this.#known.get(table);
    this.#known.set(table, digest);
    return hasChanged;
  }
}

function tablesIn(database: Database): string[] {
  const rows = database
    .query<{ name: string }, []>("select name from sqlite_master where type = 'table'")
    .all();
  return rows.map(({ name }) => name);
}

function digestOf(database: Database, table: string): number | bigint {
  return Bun.hash(JSON.stringify(database.query(`select * from "${table}"`).values()));
}
