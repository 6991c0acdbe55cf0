import type { TableStats } from '../sqlite/maintenance.ts';
import { PostgresConnection } from './connection.ts';
import { createPool } from './open.ts';

interface PostgresStats {
  tables: TableStats[];
  /** Size of the database, which may have other tables too. */
  sizeBytes: number;
}

/** Reads the sizes of the tables with their indexes, and counts their rows. Reads all tables. */
export async function readPostgresStats(url: string): Promise<PostgresStats> {
  const pool = createPool(url, 1, { statement_timeout: '0' });
  const connection = new PostgresConnection(pool, false);
  try {
    const found = await connection.query(
      `select relname, pg_total_relation_size(oid) from pg_class
       where relkind = 'r' and relnamespace = current_schema::regnamespace order by relname`,
    );
    const tables: TableStats[] = [];
    for (const [name, bytes] of found) {
      const [count] = await connection.query(`select count(*) from "${name}"`);
      tables.push({ name: String(name), rows: Number(count?.[0]), bytes: Number(bytes) });
    }
    const [size] = await connection.query('select pg_database_size(current_database())');
    return { tables, sizeBytes: Number(size?.[0]) };
  } finally {
    await pool.close();
  }
}
