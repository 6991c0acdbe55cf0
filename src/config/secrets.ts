import type { Random } from '../platform/crypto.ts';
import {
  listMissingSecrets,
  loadSecrets,
  readStoredSecrets,
  type SecretSources,
  type Secrets,
} from '../platform/security/secrets.ts';
import { isSharedDatabase } from './database.ts';
import { parseKeys, parseSecret, parseText } from './env-parsers.ts';
import { setting } from './setting.ts';

const RING = 'the first one encrypts, all decrypt';
const WITHOUT_IT = 'without it, secrets.json holds one';

/**
 * The secrets of an installation, each from its setting, from the file that `<NAME>_FILE` names, or from secrets.json,
 * in this order.
 */
export const SECRET_SETTINGS = {
  encryptionKey: setting(
    'ENCRYPTION_KEY',
    '',
    parseKeys,
    `Keys that encrypt stored platform tokens and webhook secrets (at least 32 bytes each), comma-separated; ${RING}; ${WITHOUT_IT}`,
    { secret: true },
  ),
  jwtSecret: setting(
    'JWT_SECRET',
    '',
    parseKeys,
    `Keys that sign access tokens (at least 32 bytes each), comma-separated; the first one signs, the others are accepted; ${WITHOUT_IT}`,
    { secret: true },
  ),
  jwtSecretPrevious: setting(
    'JWT_SECRET_PREVIOUS',
    '',
    parseSecret,
    'Another key whose access tokens are accepted, like the second one of JWT_SECRET',
    { secret: true },
  ),
  verificationWebhookSecret: setting(
    'VERIFICATION_WEBHOOK_SECRET',
    '',
    parseText,
    `Signing secret for POST /verification/webhook; ${WITHOUT_IT}`,
    { secret: true },
  ),
  billingWebhookSecret: setting(
    'BILLING_WEBHOOK_SECRET',
    '',
    parseText,
    `Signing secret for POST /billing/webhook; ${WITHOUT_IT}`,
    { secret: true },
  ),
};

type Sources = SecretSources & { databaseUrl: string };

/**
 * Returns the secrets of the installation. Missing ones are generated, unless the database can be shared: its nodes
 * would each generate their own, and could not read what another one has encrypted.
 * @throws Error if a secret is missing and cannot be generated
 */
export function resolveSecrets(sources: Sources, random: Random): Secrets {
  return loadSecrets(sources, random, { canGenerate: !isSharedDatabase(sources) });
}

/** Lists the secrets that are missing although none can be generated, each with the settings that supply it. */
export function listSecretProblems(sources: Sources): string[] {
  if (!isSharedDatabase(sources)) return [];
  try {
    return listMissingSecrets(sources, readStoredSecrets(sources.dataDir)).map(name => {
      const { env } = SECRET_SETTINGS[name];
      return `${env} is required with DATABASE_URL: set ${env} or ${env}_FILE to the same value on every node`;
    });
  } catch (error) {
    return [`DATA_DIR: ${(error as Error).message}`];
  }
}
