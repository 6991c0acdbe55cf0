export interface Migration {
  /** The file name without `.sql`. Migrations are applied in list order. */
  name: string;
  sql: string;
  /** Returns the statements to run in place of `sql`, which only identifies the migration then. */
  toSql?: () => string;
  /** The last of the migrations that this one replaces. A database that has it, has this one. */
  replaces?: string;
  /** Changes that SQL cannot express. Runs after the statements in the same transaction. */
  run?: (db: MigrationConnection) => Promise<void>;
  /** Tables that may lose rows or be dropped. */
  mayLoseRows?: string[];
}

/** The database access of a migration in code, inside its transaction. Statements have `?` for values. */
export interface MigrationConnection {
  all<T>(sql: string, values: (string | number)[]): Promise<T[]>;
  run(sql: string, values: (string | number)[]): Promise<void>;
}

export interface MigrateOptions {
  /** ISO time, recorded with each migration and used in the name of the snapshot. */
  now: string;
  /** The program version, recorded with each migration so that an older program can name it in an error. */
  version?: string;
  /** Called with each step of the migration of an existing database. */
  onProgress?: OnMigrationProgress;
  /** Called before each statement, to test interruptions. */
  beforeStatement?: (statement: string) => void;
}

/** A step of the migration of an existing database. Each is reported before its work, except `applied` and `copied`. */
export interface MigrationProgress {
  step: 'starting' | 'copying' | 'copied' | 'reusing' | 'applying' | 'applied';
  /** Number of migrations to apply. */
  total: number;
  /** The migration, and its position from 1; absent before the first one. */
  name?: string;
  position?: number;
  /** The copy made before the first migration, and the size of its source. */
  file?: string;
  bytes?: number;
  /** Duration of a finished step. */
  seconds?: number;
}

export type OnMigrationProgress = (progress: MigrationProgress) => void;

const MIB = 2 ** 20;

/** Describes a step for the log. */
export function describeProgress(progress: MigrationProgress): string {
  const { step, total, name, position, file, bytes = 0, seconds = 0 } = progress;
  const migrations = `${total} ${total === 1 ? 'migration' : 'migrations'}`;
  const migration = `migration ${position} of ${total}: ${name}`;
  switch (step) {
    case 'starting':
      return `The database needs ${migrations}`;
    case 'copying':
      return `Copying the database (${(bytes / MIB).toFixed(1)} MiB) to ${file}`;
    case 'copied':
      return `Copied the database in ${seconds.toFixed(1)} s`;
    case 'reusing':
      return `Keeping the copy that was made before an interrupted migration: ${file}`;
    case 'applying':
      return `Applying ${migration}`;
    case 'applied':
      return `Applied ${migration}, in ${seconds.toFixed(1)} s`;
  }
}

/** Reports a migration before it runs and after it was applied. @returns whether this call applied it */
export async function reportMigration(
  { onProgress }: Pick<MigrateOptions, 'onProgress'>,
  migration: Pick<MigrationProgress, 'name' | 'position' | 'total'>,
  apply: () => Promise<boolean>,
): Promise<boolean> {
  onProgress?.({ step: 'applying', ...migration });
  const startedMs = performance.now();
  const isApplied = await apply();
  if (isApplied) onProgress?.({ step: 'applied', ...migration, seconds: secondsSince(startedMs) });
  return isApplied;
}

/** Returns the seconds since a reading of `performance.now()`. */
export function secondsSince(startedMs: number): number {
  return Math.round(performance.now() - startedMs) / 1000;
}

export interface MigrateResult {
  /** Names of the migrations applied by this call. */
  applied: string[];
  /** The copy made before the first change; null if the database was empty or up to date. */
  snapshot: string | null;
  /** The newest applied migration; '' if there are no migrations. */
  current: string;
}

/** The database could not be migrated. It is unchanged since before the named migration. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** The database lacks migrations that this program needs. It was not changed. */
export class OlderDatabaseError extends MigrationError {
  /** @param isShared whether servers of the previous version may keep running during the migrations */
  constructor(pending: string[], { isShared = false } = {}) {
    const fix = isShared
      ? 'Run perkmint db migrate, or start a server of this version.'
      : 'Stop the server if one is running, then run perkmint db migrate.';
    super(`The database is from an older version: migrations up to ${pending.at(-1)} are missing. ${fix}`);
  }
}

/** The database has migrations that this program does not know. It was not changed. */
export class NewerDatabaseError extends MigrationError {
  constructor({ name, version }: AppliedMigration) {
    super(
      `The database is from a newer version${version ? `, ${version}` : ''}: it has the migration ${name}, which this ` +
        'one does not know. Use that version, or restore a backup made before the upgrade.',
    );
  }
}

export interface AppliedMigration {
  name: string;
  hash: string;
  /** The program version that applied it; null if it was applied before versions were recorded. */
  version: string | null;
}

/** The table of applied migrations. */
export const CREATE_RECORD_TABLE =
  'create table if not exists _migrations ' +
  '(name text primary key not null, hash text not null, applied_at text not null, version text)';

/** The version that upgrades databases of versions before the baseline. */
const VERSION_OF_BASELINE = '0.2.0';

/**
 * Returns the applied migrations with the baseline in place of those that it replaces.
 * @throws MigrationError if the database lacks some of them
 */
function replaceByBaseline(applied: AppliedMigration[], migrations: Migration[]): AppliedMigration[] {
  const [baseline] = migrations;
  const last = baseline?.replaces;
  if (!baseline || last === undefined) return applied;
  const replaced = applied.filter(({ name }) => name !== baseline.name && name <= last);
  if (replaced.length === 0) return applied;
  const newest = replaced.at(-1)?.name;
  if (newest !== last)
    throw new MigrationError(
      `The database is from a version before ${VERSION_OF_BASELINE}: its newest migration is ${newest}. ` +
        `Upgrade it with version ${VERSION_OF_BASELINE} first, and then with this one.`,
    );
  const { name } = baseline;
  return [{ name, hash: hashMigration(baseline), version: null }, ...applied.slice(replaced.length)];
}

/** Returns the migrations that are not applied, in order. @throws MigrationError if the database has others */
export function findPending(recorded: AppliedMigration[], migrations: Migration[]): Migration[] {
  const applied = replaceByBaseline(recorded, migrations);
  const known = new Map(migrations.map(migration => [migration.name, migration]));
  if (known.size < migrations.length) throw new MigrationError('Two migrations have the same name');
  for (const each of applied) {
    const { name, hash } = each;
    const migration = known.get(name);
    if (!migration) throw new NewerDatabaseError(each);
    if (hashMigration(migration) !== hash)
      throw new MigrationError(`Migration ${name} was changed after it was applied`);
  }
  const done = new Set(applied.map(({ name }) => name));
  const pending = migrations.slice(applied.length);
  const early = migrations.slice(0, applied.length).find(({ name }) => !done.has(name));
  if (early)
    throw new MigrationError(`Migration ${early.name} was added before a migration that is already applied`);
  return pending;
}

export function hashMigration(migration: Migration): string {
  return new Bun.CryptoHasher('sha256').update(migration.sql).digest('hex');
}
