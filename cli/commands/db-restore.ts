import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import type { Fetched } from '../../db/offsite/fetch.ts';
import { getBackupFolder, listBackups } from '../../db/sqlite/backups.ts';
import { countUploadsInBucket } from '../../db/sqlite/inspect.ts';
import { acquireLock } from '../../db/sqlite/lock.ts';
import { createRestoreFolder, finishRestore, restoreBackup } from '../../db/sqlite/restore.ts';
import { describeDatabaseUrl } from '../../src/config/database.ts';
import { CLI } from '../../src/context.ts';
import { HOUR_MS, nowIso, toUtc } from '../../src/platform/clock.ts';
import { getPublicUrl } from '../../src/platform/destinations/destination.ts';
import { formatCount } from '../../src/platform/plural.ts';
import { copyErasures, hasErasures } from '../../src/privacy/service/erasure-log.ts';
import { checkIntegrity } from '../../src/system/service/integrity.ts';
import { type Action, withExamples } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { prepareDataFolder } from '../data-folder.ts';
import { CheckFailed, Failure, UsageError } from '../errors.ts';
import { parseTime } from '../input.ts';
import { isDestinationUrl, noteDrill, requireKeys, requireUrl, withFetched } from '../offsite.ts';
import { withApp } from '../with-app.ts';

interface RestoreOptions {
  force?: boolean;
  at?: string;
}

export function addRestore(noun: Command, action: Action): void {
  const command = noun
    .command('restore <file>')
    .description(
      'Verify a backup, a file or the newest one at a destination, as db drill does, then restore it (stop the server first)',
    )
    .option('--at <time>', 'restore the state of this time from a destination', parseTime)
    .option('--force', 'restore a backup even if its stored totals are inconsistent')
    .action(action<RestoreOptions>(restore));
  withExamples(
    command,
    'perkmint db restore data/backups/backup-2026-06-01T03-23-00-000Z.sqlite',
    'perkmint db restore /mnt/usb/perkmint.tar --yes',
    'perkmint db restore s3://bucket/perkmint --at 2026-06-01T12:00:00Z',
  );
}

async function restore(context: CommandContext<RestoreOptions>, source = ''): Promise<void> {
  assertRestorable(context);
  assertSource(context, source);
  context.assertNoUpdate();
  const { dataDir } = context.config();
  if (isDestinationUrl(source)) requireKeys(context);
  if (existsSync(context.databaseFile()))
    await context.confirm(
      `Replace the database in ${dataDir} with ${isDestinationUrl(source) ? getPublicUrl(source) : source}? The current one is kept as a copy.`,
    );
  prepareDataFolder(dataDir);
  const lock = acquireLock(dataDir, 'perkmint db restore', nowIso(context.clock));
  try {
    if (finishRestore(dataDir)) context.out.info('Finished the restore that was interrupted before');
    if (!isDestinationUrl(source)) return await replaceData(context, source);
    await withFetched(
      context,
      source,
      { parent: dataDir, at: toUtc(context.options.at) ?? undefined },
      fetched => replaceData(context, fetched.file, fetched),
    );
  } finally {
    lock.release();
  }
}

/** Verifies a backup and replaces the data. The caller holds the lock of the data folder. */
async function replaceData(
  context: CommandContext<RestoreOptions>,
  file: string,
  fetched?: Fetched,
): Promise<void> {
  const { dataDir } = context.config();
  const { problems } = await tryRestore(context, 'Restore:', file, createRestoreFolder(dataDir));
  if (problems.length > 0 && !context.options.force)
    throw new CheckFailed(
      `Nothing was restored: the stored totals of ${file} are inconsistent; --force restores it anyway`,
      problems,
    );
  // Before the data, so that an interrupted restore never leaves data without them.
  copyErasures(dirname(file), dataDir);
  const restored = restoreBackup(dataDir, file, nowIso(context.clock));
  if (restored.keptAside.length > 0) context.out.info(`Kept: ${restored.keptAside.join(', ')}`);
  const files = restored.uploads === null ? '' : `, ${formatCount(restored.uploads, 'upload')}`;
  const tables = Object.entries(restored.rows).filter(([, rows]) => rows > 0);
  const { at, changes, missingUploads = 0 } = fetched ?? {};
  context.out.table(
    tables,
    [
      { title: 'TABLE', value: ([name]) => name },
      { title: 'ROWS', value: ([, rows]) => rows },
    ],
    { ...restored, ...(fetched && { at, changes, missingUploads }) },
  );
  const from = at === undefined ? file : `the backup, as of ${at}`;
  context.out.info(`Restored ${sumOf(restored.rows)} rows${files} from ${from}`);
  if (missingUploads > 0)
    context.out.info(`${formatCount(missingUploads, 'upload')} could not be found at the destination`);
  tellUploadsInBucket(context, context.databaseFile(), 'Not restored');
  if (!hasErasures(dataDir) && !fetched)
    context.out.info(
      `No erasures.log beside the backup: if people were erased after it, copy the file of the former data folder to ${dataDir} before the next start`,
    );
}

/** @throws Failure (not found) for a file that does not exist; UsageError for --at with a file */
function assertSource(context: CommandContext<{ at?: string }>, source: string): void {
  if (isDestinationUrl(source)) return;
  if (context.options.at) throw new UsageError('--at requires a destination, such as s3://bucket/path');
  if (!existsSync(source)) throw new Failure(4, 'NOT_FOUND', `File not found: ${source}`);
}

/** @throws Failure (usage) if the settings name a PostgreSQL database, which a restore would not change */
function assertRestorable(context: CommandContext): void {
  const { databaseUrl } = context.config();
  if (databaseUrl === '') return;
  const words =
    `The database is ${describeDatabaseUrl(databaseUrl)}. This command restores SQLite; use pg_restore or pgBackRest. For a file of perkmint db backup, ` +
    'unset DATABASE_URL, restore it into an empty folder with --data-dir, and run perkmint db copy --to with that folder';
  throw new Failure(2, 'NOT_SUPPORTED', words);
}

interface DrillOptions {
  at?: string;
  to?: boolean;
}

export function addDrill(noun: Command, action: Action): void {
  const command = noun
    .command('drill [file]')
    .description(
      'Restore the latest backup, the given file or the newest backup at a destination into a temporary folder and verify it',
    )
    .option('--to', 'the newest backup at BACKUP_URL')
    .option('--at <time>', 'the state of this time at a destination', parseTime)
    .action(action<DrillOptions>(drill));
  withExamples(
    command,
    'perkmint db drill',
    'perkmint db drill /mnt/usb/perkmint.tar --json',
    'perkmint db drill s3://bucket/perkmint',
  );
}

/** Restores a backup into a temporary folder, which is the only proof that it works. */
async function drill(context: CommandContext<DrillOptions>, named?: string): Promise<void> {
  const config = context.config();
  const newest = context.options.to ? requireUrl(context, true) : listBackups(config.dataDir)[0]?.file;
  const source = named ?? newest;
  if (!source)
    throw new CheckFailed(`No backups in ${getBackupFolder(config.dataDir)}; run perkmint db backup`);
  assertSource(context, source);
  const startedAt = performance.now();
  if (!isDestinationUrl(source))
    return await drillFile(context, source, { named: source, startedAt, atMs: statSync(source).mtimeMs });
  const parent = mkdtempSync(join(tmpdir(), 'perkmint-fetched-'));
  try {
    await withFetched(
      context,
      source,
      { parent, at: toUtc(context.options.at) ?? undefined },
      ({ file, at, ...more }) =>
        drillFile(
          context,
          file,
          { named: getPublicUrl(source), startedAt, atMs: Date.parse(at) },
          { at, ...more },
        ),
    );
    noteDrill(context, source);
  } finally {
    rmSync(parent, { recursive: true, force: true });
  }
}

/** Restores a file into a temporary folder, and prints what was found. @throws CheckFailed, as `tryRestore` */
async function drillFile(
  context: CommandContext,
  file: string,
  { named, startedAt, atMs }: { named: string; startedAt: number; atMs: number },
  more: Partial<Fetched> = {},
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'perkmint-drill-'));
  const { rows, uploads, secrets, migrated, problems } = await tryRestore(context, 'Drill:', file, folder);
  if (problems.length > 0)
    throw new CheckFailed(`${named} can be restored, but its stored totals are inconsistent`, problems);
  context.out.record({
    file: named,
    ageHours: Math.round(((context.clock.now() - atMs) / HOUR_MS) * 10) / 10,
    rows: sumOf(rows),
    tables: Object.keys(rows).length,
    uploads,
    secrets,
    migrated,
    ...more,
    seconds: Math.round(performance.now() - startedAt) / 1000,
  });
  context.out.info(`${named} can be restored and passes all checks`);
}

/**
 * Restores a backup into a temporary folder, migrates it, recomputes its totals, and removes the folder.
 * @returns what was restored, and the inconsistent totals
 * @throws DamagedDatabaseError, DamagedArchiveError; MigrationError for a backup of a newer version
 */
async function tryRestore(context: CommandContext, label: string, file: string, folder: string) {
  try {
    return await context.withProgress(label, async progress => {
      progress.step('restoring');
      const restored = restoreBackup(folder, file, nowIso(context.clock));
      progress.step('verifying totals');
      const config = { ...context.config(), databaseUrl: '', dataDir: folder };
      return await withApp(config, {}, async app => ({
        ...restored,
        migrated: app.migrated,
        problems: await checkIntegrity(app.as(CLI)),
      }));
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Says that the files in a bucket are not part of a backup: they are the operator's to back up. */
export function tellUploadsInBucket({ out }: CommandContext, file: string, label: string): void {
  const count = countUploadsInBucket(file);
  if (count > 0)
    out.info(`${label}: ${formatCount(count, 'upload')} in the S3 bucket, which you back up yourself`);
}

function sumOf(rows: Record<string, number>): number {
  return Object.values(rows).reduce((sum, count) => sum + count, 0);
}
