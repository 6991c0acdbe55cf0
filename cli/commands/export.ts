import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { listUploads } from '../../db/sqlite/full-backup.ts';
import { toFileTime } from '../../db/sqlite/maintenance.ts';
import { writeExport } from '../../db/transfer/export-file.ts';
import { SETTINGS, type SettingName } from '../../src/config/index.ts';
import { nowIso } from '../../src/platform/clock.ts';
import { systemRandom } from '../../src/platform/crypto.ts';
import { generatePassphrase } from '../../src/platform/security/age.ts';
import { VERSION } from '../../src/platform/version.ts';
import { type Action, withExamples } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { prepareDataFolder } from '../data-folder.ts';
import { Failure, UsageError } from '../errors.ts';
import { encryptForExport, takeAll, takeShop, withWorkFolder } from '../transfer/prepare-export.ts';

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
  business?: string;
  out?: string;
}

export function exportCommand(program: Command, action: Action): void {
  const command = program
    .command('export')
    .description(
      'Write an installation, or one shop of it, to an encrypted file, to move it to another machine or database',
    )
    .addOption(
      new Option('--all', 'everything: database, uploads and secrets (stop the server first)').conflicts(
        'business',
      ),
    )
    .option('--business <id>', 'one shop, which leaves this installation (the server may be running)')
    .option('--out <file>', 'output file, which must not exist (default: a dated file in this folder)')
    .action(action<ExportFlags>(exportInstallation));
  withExamples(
    command,
    'perkmint export --all --out moved.perkmint',
    'perkmint export --business biz_01… --out bluecup.perkmint --json',
  );
}

async function exportInstallation(context: CommandContext<ExportFlags>): Promise<void> {
  const { all, business } = context.options;
  if (!all && business === undefined)
    throw new UsageError('Name what to export: --all, or --business with its ID');
  const name = `perkmint-${toFileTime(nowIso(context.clock))}.perkmint`;
  const out = resolve(context.options.out ?? name);
  if (existsSync(out)) throw new Failure(5, 'CONFLICT', `${out} already exists`);
  if (!existsSync(dirname(out))) throw new UsageError(`Folder not found: ${dirname(out)}`);
  context.assertNoUpdate();
  await context.requireInstallation();
  prepareDataFolder(context.config().dataDir);
  // A shop leaves an installation that goes on.
  const lock = all
    ? context.lockDataFolder('Stop it first: what it stores after the export would be lost')
    : { release() {} };
  try {
    await withWorkFolder(context, folder => writeFile(context, folder, out));
  } finally {
    lock.release();
  }
}

async function writeFile(context: CommandContext<ExportFlags>, folder: string, out: string): Promise<void> {
  const { business: shop } = context.options;
  const passphrase = generatePassphrase(systemRandom);
  const { dataDir, business, notes, tables } = await context.withProgress('Export:', async progress => {
    progress.step('copying the database');
    const taken = await (shop === undefined ? takeAll(context, folder) : takeShop(context, folder, shop));
    progress.step('encrypting');
    const tables = await encryptForExport(context, folder, taken);
    const manifest = {
      version: VERSION,
      exportedAt: nowIso(context.clock),
      business: taken.business,
      settings: shop === undefined ? listGivenSettings(context) : [],
      tables,
    };
    await writeExport(out, { folder, dataDir: taken.dataDir, manifest, passphrase });
    return { ...taken, tables };
  });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const { size: bytes } = statSync(out);
  const uploads = listUploads(dataDir).length;
  const record = { file: out, ...(business && { business: business.id }), bytes, rows, uploads, passphrase };
  context.out.record(context.out.isJson ? { ...record, tables } : record);
  context.out.info(
    'The passphrase is not stored anywhere: keep it apart from the file. On the new machine, run perkmint import --all with the file',
  );
  for (const note of notes) context.out.info(note);
}

/** Lists the names of the settings that are set, except those of one machine. */
function listGivenSettings(context: CommandContext): string[] {
  const { origins } = context.loadConfig();
  const names = (Object.keys(SETTINGS) as SettingName[]).filter(name => origins[name] !== 'default');
  return names.filter(name => !OF_MACHINE.includes(name)).map(name => SETTINGS[name].env);
}
