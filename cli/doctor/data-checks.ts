import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Inspection } from '../../db/client.ts';
import { MigrationError } from '../../db/migration.ts';
import { migrations } from '../../db/migrations/index.ts';
import { listBackups } from '../../db/sqlite/backups.ts';
import { inspectDatabase } from '../../db/sqlite/inspect.ts';
import { quickCheckDatabase } from '../../db/sqlite/maintenance.ts';
import { listPendingMigrations } from '../../db/sqlite/migrate.ts';
import { loadReference } from '../../seed/load.ts';
import { isSharedDatabase } from '../../src/config/database.ts';
import type { Config } from '../../src/config/index.ts';
import { isPublicUrlSet } from '../../src/config/local-url.ts';
import { getFreeBytes, OWNER_ONLY_FILE, syncToDisk } from '../../src/platform/runtime/files.ts';
import { parseHistory } from '../../src/system/rules/clock-history.ts';
import { checkClock, checkCustomerLinks } from '../../src/system/rules/findings.ts';
import { checkFiles } from '../../src/system/service/checks.ts';
import type { CommandContext } from '../command-context.ts';
import { findAccessProblem, findOpenPaths } from '../data-folder.ts';
import { type Finding, failed, passed, warning } from './finding.ts';
import { toFinding } from './health-checks.ts';
import { checkEqualSecrets, checkSecretsFile } from './secret-checks.ts';

const GROUP_AND_OTHERS = 0o077;
/** Checks the data folder, its files and the SQLite database in it. */
export function checkData(context: CommandContext, config: Config, file: string): Finding[] {
  const findings = checkDataFolder(context, config);
  if (findings.some(({ check, state }) => check === 'data folder' && state === 'wrong')) return findings;
  if (existsSync(file)) findings.push(...checkDatabase(context, config, file));
  else findings.push(failed('database', `${file} does not exist`, 'run perkmint init'));
  return findings;
}

/** Checks the data folder, which has no database if that is on a server. */
export function checkDataFolder({ clock }: CommandContext, config: Config): Finding[] {
  const obstacle = findAccessProblem(config.dataDir);
  if (obstacle) return [failed('data folder', obstacle.found, obstacle.fix)];
  return [
    checkFolder(config),
    checkFilePermissions(config),
    checkSecretsFile(config),
    ...checkFiles({ config, clock, freeSpace: getFreeBytes, commitMs: measureCommit(config) }).map(toFinding),
  ];
}

/**
 * Measures how long the disk takes to store a few bytes, in milliseconds: the median of three times. Undefined if it is full, and for
 * PostgreSQL, whose disk is not this computer's.
 */
function measureCommit(config: Config): number | undefined {
  if (isSharedDatabase(config)) return undefined;
  const file = join(config.dataDir, `.doctor-${process.pid}`);
  try {
    const times = [1, 2, 3].map(() => {
      const startMs = performance.now();
      writeFileSync(file, 'x', { mode: OWNER_ONLY_FILE });
      syncToDisk(file);
      return performance.now() - startMs;
    });
    return times.toSorted((a, b) => a - b)[1];
  } catch {
    return undefined;
  } finally {
    rmSync(file, { force: true });
  }
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
  const url = isPublicUrlSet(config) ? config.publicUrl : (found.publicUrl ?? config.publicUrl);
  return [
    ...checkEqualSecrets(config, found.secretFingerprints),
    checkSeed(found),
    checkAdmin(found),
    toFinding(checkCustomerLinks(url)),
    toFinding(checkClock(context.clock.now(), found.newestTime, undefined, parseHistory(found.clockHistory))),
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
