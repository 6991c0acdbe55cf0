import { SQL } from 'bun';
import { readDefinitions } from '../db/postgres/schema-objects.ts';

/** Runs statements on a connection of their own. */
export async function inPostgres<T>(url: string, work: (sql: SQL) => Promise<T>): Promise<T> {
  const sql = new SQL(url, { max: 1 });
  try {
    return await work(sql);
  } finally {
    await sql.close();
  }
}

/** Lists the tables with rows, the definitions of the schema, and the number of disabled triggers. */
export function readTarget(url: string) {
  return inPostgres(url, async sql => {
    const tables: { name: string }[] =
      await sql`select table_name as name from information_schema.tables where table_schema = 'public'`;
    const filled: string[] = [];
    for (const { name } of tables)
      if ((await sql.unsafe(`select 1 from "${name}" limit 1`)).length > 0) filled.push(name);
    const [{ disabled }] = await sql`select count(*)::int as disabled from pg_trigger where tgenabled <> 'O'`;
    return { filled, disabled: disabled as number, definitions: await readDefinitions(sql) };
  });
}
