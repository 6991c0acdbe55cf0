import { MigrationError } from '../../db/migration.ts';
import { readDatabaseState } from '../../db/open.ts';
import { inspectDatabase, inspectServer, type ServerInspection } from '../../db/postgres/inspect.ts';
import { describeDatabaseUrl } from '../../src/config/database.ts';
import type { Config } from '../../src/config/index.ts';
import { AppError } from '../../src/errors.ts';
import { SECOND_MS } from '../../src/platform/clock.ts';
import type { CommandContext } from '../command-context.ts';
import { checkInstallation } from './data-checks.ts';
import { type Finding, failed, passed, warning } from './finding.ts';

const MIN_VERSION = 15;
/** Servers exchange tokens and times, so their clocks must agree better than those of clients. */
const MAX_SKEW_MS = 5 * SECOND_MS;
/** Values of synchronous_commit with which a standby has stored a commit before it is acknowledged. */
const DURABLE = ['on', 'remote_apply'];
const GUIDE = 'see the guide to PostgreSQL, "Acknowledged writes survive a failover"';

/** Checks the PostgreSQL database and its server. */
export async function checkPostgres(context: CommandContext, config: Config): Promise<Finding[]> {
  const address = describeDatabaseUrl(config.databaseUrl);
  let server: ServerInspection;
  try {
    server = await inspectServer(config.databaseUrl, () => context.clock.now());
  } catch (error) {
    const fix =
      'check DATABASE_URL, the firewall, and that the server runs; psql "$DATABASE_URL" shows the reason';
    return [failed('database', `${address} cannot be used: ${describeReason(error)}`, fix)];
  }
  return [...checkServerSettings(server, address), ...(await checkContent(context, config))];
}

/** Checks what the server says about itself. */
export function checkServerSettings(server: ServerInspection, address: string): Finding[] {
  return [
    checkServer(server, address),
    checkText(server),
    checkSynchronousCommit(server),
    checkStandbys(server),
    checkArchive(server),
    checkPooling(server),
    checkDatabaseClock(server),
  ];
}

/** Returns the message of the driver, which names no password. */
function describeReason(error: unknown): string {
  const cause = error instanceof AppError ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}

function checkServer({ version, isStandby }: ServerInspection, address: string): Finding {
  if (version < MIN_VERSION)
    return failed('database', `PostgreSQL ${version} is too old`, `upgrade it to ${MIN_VERSION} or later`);
  if (isStandby)
    return failed(
      'database',
      `${address} is a standby`,
      'let DATABASE_URL lead to the primary, or promote it',
    );
  return passed('database', `PostgreSQL ${version} at ${address}`);
}

function checkText({ encoding, locale }: ServerInspection): Finding {
  if (encoding === 'UTF8' && ['C', 'POSIX'].includes(locale))
    return passed('locale', `${encoding}, ${locale}`);
  const fix = "create the database with: template template0 encoding 'UTF8' locale_provider libc locale 'C'";
  return failed('locale', `the encoding is ${encoding} and the locale ${locale}`, fix);
}

function checkSynchronousCommit({ synchronousCommit }: ServerInspection): Finding {
  if (DURABLE.includes(synchronousCommit)) return passed('synchronous_commit', synchronousCommit);
  const loss = synchronousCommit === 'off' ? 'a crash' : 'a failover';
  const found = `${synchronousCommit}: ${loss} can lose acknowledged writes`;
  return warning('synchronous_commit', found, "alter system set synchronous_commit = 'on'");
}

function checkStandbys({ synchronousStandbyNames, synchronousStandbys }: ServerInspection): Finding {
  const check = 'standby';
  if (synchronousStandbyNames === '') {
    const found = 'no synchronous standby: a failover can lose acknowledged writes';
    return warning(
      check,
      found,
      `set synchronous_standby_names, unless the service replicates synchronously; ${GUIDE}`,
    );
  }
  if (synchronousStandbys === null)
    return warning(check, 'this role may not see standbys', 'grant pg_monitor to the role in DATABASE_URL');
  if (synchronousStandbys > 0) return passed(check, `${synchronousStandbys} synchronous`);
  const found = `${synchronousStandbyNames} is not connected, so every write waits`;
  return failed(check, found, `start the standby, or change synchronous_standby_names; ${GUIDE}`);
}

/** Checks the backups of the server, as far as it knows of them. */
function checkArchive({ isArchiving, archivingFailedAt }: ServerInspection): Finding {
  const check = 'backups';
  if (!isArchiving) {
    const found =
      'PostgreSQL does not archive its log, so that a restore loses what came after the last dump';
    const fix = 'set up pgBackRest, unless the service makes backups; see the guide to PostgreSQL, "Back up"';
    return warning(check, found, fix);
  }
  if (archivingFailedAt === null) return passed(check, 'PostgreSQL archives its log');
  const found = `PostgreSQL could not archive its log at ${archivingFailedAt}, nor since`;
  return failed(
    check,
    found,
    'read the log of PostgreSQL, and run the check of your backups, such as pgbackrest check',
  );
}

function checkPooling({ isPooled }: ServerInspection): Finding {
  if (!isPooled) return passed('connection', 'keeps its settings');
  const found = 'a pooler in transaction mode loses settings, locks and notifications of connections';
  return warning('connection', found, 'connect directly, or through a pooler in session mode');
}

function checkDatabaseClock({ clockAheadMs }: ServerInspection): Finding {
  if (Math.abs(clockAheadMs) <= MAX_SKEW_MS) return passed('database clock', 'agrees with this one');
  const seconds = Math.round(Math.abs(clockAheadMs) / SECOND_MS);
  const found = `is ${seconds} s ${clockAheadMs > 0 ? 'ahead of' : 'behind'} this one`;
  return warning('database clock', found, 'timedatectl set-ntp true, on both machines');
}

/** Checks the migrations and, if all are applied, the records. */
async function checkContent(context: CommandContext, config: Config): Promise<Finding[]> {
  const { databaseUrl: url, dataDir } = config;
  try {
    const { isNew, pending } = await readDatabaseState({ url, dataDir });
    if (isNew) return [failed('migrations', 'the database is empty', 'run perkmint init')];
    if (pending.length > 0) return [failed('migrations', `${pending.length} pending`, 'perkmint db migrate')];
    const found = checkInstallation(context, config, await inspectDatabase(url));
    return [passed('migrations', 'all applied'), ...found];
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error;
    return [failed('migrations', error.message, 'install the version that wrote it, or a newer one')];
  }
}
