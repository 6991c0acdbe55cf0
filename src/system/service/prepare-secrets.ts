import type { Db } from '../../../db/client.ts';
import { findFact, saveFact } from '../../../db/facts.ts';
import { isSharedDatabase } from '../../config/database.ts';
import { SECRET_SETTINGS } from '../../config/secrets.ts';
import type { Services } from '../../context.ts';
import { randomToken, type Vault } from '../../platform/crypto.ts';
import {
  type Fingerprints,
  findFingerprintedKey,
  fingerprintSecrets,
  listUnequalSecrets,
  type Secrets,
  UnequalSecretsError,
} from '../../platform/security/secrets.ts';
import { deriveSigningKeys, type SigningKeys } from '../../platform/security/signing-keys.ts';

/** Binds the encrypted signing keys to their row. */
export const SIGNING_KEYS_OWNER = 'signing keys';
const WRONG_KEY = 'ENCRYPTION_KEY is not the key that the data in this database was encrypted with';

type Opened = Pick<Services, 'database' | 'config' | 'log' | 'vault' | 'random'>;

/** The facts about the secrets; none before the first start. */
interface Stored {
  fingerprints: Fingerprints | undefined;
  /** The signing keys, encrypted. */
  signingKeys: string | undefined;
}

/**
 * Compares the secrets of this node with those of the node that started last, and returns the signing keys. The encryption
 * keys must include the one that is in use. Other secrets may change, because operators rotate them; a shared database
 * reports that as a warning, because the nodes that run meanwhile still have the previous ones. An embedded database
 * opens with the wrong encryption key, too, so that a restored one without its key still starts.
 * @param options.mayStore whether to store the fingerprints of this node, and the signing keys of the first start
 * @throws UnequalSecretsError on a shared database with the wrong encryption key
 */
export async function prepareSecrets(
  { database, config, log, vault, random }: Opened,
  secrets: Secrets,
  { mayStore }: { mayStore: boolean },
): Promise<SigningKeys> {
  const own = fingerprintSecrets(secrets);
  const found = await readStored(database.reader);
  const isComplete = found.fingerprints && found.signingKeys;
  const stored = mayStore && !isComplete ? await storeMissing({ database, vault, random }, secrets) : found;
  const { fingerprints = own } = stored;
  const unequal = listUnequalSecrets(secrets, fingerprints);
  const signingKeys = findSigningKeys(vault, secrets, { ...stored, fingerprints });
  const isShared = isSharedDatabase(config);
  if (unequal.includes('encryptionKey') || !signingKeys) {
    if (isShared) throw new UnequalSecretsError(`${WRONG_KEY}. Set the same keys on every node`);
    log.warn(`${WRONG_KEY}: platform tokens and webhook secrets cannot be read`);
    return signingKeys ?? deriveSigningKeys(secrets.encryptionKey[0]);
  }
  const settings = unequal.map(name => SECRET_SETTINGS[name].env);
  if (isShared && settings.length > 0)
    log.warn('Secrets differ from those of the node that started before', { settings });
  if (mayStore && !isEqual(own, fingerprints))
    await database.transaction(db => saveFact(db, 'secretFingerprints', JSON.stringify(own)));
  return signingKeys;
}

async function readStored(db: Db): Promise<Stored> {
  const fingerprints = await findFact(db, 'secretFingerprints');
  return {
    fingerprints: fingerprints === undefined ? undefined : (JSON.parse(fingerprints) as Fingerprints),
    signingKeys: await findFact(db, 'signingKeys'),
  };
}

/**
 * Stores what is missing, unless another node was first. The signing keys of a new installation are random; those of an
 * older one were derived from its encryption key, and stay. @returns what is stored then
 */
function storeMissing(
  { database, vault, random }: Pick<Opened, 'database' | 'vault' | 'random'>,
  secrets: Secrets,
): Promise<Stored> {
  return database.transaction(async db => {
    const { fingerprints: known, signingKeys } = await readStored(db);
    const fingerprints = known ?? fingerprintSecrets(secrets, secrets.encryptionKey.at(-1));
    if (!known) await saveFact(db, 'secretFingerprints', JSON.stringify(fingerprints));
    const isNew = (await findFact(db, 'seedHash')) === undefined;
    const root = isNew ? randomToken(random) : findFingerprintedKey(secrets, fingerprints);
    if (signingKeys !== undefined || root === undefined) return { fingerprints, signingKeys };
    const sealed = vault.seal(JSON.stringify(deriveSigningKeys(root)), SIGNING_KEYS_OWNER);
    await saveFact(db, 'signingKeys', sealed);
    return { fingerprints, signingKeys: sealed };
  });
}

/** Returns the signing keys; undefined with the wrong encryption keys. */
function findSigningKeys(
  vault: Vault,
  secrets: Secrets,
  { fingerprints, signingKeys }: Stored & { fingerprints: Fingerprints },
): SigningKeys | undefined {
  if (signingKeys === undefined) {
    const key = findFingerprintedKey(secrets, fingerprints);
    return key === undefined ? undefined : deriveSigningKeys(key);
  }
  try {
    return JSON.parse(vault.open(signingKeys, SIGNING_KEYS_OWNER)) as SigningKeys;
  } catch {
    return undefined;
  }
}

function isEqual(one: Fingerprints, other: Fingerprints): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
