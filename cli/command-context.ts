import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { type AuditedAction, toAuditDetails } from '../db/audit-entry.ts';
import { describeProgress } from '../db/migration.ts';
import { type DatabaseState, readDatabaseState } from '../db/open.ts';
import { DATABASE_FILE } from '../db/sqlite/file.ts';
import { acquireLock, LockedError } from '../db/sqlite/lock.ts';
import { hasUnfinishedRestore } from '../db/sqlite/restore.ts';
import { type App, createApp, type OpenOptions, type Overrides } from '../src/app.ts';
import * as businesses from '../src/businesses/service.ts';
import { describeDatabaseUrl, isSharedDatabase } from '../src/config/database.ts';
import { type Config, type LoadedConfig, loadConfig } from '../src/config/index.ts';
import type { Ctx } from '../src/context.ts';
import { CLI } from '../src/context.ts';
import { type Clock, nowIso, systemClock } from '../src/platform/clock.ts';
import { isWellFormedId } from '../src/platform/ids.ts';
import { createLog } from '../src/platform/log.ts';
import { mayLoseWrites } from '../src/updates/record.ts';
import { OnlyBusinessOption } from './business-option.ts';
import { prepareDataFolder } from './data-folder.ts';
import { ConfigError, Failure, UsageError } from './errors.ts';
import { type Io, Output } from './output.ts';
import { createProgress, type Progress } from './progress.ts';

/** How many businesses an error lists. */
const SHOWN_BUSINESSES = 10;
/** The command that takes no settings from the server before it. */
const SERVE = 'serve';

/** Options that every command takes. */
interface CommonOptions {
  json?: boolean;
  yes?: boolean;
  dataDir?: string;
}

interface OpenAppOptions extends OpenOptions {
  config?: Config;
  overrides?: Overrides;
}

/** The context of a command: its options, its output, and the installation that it works on. */
export class CommandContext<Options extends object = object> {
  readonly out: Output;
  readonly options: Options & CommonOptions;
  readonly clock: Clock;
  #loaded: LoadedConfig | undefined;
  #app: App | undefined;

  constructor(
    readonly io: Io,
    readonly command: Command,
    private readonly overrides: Overrides,
  ) {
    this.options = command.optsWithGlobals();
    this.clock = overrides.clock ?? systemClock;
    this.out = new Output(io, this.options.json === true);
  }

  /** Returns the settings with their sources, valid or not. */
  loadConfig(flags: Record<string, string | undefined> = {}): LoadedConfig {
    this.#loaded ??= loadConfig({
      env: this.io.env,
      flags: { ...flags, 'data-dir': this.options.dataDir },
      asServer: this.command.name() !== SERVE,
    });
    return this.#loaded;
  }

  /** @throws ConfigError that lists all invalid settings */
  config(): Config {
    const { config, problems } = this.loadConfig();
    if (problems.length > 0) throw new ConfigError(problems);
    return config;
  }

  /** Returns the path of the SQLite database. @throws Failure (usage) if the settings name a PostgreSQL database */
  databaseFile(): string {
    this.#assertEmbedded();
    return join(this.config().dataDir, DATABASE_FILE);
  }

  #assertEmbedded(): void {
    const config = this.config();
    if (!isSharedDatabase(config)) return;
    const words =
      "This command is for SQLite; use PostgreSQL's tools, such as pgBackRest, pg_dump and pg_restore";
    throw new Failure(
      2,
      'NOT_SUPPORTED',
      `The database is ${describeDatabaseUrl(config.databaseUrl)}. ${words}`,
    );
  }

  /** Returns the path of an existing database. @throws Failure (not found) */
  requireDatabase(): string {
    const file = this.databaseFile();
    this.#assertNoRestore();
    if (existsSync(file)) return file;
    const { dataDir } = this.config();
    throw new Failure(
      4,
      'NO_INSTALLATION',
      `No installation found in ${dataDir}. Run perkmint init, or choose another folder with --data-dir`,
    );
  }

  /** Opens an existing installation; a typo in --data-dir or DATABASE_URL must not create a new one. */
  async ctx(): Promise<Ctx> {
    await this.requireInstallation();
    return (await this.open()).as(CLI, this.auditedAction());
  }

  /** @throws Failure (not found) unless there is an installation */
  async requireInstallation(): Promise<void> {
    if (isSharedDatabase(this.config())) await this.#requireTables();
    else this.requireDatabase();
  }

  /** Sets the option --business, if the command takes one and none is given, to the only business. @throws UsageError */
  async chooseBusiness(): Promise<void> {
    const options = this.options as { business?: string; server?: string };
    const takesOne = this.command.options.some(option => option instanceof OnlyBusinessOption);
    // An API key belongs to one business.
    if (!takesOne || options.business !== undefined || options.server !== undefined) return;
    const { items } = await businesses.list(await this.ctx(), { page: 1, perPage: SHOWN_BUSINESSES });
    const [first, second] = items;
    if (first && !second) {
      options.business = first.id;
      return;
    }
    const names = items.map(({ id, name }) => `\n  ${id}  ${name}`).join('');
    throw new UsageError(first ? `Choose a business with --business:${names}` : 'There is no business yet');
  }

  /** @throws Failure (not found) if the database that DATABASE_URL names is empty */
  async #requireTables(): Promise<void> {
    const { databaseUrl } = this.config();
    if (!(await this.#readDatabaseState()).isNew) return;
    const words = `No installation found in ${describeDatabaseUrl(databaseUrl)}. Run perkmint init`;
    throw new Failure(4, 'NO_INSTALLATION', words);
  }

  #readDatabaseState(): Promise<DatabaseState> {
    const { databaseUrl: url, dataDir } = this.config();
    return readDatabaseState({ url, dataDir });
  }

  /**
   * Returns the audit log entry of this command: its name, the IDs among its arguments, and the options that are safe to
   * record. Everything else may be personal or secret, such as an email address or a webhook URL.
   */
  auditedAction(): AuditedAction {
    const { command } = this;
    const words = command.registeredArguments.flatMap((argument, index) =>
      argument.variadic ? [] : (command.args[index] ?? []),
    );
    const target = words.filter(isWellFormedId).join('/') || null;
    const given = Object.entries(command.opts()).filter(
      ([name]) => command.getOptionValueSource(name) !== 'default',
    );
    return { operation: commandPath(command), target, details: toAuditDetails(Object.fromEntries(given)) };
  }

  /**
   * Opens the installation, or creates it.
   * @throws OlderDatabaseError unless `upgrade` is set, which needs the lock of the data folder; NewerDatabaseError
   */
  async open({ config = this.config(), overrides, ...options }: OpenAppOptions = {}): Promise<App> {
    if (this.command.name() !== SERVE) {
      this.assertNoUpdate(config);
      this.#assertNoRestore(config);
    }
    const level = config.logLevel === 'silent' ? 'silent' : 'error';
    const log = createLog({ level, clock: this.clock, write: text => this.io.err(text), pretty: true });
    // Created here with private permissions, before createApp would create it.
    prepareDataFolder(config.dataDir);
    this.#app ??= await createApp(
      config,
      { log, ...this.overrides, ...overrides },
      { upgrade: false, ...options },
    );
    return this.#app;
  }

  /** @throws Failure (locked) while a new version is tried: what a command writes could be taken back with it */
  assertNoUpdate(config: Config = this.config()): void {
    if (isSharedDatabase(config) || !mayLoseWrites(config.dataDir)) return;
    const words =
      'An update is being tried. Try again in a minute; if no server is running, start it to finish the update';
    throw new Failure(5, 'LOCKED', words);
  }

  /** @throws Failure (locked) while only a part of a backup is in place */
  #assertNoRestore({ dataDir }: Config = this.config()): void {
    if (!hasUnfinishedRestore(dataDir)) return;
    const words =
      'A restore was interrupted. Start the server, or run perkmint db restore again, to finish it';
    throw new Failure(5, 'LOCKED', words);
  }

  /**
   * Opens the installation, or creates it, and migrates an older database to this version.
   * @throws Failure (locked) while a server is using an older database: it would write to tables that have changed, and
   *   could not start again
   */
  async openAndMigrate(): Promise<App> {
    const { isNew, pending } = await this.#readDatabaseState();
    // The migrations of a shared database take its own lock, and the servers of the previous version keep running.
    if (isNew || pending.length === 0 || isSharedDatabase(this.config())) return this.#openWithLines();
    const lock = this.lockDataFolder(
      'Stop it before the migration: it must not write to a database of a newer version',
    );
    try {
      return await this.#openWithLines();
    } finally {
      lock.release();
    }
  }

  /** Migrates and opens the installation. Prints a line for each step of the migration. */
  #openWithLines(): Promise<App> {
    return this.open({ upgrade: true, onMigration: progress => this.out.info(describeProgress(progress)) });
  }

  /** Locks the data folder against servers. @throws Failure (locked) with these words about the server that runs */
  lockDataFolder(words: string): { release(): void } {
    this.#assertNoRestore();
    try {
      return acquireLock(this.config().dataDir, `perkmint ${commandPath(this.command)}`, nowIso(this.clock));
    } catch (error) {
      if (!(error instanceof LockedError)) throw error;
      throw new Failure(5, 'LOCKED', `${error.message}. ${words}`);
    }
  }

  async close(): Promise<void> {
    await this.#app?.close();
  }

  /** Shows a progress bar while `work` runs, and removes it afterwards. */
  async withProgress<T>(label: string, work: (progress: Progress) => T | Promise<T>): Promise<T> {
    const progress = createProgress(this.io, label);
    try {
      return await work(progress);
    } finally {
      progress.end();
    }
  }

  /** Asks for confirmation of an irreversible action, unless --yes was given. @throws UsageError */
  async confirm(question: string): Promise<void> {
    if (this.options.yes) return;
    if (!this.io.isInteractive)
      throw new UsageError(`${question} Re-run with --yes: this session is not interactive`);
    const answer = await this.io.ask(`${question} [y/N] `, false);
    if (!/^y(es)?$/i.test(answer)) throw new UsageError('Aborted');
  }
}

/** Returns the path of a command without the program's name, such as `users create`. */
function commandPath(command: Command): string {
  const { parent } = command;
  return parent?.parent ? `${commandPath(parent)} ${command.name()}` : command.name();
}
