import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isSharedDatabase } from '../../src/config/database.ts';
import type { Config } from '../../src/config/index.ts';
import { SECRET_SETTINGS } from '../../src/config/secrets.ts';
import {
  type Fingerprints,
  findSecrets,
  listUnequalSecrets,
} from '../../src/platform/security/secrets.ts';
import { type Finding, failed, passed, warning } from './finding.ts';

const GROUP_AND_OTHERS = 0o077;

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
    const fix =
      'set ENCRYPTION_KEY to the key of the first start, or restore secrets.json from a full backup';
    return [failed('encryption key', 'is not the key that the data was encrypted with', fix)];
  }
  if (unequal.length === 0 || !isSharedDatabase(config)) return [passed('encryption key', 'fits the data')];
  const names = unequal.map(name => SECRET_SETTINGS[name].env).join(', ');
  const fix = 'set the same values on every node, then restart the nodes';
  return [warning('equal secrets', `${names} differ from those of the node that started last`, fix)];
}
