import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import type { Config } from '../../src/config/index.ts';
import { createCtx, SCHEDULER } from '../../src/context.ts';
import type { Log } from '../../src/platform/log.ts';
import { silentLog } from '../../src/platform/log.ts';
import {
  type Fingerprints,
  fingerprintSecrets,
  type Secrets,
  UnequalSecretsError,
} from '../../src/platform/security/secrets.ts';
import { verifySecrets } from '../../src/system/service/prepare-database.ts';
import { findFingerprints } from '../../src/system/store.ts';
import { createTestApp, ON_SQLITE, type TestApp } from '../support/test-app.ts';

const SECRETS: Secrets = {
  jwtSecret: 'a signing key of at least thirty-two bytes',
  encryptionKey: 'an encryption key of at least thirty-two bytes',
  verificationWebhookSecret: 'whsec_verification',
  billingWebhookSecret: 'whsec_billing',
};
const SETTINGS = {
  ENCRYPTION_KEY: SECRETS.encryptionKey,
  JWT_SECRET: SECRETS.jwtSecret,
  VERIFICATION_WEBHOOK_SECRET: SECRETS.verificationWebhookSecret,
  BILLING_WEBHOOK_SECRET: SECRETS.billingWebhookSecret,
};
const OTHER_KEY = { ...SECRETS, encryptionKey: 'another encryption key of thirty-two bytes' };

let app: TestApp;
let warnings: { message: string; fields?: Record<string, unknown> }[];

beforeEach(async () => {
  app = await createTestApp({ ...ON_SQLITE, ...SETTINGS });
  warnings = [];
});
afterEach(() => app.close());

/** Verifies the secrets as a node would do that starts with them. */
function startNode(secrets: Secrets, { isShared = true, mayStore = true } = {}): Promise<void> {
  const { services } = app.app;
  const log: Log = { ...silentLog, warn: (message, fields) => void warnings.push({ message, fields }) };
  const config: Config = {
    ...services.config,
    databaseUrl: isShared ? 'postgres://db.example/perkmint' : '',
  };
  return verifySecrets(
    createCtx({ ...services, config, log }, SCHEDULER, null),
    fingerprintSecrets(secrets),
    {
      mayStore,
    },
  );
}

const stored = (): Promise<Fingerprints | undefined> => findFingerprints(app.app.services.database.reader);

test('the first start stores the fingerprints of the secrets, and none of the secrets', async () => {
  const fingerprints = await stored();
  expect(fingerprints).toEqual(fingerprintSecrets(SECRETS));
  const text = JSON.stringify(fingerprints);
  for (const secret of Object.values(SECRETS)) expect(text).not.toContain(secret);
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
    const rotated = { ...SECRETS, jwtSecret: 'a rotated key of at least thirty-two bytes' };
    await startNode(rotated);
    expect(warnings).toEqual([
      { message: expect.stringContaining('Secrets differ'), fields: { settings: ['JWT_SECRET'] } },
    ]);
    expect(await stored()).toEqual(fingerprintSecrets(rotated));
  });

  test('of two nodes that start first with different encryption keys, one is refused', async () => {
    await app.app.services.database.transaction(async tx => {
      await tx.run("delete from facts where name = 'secretFingerprints'");
    });
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
    await startNode(
      { ...SECRETS, jwtSecret: 'a rotated key of at least thirty-two bytes' },
      { isShared: false },
    );
    expect(warnings).toEqual([]);
  });
});
