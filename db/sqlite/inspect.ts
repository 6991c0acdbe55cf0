import type { Database as Sqlite } from 'bun:sqlite';
import type { Inspection } from '../client.ts';
import { withFile } from './file.ts';

const NEWEST_TIME_SQL =
  'select max(at) as at from (select max(created_at) as at from sessions union all ' +
  'select max(applied_at) from _migrations union all ' +
  'select created_at from (select created_at from events order by id desc limit 1))';

/** Reads an undamaged database of this version. */
export function inspectDatabase(file: string): Inspection {
  return withFile(file, db => {
    const one = <T>(sql: string) => db.query<T, []>(sql).get();
    const findFact = (name: string) =>
      db.query<{ value: string }, [string]>('select value from facts where name = ?').get(name)?.value;
    return {
      seedHash: findFact('seedHash'),
      publicUrl: findFact('publicUrl'),
      secretFingerprints: findFact('secretFingerprints'),
      isSetUp: one("select 1 from users where role = 'admin' or position = 'owner' limit 1") !== null,
      newestTime: one<{ at: string | null }>(NEWEST_TIME_SQL)?.at ?? undefined,
      clockHistory: findFact('clock'),
    };
  });
}

/** Counts the uploads whose files are in a bucket; none in a database of a version without buckets. */
export function countUploadsInBucket(file: string): number {
  return withFile(file, db => {
    if (!hasStorages(db)) return 0;
    return db
      .query<{ files: number }, []>("select count(*) as files from uploads where storage = 's3'")
      .get()!.files;
  });
}

/** Lists the IDs of uploads whose files are in the data folder; all in a database of a version without other storages. */
export function listUploadsInFolder(file: string): string[] {
  return withFile(file, db => {
    const condition = hasStorages(db) ? " where storage = 'folder'" : '';
    return db
      .query<{ id: string }, []>(`select id from uploads${condition} order by id`)
      .all()
      .map(({ id }) => id);
  });
}

function hasStorages(db: Sqlite): boolean {
  return db.query("select 1 from pragma_table_info('uploads') where name = 'storage'").get() !== null;
}
