import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { availableParallelism, homedir, release, totalmem } from 'node:os';
import { dirname, resolve } from 'node:path';
import type { Command } from 'commander';
import { readPostgresStats } from '../../db/postgres/stats.ts';
import { listBackups } from '../../db/sqlite/backups.ts';
import { readStats } from '../../db/sqlite/maintenance.ts';
import { isSharedDatabase } from '../../src/config/database.ts';
import { SETTINGS, type SettingName } from '../../src/config/index.ts';
import { iso, nowIso } from '../../src/platform/clock.ts';
import { getFreeBytes, OWNER_ONLY_FILE } from '../../src/platform/runtime/files.ts';
import { redact } from '../../src/platform/security/redact.ts';
import { BUILD, VERSION } from '../../src/platform/version.ts';
import { createZip, type ZipEntry } from '../../src/platform/zip.ts';
import { getOffsiteStatus } from '../../src/system/service/offsite.ts';
import { type Action, withExamples } from '../command.ts';
import type { CommandContext } from '../command-context.ts';
import { runChecks } from '../doctor/run-checks.ts';
import { Failure, UsageError } from '../errors.ts';

const README = `This archive helps to find out why an installation of Perkmint does not work.

It contains the results of perkmint doctor, which settings are set, the sizes of tables, and the state of backups. It contains
no rows of the database, no secrets, and no names, addresses or numbers of people: links, email addresses, phone and account
numbers, the host name and the home folder are replaced. Read the files before you send them.
`;
/** Values of settings that are shown: they can't name a person, a place or a machine. */
const PLAIN_VALUE = /^(\d+(\.\d+)?|[a-z]{2,12})$/i;
/** Names and addresses of machines in the value of a setting. */
const HOST = /[\w-]+(\.[\w-]+)+/g;

export function supportCommand(program: Command, action: Action): void {
  const command = program
    .command('support')
    .description('Write an archive for people who help you, without personal data and secrets')
    .requiredOption('--out <file>', 'ZIP file to write')
    .action(action<{ out: string }>(writeBundle));
  withExamples(command, 'perkmint support --out support.zip', 'perkmint support --out support.zip --json');
}

async function writeBundle(context: CommandContext<{ out: string }>): Promise<void> {
  const file = resolve(context.options.out);
  if (existsSync(file)) throw new Failure(5, 'CONFLICT', `${file} already exists`);
  if (!existsSync(dirname(file))) throw new UsageError(`Folder not found: ${dirname(file)}`);
  const entries = await collect(context);
  const zip = createZip(toAsync(entries), context.clock.now());
  const handle = await open(file, 'wx', OWNER_ONLY_FILE);
  try {
    for await (const chunk of zip) await handle.writeFile(chunk);
  } finally {
    await handle.close();
  }
  context.out.value(file, { file, entries: entries.map(({ name }) => name) });
  context.out.info('It contains no personal data and no secrets. Read it before you send it');
}

/** Each part is read on its own, because the others help when one can't be read. */
async function collect(context: CommandContext): Promise<(ZipEntry & { content: string })[]> {
  const parts: Record<string, () => unknown> = {
    version: () => ({
      version: VERSION,
      build: BUILD ?? 'source',
      bun: Bun.version,
      at: nowIso(context.clock),
    }),
    machine: () => describeMachine(context),
    settings: () => describeSettings(context),
    doctor: () => runChecks(context),
    tables: () => readTables(context),
    backups: () => describeBackups(context),
  };
  const clean = createCleaner(context);
  const entries = [{ name: 'README.txt', content: README }];
  for (const [name, read] of Object.entries(parts)) {
    const found = await Promise.resolve()
      .then(read)
      .catch(error => ({ error: (error as Error).message }));
    entries.push({ name: `${name}.json`, content: `${JSON.stringify(clean(found), null, 2)}\n` });
  }
  return entries;
}

function describeMachine(context: CommandContext) {
  const { dataDir } = context.loadConfig().config;
  const { platform, arch } = process;
  return {
    platform,
    arch,
    release: release(),
    processors: availableParallelism(),
    memoryBytes: totalmem(),
    freeBytes: getFreeBytes(existsSync(dataDir) ? dataDir : '.'),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

/** Returns the source of each setting, and its value if that is a number or a choice. */
function describeSettings(context: CommandContext) {
  const { config, origins } = context.loadConfig();
  const names = (Object.keys(SETTINGS) as SettingName[]).filter(name => origins[name] !== 'default');
  return names.map(name => {
    const { env, secret } = SETTINGS[name];
    const value = String(config[name]);
    const isShown = !secret && PLAIN_VALUE.test(value);
    return { name: env, origin: origins[name], value: isShown ? value : '(set)' };
  });
}

async function readTables(context: CommandContext) {
  const config = context.config();
  return isSharedDatabase(config)
    ? await readPostgresStats(config.databaseUrl)
    : readStats(context.requireDatabase());
}

function describeBackups(context: CommandContext) {
  const config = context.config();
  const { url = '', ...offsite } = getOffsiteStatus(config, context.clock) ?? {};
  return {
    here: listBackups(config.dataDir).map(({ modifiedMs }) => iso(modifiedMs)),
    destination: url.split(':')[0] || null,
    ...offsite,
  };
}

/** Returns a function that removes from all texts of a value what could name a person, a place or a machine. */
function createCleaner(context: CommandContext): (value: unknown) => unknown {
  const { config, origins } = context.loadConfig();
  const given = (Object.keys(SETTINGS) as SettingName[]).filter(name => origins[name] !== 'default');
  const hosts = given.flatMap(name => JSON.stringify(config[name]).match(HOST) ?? []);
  const names = [
    [config.dataDir, '(data folder)'],
    [homedir(), '~'],
    ...hosts.map(host => [host, '(host)'] as const),
  ] as const;
  const cleanText = (text: string) =>
    redact(names.reduce((rest, [name, word]) => rest.replaceAll(name, word), text));
  const clean = (value: unknown): unknown => {
    if (typeof value === 'string') return isTime(value) ? value : cleanText(value);
    if (Array.isArray(value)) return value.map(clean);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, clean(part)]));
  };
  return clean;
}

/** Times look like phone numbers to `redact`. */
function isTime(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text);
}

async function* toAsync(entries: ZipEntry[]): AsyncGenerator<ZipEntry> {
  yield* entries;
}
