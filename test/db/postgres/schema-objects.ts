import type { Database as Sqlite } from 'bun:sqlite';
import type { SQL } from 'bun';

/** The objects of a schema, described in the same words by both engines. Every list is sorted by its text. */
export interface SchemaObjects {
  columns: string[];
  primaryKeys: string[];
  foreignKeys: string[];
  indexes: string[];
  triggers: string[];
}

type Row = Record<string, string>;

const TYPES: Record<string, string> = {
  TEXT: 'text',
  INTEGER: 'bigint',
  REAL: 'double precision',
  BLOB: 'bytea',
};

export function readSqliteSchema(db: Sqlite): SchemaObjects {
  const list = (sql: string) => db.query<Row, []>(sql).all();
  const tables = list("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'");
  const columns = tables.flatMap(({ name: table }) =>
    list(`select *, '${table}' as "table" from pragma_table_info('${table}') order by pk`),
  );
  return {
    columns: columns
      .map(row => {
        const value = { false: '0', true: '1' }[row.dflt_value ?? ''] ?? row.dflt_value ?? 'null';
        const type = TYPES[(row.type as string).toUpperCase()];
        return `${row.table}.${row.name} ${type}, not null ${row.notnull}, default ${value}`;
      })
      .sort(),
    primaryKeys: tables
      .map(({ name }) => {
        const key = columns.filter(row => row.table === name && Number(row.pk) > 0);
        return `${name} (${key.map(row => row.name).join(', ')})`;
      })
      .sort(),
    foreignKeys: tables
      .flatMap(({ name }) =>
        list(`select * from pragma_foreign_key_list('${name}')`).map(
          row => `${name}.${row.from} to ${row.table}.${row.to} on delete ${row.on_delete?.toLowerCase()}`,
        ),
      )
      .sort(),
    indexes: tables
      .flatMap(({ name: table }) =>
        list(`select * from pragma_index_list('${table}') where origin = 'c'`).map(row => {
          const keys = list(`select * from pragma_index_info('${row.name}')`).map(
            key => key.name ?? '(expression)',
          );
          return `${row.name} on ${table} (${keys.join(', ')}), unique ${row.unique}, partial ${row.partial}`;
        }),
      )
      .sort(),
    triggers: list("select name, tbl_name as 'table' from sqlite_schema where type = 'trigger'")
      .map(row => `${row.name} on ${row.table}`)
      .sort(),
  };
}

export async function readPostgresSchema(sql: SQL): Promise<SchemaObjects> {
  const list = async (text: string) => {
    const rows: { text: string }[] = await sql.unsafe(text);
    return rows.map(row => row.text).sort();
  };
  const names = (
    keys: string,
    table: string,
  ) => `(select string_agg(coalesce(a.attname, '(expression)'), ', ' order by n)
    from unnest(${keys}) with ordinality as key(number, n)
    left join pg_attribute a on a.attrelid = ${table} and a.attnum = key.number and key.number > 0)`;
  return {
    columns: await list(`
      select format('%s.%s %s, not null %s, default %s', table_name, column_name, data_type,
        case when is_nullable = 'NO' then 1 else 0 end,
        coalesce(regexp_replace(column_default, '::\\w+$', ''), 'null')) as text
      from information_schema.columns where table_schema = current_schema`),
    primaryKeys: await list(`
      select format('%s (%s)', conrelid::regclass, ${names('conkey', 'conrelid')}) as text
      from pg_constraint where contype = 'p' and connamespace = current_schema::regnamespace`),
    foreignKeys: await list(`
      select format('%s.%s to %s.%s on delete %s', conrelid::regclass, ${names('conkey', 'conrelid')},
        confrelid::regclass, ${names('confkey', 'confrelid')},
        case confdeltype when 'a' then 'no action' when 'c' then 'cascade' when 'n' then 'set null' end) as text
      from pg_constraint where contype = 'f'`),
    indexes: await list(`
      select format('%s on %s (%s), unique %s, partial %s', indexrelid::regclass, indrelid::regclass,
        ${names('indkey::int[]', 'indrelid')}, indisunique::int, (indpred is not null)::int) as text
      from pg_index join pg_class on pg_class.oid = indexrelid
      where relnamespace = current_schema::regnamespace and not indisprimary`),
    triggers: await list(`
      select format('%s on %s', tgname, tgrelid::regclass) as text from pg_trigger where not tgisinternal`),
  };
}

/** Returns the definitions that PostgreSQL prints: indexes with predicates, constraints, triggers and functions. */
export async function readDefinitions(sql: SQL): Promise<string[]> {
  const rows: { text: string }[] = await sql`
    select pg_get_indexdef(indexrelid) as text from pg_index join pg_class on pg_class.oid = indexrelid
      where relnamespace = current_schema::regnamespace and indrelid <> coalesce(to_regclass('_migrations'), 0)
    union all select format('%s: %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = current_schema::regnamespace and conrelid <> coalesce(to_regclass('_migrations'), 0)
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select pg_get_functiondef(oid) from pg_proc where pronamespace = current_schema::regnamespace`;
  return rows.map(({ text }) => text.replace(/\s+/g, ' ')).sort();
}
