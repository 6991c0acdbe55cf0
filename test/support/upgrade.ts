import { Database } from 'bun:sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../../db/migrations/index.ts';
import { migrate } from '../../db/sqlite/migrate.ts';

/** The time at which the old rows are written and the migrations run. */
export const UPGRADE_TIME = '2026-06-01T12:00:00.000Z';

/** A database of an older version after its migrations. */
export interface UpgradedDatabase {
  db: Database;
  close(): void;
}

/**
 * Creates a database as it was before a migration, adds a business and what `seed` writes, and runs all migrations.
 * @param name the migration's name without its number
 */
export async function upgradeFrom(name: string, seed: (before: Database) => void): Promise<UpgradedDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'perkmint-upgrade-'));
  const file = join(folder, 'perkmint.sqlite');
  const first = migrations.findIndex(migration => migration.name.endsWith(`_${name}`));
  if (first < 0) throw new Error(`There is no migration ${name}`);
  await migrate(file, migrations.slice(0, first), { now: UPGRADE_TIME });
  const before = new Database(file);
  before.run('insert into businesses (id, name, created_at, updated_at) values (?1, ?1, ?2, ?2)', [
    'biz_1',
    UPGRADE_TIME,
  ]);
  seed(before);
  before.close();
  await migrate(file, migrations, { now: UPGRADE_TIME });
  const db = new Database(file);
  return {
    db,
    close: () => {
      db.close();
      rmSync(folder, { recursive: true });
    },
  };
}
