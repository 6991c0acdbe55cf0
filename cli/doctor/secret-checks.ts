import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FILE } from '../../db/sqlite/file.ts';
import { inspectDatabase } from '../../db/sqlite/inspect.ts';
import { isSharedDatabase } from '../../src/config/database.ts';
import type { Config } from '../../src/config/index.ts';
import { SECRET_SETTINGS } from '../../src/config/secrets.ts';
import { formatCount } from '../../src/platform/plural.ts';
import { type Fingerprints, findSecrets, listUnequalSecrets } from '../../src/platform/security/secrets.ts';
import type { EncryptedTable } from '../../src/system/service/encrypted-values.ts';
import { Failure } from '../errors.ts';
import { type Finding, failed, passed, warning } from './finding.ts';

const GROUP_AND_OTHERS = 0o077;
export const MISSING_SECRET = 'a secret is neither a setting nor in secrets.json';
export const RESTORE_SECRETS =
  'use the settings of the server, or restore secrets.json from a full backup; the next start generates other secrets';

/** Checks that only the owner can read secrets.json. */
export function checkSecretsFile({ dataDir }: Config): Finding {
  const file = join(dataDir, 'secrets.json');
  if (!existsSync(file)) return passed('secrets', 'not created yet');
  const mode = statSync(file).mode;
  if ((mode & GROUP_AND_OTHERS) === 0) return passed('secrets', 'readable by the owner only');
  return failed('secrets', `${file} can be read by other users`, `chmod 600 ${file}`);
}

/**
 * Compares the secrets with those that the latest server has started with. Secrets other than the encryption key may
 * change on a single server.
 * @param stored JSON; undefined before the first start
 */
export function checkEqualSecrets(config: Config, stored: string | undefined): Finding[] {
  const secrets = findSecrets(config);
  if (stored === undefined || !secrets) return [];
  const unequal = listUnequalSecrets(secrets, JSON.parse(stored) as Fingerprints);
  if (unequal.includes('encryptionKey')) {
    const fix = 'add the key of the data to ENCRYPTION_KEY, or restore secrets.json from a full backup';
    return [failed('encryption key', 'is not the key that the data was encrypted with', fix)];
  }
  if (unequal.length === 0 || !isSharedDatabase(config)) return [passed('encryption key', 'fits the data')];
  const names = unequal.map(name => SECRET_SETTINGS[name].env).join(', ');
  const fix = 'set the same values on every node, then restart the nodes';
  return [warning('equal secrets', `${names} differ from those of the node that started last`, fix)];
}

/**
 * @throws Failure (a wrong setting) if the encryption key is not the one of the SQLite database of the data folder, or a
 *   secret is missing
 */
export function assertKeyFits(config: Config): void {
  const stored = readFingerprints(join(config.dataDir, DATABASE_FILE));
  if (stored !== undefined && !findSecrets(config))
    throw new Failure(2, 'CONFIG', `For ${config.dataDir}, ${MISSING_SECRET}: ${RESTORE_SECRETS}`);
  for (const { check, state, found, fix } of checkEqualSecrets(config, stored))
    if (state === 'wrong') throw new Failure(2, 'CONFIG', `The ${check} ${found}: ${fix}`);
}

/** Returns undefined for a database that is not of this version. */
function readFingerprints(file: string): string | undefined {
  try {
    return inspectDatabase(file).secretFingerprints;
  } catch {
    return undefined;
  }
}

/** Checks which keys the encrypted texts have. */
export function checkEncryption(tables: readonly EncryptedTable[]): Finding {
  const check = 'encrypted values';
  const count = (name: 'values' | 'earlier' | 'unreadable') =>
    tables.reduce((sum, table) => sum + table[name], 0);
  const list = (name: 'earlier' | 'unreadable') =>
    tables.flatMap(table => (table[name] > 0 ? `${table.table} ${table[name]}` : [])).join(', ');
  if (count('unreadable') > 0) {
    const fix =
      'add the key that is missing to ENCRYPTION_KEY, after the first one; otherwise enter them again';
    return failed(
      check,
      `no key decrypts ${formatCount(count('unreadable'), 'value')}: ${list('unreadable')}`,
      fix,
    );
  }
  if (count('earlier') > 0) {
    const found = `${formatCount(count('earlier'), 'value')} of an earlier key: ${list('earlier')}`;
    return warning(check, found, 'perkmint secrets rotate');
  }
  return passed(check, `${formatCount(count('values'), 'value')}, all of the newest key`);
}
