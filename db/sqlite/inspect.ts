import { Database as Sqlite } from 'bun:sqlite';

/** Facts about an installation, read from its database without changing or migrating it. */
export interface Inspection {
  /** The hash of the reference data that was seeded last. */
  seedHash: string | undefined;
  hasAdmin: boolean;
  /** JSON with the fingerprints of the secrets that the latest server started with. */
  secretFingerprints: string | undefined;
  /** ISO time of the newest event, session or migration. The clock must not be earlier. */
  newestTime: string | undefined;
}

const BUSY_TIMEOUT_MS = 5_000;
const NEWEST_TIME_SQL =
  'select max(at) as at from (select max(created_at) as at from sessions union all ' +
  'select max(applied_at) from _migrations union all ' +
  'select created_at from (select created_at from events order by id desc limit 1))';

/**
 * Reads an undamaged database of this version. Opens it for writing, because SQLite must recover the log after a crash.
 */
export function inspectDatabase(file: string): Inspection {
  const db = new Sqlite(file, { readwrite: true, create: false });
  try {
    db.run(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    const one = <T>(sql: string) => db.query<T, []>(sql).get();
    const findFact = (name: string) =>
      db.query<{ value: string }, [string]>('select value from facts where name = ?').get(name)?.value;
    return {
      seedHash: findFact('seedHash'),
      secretFingerprints: findFact('secretFingerprints'),
      hasAdmin: one("select 1 from users where role = 'admin' limit 1") !== null,
      newestTime: one<{ at: string | null }>(NEWEST_TIME_SQL)?.at ?? undefined,
    };
  } finally {
    db.close(true);
  }
}
