import { afterEach, beforeEach, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemRandom } from '../../src/platform/crypto.ts';
import {
  fingerprintSecrets,
  loadSecrets,
  readStoredSecrets,
  SECRET_NAMES,
  type Secrets,
} from '../../src/platform/security/secrets.ts';

const UNSET: Secrets = {
  jwtSecret: '',
  encryptionKey: '',
  verificationWebhookSecret: '',
  billingWebhookSecret: '',
};
const GIVEN: Secrets = {
  jwtSecret: 'a signing key from the environment',
  encryptionKey: 'an encryption key from a file',
  verificationWebhookSecret: 'whsec_verification',
  billingWebhookSecret: 'whsec_billing',
};

let dataDir: string;
let file: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'perkmint-secrets-'));
  file = join(dataDir, 'secrets.json');
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const load = (given: Partial<Secrets> = {}, canGenerate = true) =>
  loadSecrets({ ...UNSET, ...given, dataDir }, systemRandom, { canGenerate });

test('missing secrets are generated once and stored with mode 600', () => {
  const first = load();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(new Set(Object.values(first)).size).toBe(SECRET_NAMES.length);
  expect(load()).toEqual(first);
});

test('a secret from the settings replaces the stored one, which is kept', () => {
  const stored = load();
  const { encryptionKey } = GIVEN;
  expect(load({ encryptionKey })).toEqual({ ...stored, encryptionKey });
  expect(load()).toEqual(stored);
});

test('a secret from the settings is not stored', () => {
  const { jwtSecret } = GIVEN;
  expect(load({ jwtSecret }).jwtSecret).toBe(jwtSecret);
  expect(Object.keys(readStoredSecrets(dataDir))).not.toContain('jwtSecret');
  expect(readFileSync(file, 'utf8')).not.toContain(jwtSecret);
});

test('with all secrets in the settings, no file is written', () => {
  expect(load(GIVEN)).toEqual(GIVEN);
  expect(existsSync(file)).toBe(false);
});

test('without permission to generate, a missing secret is an error and nothing is written', () => {
  expect(() => load({ ...GIVEN, encryptionKey: '' }, false)).toThrow('encryptionKey');
  expect(existsSync(file)).toBe(false);
  expect(load(GIVEN, false)).toEqual(GIVEN);
});

test('without permission to generate, a mounted secrets.json supplies what the settings do not', () => {
  writeFileSync(file, JSON.stringify(GIVEN), { mode: 0o400 });
  expect(load({}, false)).toEqual(GIVEN);
  expect(load({ jwtSecret: 'another signing key' }, false).jwtSecret).toBe('another signing key');
});

test('a damaged secrets.json is an error that names the file and quotes none of it', () => {
  writeFileSync(file, '{ "jwtSecret": hunter22 }');
  let message = '';
  try {
    load();
  } catch (error) {
    ({ message } = error as Error);
  }
  expect(message).toBe(`${file} is not valid JSON`);
});

test('equal secrets have equal fingerprints, which contain no secret', () => {
  const fingerprints = fingerprintSecrets(GIVEN);
  expect(fingerprintSecrets({ ...GIVEN })).toEqual(fingerprints);
  for (const name of SECRET_NAMES) expect(fingerprints[name]).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set(Object.values(fingerprints)).size).toBe(SECRET_NAMES.length);
});

test('a different secret changes only its own fingerprint', () => {
  const { billingWebhookSecret, ...others } = fingerprintSecrets(GIVEN);
  const changed = fingerprintSecrets({ ...GIVEN, billingWebhookSecret: 'whsec_other' });
  expect(changed).toMatchObject(others);
  expect(changed.billingWebhookSecret).not.toBe(billingWebhookSecret);
});

test('a different encryption key changes all fingerprints, so that a guess cannot be checked without it', () => {
  const before = fingerprintSecrets(GIVEN);
  const after = fingerprintSecrets({ ...GIVEN, encryptionKey: 'another encryption key' });
  for (const name of SECRET_NAMES) expect(after[name]).not.toBe(before[name]);
});
