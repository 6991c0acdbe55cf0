import { Database } from 'bun:sqlite';

/** Tells whether a database was changed, by a connection of its own. */
export interface DatabaseFingerprint {
  /** A fingerprint of every row of every table. */
  read(): string;
  close(): void;
}

/** @param file of a running installation */
export function openFingerprint(file: string): DatabaseFingerprint {
  const db = new Database(file, { readonly: true });
  const version = db.prepare<{ data_version: number }, []>('PRAGMA data_version');
  const tables = db.query<{ name: string }, []>("select name from sqlite_master where type = 'table'").all();
  const hash = () => {
    const rows = tables.map(({ name }) => db.prepare(`select * from "${name}"`).values());
    return Bun.hash(JSON.stringify(rows)).toString(36);
  };
  let seen = { version: -1, contents: '' };
  return {
    read: () => {
      const now = version.get()?.data_version ?? 0;
      // A work that was undone may still write its page as it was before: only the contents tell.
      if (now !== seen.version) seen = { version: now, contents: hash() };
      return seen.contents;
    },
    close: () => db.close(true),
  };
}
