import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Command } from 'commander';
import { copyToPostgres, copyToSqlite } from '../../db/copy/copy.ts';
import { type CopiedTable, type CopyOptions, isEqual, UnequalCopyError } from '../../db/copy/report.ts';
import { DATABASE_FILE } from '../../db/sqlite/file.ts';
import { acquireLock } from '../../db/sqlite/lock.ts';
import { describeDatabaseUrl, parseDatabaseUrl } from '../../src/config/database.ts';
import type { Config } from '../../src/config/index.ts';
import { CLI } from '../../src/context.ts';
import { nowIso } from '../../src/platform/clock.ts';
import { VERSION } from '../../src/platform/version.ts';
import { checkIntegrity } from '../../src/system/service/integrity.ts';
import { type Action, withExamples } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { prepareDataFolder } from '../data-folder.ts';
import { assertKeyFits } from '../doctor/secret-checks.ts';
import { CheckFailed, Failure, UsageError } from '../errors.ts';
import { withApp } from '../with-app.ts';

/** Shown in the table; --json prints whole hashes. */
const HASH_CHARACTERS = 16;
const SCALE = 1_000;

interface CopyFlags {
  to?: string;
  from?: string;
}

export function addCopy(noun: Command, action: Action): void {
  const command = noun
    .command('copy')
    .description(
      'Copy the SQLite database of the data folder to PostgreSQL, or back, and compare all rows (stop all servers first)',
    )
    .option(
      '--to <url>',
      'copy to this empty PostgreSQL database, postgres://user@host/database, with its password in PGPASSWORD',
    )
    .option('--from <url>', 'copy from this PostgreSQL database to the data folder')
    .action(action<CopyFlags>(copy));
  withExamples(
    command,
    'perkmint db copy --to postgres://perkmint@db.example/perkmint',
    'perkmint db copy --from postgres://perkmint@db.example/perkmint --data-dir /srv/perkmint',
  );
}

async function copy(context: CommandContext<CopyFlags>): Promise<void> {
  const { to, from } = context.options;
  if ((to === undefined) === (from === undefined))
    throw new UsageError('Name either --to or --from with the URL of a PostgreSQL database');
  const url = to === undefined ? parseUrl('--from', from ?? '') : parseUrl('--to', to);
  // The URL of the option replaces DATABASE_URL. The SQLite database is always that of the data folder.
  const config = { ...context.config(), databaseUrl: '' };
  const file = join(config.dataDir, DATABASE_FILE);
  if (to !== undefined && !existsSync(file))
    throw new Failure(4, 'NO_INSTALLATION', `No installation found in ${config.dataDir}`);
  prepareDataFolder(config.dataDir);
  const lock = acquireLock(config.dataDir, 'perkmint db copy', nowIso(context.clock));
  const startedAt = performance.now();
  try {
    const tables = await (to === undefined
      ? copyFrom(context, config, url, file)
      : copyTo(context, config, url, file));
    printTables(context, tables, { seconds: Math.round(performance.now() - startedAt) / SCALE });
    const [source, target] = [describeDatabaseUrl(url), file];
    const [one, other] = to === undefined ? [source, target] : [target, source];
    context.out.info(`Copied ${sumRows(tables)} rows from ${one} to ${other}. All rows are equal`);
    if (to !== undefined)
      context.out.info(
        'Set DATABASE_URL and the secrets of secrets.json on every node, and copy uploads/ if UPLOADS is folder',
      );
  } catch (error) {
    if (error instanceof UnequalCopyError) printTables(context, error.tables, {});
    throw error;
  } finally {
    lock.release();
  }
}

function parseUrl(option: string, text: string): string {
  try {
    return parseDatabaseUrl(text);
  } catch (error) {
    throw new UsageError(`${option} ${(error as Error).message}`);
  }
}

async function copyTo(context: CommandContext, config: Config, url: string, file: string) {
  // Before the copy, because no node could read the encrypted data.
  assertKeyFits(config);
  const tables = await runCopy(context, options => copyToPostgres(file, url, options));
  await assertConsistent(context, { ...config, databaseUrl: url });
  return tables;
}

function copyFrom(context: CommandContext, config: Config, url: string, file: string) {
  const check = (partial: string) => assertConsistent(context, { ...config, dataDir: dirname(partial) });
  return runCopy(context, options => copyToSqlite(url, file, { ...options, isOffline: true, check }));
}

/** Runs a copy with a progress bar, at this program's time and version. */
export function runCopy(
  context: CommandContext,
  work: (options: CopyOptions) => Promise<CopiedTable[]>,
): Promise<CopiedTable[]> {
  return context.withProgress('Copy:', progress =>
    work({ now: nowIso(context.clock), version: VERSION, onProgress: progress.at }),
  );
}

/** Recomputes the stored totals of the copy. @throws CheckFailed */
async function assertConsistent(context: CommandContext, config: Config): Promise<void> {
  const problems = await context.withProgress('Check:', async progress => {
    progress.step('verifying totals');
    const { clock } = context;
    return await withApp(config, { clock, upgrade: false }, app => checkIntegrity(app.as(CLI)));
  });
  if (problems.length > 0)
    throw new CheckFailed('All rows are equal, but the stored totals of both are inconsistent', problems);
}

function printTables(context: CommandContext, tables: CopiedTable[], more: { seconds?: number }): void {
  const shorten = (hash: string) => hash.slice(0, HASH_CHARACTERS);
  context.out.table(
    tables.filter(table => table.rows > 0 || !isEqual(table)),
    [
      { title: 'TABLE', value: ({ name }) => name },
      { title: 'ROWS', value: ({ rows }) => rows },
      { title: 'COPIED', value: ({ copiedRows }) => copiedRows },
      { title: 'HASH', value: ({ hash }) => shorten(hash) },
      { title: 'COPIED HASH', value: ({ copiedHash }) => shorten(copiedHash) },
    ],
    { tables, rows: sumRows(tables), ...more },
  );
}

function sumRows(tables: CopiedTable[]): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}
