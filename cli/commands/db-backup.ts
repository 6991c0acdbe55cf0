import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { copyToSqlite } from '../../db/copy/copy.ts';
import {
  createBackupName,
  deleteAbandonedFiles,
  getBackupFolder,
  listBackups,
  pruneBackups,
} from '../../db/sqlite/backups.ts';
import { createFullBackup, createRestoreFolder, restoreBackup } from '../../db/sqlite/full-backup.ts';
import { countUploadsInBucket } from '../../db/sqlite/inspect.ts';
import { acquireLock } from '../../db/sqlite/lock.ts';
import { backUpDatabase } from '../../db/sqlite/maintenance.ts';
import { createApp } from '../../src/app.ts';
import { describeDatabaseUrl, isSharedDatabase } from '../../src/config/database.ts';
import { CLI } from '../../src/context.ts';
import { HOUR_MS, nowIso } from '../../src/platform/clock.ts';
import { silentLog } from '../../src/platform/log.ts';
import { formatCount } from '../../src/platform/plural.ts';
import { OWNER_ONLY_DIR } from '../../src/platform/runtime/files.ts';
import { copyErasures, hasErasures } from '../../src/privacy/service/erasure-log.ts';
import { checkIntegrity } from '../../src/system/service/integrity.ts';
import { type Action, withExamples } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { prepareDataFolder } from '../data-folder.ts';
import { CheckFailed, Failure, UsageError } from '../errors.ts';
import { runCopy } from './db-copy.ts';

export function addBackups(noun: Command, action: Action): void {
  addBackup(noun, action);
  addRestore(noun, action);
  addDrill(noun, action);
}

interface BackupOptions {
  out?: string;
  prune?: boolean;
  full?: boolean;
}

function addBackup(noun: Command, action: Action): void {
  const command = noun
    .command('backup')
    .description(
      'Back up the database to a verified SQLite file, also from PostgreSQL (safe while servers are running)',
    )
    .option(
      '--full',
      'include uploads and secrets.json in one tar file (store it as securely as the data folder)',
    )
    .option('--out <file>', 'output file (default: a dated file in backups/ of the data folder)')
    .option('--prune', 'delete all but the newest BACKUP_KEEP dated backups of this kind')
    .action(action<BackupOptions>(makeBackup));
  withExamples(
    command,
    'perkmint db backup',
    'perkmint db backup --out /mnt/usb/perkmint.sqlite',
    'perkmint db backup --full --out /mnt/usb/perkmint.tar',
  );
}

async function makeBackup(context: CommandContext<BackupOptions>): Promise<void> {
  const { out, prune, full } = context.options;
  if (out && prune)
    throw new UsageError('--prune applies to dated backups and cannot be combined with --out');
  const config = context.config();
  const { dataDir, backupKeep } = config;
  if (isSharedDatabase(config)) await assertDumpable(context);
  else context.requireDatabase();
  const folder = getBackupFolder(dataDir);
  const kind = full ? 'full' : 'database';
  const target = out ? resolve(out) : join(folder, createBackupName(nowIso(context.clock), kind));
  if (existsSync(target)) throw new Failure(5, 'CONFLICT', `${target} already exists`);
  if (!out) mkdirSync(folder, { recursive: true, mode: OWNER_ONLY_DIR });
  else if (!existsSync(dirname(target))) throw new UsageError(`Folder not found: ${dirname(target)}`);
  const made = isSharedDatabase(config)
    ? await dumpDatabase(context, config.databaseUrl, target)
    : await context.withProgress('Backup:', progress =>
        full
          ? createFullBackup(dataDir, target, progress)
          : backUpDatabase(context.databaseFile(), target, progress.step),
      );
  copyErasures(dataDir, dirname(target));
  const pruned = prune ? pruneBackups(folder, backupKeep, kind) : [];
  if (prune) deleteAbandonedFiles(folder, context.clock.now());
  context.out.value(made.file, { ...made, pruned });
  if (full) tellUploadsInBucket(context, context.databaseFile(), 'Not included');
}

/** Asserts that the settings name an installation on PostgreSQL. @throws Failure, UsageError */
async function assertDumpable(context: CommandContext<BackupOptions>): Promise<void> {
  if (context.options.full)
    throw new UsageError(
      'On PostgreSQL, --full is not supported: back up the database, the secrets and the uploads separately',
    );
  await context.ctx();
  prepareDataFolder(context.config().dataDir);
}

/** Copies the rows of one moment from PostgreSQL to a SQLite file. Servers may be writing. */
async function dumpDatabase(context: CommandContext, url: string, file: string) {
  await runCopy(context, options => copyToSqlite(url, file, { ...options, isOffline: false }));
  context.out.info(
    'This is a logical dump of one moment. Set up regular backups with pgBackRest, snapshots or pg_dump',
  );
  return { file, bytes: statSync(file).size };
}

function addRestore(noun: Command, action: Action): void {
  const command = noun
    .command('restore <file>')
    .description('Verify a backup as db drill does, then restore it (stop the server first)')
    .option('--force', 'restore a backup even if its stored totals are inconsistent')
    .action(
      action<{ force?: boolean }>(async (context, file = '') => {
        assertRestorable(context);
        if (!existsSync(file)) throw new Failure(4, 'NOT_FOUND', `File not found: ${file}`);
        const { dataDir } = context.config();
        await context.confirm(
          `Replace the database in ${dataDir} with ${file}? The current one is kept as a copy.`,
        );
        prepareDataFolder(dataDir);
        const now = nowIso(context.clock);
        const lock = acquireLock(dataDir, 'perkmint db restore', now);
        try {
          const { problems } = await tryRestore(context, 'Restore:', file, createRestoreFolder(dataDir));
          if (problems.length > 0 && !context.options.force)
            throw new CheckFailed(
              `Nothing was restored: the stored totals of ${file} are inconsistent; --force restores it anyway`,
              problems,
            );
          // Before the data, so that an interrupted restore never leaves data without them.
          copyErasures(dirname(file), dataDir);
          const restored = restoreBackup(dataDir, file, now);
          if (restored.keptAside.length > 0) context.out.info(`Kept: ${restored.keptAside.join(', ')}`);
          const files = restored.uploads === null ? '' : `, ${restored.uploads} uploads`;
          const tables = Object.entries(restored.rows).filter(([, rows]) => rows > 0);
          context.out.table(
            tables,
            [
              { title: 'TABLE', value: ([name]) => name },
              { title: 'ROWS', value: ([, rows]) => rows },
            ],
            restored,
          );
          context.out.info(`Restored ${sumOf(restored.rows)} rows${files} from ${file}`);
          tellUploadsInBucket(context, context.databaseFile(), 'Not restored');
          if (!hasErasures(dataDir))
            context.out.info(
              `No erasures.log beside the backup: if people were erased after it, copy the file of the former data folder to ${dataDir} before the next start`,
            );
        } finally {
          lock.release();
        }
      }),
    );
  withExamples(
    command,
    'perkmint db restore data/backups/backup-2026-06-01T03-23-00-000Z.sqlite',
    'perkmint db restore /mnt/usb/perkmint.tar --yes',
  );
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

function addDrill(noun: Command, action: Action): void {
  const command = noun
    .command('drill [file]')
    .description('Restore the latest backup (or the given one) into a temporary folder and verify it')
    .action(action((context, file) => drill(context, file)));
  withExamples(command, 'perkmint db drill', 'perkmint db drill /mnt/usb/perkmint.tar --json');
}

/** Restores a backup into a temporary folder, which is the only proof that it works. */
async function drill(context: CommandContext, named?: string): Promise<void> {
  const config = context.config();
  const file = named ?? listBackups(config.dataDir)[0]?.file;
  if (!file)
    throw new CheckFailed(`No backups in ${getBackupFolder(config.dataDir)}; run perkmint db backup`);
  if (!existsSync(file)) throw new Failure(4, 'NOT_FOUND', `File not found: ${file}`);
  const startedAt = performance.now();
  const folder = mkdtempSync(join(tmpdir(), 'perkmint-drill-'));
  const { rows, uploads, secrets, migrated, problems } = await tryRestore(context, 'Drill:', file, folder);
  if (problems.length > 0)
    throw new CheckFailed(`${file} can be restored, but its stored totals are inconsistent`, problems);
  context.out.record({
    file,
    ageHours: Math.round(((context.clock.now() - statSync(file).mtimeMs) / HOUR_MS) * 10) / 10,
    rows: sumOf(rows),
    tables: Object.keys(rows).length,
    uploads,
    secrets,
    migrated,
    seconds: Math.round(performance.now() - startedAt) / 1000,
  });
  context.out.info(`${file} can be restored and passes all checks`);
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
      const app = await createApp(config, { log: silentLog });
      try {
        return { ...restored, migrated: app.migrated, problems: await checkIntegrity(app.as(CLI)) };
      } finally {
        await app.close();
      }
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Says that the files in a bucket are not part of a backup: they are the operator's to back up. */
function tellUploadsInBucket({ out }: CommandContext, file: string, label: string): void {
  const count = countUploadsInBucket(file);
  if (count > 0)
    out.info(`${label}: ${formatCount(count, 'upload')} in the S3 bucket, which you back up yourself`);
}

function sumOf(rows: Record<string, number>): number {
  return Object.values(rows).reduce((sum, count) => sum + count, 0);
}
