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
export const MIN_SECRET_BYTES = 32;

/** The values of a secret, newest first: the first one encrypts and signs, all of them decrypt and verify. */
export type Ring = readonly [string, ...string[]];

/** The secrets that an installation needs, named like their settings. Only the keys can have earlier values. */
export interface Secrets {
  jwtSecret: Ring;
  /** AES-256 keys for data that must be read back: platform tokens, webhook secrets. */
  encryptionKey: Ring;
  /** Signing secret of verification providers. */
  verificationWebhookSecret: Ring;
  /** Signing secret of the operator's own payment system. */
  billingWebhookSecret: Ring;
}
type SecretName = keyof Secrets;

const GENERATORS: Record<SecretName, (random: Random) => string> = {
  jwtSecret: generateKey,
  encryptionKey: generateKey,
  verificationWebhookSecret: generateWebhookSecret,
  billingWebhookSecret: generateWebhookSecret,
};
export const SECRET_NAMES = Object.keys(GENERATORS) as SecretName[];
/** The secrets that others know too, so that they move with an installation. */
export const CARRIED_SECRETS = ['verificationWebhookSecret', 'billingWebhookSecret'] as const;
const KEYS: ReadonlySet<SecretName> = new Set(['jwtSecret', 'encryptionKey']);

/** The settings, '' where there is none, with comma-separated values of keys, and the folder of secrets.json. */
export type SecretSources = Record<SecretName, string> & { dataDir: string };
/** The content of secrets.json. A key with earlier values is an array. */
export type StoredSecrets = Partial<Record<SecretName, string | string[]>>;

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
  if (missing.length > 0) writeStoredSecrets(dataDir, stored);
  return mapNames(name => readRing(name, sources, stored));
}

/** Returns the secrets without changing anything; undefined if one is missing. */
export function findSecrets(sources: SecretSources): Secrets | undefined {
  const stored = readStoredSecrets(sources.dataDir);
  if (listMissingSecrets(sources, stored).length > 0) return undefined;
  return mapNames(name => readRing(name, sources, stored));
}

/** Lists the secrets that neither the settings nor secrets.json hold. */
export function listMissingSecrets(sources: SecretSources, stored: StoredSecrets): SecretName[] {
  return SECRET_NAMES.filter(name => !sources[name] && !stored[name]?.length);
}

function readRing(name: SecretName, sources: SecretSources, stored: StoredSecrets): Ring {
  const text = sources[name];
  if (text === '') return [stored[name] ?? []].flat() as [string];
  return (KEYS.has(name) ? splitKeys(text) : [text]) as [string];
}

/**
 * Splits the setting of a key into its values, newest first. A text without a value that is long enough is a single key,
 * as in versions before several were possible: it may contain commas, and begin or end with a space.
 */
export function splitKeys(text: string): string[] {
  const keys = text.split(',').map(key => key.trim());
  return keys.length > 1 && keys.some(isLongEnough) ? keys : [text];
}

/** Returns whether a secret has the bytes that a key of an installation needs. */
export function isLongEnough(secret: string): boolean {
  return Buffer.byteLength(secret) >= MIN_SECRET_BYTES;
}

/**
 * Puts a new encryption key before the present ones in secrets.json, and replaces the signing key. The earlier encryption
 * keys stay, because backups need them.
 */
export function addKeys(dataDir: string, random: Random): void {
  const stored = readStoredSecrets(dataDir);
  const encryptionKey = [generateKey(random), ...[stored.encryptionKey ?? []].flat()];
  writeStoredSecrets(dataDir, { ...stored, encryptionKey, jwtSecret: generateKey(random) });
}

/** Reads secrets.json without changing it; empty if there is none. @throws Error that names the file */
export function readStoredSecrets(dataDir: string): StoredSecrets {
  const file = secretsFile(dataDir);
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as StoredSecrets;
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

/** The encryption keys do not include the one that the database was encrypted with. */
export class UnequalSecretsError extends Error {
  override readonly name = 'UnequalSecretsError';
}

/** Keyed with an encryption key, by default the newest, so that the database alone doesn't help to guess a weak secret. */
export function fingerprintSecrets(secrets: Secrets, encryptionKey = secrets.encryptionKey[0]): Fingerprints {
  const key = hmacSha256(encryptionKey, 'perkmint secret fingerprints');
  return mapNames(name => {
    const secret = name === 'encryptionKey' ? encryptionKey : secrets[name][0];
    return hmacSha256(key, `${name}:${secret}`);
  });
}

/** Returns the encryption key with which fingerprints were made; undefined if it is none of these secrets. */
export function findFingerprintedKey(secrets: Secrets, { encryptionKey }: Fingerprints): string | undefined {
  return secrets.encryptionKey.find(key => fingerprintSecrets(secrets, key).encryptionKey === encryptionKey);
}

/** Lists the secrets that differ; only the encryption key if none fits, because all fingerprints depend on it. */
export function listUnequalSecrets(secrets: Secrets, other: Fingerprints): SecretName[] {
  const key = findFingerprintedKey(secrets, other);
  if (key === undefined) return ['encryptionKey'];
  const own = fingerprintSecrets(secrets, key);
  return SECRET_NAMES.filter(name => own[name] !== other[name]);
}

function mapNames<T>(compute: (name: SecretName) => T): Record<SecretName, T> {
  return Object.fromEntries(SECRET_NAMES.map(name => [name, compute(name)])) as Record<SecretName, T>;
}

function generateKey(random: Random): string {
  return Buffer.from(random.bytes(SECRET_BYTES)).toString('base64url');
}

/** Replaces secrets.json atomically. */
export function writeStoredSecrets(dataDir: string, stored: StoredSecrets): void {
  const file = secretsFile(dataDir);
  const temporary = `${file}.new`;
  const descriptor = openSync(temporary, 'w', OWNER_ONLY_FILE);
  writeSync(descriptor, `${JSON.stringify(stored, null, 2)}\n`);
  fsyncSync(descriptor);
  closeSync(descriptor);
  renameSync(temporary, file);
}
