import type { Config } from '../../src/config/index.ts';
import { CLI } from '../../src/context.ts';
import { findSecrets, UnequalSecretsError } from '../../src/platform/security/secrets.ts';
import { checkRecords } from '../../src/system/service/checks.ts';
import { countEncrypted } from '../../src/system/service/encrypted-values.ts';
import type { CommandContext } from '../command-context.ts';
import { withApp } from '../with-app.ts';
import { type Finding, failed } from './finding.ts';
import { toFinding } from './health-checks.ts';
import { checkEncryption, MISSING_SECRET, RESTORE_SECRETS } from './secret-checks.ts';

/** Checks what the service reads from its records. Requires a migrated database. */
export async function checkService({ clock }: CommandContext, config: Config): Promise<Finding[]> {
  const check = 'encrypted values';
  // Opening the installation would generate what is missing.
  if (!findSecrets(config)) return [failed(check, MISSING_SECRET, RESTORE_SECRETS)];
  try {
    return await withApp(config, { clock, upgrade: false }, async app => {
      const ctx = app.as(CLI);
      return [checkEncryption(await countEncrypted(ctx)), ...(await checkRecords(ctx)).map(toFinding)];
    });
  } catch (error) {
    if (!(error instanceof UnequalSecretsError)) throw error;
    return [failed(check, error.message, 'set ENCRYPTION_KEY to the keys of the other servers')];
  }
}
