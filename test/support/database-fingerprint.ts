import { Database, type Statement } from 'bun:sqlite';
import { join } from 'node:path';
import { DATABASE_FILE } from '../../db/sqlite/file.ts';
import type { App } from '../../src/app.ts';
import { isOnPostgres } from './postgres-app.ts';

/** Detects changes to the database of a running installation. */
export interface DatabaseFingerprint {
  /** Returns a hash of all rows of all tables. */
  read(): Promise<string>;
  close(): void;
}

type Services = Pick<App['services'], 'config' | 'database'>;

export function openFingerprint({ services }: { services: Services }): DatabaseFingerprint {
  return isOnPostgres ? watchPostgres(services) : watchFile(join(services.config.dataDir, DATABASE_FILE));
}

/** Returns all rows of all tables on PostgreSQL as text. */
export async function readAllRows({ database }: Pick<Services, 'database'>): Promise<string> {
  const tables = await database.reader.all<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
  );
  const texts = tables.map(
    ({ name }) => `(select string_agg(cast(t as text), ';' order by cast(t as text)) from "${name}" t)`,
  );
  const [row] = await database.reader.all<{ contents: string }>(
    `select concat_ws('|', ${texts.join()}) as contents`,
  );
  return row?.contents ?? '';
}

/** Reads all rows only if a transaction of the server has written anything since. */
function watchPostgres({ database }: Services): DatabaseFingerprint {
  let cached = { version: '', contents: '' };
  return {
    read: async () => {
      const [row] = await database.reader.all<{ version: string }>(
        'select cast(pg_snapshot_xmax(pg_current_snapshot()) as text) as version',
      );
      const version = row?.version ?? '';
      if (version !== cached.version)
        cached = { version, contents: Bun.hash(await readAllRows({ database })).toString(36) };
      return cached.contents;
    },
    close: () => {},
  };
}

/** Reads the file through its own connection. */
function watchFile(file: string): DatabaseFingerprint {
  const db = new Database(file, { readonly: true });
  const version = db.prepare<{ data_version: number }, []>('PRAGMA data_version');
  const tables = db.query<{ name: string }, []>("select name from sqlite_master where type = 'table'").all();
  let selects: Statement[] | undefined;
  const hash = () => {
    selects ??= tables.map(({ name }) => db.prepare(`select * from "${name}"`));
    const rows = selects.map(select => select.values());
    return Bun.hash(JSON.stringify(rows)).toString(36);
  };
  let cached = { version: -1, contents: '' };
  return {
    read: async () => {
      const now = version.get()?.data_version ?? 0;
      // A rolled-back transaction may still write an unchanged page, so compare contents, not versions.
      if (now !== cached.version) cached = { version: now, contents: hash() };
      return cached.contents;
    },
    close: () => {
      for (const select of selects ?? []) select.finalize();
      version.finalize();
      db.close(true);
    },
  };
}
