import { Database } from 'bun:sqlite';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../db/migrate.ts';
import { migrations } from '../../db/migrations/index.ts';

/** When the rows of an older version were written, and when the migrations run. */
export const UPGRADE_TIME = '2026-06-01T12:00:00.000Z';

/** What an older version wrote, after the migrations. */
export interface UpgradedDatabase {
  db: Database;
  close(): void;
}

/**
 * A database as it was before one migration, with one business and what `play` writes into it, brought up to date.
 * @param name of the migration, without its number
 */
export function upgradeFrom(name: string, play: (before: Database) => void): UpgradedDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'perkmint-upgrade-'));
  const file = join(folder, 'perkmint.sqlite');
  const first = migrations.findIndex(migration => migration.name.endsWith(`_${name}`));
  if (first < 0) throw new Error(`There is no migration ${name}`);
  migrate(file, migrations.slice(0, first), { now: UPGRADE_TIME });
  const before = new Database(file);
  before.run('insert into businesses (id, name, created_at, updated_at) values (?1, ?1, ?2, ?2)', [
    'biz_1',
    UPGRADE_TIME,
  ]);
  play(before);
  before.close();
  migrate(file, migrations, { now: UPGRADE_TIME });
  const db = new Database(file);
  return {
    db,
    close: () => {
      db.close();
      rmSync(folder, { recursive: true });
    },
  };
}
