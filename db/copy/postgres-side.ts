import type { SQL } from 'bun';
import { PostgresConnection } from '../postgres/connection.ts';
import { createPool } from '../postgres/open.ts';
import { CopyRefusedError } from './report.ts';
import {
  type Batch,
  BatchBuilder,
  type CopySide,
  type CopyTarget,
  encodeRow,
  quoteAll,
  REFERENCE_TABLES,
  selectInOrder,
  type Table,
} from './tables.ts';

/** Settings of the connection. A copy takes minutes, and its checks run between statements. */
const SETTINGS = {
  application_name: 'perkmint db copy',
  statement_timeout: '0',
  idle_in_transaction_session_timeout: '0',
};
/** The lock that every transaction of a node shares or holds alone. */
const ALL = 0;
/** The name of the connections of servers and commands. */
const APPLICATION_NAME = 'perkmint';
const CLOSING_CHECKS = 20;
const CLOSING_CHECK_MS = 100;
const MAX_FETCHED_ROWS = 2_000;
/** Rows of the first fetch of a table, whose sizes are not known yet. */
const FIRST_FETCH_ROWS = 8;
/** Bytes of JSON per fetch. */
const FETCH_BYTES = 1024 * 1024;

/** One connection to a migrated PostgreSQL database. */
export class PostgresSide implements CopySide {
  protected constructor(
    private readonly pool: SQL,
    private readonly reserved: Awaited<ReturnType<SQL['reserve']>>,
    protected readonly connection: PostgresConnection,
  ) {}

  protected static async connect(url: string) {
    const pool = createPool(url, 1, SETTINGS);
    try {
      const reserved = await pool.reserve();
      return [pool, reserved, new PostgresConnection(reserved, true)] as const;
    } catch (error) {
      await pool.close();
      throw error;
    }
  }

  /**
   * Opens a database to read it as it is at this time.
   * @param options.isOffline whether to require that no server or command uses it, until `close`
   * @throws CopyRefusedError
   */
  static async openSource(url: string, { isOffline }: { isOffline: boolean }): Promise<PostgresSide> {
    const side = new PostgresSide(...(await PostgresSide.connect(url)));
    await side.prepare(async () => {
      if (isOffline) await side.lockOut();
      await side.connection.execute('begin isolation level repeatable read read only');
    });
    return side;
  }

  async countRows({ name }: Table): Promise<number> {
    const [row] = await this.connection.query(`select count(*) from "${name}"`);
    return Number(row?.[0]);
  }

  async *readRows(table: Table): AsyncGenerator<Batch> {
    const cursor = `"copy_${table.name}"`;
    await this.connection.execute(`declare ${cursor} no scroll cursor for ${selectInOrder(table)}`);
    const batches = new BatchBuilder();
    let [size, rows, bytes] = [FIRST_FETCH_ROWS, 0, 0];
    for (;;) {
      const fetched = await this.connection.execute(`fetch ${size} from ${cursor}`);
      for (const values of fetched) {
        const row = encodeRow(table, values);
        rows++;
        bytes += row.length;
        const batch = batches.add(row);
        if (batch) yield batch;
      }
      if (fetched.length < size) break;
      const fitting = Math.max(1, Math.floor((FETCH_BYTES * rows) / bytes));
      size = Math.min(MAX_FETCHED_ROWS, 2 * size, fitting);
    }
    yield batches.take();
    await this.connection.execute(`close ${cursor}`);
  }

  async readLastNumber(table: Table): Promise<number> {
    const [row] = await this.connection.query(
      `select case when is_called then last_value else 0 end from ${await this.findSequence(table)}`,
    );
    return Number(row?.[0] ?? 0);
  }

  async close(): Promise<void> {
    await this.connection.execute('rollback').catch(() => {});
    await this.reserved.release();
    await this.pool.close();
  }

  /** Closes the connection if `work` fails. */
  protected async prepare(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  /** Keeps the transactions of servers and commands from starting until `close`. @throws CopyRefusedError */
  protected async lockOut(): Promise<void> {
    let isLocked = false;
    // The server takes a moment to notice that a connection was closed or its process killed.
    for (let left = CLOSING_CHECKS; ; left--) {
      isLocked ||= await this.tryLock();
      const isInUse = await this.isInUse();
      if (isLocked && !isInUse) return;
      if (left === 0)
        throw new CopyRefusedError(
          isInUse
            ? 'The PostgreSQL database is in use. Stop all servers first'
            : 'Another copy uses the PostgreSQL database. Wait until it ends, and run the command again',
        );
      await Bun.sleep(CLOSING_CHECK_MS);
    }
  }

  private async tryLock(): Promise<boolean> {
    const [row] = await this.connection.query(`select pg_try_advisory_lock(${ALL})`);
    return row?.[0] === 1;
  }

  private async isInUse(): Promise<boolean> {
    const [row] = await this.connection.query(
      'select count(*) from pg_stat_activity where datname = current_database() and application_name = $1',
      [APPLICATION_NAME],
    );
    return row?.[0] !== 0;
  }

  protected async findSequence({ name, key }: Table): Promise<string> {
    const [row] = await this.connection.query(`select pg_get_serial_sequence('"${name}"', '${key[0]}')`);
    return String(row?.[0]);
  }
}

/** A migrated PostgreSQL database without data. Nothing is visible to others before `commit`. */
export class PostgresTarget extends PostgresSide implements CopyTarget {
  private restoring: string[] = [];

  /** @throws CopyRefusedError if the database has data or is in use */
  static async open(url: string, tables: Table[]): Promise<PostgresTarget> {
    const target = new PostgresTarget(...(await PostgresSide.connect(url)));
    await target.prepare(async () => {
      await target.lockOut();
      await target.connection.execute('begin');
      await target.assertEmpty(tables);
      await target.strip(tables);
    });
    return target;
  }

  async insertRows({ name, columns }: Table, batch: Batch): Promise<void> {
    const values = columns.map(({ type }, index) => `(r->>${index})::${type}`);
    await this.connection.execute(
      `insert into "${name}" (${quoteAll(columns.map(column => column.name))}) ` +
        `select ${values.join(', ')} from jsonb_array_elements($1::text::jsonb) r`,
      [`[${batch.join(',')}]`],
    );
  }

  async setLastNumber(table: Table, number: number): Promise<void> {
    const sequence = await this.findSequence(table);
    await this.connection.query(`select setval($1::regclass, ${Math.max(1, number)}, ${number > 0})`, [
      sequence,
    ]);
  }

  async finish(): Promise<void> {
    for (const statement of this.restoring) await this.connection.execute(statement);
    await this.connection.execute('analyze');
  }

  async commit(): Promise<void> {
    await this.connection.execute('commit');
  }

  private async assertEmpty(tables: Table[]): Promise<void> {
    for (const { name } of tables) {
      if (REFERENCE_TABLES.includes(name)) continue;
      const [row] = await this.connection.query(`select exists (select from "${name}")`);
      if (row?.[0] === 1)
        throw new CopyRefusedError(
          `The PostgreSQL database is not empty: ${name} has rows. Name a new database`,
        );
    }
  }

  /** Deletes the reference data, disables the triggers, and drops indexes and foreign keys for `finish` to create. */
  private async strip(tables: Table[]): Promise<void> {
    await this.connection.execute(`truncate ${quoteAll(tables.map(({ name }) => name))}`);
    const names = tables.map(({ name }) => `"${name}"`);
    const [indexes, keys] = [await this.listIndexes(tables), await this.listForeignKeys(tables)];
    const changes = [
      ...names.map(name => `alter table ${name} disable trigger user`),
      ...keys.map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
      ...indexes.map(({ name }) => `drop index ${name}`),
    ];
    for (const statement of changes) await this.connection.execute(statement);
    this.restoring = [
      ...indexes.map(({ definition }) => definition),
      ...keys.map(
        ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
      ),
      ...names.map(name => `alter table ${name} enable trigger user`),
    ];
  }

  private async listIndexes(tables: Table[]) {
    const rows = await this.connection.query(
      `select indexrelid::regclass::text, pg_get_indexdef(indexrelid) from pg_index
       where ${IS_OURS('indrelid', tables)} and not exists (select from pg_constraint where conindid = indexrelid)
       order by 1`,
    );
    return rows.map(([name, definition]) => ({ name: String(name), definition: String(definition) }));
  }

  private async listForeignKeys(tables: Table[]) {
    const rows = await this.connection.query(
      `select conrelid::regclass::text, quote_ident(conname), pg_get_constraintdef(oid) from pg_constraint
       where contype = 'f' and ${IS_OURS('conrelid', tables)} order by 1, 2`,
    );
    return rows.map(([table, name, definition]) => ({
      table: String(table),
      name: String(name),
      definition: String(definition),
    }));
  }
}

const IS_OURS = (column: string, tables: Table[]) =>
  `${column} in (${tables.map(({ name }) => `'"${name}"'::regclass`).join(', ')})`;
