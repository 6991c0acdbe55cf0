import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import { copyToSqlite } from '../../db/copy/copy.ts';
import { DATABASE_FILE } from '../../db/sqlite/file.ts';
import { listUploads } from '../../db/sqlite/full-backup.ts';
import { countUploadsInBucket } from '../../db/sqlite/inspect.ts';
import { backUpDatabase } from '../../db/sqlite/maintenance.ts';
import { writeExport } from '../../db/transfer/export-file.ts';
import { dropTestData, summarizeTables, type TableSummary } from '../../db/transfer/tables.ts';
import { createApp } from '../../src/app.ts';
import { isSharedDatabase } from '../../src/config/database.ts';
import { SETTINGS, type SettingName } from '../../src/config/index.ts';
import { resolveSecrets } from '../../src/config/secrets.ts';
import { CLI } from '../../src/context.ts';
import { nowIso } from '../../src/platform/clock.ts';
import { randomToken, systemRandom } from '../../src/platform/crypto.ts';
import { silentLog } from '../../src/platform/log.ts';
import { formatCount } from '../../src/platform/plural.ts';
import { generatePassphrase } from '../../src/platform/security/age.ts';
import { CARRIED_SECRETS, writeStoredSecrets } from '../../src/platform/security/secrets.ts';
import { VERSION } from '../../src/platform/version.ts';
import { copyErasures } from '../../src/privacy/service/erasure-log.ts';
import { recordAction } from '../../src/system/service/audit-log.ts';
import {
  countEncrypted,
  ENCRYPTED_COLUMN_NAMES,
  reencrypt,
} from '../../src/system/service/encrypted-values.ts';
import { type Action, withExamples } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { prepareDataFolder } from '../data-folder.ts';
import { assertKeyFits } from '../doctor/secret-checks.ts';
import { Failure, UsageError } from '../errors.ts';
import { withCopy } from '../transfer/open-copy.ts';
import { runCopy } from './db-copy.ts';

const EXPORTING_PREFIX = '.exporting-';
/** Settings of one machine, and those that a move replaces. */
const OF_MACHINE: readonly SettingName[] = [
  'dataDir',
  'databaseUrl',
  'host',
  'port',
  'encryptionKey',
  'jwtSecret',
  'jwtSecretPrevious',
];

interface ExportFlags {
  all?: boolean;
  out: string;
}

export function exportCommand(program: Command, action: Action): void {
  const command = program
    .command('export')
    .description('Write an installation to one encrypted file, to move it to another machine or database')
    .option('--all', 'everything: database, uploads and secrets (stop the server first)')
    .requiredOption('--out <file>', 'output file, which must not exist')
    .action(action<ExportFlags>(exportInstallation));
  withExamples(
    command,
    'perkmint export --all --out moved.perkmint',
    'perkmint export --all --out /mnt/usb/moved.perkmint --json',
  );
}

async function exportInstallation(context: CommandContext<ExportFlags>): Promise<void> {
  if (!context.options.all) throw new UsageError('Name what to export with --all');
  const out = resolve(context.options.out);
  if (existsSync(out)) throw new Failure(5, 'CONFLICT', `${out} already exists`);
  if (!existsSync(dirname(out))) throw new UsageError(`Folder not found: ${dirname(out)}`);
  context.assertNoUpdate();
  await context.requireInstallation();
  const { dataDir } = context.config();
  prepareDataFolder(dataDir);
  const lock = context.lockDataFolder('Stop it first: what it stores after the export would be lost');
  for (const name of readdirSync(dataDir))
    if (name.startsWith(EXPORTING_PREFIX)) rmSync(join(dataDir, name), { recursive: true });
  const folder = mkdtempSync(join(dataDir, EXPORTING_PREFIX));
  try {
    await noteExport(context);
    const tables = await context.withProgress('Export:', progress => {
      progress.step('copying the database');
      return prepareCopy(context, folder);
    });
    const passphrase = generatePassphrase(systemRandom);
    const manifest = {
      version: VERSION,
      exportedAt: nowIso(context.clock),
      settings: listGivenSettings(context),
      tables,
    };
    await writeExport(out, { folder, dataDir, manifest, passphrase });
    const { size: bytes } = statSync(out);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const uploads = listUploads(dataDir).length;
    const record = { file: out, bytes, rows, uploads, passphrase };
    context.out.record(context.out.isJson ? { ...record, tables } : record);
    context.out.info(
      'The passphrase is not stored anywhere: keep it apart from the file. On the new machine, run perkmint import --all with the file. ' +
        'Do not start this installation again: what it stores from now on would be lost',
    );
    const inBucket = countUploadsInBucket(join(folder, DATABASE_FILE));
    if (inBucket > 0)
      context.out.info(
        `In the S3 bucket, which the new machine needs too: ${formatCount(inBucket, 'upload')}`,
      );
  } finally {
    rmSync(folder, { recursive: true, force: true });
    lock.release();
  }
}

/** Records the export in the audit log, which it then contains. @throws OlderDatabaseError */
async function noteExport(context: CommandContext): Promise<void> {
  const config = context.config();
  if (!isSharedDatabase(config)) assertKeyFits(config);
  const app = await createApp(config, { log: silentLog, clock: context.clock }, { upgrade: false });
  try {
    await recordAction(app.as(CLI, context.auditedAction()));
  } finally {
    await app.close();
  }
}

/**
 * Copies the database into a folder and encrypts it with a key of the export alone, which is stored beside it.
 * @returns the tables of the copy
 */
async function prepareCopy(context: CommandContext, folder: string): Promise<TableSummary[]> {
  const config = context.config();
  const file = join(folder, DATABASE_FILE);
  if (isSharedDatabase(config))
    await runCopy(context, options =>
      copyToSqlite(config.databaseUrl, file, { ...options, isOffline: true }),
    );
  else backUpDatabase(context.databaseFile(), file);
  dropTestData(file);
  // Opening the copy applies those that a restored database lacks.
  copyErasures(config.dataDir, folder);
  const secrets = resolveSecrets(config, systemRandom);
  const key = randomToken(systemRandom);
  const carried = Object.fromEntries(CARRIED_SECRETS.map(name => [name, secrets[name][0]]));
  writeStoredSecrets(folder, { ...carried, encryptionKey: [key, ...secrets.encryptionKey] });
  await withCopy(context, { folder, named: 'the database' }, async app => {
    const ctx = app.as(CLI);
    await reencrypt(ctx);
    const unreadable = (await countEncrypted(ctx)).filter(table => table.unreadable > 0);
    for (const { table, unreadable: count } of unreadable)
      context.out.info(
        `No key decrypts ${formatCount(count, 'value')} of ${table}: set them again after the move`,
      );
  });
  writeStoredSecrets(folder, { ...carried, encryptionKey: key });
  return await summarizeTables(file, ENCRYPTED_COLUMN_NAMES);
}

/** Lists the names of the settings that are set, except those of one machine. */
function listGivenSettings(context: CommandContext): string[] {
  const { origins } = context.loadConfig();
  const names = (Object.keys(SETTINGS) as SettingName[]).filter(name => origins[name] !== 'default');
  return names.filter(name => !OF_MACHINE.includes(name)).map(name => SETTINGS[name].env);
}
