import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { assertEmptyFile, copyToPostgres, publish } from '../../db/copy/copy.ts';
import type { CopyOptions } from '../../db/copy/report.ts';
import { DATABASE_FILE } from '../../db/sqlite/file.ts';
import { listUploads, UPLOADS } from '../../db/sqlite/full-backup.ts';
import { createRestoreFolder } from '../../db/sqlite/restore.ts';
import { type Manifest, readExport } from '../../db/transfer/export-file.ts';
import { listUnequalTables, summarizeTables } from '../../db/transfer/tables.ts';
import { isSharedDatabase } from '../../src/config/database.ts';
import { SETTINGS, type SettingName } from '../../src/config/index.ts';
import { resolveSecrets, SECRET_SETTINGS } from '../../src/config/secrets.ts';
import { CLI, type Ctx } from '../../src/context.ts';
import { systemRandom } from '../../src/platform/crypto.ts';
import { formatCount } from '../../src/platform/plural.ts';
import { OWNER_ONLY_DIR, syncToDisk } from '../../src/platform/runtime/files.ts';
import {
  CARRIED_SECRETS,
  readStoredSecrets,
  type Secrets,
  type StoredSecrets,
  writeStoredSecrets,
} from '../../src/platform/security/secrets.ts';
import { copyErasures } from '../../src/privacy/service/erasure-log.ts';
import { recordAction } from '../../src/system/service/audit-log.ts';
import { ENCRYPTED_COLUMN_NAMES, reencrypt } from '../../src/system/service/encrypted-values.ts';
import { checkFiles, countByStorage, moveUploads } from '../../src/uploads/move.ts';
import { type Action, withExamples } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { prepareDataFolder } from '../data-folder.ts';
import { CheckFailed, Failure, UsageError } from '../errors.ts';
import { readSecretFile } from '../secrets.ts';
import { withCopy } from '../transfer/open-copy.ts';
import { runCopy } from './db-copy.ts';

interface ImportFlags {
  passphraseFile?: string;
}

export function importCommand(program: Command, action: Action): void {
  const command = program
    .command('import <file>')
    .description(
      'Import a file of perkmint export as the installation of this machine: the data folder, or the database of DATABASE_URL, must be empty',
    )
    .option('--all', 'everything in the file (the default)')
    .option('--passphrase-file <file>', 'read the passphrase that the export has printed from a file')
    .action(action<ImportFlags>(importInstallation));
  withExamples(
    command,
    'perkmint import --all moved.perkmint',
    'perkmint import --all moved.perkmint --passphrase-file passphrase.txt',
  );
}

async function importInstallation(context: CommandContext<ImportFlags>, named = ''): Promise<void> {
  const source = resolve(named);
  if (!existsSync(source)) throw new Failure(4, 'NOT_FOUND', `File not found: ${source}`);
  const config = context.config();
  const { dataDir } = config;
  const isShared = isSharedDatabase(config);
  prepareDataFolder(dataDir);
  const lock = context.lockDataFolder('Stop it first');
  try {
    // A PostgreSQL database is checked when rows are copied to it.
    if (!isShared && existsSync(join(dataDir, DATABASE_FILE))) assertEmptyFile(join(dataDir, DATABASE_FILE));
    const passphrase = await readPassphrase(context);
    const folder = createRestoreFolder(dataDir);
    try {
      const manifest = await context.withProgress('Import:', async progress => {
        progress.step('decrypting');
        const found = await readExport(source, folder, passphrase);
        progress.step('verifying totals');
        const secrets = await prepareCopy(context, { folder, source, manifest: found });
        progress.step('storing');
        await store(context, folder, secrets);
        return found;
      });
      await finish(context, source, manifest);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  } finally {
    lock.release();
  }
}

async function readPassphrase({ io, options }: CommandContext<ImportFlags>): Promise<string> {
  if (options.passphraseFile) return readSecretFile(options.passphraseFile);
  if (!io.isInteractive) throw new UsageError('Pass the passphrase of the export with --passphrase-file');
  return (await io.ask('Passphrase of the export: ', true)).trim();
}

/**
 * Migrates the unpacked database, verifies it, and encrypts it with the key of this machine.
 * @returns the content of secrets.json for this machine
 * @throws CheckFailed if rows differ from those of the export
 */
async function prepareCopy(
  context: CommandContext,
  { folder, source, manifest }: { folder: string; source: string; manifest: Manifest },
): Promise<StoredSecrets> {
  const exported = readStoredSecrets(folder);
  const { secrets, stored } = takeSecrets(context, folder, exported);
  const newest = Object.fromEntries(Object.entries(secrets).map(([name, [first]]) => [name, first]));
  const encryptionKey = [...secrets.encryptionKey, ...[exported.encryptionKey ?? []].flat()];
  writeStoredSecrets(folder, { ...newest, encryptionKey });
  const isSameVersion = await withCopy(context, { folder, named: source }, async app => {
    await reencrypt(app.as(CLI));
    return app.migrated.length === 0;
  });
  if (!isSameVersion) return stored;
  const found = await summarizeTables(join(folder, DATABASE_FILE), ENCRYPTED_COLUMN_NAMES);
  const unequal = listUnequalTables(manifest.tables, found);
  if (unequal.length > 0)
    throw new CheckFailed('Nothing was imported: rows differ from those of the export', unequal);
  return stored;
}

/**
 * Returns the secrets of this machine, and what secrets.json holds of them. Those that others know too are those of the
 * export, unless a setting replaces them; what is missing is generated in a folder, because the import can still fail.
 */
function takeSecrets(
  context: CommandContext,
  folder: string,
  exported: StoredSecrets,
): { secrets: Secrets; stored: StoredSecrets } {
  const config = context.config();
  const carried = CARRIED_SECRETS.filter(name => exported[name]);
  writeStoredSecrets(folder, {
    ...readStoredSecrets(config.dataDir),
    ...Object.fromEntries(carried.map(name => [name, exported[name]])),
  });
  const secrets = resolveSecrets({ ...config, dataDir: folder }, systemRandom);
  for (const name of carried.filter(each => secrets[each][0] !== exported[each]))
    context.out.info(
      `${SECRET_SETTINGS[name].env} is not that of the former installation: tell it to the senders`,
    );
  return { secrets, stored: readStoredSecrets(folder) };
}

/** Makes the prepared copy the installation. Its files come first: with the database, the import is complete. */
async function store(context: CommandContext, folder: string, secrets: StoredSecrets): Promise<void> {
  const config = context.config();
  const { dataDir } = config;
  const storeFiles = () => {
    mkdirSync(join(dataDir, UPLOADS), { recursive: true, mode: OWNER_ONLY_DIR });
    for (const { name, path } of listUploads(folder)) renameSync(path, join(dataDir, name));
    copyErasures(folder, dataDir);
    syncToDisk(join(dataDir, UPLOADS));
  };
  const copy = join(folder, DATABASE_FILE);
  if (isSharedDatabase(config)) {
    const copyRows = (options: CopyOptions) =>
      copyToPostgres(copy, config.databaseUrl, { ...options, beforeCommit: storeFiles });
    await runCopy(context, copyRows);
    return;
  }
  writeStoredSecrets(dataDir, secrets);
  storeFiles();
  publish(copy, join(dataDir, DATABASE_FILE));
}

/** Records the import, stores and compares the uploads, and names what is still to do. */
async function finish(context: CommandContext, source: string, manifest: Manifest): Promise<void> {
  const ctx = await context.ctx();
  await recordAction(ctx);
  const problems = await placeUploads(context, ctx);
  const { version, exportedAt, tables } = manifest;
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const record = {
    file: source,
    exportedAt,
    version,
    rows,
    uploads: tables.find(({ name }) => name === 'uploads')?.rows ?? 0,
  };
  context.out.record(context.out.isJson ? { ...record, problems, tables } : record);
  for (const problem of problems) context.out.info(problem);
  const { origins } = context.loadConfig();
  const isMissing = (env: string) => {
    const found = (Object.keys(SETTINGS) as SettingName[]).find(name => SETTINGS[name].env === env);
    return found !== undefined && origins[found] === 'default';
  };
  const missing = manifest.settings.filter(isMissing);
  if (missing.length > 0)
    context.out.info(`Settings of the former installation that are not set here: ${missing.join(', ')}`);
  if (manifest.business)
    context.out.info(
      `${manifest.business.name} is an installation of its own. Set PUBLIC_URL to its address, and SMTP_URL so that customers can log in`,
    );
  context.out.info('Imported. Start the server with perkmint serve, then run perkmint doctor');
}

/** Stores the uploads where the settings say, and compares them. @returns those that are missing or damaged */
async function placeUploads(context: CommandContext, ctx: Ctx): Promise<string[]> {
  const { current } = ctx.files;
  const inBucket = (await countByStorage(ctx)).find(({ storage }) => storage === 's3')?.files ?? 0;
  if (inBucket > 0) {
    // They would be moved out of it, too, and the former installation could not be started again.
    context.out.info(
      `In the S3 bucket: ${formatCount(inBucket, 'upload')}. Set S3_BUCKET and its keys, and run perkmint uploads check`,
    );
    return [];
  }
  return await context.withProgress('Uploads:', async progress => {
    const moved = current === 'folder' ? [] : (await moveUploads(ctx, current, progress.at)).problems;
    const { problems } = await checkFiles(ctx, progress.at);
    return [...new Set([...moved, ...problems])];
  });
}
