import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { inArray } from 'drizzle-orm';
import { type FactName, findFact, saveFact } from '../../db/facts.ts';
import { facts } from '../../db/schema/reference.ts';
import type { Config } from '../../src/config/index.ts';
import { createVault } from '../../src/platform/crypto.ts';
import type { Log } from '../../src/platform/log.ts';
import { silentLog } from '../../src/platform/log.ts';
import {
  fingerprintSecrets,
  type Secrets,
  UnequalSecretsError,
} from '../../src/platform/security/secrets.ts';
import { deriveSigningKeys, type SigningKeys } from '../../src/platform/security/signing-keys.ts';
import { prepareSecrets } from '../../src/system/service/prepare-secrets.ts';
import { createTestApp, ON_SQLITE, type TestApp } from '../support/test-app.ts';

const SETTINGS = {
  ENCRYPTION_KEY: 'an encryption key of at least thirty-two bytes',
  JWT_SECRET: 'a signing key of at least thirty-two bytes',
  VERIFICATION_WEBHOOK_SECRET: 'whsec_verification',
  BILLING_WEBHOOK_SECRET: 'whsec_billing',
};
const [KEY, NEW_KEY] = [SETTINGS.ENCRYPTION_KEY, 'another encryption key of thirty-two bytes'];
const SECRETS: Secrets = {
  jwtSecret: [SETTINGS.JWT_SECRET],
  encryptionKey: [KEY],
  verificationWebhookSecret: [SETTINGS.VERIFICATION_WEBHOOK_SECRET],
  billingWebhookSecret: [SETTINGS.BILLING_WEBHOOK_SECRET],
};
const OTHER_KEY: Secrets = { ...SECRETS, encryptionKey: [NEW_KEY] };
const BOTH_KEYS: Secrets = { ...SECRETS, encryptionKey: [NEW_KEY, KEY] };
const ROTATED: Secrets = { ...SECRETS, jwtSecret: ['a rotated key of at least thirty-two bytes'] };

let app: TestApp;
let warnings: { message: string; fields?: Record<string, unknown> }[];

beforeEach(async () => {
  app = await createTestApp({ ...ON_SQLITE, ...SETTINGS });
  warnings = [];
});
afterEach(() => app.close());

/** Compares the secrets as a node would do that starts with them. @returns its signing keys */
function startNode(secrets: Secrets, { isShared = true, mayStore = true } = {}): Promise<SigningKeys> {
  const { services } = app.app;
  const log: Log = { ...silentLog, warn: (message, fields) => void warnings.push({ message, fields }) };
  const config: Config = {
    ...services.config,
    databaseUrl: isShared ? 'postgres://db.example/perkmint' : '',
  };
  const vault = createVault(secrets.encryptionKey);
  return prepareSecrets({ ...services, config, log, vault }, secrets, { mayStore });
}

const readFact = (name: FactName) => findFact(app.app.services.database.reader, name);
const stored = async (): Promise<unknown> => JSON.parse((await readFact('secretFingerprints'))!);
const setFact = (name: FactName, value: string) =>
  app.app.services.database.transaction(db => saveFact(db, name, value));
const forgetFacts = (...names: FactName[]) =>
  app.app.services.database.transaction(async db => {
    await db.delete(facts).where(inArray(facts.name, names)).run();
  });

test('the first start stores the fingerprints of the secrets, and none of the secrets', async () => {
  const fingerprints = await stored();
  expect(fingerprints).toEqual(fingerprintSecrets(SECRETS));
  const text = JSON.stringify(fingerprints);
  for (const [secret] of Object.values(SECRETS)) expect(text).not.toContain(secret);
});

describe('on a database that several nodes share', () => {
  test('a node with equal secrets starts without a warning', async () => {
    await startNode(SECRETS);
    expect(warnings).toEqual([]);
  });

  test('a node with another encryption key is refused, and changes nothing', async () => {
    const attempt = startNode(OTHER_KEY);
    await expect(attempt).rejects.toBeInstanceOf(UnequalSecretsError);
    await expect(attempt).rejects.toThrow('ENCRYPTION_KEY is not the key');
    expect(await stored()).toEqual(fingerprintSecrets(SECRETS));
  });

  test('a command that must not change the database refuses another encryption key too', async () => {
    await expect(startNode(OTHER_KEY, { mayStore: false })).rejects.toBeInstanceOf(UnequalSecretsError);
  });

  test('a node with another signing key starts with a warning that names the setting', async () => {
    await startNode(ROTATED);
    expect(warnings).toEqual([
      { message: expect.stringContaining('Secrets differ'), fields: { settings: ['JWT_SECRET'] } },
    ]);
    expect(await stored()).toEqual(fingerprintSecrets(ROTATED));
  });

  test('a node that lacks the key of the node before is refused, although it decrypts the signing keys', async () => {
    await startNode(BOTH_KEYS);
    expect(await stored()).toEqual(fingerprintSecrets(BOTH_KEYS));
    await expect(startNode(SECRETS)).rejects.toBeInstanceOf(UnequalSecretsError);
    await startNode({ ...SECRETS, encryptionKey: [KEY, NEW_KEY] });
    expect(warnings).toEqual([]);
  });

  test('a node without the earlier key is refused until the signing keys have the new one', async () => {
    const keys = await startNode(BOTH_KEYS);
    await expect(startNode(OTHER_KEY)).rejects.toBeInstanceOf(UnequalSecretsError);
    const sealed = createVault([NEW_KEY, KEY]).reseal((await readFact('signingKeys'))!, 'signing keys');
    await setFact('signingKeys', sealed!);
    expect(await startNode(OTHER_KEY)).toEqual(keys);
    await expect(startNode(SECRETS)).rejects.toBeInstanceOf(UnequalSecretsError);
  });

  test('of two nodes that start first with different encryption keys, one is refused', async () => {
    await forgetFacts('secretFingerprints', 'signingKeys', 'seedHash');
    const starts = await Promise.allSettled([startNode(SECRETS), startNode(OTHER_KEY)]);
    expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('on an embedded database', () => {
  test('another encryption key is a warning, so that a restored database without its key still starts', async () => {
    await startNode(OTHER_KEY, { isShared: false });
    expect(warnings).toEqual([{ message: expect.stringContaining('ENCRYPTION_KEY is not the key') }]);
    expect(await stored()).toEqual(fingerprintSecrets(SECRETS));
  });

  test('another signing key is no warning, because it is a rotation', async () => {
    await startNode(ROTATED, { isShared: false });
    expect(warnings).toEqual([]);
  });
});

describe('signing keys', () => {
  test('of a new installation are random, stored encrypted, and the same for every node', async () => {
    await forgetFacts('secretFingerprints', 'signingKeys', 'seedHash');
    const keys = await startNode(SECRETS);
    expect(await startNode(BOTH_KEYS)).toEqual(keys);
    expect(keys).not.toEqual(deriveSigningKeys(KEY));
    const sealed = await readFact('signingKeys');
    for (const key of Object.values(keys)) expect(sealed).not.toContain(key);
  });

  test('of an installation of an earlier version are those derived from its encryption key', async () => {
    await forgetFacts('signingKeys');
    expect(await startNode(BOTH_KEYS, { mayStore: false })).toEqual(deriveSigningKeys(KEY));
    expect(await readFact('signingKeys')).toBeUndefined();
    expect(await startNode(BOTH_KEYS)).toEqual(deriveSigningKeys(KEY));
    expect(await startNode(BOTH_KEYS)).toEqual(deriveSigningKeys(KEY));
  });

  test('of a version before fingerprints are those derived from the last of its keys', async () => {
    await forgetFacts('secretFingerprints', 'signingKeys');
    expect(await startNode(BOTH_KEYS)).toEqual(deriveSigningKeys(KEY));
    expect(await stored()).toEqual(fingerprintSecrets(BOTH_KEYS));
  });

  test('with the wrong encryption key, an embedded database has others, and keeps the stored ones', async () => {
    const sealed = await readFact('signingKeys');
    expect(await startNode(OTHER_KEY, { isShared: false })).toEqual(deriveSigningKeys(NEW_KEY));
    expect(await readFact('signingKeys')).toBe(sealed!);
  });
});
