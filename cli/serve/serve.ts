import type { SQLiteError } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { describeProgress, type OnMigrationProgress } from '../../db/migration.ts';
import { listBackups } from '../../db/sqlite/backups.ts';
import { setCrashMarker } from '../../db/sqlite/crash-marker.ts';
import { acquireLock } from '../../db/sqlite/lock.ts';
import { quickCheckDatabase } from '../../db/sqlite/maintenance.ts';
import { finishRestore, removeRestoreLeftovers } from '../../db/sqlite/restore.ts';
import type { App } from '../../src/app.ts';
import { findPasswordProblem } from '../../src/auth/password-policy.ts';
import { createFirstAdmin, hasAdmin, issueSetupLink } from '../../src/auth/service/register.ts';
import { isSharedDatabase } from '../../src/config/database.ts';
import { type Config, withPort } from '../../src/config/index.ts';
import { toServerRecord, writeServerRecord } from '../../src/config/server-record.ts';
import type { Actor } from '../../src/context.ts';
import { migratingResponse, updatingResponse } from '../../src/http/migrating-response.ts';
import { listen, type Server } from '../../src/http/server.ts';
import { startJobs } from '../../src/jobs/index.ts';
import { nowIso, SECOND_MS } from '../../src/platform/clock.ts';
import { createLog } from '../../src/platform/log.ts';
import { BUILD } from '../../src/platform/version.ts';
import { describeReturn, goBack } from '../../src/updates/install.ts';
import { readPendingUpdate, type UpdateRecord } from '../../src/updates/record.ts';
import { localUrl } from '../api/probe.ts';
import type { CommandContext } from '../command-context.ts';
import { prepareDataFolder } from '../data-folder.ts';
import { ConfigError, describeFailure, Failure } from '../errors.ts';
import { printBanner } from './banner.ts';
import { CHECK_ONLY, type Handover, handOver, SUPERVISED } from './hand-over.ts';
import { Https } from './https.ts';
import { watchParentProcess } from './parent-watchdog.ts';
import { confirmUpdate, preparePendingUpdate, watchForUpdate } from './pending-update.ts';
import { commandName, runSelf } from './spawn-self.ts';
import { Updates } from './updates.ts';

const SETUP: Actor = { kind: 'system', id: 'setup', role: 'admin', businessId: null };
/**
 * When to release the memory of the startup (the parsed seed, parts of the OpenAPI document). Without this, the
 * garbage collector would keep 15 MiB for hours on an idle server.
 */
const SETTLED_MS = 1_000;
/** How long open handles may keep the process alive after everything was closed. */
const EXIT_GRACE_MS = 1_000;
/** The reason to stop when the file of this program was replaced. */
const UPDATE = 'an update was installed';
const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;
const DAMAGE = ['SQLITE_CORRUPT', 'SQLITE_NOTADB'];

export interface ServeOptions {
  port?: string;
  host?: string;
  domain?: string[];
}

/** Runs the server until a stop signal, and what replaces it after an update. @throws Failure if it can't start */
export async function serve(context: CommandContext<ServeOptions>): Promise<void> {
  try {
    const next = await serveOnce(context);
    // The process that supervises this one continues with the program.
    const isSupervised = context.io.env[SUPERVISED] !== undefined;
    if (next && !isSupervised) process.exitCode = await handOver(next);
  } finally {
    context.io.exitWithin(EXIT_GRACE_MS);
  }
}

/** @returns the program that replaces this one, if any */
async function serveOnce(context: CommandContext<ServeOptions>): Promise<Handover | null> {
  const { port, host, domain } = context.options;
  context.loadConfig({ port, host, domain: domain?.join(',') });
  const config = context.config();
  const { dataDir } = config;
  prepareDataFolder(dataDir);
  const isShared = isSharedDatabase(config);
  const release = isShared ? () => {} : lockDataFolder(context, config);
  let server: Server | undefined;
  let https: Https | undefined;
  const close = async () => {
    https?.stop();
    await server?.stop();
    await context.close();
  };
  let update: UpdateRecord | null = null;
  try {
    if (!isShared) endRestore(context, dataDir);
    const pending = isShared
      ? null
      : await preparePendingUpdate(dataDir, {
          executable: BUILD && process.execPath,
          now: nowIso(context.clock),
        });
    if (pending?.run) return { file: pending.run };
    update = pending?.update ?? null;
    server = startListening(config);
    https = new Https(config, server);
    if (!isCheckOnly(context)) await https.listen();
    const marker = isShared ? undefined : setCrashMarker(dataDir);
    if (marker?.wasUnclean) assertIntact(context);
    const next = await runServer(context, { server, https, update });
    marker?.clear();
    return next && { file: next.previous, supervise: dataDir };
  } catch (error) {
    await close();
    const run = update && (await takeBack(context, error));
    if (!run || isCheckOnly(context)) throw error;
    return { file: run };
  } finally {
    await close();
    release();
  }
}

/** Returns whether this process only finds out whether a new version works, and then ends. */
function isCheckOnly({ io }: CommandContext<ServeOptions>): boolean {
  return io.env[CHECK_ONLY] !== undefined;
}

/** Takes an update back if this version can't confirm it. @returns the file to run instead, if it was not confirmed */
async function takeBack(context: CommandContext<ServeOptions>, error: unknown): Promise<string | null> {
  const { dataDir } = context.config();
  const record = readPendingUpdate(dataDir);
  if (!record) return null;
  const failure = describeFailure(error);
  const words = typeof failure === 'number' ? `exit code ${failure}` : failure.message;
  const reason = `Version ${record.to.version} does not work here: ${words}`;
  const run = await goBack(dataDir, record, { reason, endedAt: nowIso(context.clock) });
  context.out.info(describeReturn(record, reason));
  return run;
}

/** Keeps a second server from the same SQLite file. @throws LockedError */
function lockDataFolder({ clock }: CommandContext, { dataDir, port }: Config): () => void {
  const where = port === 0 ? '' : ` on port ${port}`;
  const lock = acquireLock(dataDir, `perkmint serve${where}`, nowIso(clock));
  return () => lock.release();
}

/** Finishes a restore that was interrupted, and removes what it or an import has left. */
function endRestore({ out }: CommandContext<ServeOptions>, dataDir: string): void {
  if (finishRestore(dataDir)) out.info('Finished the restore that was interrupted');
  removeRestoreLeftovers(dataDir);
}

/** @throws Failure (conflict) when the port is taken */
function startListening(config: Config): Server {
  try {
    return listen(config);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const where = `${config.host}:${config.port}`;
    if (code === 'EADDRINUSE') {
      throw new Failure(5, 'PORT_IN_USE', `${where} is in use; choose another port with --port or PORT`);
    }
    throw new Failure(1, 'CANNOT_LISTEN', `Cannot listen on ${where}: ${(error as Error).message}`);
  }
}

interface Parts {
  server: Server;
  https: Https;
  /** The update that this start confirms. */
  update: UpdateRecord | null;
}

/** @returns the update that replaces this version, if that is why it has stopped */
async function runServer(
  context: CommandContext<ServeOptions>,
  { server, https, update }: Parts,
): Promise<UpdateRecord | null> {
  const signal = watchStopSignals(context.io.env);
  let stopWatching = () => {};
  try {
    const config = withPort(context.loadConfig(), server.port);
    if (update) server.answerMeanwhile(updatingResponse);
    const app = await openApp(context, config, server, https);
    if (update) {
      server.answerMeanwhile(updatingResponse);
      await confirmUpdate(app, update, localUrl(config), nowIso(context.clock));
      if (isCheckOnly(context)) return null;
    }
    const setupLink = await ensureFirstAdmin(app);
    const { cluster } = app.services.database;
    await cluster.join();
    server.open(app.handler);
    writeServerRecord(config.dataDir, toServerRecord(context.loadConfig().origins, config));
    let damage: string | undefined;
    const stopJobs = startJobs(app, {
      runSelf,
      onDamage: words => {
        damage = words;
        signal.raise('the database is damaged');
      },
    });
    await app.worker.start();
    await app.mailWorker.start();
    await app.services.testEnvironments.startWorkers();
    printBanner(context, config, setupLink);
    await https.start(app);
    setTimeout(releaseStartupMemory, SETTLED_MS).unref();
    if (BUILD && !isSharedDatabase(config))
      stopWatching = watchForUpdate(config.dataDir, () => signal.raise(UPDATE));
    // Logged after the banner, because programs read the server's address from the first line.
    if (app.snapshot) app.services.log.info('migrated', { applied: app.migrated, snapshot: app.snapshot });
    const reason = await signal.raised;
    app.services.log.info('stopping', { reason });
    app.announceShutdown();
    await Bun.sleep(config.shutdownDelay * SECOND_MS);
    stopJobs();
    https.stop();
    await cluster.leave();
    const isClean = await server.stop();
    if (!isClean) app.services.log.warn('Requests were aborted because they exceeded the shutdown timeout');
    await app.close();
    if (damage !== undefined) throw damagedDatabase(context, damage);
    return reason === UPDATE ? readPendingUpdate(config.dataDir) : null;
  } finally {
    stopWatching();
    signal.dispose();
  }
}

async function openApp(
  context: CommandContext<ServeOptions>,
  config: Config,
  server: Server,
  https: Https,
): Promise<App> {
  const { io, options, clock } = context;
  const format = { level: config.logLevel, clock, pretty: io.isOutTerminal && !options.json };
  const log = createLog({ ...format, write: text => io.out(text) });
  // On stderr, because programs read the server's address from the first line of stdout.
  const startLog = createLog({ ...format, write: text => io.err(text) });
  const onMigration: OnMigrationProgress = ({ step, ...progress }) => {
    startLog.info(describeProgress({ step, ...progress }), progress);
    startLog.flush();
    server.answerMeanwhile(() => migratingResponse(progress));
  };
  try {
    return await context.open({
      config,
      overrides: isSharedDatabase(config) ? { log } : { log, https, updates: new Updates(config) },
      upgrade: true,
      onMigration,
      inBackground: true,
    });
  } catch (error) {
    const { code, message } = error as SQLiteError;
    throw DAMAGE.some(each => code?.startsWith(each)) ? damagedDatabase(context, message) : error;
  }
}

/**
 * Creates the first admin from the settings.
 * @returns the setup link if they name none; undefined if there is an admin or a business owner
 */
async function ensureFirstAdmin(app: App): Promise<string | undefined> {
  const ctx = app.as(SETUP);
  const { adminEmail, adminPassword } = app.services.config;
  if (await hasAdmin(ctx)) return undefined;
  if (!adminEmail || !adminPassword) return issueSetupLink(ctx);
  const problem = findPasswordProblem(adminPassword, { email: adminEmail });
  if (problem) throw new ConfigError([`ADMIN_PASSWORD ${problem}`]);
  try {
    await createFirstAdmin(ctx, adminEmail, adminPassword);
  } catch (error) {
    // Another node that starts at the same time may have been faster.
    if (!(await hasAdmin(ctx))) throw error;
  }
  return undefined;
}

/** Checks the database file after a crash. @throws Failure if it is damaged */
function assertIntact(context: CommandContext<ServeOptions>): void {
  const file = context.databaseFile();
  if (!existsSync(file)) return;
  const problems = quickCheckDatabase(file);
  if (problems.length > 0) throw damagedDatabase(context, problems.join('; '));
}

function damagedDatabase(context: CommandContext<ServeOptions>, problem: string): Failure {
  const { dataDir } = context.config();
  const [newest] = listBackups(dataDir);
  const command = `${commandName(context.io.env)} db restore ${newest?.file ?? '<backup file>'} --data-dir ${dataDir}`;
  const found = newest ? '' : ` There is no backup in ${dataDir}/backups.`;
  return new Failure(
    1,
    'DAMAGED',
    `The database in ${dataDir} is damaged: ${problem}\nRestore a backup:${found}\n  ${command}`,
  );
}

/**
 * Resolves at the first reason to stop. A second signal has its default action and ends the process at once, unless another
 * process supervises this one.
 */
function watchStopSignals(env: CommandContext['io']['env']) {
  const { promise: raised, resolve: raise } = Promise.withResolvers<string>();
  const isSupervised = env[SUPERVISED] !== undefined;
  const listeners = STOP_SIGNALS.map(signal => {
    // systemd sends the signal to all processes of a service, and the supervisor passes it on, on a busy machine much later:
    // until this process has ended, both are one request. At a second request, the supervisor kills it.
    const ignore = () => {
      if (!isSupervised) process.off(signal, stop);
    };
    const stop = () => {
      raise(signal);
      ignore();
    };
    process.on(signal, stop);
    return ignore;
  });
  const stopWatching = watchParentProcess(env, () => raise('the process that started the server has ended'));
  return {
    raised,
    raise,
    dispose: () => {
      for (const ignore of listeners) ignore();
      stopWatching();
    },
  };
}

function releaseStartupMemory(): void {
  Bun.gc(true);
  Bun.shrink();
}
