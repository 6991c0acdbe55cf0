import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { hmacSha256, type Random } from '../crypto.ts';
import { OWNER_ONLY_DIR, OWNER_ONLY_FILE } from '../runtime/files.ts';
import { generateWebhookSecret } from './signatures.ts';

const SECRET_BYTES = 32;

/** The secrets that an installation needs, named like their settings. */
export interface Secrets {
  jwtSecret: string;
  /** AES-256 key for data that must be read back: platform tokens, webhook secrets. */
  encryptionKey: string;
  /** Signing secret of verification providers. */
  verificationWebhookSecret: string;
  /** Signing secret of the operator's own payment system. */
  billingWebhookSecret: string;
}
export type SecretName = keyof Secrets;

const GENERATORS: Record<SecretName, (random: Random) => string> = {
  jwtSecret: generateKey,
  encryptionKey: generateKey,
  verificationWebhookSecret: generateWebhookSecret,
  billingWebhookSecret: generateWebhookSecret,
};
export const SECRET_NAMES = Object.keys(GENERATORS) as SecretName[];

/** The secrets that the settings hold, '' where they hold none, and the folder of secrets.json. */
export type SecretSources = Secrets & { dataDir: string };

/**
 * Returns the secrets, each from the settings or else from `<DATA_DIR>/secrets.json` (0600), which is replaced
 * atomically (temporary file, fsync, rename) when a secret is generated.
 * @throws Error if a secret is missing and must not be generated
 */
export function loadSecrets(
  sources: SecretSources,
  random: Random,
  { canGenerate }: { canGenerate: boolean },
): Secrets {
  const { dataDir } = sources;
  mkdirSync(dataDir, { recursive: true, mode: OWNER_ONLY_DIR });
  const stored = readStoredSecrets(dataDir);
  const missing = listMissingSecrets(sources, stored);
  if (missing.length > 0 && !canGenerate) throw new Error(`Secrets are missing: ${missing.join(', ')}`);
  for (const name of missing) stored[name] = GENERATORS[name](random);
  if (missing.length > 0) writeAtomically(secretsFile(dataDir), `${JSON.stringify(stored, null, 2)}\n`);
  return mapNames(name => sources[name] || (stored[name] as string));
}

/** Returns the secrets without changing anything; undefined if one is missing. */
export function findSecrets(sources: SecretSources): Secrets | undefined {
  const stored = readStoredSecrets(sources.dataDir);
  if (listMissingSecrets(sources, stored).length > 0) return undefined;
  return mapNames(name => sources[name] || (stored[name] as string));
}

/** Lists the secrets that neither the settings nor secrets.json hold. */
export function listMissingSecrets(sources: Secrets, stored: Partial<Secrets>): SecretName[] {
  return SECRET_NAMES.filter(name => !sources[name] && !stored[name]);
}

/** Reads secrets.json without changing it; empty if there is none. @throws Error that names the file */
export function readStoredSecrets(dataDir: string): Partial<Secrets> {
  const file = secretsFile(dataDir);
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>;
  } catch (error) {
    // The parser's own message would quote a part of the file.
    throw new Error(error instanceof SyntaxError ? `${file} is not valid JSON` : `${file} cannot be read`);
  }
}

function secretsFile(dataDir: string): string {
  return join(dataDir, 'secrets.json');
}

/** One hash per secret, to compare the secrets of several nodes. */
export type Fingerprints = Record<SecretName, string>;

/** The encryption key is not the one that the database was encrypted with. */
export class UnequalSecretsError extends Error {
  override readonly name = 'UnequalSecretsError';
}

/** Keyed with the encryption key, so that the database alone does not help to guess a weak secret. */
export function fingerprintSecrets(secrets: Secrets): Fingerprints {
  const key = hmacSha256(secrets.encryptionKey, 'perkmint secret fingerprints');
  return mapNames(name => hmacSha256(key, `${name}:${secrets[name]}`));
}

/** Lists the secrets that differ; only the encryption key if it does, because all fingerprints depend on it. */
export function listUnequalSecrets(own: Fingerprints, other: Fingerprints): SecretName[] {
  const unequal = SECRET_NAMES.filter(name => own[name] !== other[name]);
  return unequal.includes('encryptionKey') ? ['encryptionKey'] : unequal;
}

function mapNames(compute: (name: SecretName) => string): Record<SecretName, string> {
  return Object.fromEntries(SECRET_NAMES.map(name => [name, compute(name)])) as Record<SecretName, string>;
}

function generateKey(random: Random): string {
  return Buffer.from(random.bytes(SECRET_BYTES)).toString('base64url');
}

function writeAtomically(file: string, text: string): void {
  const temporary = `${file}.new`;
  const descriptor = openSync(temporary, 'w', OWNER_ONLY_FILE);
  writeSync(descriptor, text);
  fsyncSync(descriptor);
  closeSync(descriptor);
  renameSync(temporary, file);
}
