import { afterEach, beforeEach, expect, test } from 'bun:test';
import { checkEqualSecrets } from '../../cli/doctor/secret-checks.ts';
import { fingerprintSecrets } from '../../src/platform/security/secrets.ts';
import { createTestApp, ON_SQLITE, type TestApp } from '../support/test-app.ts';
import { createRunner } from './fixture.ts';

const ANOTHER = 'another value of at least thirty-two bytes';

let ctx: TestApp;
let cli: ReturnType<typeof createRunner>;

beforeEach(async () => {
  ctx = await createTestApp(ON_SQLITE);
  cli = createRunner(ctx);
});
afterEach(() => ctx.close());

/** Runs doctor and returns its finding about the encryption key. */
async function findEncryptionKey(env: Record<string, string>) {
  const { json } = await cli('doctor --json', { env: { PORT: '0', ...env } });
  return (json as { check: string }[]).find(({ check }) => check === 'encryption key');
}

test('doctor reports an encryption key that is not the one of the data', async () => {
  expect(await findEncryptionKey({})).toMatchObject({ state: 'ok' });
  expect(await findEncryptionKey({ ENCRYPTION_KEY: ANOTHER })).toMatchObject({
    state: 'wrong',
    fix: expect.stringContaining('ENCRYPTION_KEY'),
  });
});

test('doctor accepts a rotated signing key on SQLite', async () => {
  expect(await findEncryptionKey({ JWT_SECRET: ANOTHER })).toMatchObject({ state: 'ok' });
});

test('on a shared database, doctor warns about each secret that other nodes do not have', () => {
  const secrets = {
    jwtSecret: 'a signing key',
    encryptionKey: 'an encryption key',
    verificationWebhookSecret: 'whsec_verification',
    billingWebhookSecret: 'whsec_billing',
  };
  const rings = Object.entries(secrets).map(([name, secret]) => [name, [secret]]);
  const stored = JSON.stringify(fingerprintSecrets(Object.fromEntries(rings)));
  const { config } = ctx.app.services;
  const shared = { ...config, databaseUrl: 'postgres://db.example/perkmint' };
  expect(checkEqualSecrets({ ...shared, ...secrets }, stored)).toMatchObject([{ state: 'ok' }]);
  const unequal = { ...secrets, jwtSecret: ANOTHER, billingWebhookSecret: ANOTHER };
  expect(checkEqualSecrets({ ...shared, ...unequal }, stored)).toMatchObject([
    {
      state: 'warning',
      found: 'JWT_SECRET, BILLING_WEBHOOK_SECRET differ from those of the node that started last',
    },
  ]);
});
