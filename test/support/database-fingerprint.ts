import { Database } from 'bun:sqlite';

/** Detects changes to a database through its own connection. */
export interface DatabaseFingerprint {
  /** Returns a hash of all rows of all tables. */
  read(): string;
  close(): void;
}

/** @param file the database file of a running installation */
export function openFingerprint(file: string): DatabaseFingerprint {
  const db = new Database(file, { readonly: true });
  const version = db.prepare<{ data_version: number }, []>('PRAGMA data_version');
  const tables = db.query<{ name: string }, []>("select name from sqlite_master where type = 'table'").all();
  const hash = () => {
    const rows = tables.map(({ name }) => db.prepare(`select * from "${name}"`).values());
    return Bun.hash(JSON.stringify(rows)).toString(36);
  };
  let cached = { version: -1, contents: '' };
  return {
    read: () => {
      const now = version.get()?.data_version ?? 0;
      // A rolled-back transaction may still write an unchanged page, so compare contents, not versions.
      if (now !== cached.version) cached = { version: now, contents: hash() };
      return cached.contents;
    },
    close: () => db.close(true),
  };
}
