import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { copyToSqlite } from '../../db/copy/copy.ts';
import { getEnd, listContents } from '../../db/offsite/contents.ts';
import { sendBackup, sendChanges } from '../../db/offsite/send.ts';
import {
  createBackupName,
  deleteAbandonedFiles,
  getBackupFolder,
  listBackups,
  pruneBackups,
} from '../../db/sqlite/backups.ts';
import { createFullBackup } from '../../db/sqlite/full-backup.ts';
import { backUpDatabase } from '../../db/sqlite/maintenance.ts';
import { isSharedDatabase } from '../../src/config/database.ts';
import { iso, nowIso } from '../../src/platform/clock.ts';
import type { Destination } from '../../src/platform/destinations/destination.ts';
import { OWNER_ONLY_DIR, OWNER_ONLY_FILE } from '../../src/platform/runtime/files.ts';
import { generateAgeKey } from '../../src/platform/security/age.ts';
import { copyErasures } from '../../src/privacy/service/erasure-log.ts';
import { type Action, withExamples } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { prepareDataFolder } from '../data-folder.ts';
import { Failure, UsageError } from '../errors.ts';
import { requireUrl, withDestination, withOffsite } from '../offsite.ts';
import { runCopy } from './db-copy.ts';
import { tellUploadsInBucket } from './db-restore.ts';

export function addBackups(noun: Command, action: Action): void {
  addBackup(noun, action);
  addList(noun, action);
  addKeygen(noun, action);
}

interface BackupOptions {
  out?: string;
  prune?: boolean;
  full?: boolean;
  to?: string | true;
  changes?: boolean;
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
    .option(
      '--to [url]',
      'send an encrypted backup of everything to a destination (default: BACKUP_URL), and delete what is no longer kept there',
    )
    .option('--changes', 'with --to: send only what has changed since the last backup')
    .option('--prune', 'delete all but the newest BACKUP_KEEP dated backups of this kind')
    .action(action<BackupOptions>(makeBackup));
  withExamples(
    command,
    'perkmint db backup',
    'perkmint db backup --out /mnt/usb/perkmint.sqlite',
    'perkmint db backup --full --out /mnt/usb/perkmint.tar',
    'perkmint db backup --to s3://bucket/perkmint',
  );
}

async function makeBackup(context: CommandContext<BackupOptions>): Promise<void> {
  const { out, prune, full, to, changes } = context.options;
  if (to !== undefined) {
    if (out || prune || full) throw new UsageError('--to cannot be combined with --out, --prune and --full');
    return await send(context, to);
  }
  if (changes) throw new UsageError('--changes requires --to');
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

async function send(context: CommandContext<BackupOptions>, to: string | true): Promise<void> {
  const url = requireUrl(context, to);
  const sent = await withOffsite(context, url, offsite =>
    context.withProgress('Backup:', ({ step }) =>
      context.options.changes ? sendChanges(offsite, step) : sendBackup(offsite, step),
    ),
  );
  context.out.value(sent.key ?? 'Nothing has changed', sent);
  tellUploadsInBucket(context, context.databaseFile(), 'Not included');
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

function addList(noun: Command, action: Action): void {
  const command = noun
    .command('backups [url]')
    .description('List the backups in the data folder and at a destination (default: BACKUP_URL)')
    .action(
      action(async (context, named) => {
        const { dataDir, backupUrl } = context.config();
        const here = listBackups(dataDir).map(({ file, modifiedMs }) => ({
          place: file,
          createdAt: iso(modifiedMs),
          restorableUntil: iso(modifiedMs),
          bytes: statSync(file).size,
        }));
        const away =
          named || backupUrl
            ? await withDestination(context, requireUrl(context, named), listSent)
            : ([] as typeof here);
        context.out.table(named ? away : [...here, ...away], [
          { title: 'CREATED', value: row => row.createdAt },
          { title: 'RESTORABLE UNTIL', value: row => row.restorableUntil },
          { title: 'BYTES', value: row => row.bytes },
          { title: 'PLACE', value: row => row.place },
        ]);
      }),
    );
  withExamples(
    command,
    'perkmint db backups',
    'perkmint db backups sftp://backup@nas.example/perkmint --json',
  );
}

async function listSent(destination: Destination) {
  const { chains } = await listContents(destination);
  return chains.map(chain => ({
    place: `${destination.url}/${chain.backup.key}`,
    createdAt: chain.backup.at,
    restorableUntil: getEnd(chain),
    bytes: [chain.backup, ...chain.changes].reduce((sum, { bytes }) => sum + bytes, 0),
  }));
}

function addKeygen(noun: Command, action: Action): void {
  const command = noun
    .command('keygen <file>')
    .description('Create a key that encrypts backups at a destination, as age-keygen does')
    .action(
      action(async (context, named = '') => {
        const { text, recipient } = await generateAgeKey(nowIso(context.clock));
        const file = resolve(named);
        if (existsSync(file)) throw new Failure(5, 'CONFLICT', `${file} already exists`);
        if (!existsSync(dirname(file))) throw new UsageError(`Folder not found: ${dirname(file)}`);
        writeFileSync(file, text, { mode: OWNER_ONLY_FILE, flag: 'wx' });
        context.out.value(recipient, { file, recipient });
        context.out.info(
          `Backups cannot be restored without ${file}: store it in two places outside this machine. The server needs only the public key above, in BACKUP_KEY`,
        );
      }),
    );
  withExamples(
    command,
    'perkmint db keygen ~/backup-key.txt',
    'perkmint db keygen /mnt/usb/backup-key.txt --json',
  );
}
