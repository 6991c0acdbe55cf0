import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Inspection } from '../../db/client.ts';
import { MigrationError } from '../../db/migration.ts';
import { migrations } from '../../db/migrations/index.ts';
import { listBackups } from '../../db/sqlite/backups.ts';
import { inspectDatabase } from '../../db/sqlite/inspect.ts';
import { quickCheckDatabase } from '../../db/sqlite/maintenance.ts';
import { listPendingMigrations } from '../../db/sqlite/migrate.ts';
import { loadReference } from '../../seed/load.ts';
import type { Config } from '../../src/config/index.ts';
import { isPublicUrlSet } from '../../src/config/local-url.ts';
import { DAY_MS, MINUTE_MS, nowIso, SECOND_MS } from '../../src/platform/clock.ts';
import { getFreeBytes } from '../../src/platform/runtime/files.ts';
import { getReach } from '../../src/platform/url-reach.ts';
import { getOffsiteStatus } from '../../src/system/service/offsite.ts';
import type { CommandContext } from '../command-context.ts';
import { findAccessProblem, findOpenPaths } from '../data-folder.ts';
import { type Finding, failed, passed, warning } from './finding.ts';
import { checkEqualSecrets, checkSecretsFile } from './secret-checks.ts';

/** Backups are created daily; after two days without one, they are failing. */
const OLDEST_BACKUP_MS = 2 * DAY_MS;
/** A running server sends changes three times per minute. */
const MAX_BEHIND_MS = 15 * MINUTE_MS;
const MIB = 1024 * 1024;
const MIN_FREE_BYTES = 512 * MIB;
const GROUP_AND_OTHERS = 0o077;
/** Smaller differences are normal after a clock correction. */
const MAX_SKEW_MS = MINUTE_MS;

/** Checks the data folder, its files and the SQLite database in it. */
export function checkData(context: CommandContext, config: Config, file: string): Finding[] {
  const findings = checkDataFolder(config);
  if (findings.some(({ check, state }) => check === 'data folder' && state === 'wrong')) return findings;
  if (existsSync(file)) findings.push(...checkDatabase(context, config, file));
  else findings.push(failed('database', `${file} does not exist`, 'run perkmint init'));
  return [...findings, checkBackups(context, config, file), checkOffsite(context, config)];
}

/** Checks the data folder, which has no database if that is on a server. */
export function checkDataFolder(config: Config): Finding[] {
  const obstacle = findAccessProblem(config.dataDir);
  if (obstacle) return [failed('data folder', obstacle.found, obstacle.fix)];
  return [
    checkFolder(config),
    checkFilePermissions(config),
    checkDiskSpace(config),
    checkSecretsFile(config),
  ];
}

function checkFolder({ dataDir }: Config): Finding {
  if ((statSync(dataDir).mode & GROUP_AND_OTHERS) === 0) return passed('data folder', dataDir);
  return warning('data folder', `${dataDir} is accessible to other users`, `chmod 700 ${dataDir}`);
}

/** Checks file permissions, except of secrets.json, which checkSecretsFile reports. */
function checkFilePermissions({ dataDir }: Config): Finding {
  const own = [dataDir, join(dataDir, 'secrets.json')];
  const open = findOpenPaths(dataDir).filter(path => !own.includes(path));
  const [first] = open;
  if (first === undefined) return passed('file permissions', 'owner only');
  const more = open.length === 1 ? '' : ` and ${open.length - 1} more`;
  return warning(
    'file permissions',
    `${first}${more} can be read by other users`,
    `chmod -R go= ${dataDir}; perkmint serve also does this`,
  );
}

function checkDiskSpace({ dataDir, uploadMinFreeSpace }: Config): Finding {
  const free = getFreeBytes(dataDir);
  const found = `${Math.round(free / MIB)} MiB free`;
  if (free < uploadMinFreeSpace) {
    const fix = 'free up space, or lower BACKUP_KEEP or UPLOAD_MIN_FREE_SPACE';
    return warning(
      'disk',
      `${found}: uploads are refused below ${Math.round(uploadMinFreeSpace / MIB)} MiB`,
      fix,
    );
  }
  if (free >= MIN_FREE_BYTES) return passed('disk', found);
  return warning(
    'disk',
    found,
    'free up space, or lower BACKUP_KEEP: on a full disk every write fails with 503',
  );
}

function checkDatabase(context: CommandContext, config: Config, file: string): Finding[] {
  const [damage] = quickCheckDatabase(file);
  if (damage) {
    const backup = listBackups(config.dataDir)[0]?.file ?? '<backup file>';
    return [failed('database', damage, `stop the server, then: perkmint db restore ${backup}`)];
  }
  const schema = checkMigrations(file);
  if (schema.state !== 'ok') return [passed('database', 'sound'), schema];
  const found = inspectDatabase(file);
  return [passed('database', 'sound'), schema, ...checkInstallation(context, config, found)];
}

/** Checks the content of a migrated database. */
export function checkInstallation(context: CommandContext, config: Config, found: Inspection): Finding[] {
  return [
    ...checkEqualSecrets(config, found.secretFingerprints),
    checkSeed(found),
    checkAdmin(found),
    checkReach(config, found),
    checkClock(context, found),
  ];
}

function checkMigrations(file: string): Finding {
  try {
    const pending = listPendingMigrations(file, migrations);
    if (pending.length === 0) return passed('migrations', 'all applied');
    return failed('migrations', `${pending.length} pending`, 'perkmint db migrate');
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error;
    return failed('migrations', error.message, 'install the version that wrote it, or a newer one');
  }
}

/** Checks that phones of customers can open the address of QR codes and links. */
function checkReach(config: Config, { publicUrl }: Inspection): Finding {
  const url = isPublicUrlSet(config) ? config.publicUrl : (publicUrl ?? config.publicUrl);
  const reach = getReach(url);
  if (reach === 'public') return passed('customer links', url);
  const where = reach === 'computer' ? 'works only on this computer' : 'works only in the same network';
  const fix =
    'set PUBLIC_URL, or the public address on the settings page, to the address that customers open';
  return warning('customer links', `${url} ${where}: customers cannot open QR codes and links`, fix);
}

function checkSeed({ seedHash }: Inspection): Finding {
  if (seedHash === loadReference().hash) return passed('seed', 'current reference data');
  const found = seedHash ? 'reference data of another version' : 'no reference data';
  return warning('seed', found, 'perkmint seed');
}

function checkAdmin({ isSetUp }: Inspection): Finding {
  return isSetUp
    ? passed('admin', 'configured')
    : failed('admin', 'no admin and no business owner', 'open the setup link, or run perkmint init');
}

/** Compares the clock with the newest record, which can't be in the future. */
function checkClock(context: CommandContext, { newestTime }: Inspection): Finding {
  const now = nowIso(context.clock);
  const aheadMs = newestTime === undefined ? 0 : Date.parse(newestTime) - Date.parse(now);
  if (aheadMs <= MAX_SKEW_MS) return passed('clock', now);
  const found = `the clock reads ${now}, but a record was written at ${newestTime}`;
  return failed('clock', found, 'timedatectl set-ntp true');
}

function checkBackups({ clock: { now } }: CommandContext, { dataDir }: Config, file: string): Finding {
  const [newest] = listBackups(dataDir);
  if (newest && newest.modifiedMs > now() - OLDEST_BACKUP_MS) return passed('backups', newest.file);
  const isYoung = !existsSync(file) || statSync(file).birthtimeMs > now() - OLDEST_BACKUP_MS;
  if (isYoung) return passed('backups', 'none yet; the server creates one per day');
  const found = newest ? `the latest is ${newest.file}` : 'no backups found';
  return warning(
    'backups',
    found,
    'run perkmint db backup, and check the log for why the daily backup fails',
  );
}

/** Checks the backups outside this machine, which alone survive its loss. */
function checkOffsite({ clock }: CommandContext, config: Config): Finding {
  const check = 'backups elsewhere';
  const status = getOffsiteStatus(config, clock);
  if (!status) {
    const fix =
      'set BACKUP_URL to a bucket, an SFTP server or a mounted disk; see the guide Upgrades and backups';
    return warning(check, 'all backups are on this machine and are lost with it', fix);
  }
  const { url, sentAt, behindSeconds, failure } = status;
  const fix = 'perkmint db backup --to';
  if (failure) {
    const until = sentAt === null ? 'nothing was sent' : `everything until ${sentAt} was sent`;
    const found = `${failure.reason}; ${until}`;
    const isOld = Date.parse(failure.since) < clock.now() - OLDEST_BACKUP_MS;
    return isOld ? failed(check, found, fix) : warning(check, found, fix);
  }
  if (sentAt === null) return warning(check, `nothing was sent to ${url} yet`, fix);
  if ((behindSeconds ?? 0) * SECOND_MS <= MAX_BEHIND_MS) return passed(check, `${url}, until ${sentAt}`);
  return warning(check, `${url} has nothing later than ${sentAt}`, `start the server, or run ${fix}`);
}
