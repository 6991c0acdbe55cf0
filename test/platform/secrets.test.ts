import { afterEach, beforeEach, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemRandom } from '../../src/platform/crypto.ts';
import {
  addKeys,
  fingerprintSecrets,
  listUnequalSecrets,
  loadSecrets,
  readStoredSecrets,
  SECRET_NAMES,
  type Secrets,
} from '../../src/platform/security/secrets.ts';

const UNSET = {
  jwtSecret: '',
  encryptionKey: '',
  verificationWebhookSecret: '',
  billingWebhookSecret: '',
};
const GIVEN = {
  jwtSecret: 'a signing key from the environment',
  encryptionKey: 'an encryption key from a file',
  verificationWebhookSecret: 'whsec_verification',
  billingWebhookSecret: 'whsec_billing',
};

const SECRETS: Secrets = {
  jwtSecret: [GIVEN.jwtSecret],
  encryptionKey: [GIVEN.encryptionKey],
  verificationWebhookSecret: [GIVEN.verificationWebhookSecret],
  billingWebhookSecret: [GIVEN.billingWebhookSecret],
};

let dataDir: string;
let file: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'perkmint-secrets-'));
  file = join(dataDir, 'secrets.json');
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const load = (given: Partial<typeof GIVEN> = {}, canGenerate = true) =>
  loadSecrets({ ...UNSET, ...given, dataDir }, systemRandom, { canGenerate });

test('missing secrets are generated once and stored with mode 600', () => {
  const first = load();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(new Set(Object.values(first).flat()).size).toBe(SECRET_NAMES.length);
  expect(load()).toEqual(first);
});

test('a secret from the settings replaces the stored one, which is kept', () => {
  const stored = load();
  const { encryptionKey } = GIVEN;
  expect(load({ encryptionKey })).toEqual({ ...stored, encryptionKey: [encryptionKey] });
  expect(load()).toEqual(stored);
});

test('a secret from the settings is not stored', () => {
  const { jwtSecret } = GIVEN;
  expect(load({ jwtSecret }).jwtSecret).toEqual([jwtSecret]);
  expect(Object.keys(readStoredSecrets(dataDir))).not.toContain('jwtSecret');
  expect(readFileSync(file, 'utf8')).not.toContain(jwtSecret);
});

test('with all secrets in the settings, no file is written', () => {
  expect(load(GIVEN)).toEqual(SECRETS);
  expect(existsSync(file)).toBe(false);
});

test('without permission to generate, a missing secret is an error and nothing is written', () => {
  expect(() => load({ ...GIVEN, encryptionKey: '' }, false)).toThrow('encryptionKey');
  expect(existsSync(file)).toBe(false);
  expect(load(GIVEN, false)).toEqual(SECRETS);
});

test('without permission to generate, a mounted secrets.json supplies what the settings do not', () => {
  writeFileSync(file, JSON.stringify(GIVEN), { mode: 0o400 });
  expect(load({}, false)).toEqual(SECRETS);
  expect(load({ jwtSecret: 'another signing key' }, false).jwtSecret).toEqual(['another signing key']);
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

test('a key has several values, newest first: comma-separated in a setting, an array in secrets.json', () => {
  writeFileSync(file, JSON.stringify({ ...GIVEN, jwtSecret: ['new, with a comma', 'old'] }), { mode: 0o400 });
  const [newKey, oldKey] = [
    'a new key of at least thirty-two bytes',
    'an old key of at least thirty-two bytes',
  ];
  const { encryptionKey, jwtSecret } = load({ encryptionKey: `${newKey}, ${oldKey}` });
  expect(encryptionKey).toEqual([newKey, oldKey]);
  expect(jwtSecret).toEqual(['new, with a comma', 'old']);
});

test('a key of an earlier version keeps its commas and spaces, and other secrets their commas', () => {
  const encryptionKey = ' a key with a comma, of at least 32 bytes';
  const billingWebhookSecret = `${encryptionKey},${encryptionKey}`;
  const secrets = load({ encryptionKey, billingWebhookSecret });
  expect(secrets).toMatchObject({
    encryptionKey: [encryptionKey],
    billingWebhookSecret: [billingWebhookSecret],
  });
});

test('new keys come first in secrets.json; the earlier encryption keys stay, the signing key does not', () => {
  const before = load();
  addKeys(dataDir, systemRandom);
  const after = load();
  expect(after.encryptionKey.slice(1)).toEqual([...before.encryptionKey]);
  expect(after.jwtSecret).toHaveLength(1);
  expect(after.jwtSecret).not.toEqual(before.jwtSecret);
  expect(after.billingWebhookSecret).toEqual(before.billingWebhookSecret);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('equal secrets have equal fingerprints, which contain no secret', () => {
  const fingerprints = fingerprintSecrets(SECRETS);
  expect(fingerprintSecrets({ ...SECRETS })).toEqual(fingerprints);
  for (const name of SECRET_NAMES) expect(fingerprints[name]).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set(Object.values(fingerprints)).size).toBe(SECRET_NAMES.length);
});

test('a different secret changes only its own fingerprint', () => {
  const { billingWebhookSecret, ...others } = fingerprintSecrets(SECRETS);
  const changed = fingerprintSecrets({ ...SECRETS, billingWebhookSecret: ['whsec_other'] });
  expect(changed).toMatchObject(others);
  expect(changed.billingWebhookSecret).not.toBe(billingWebhookSecret);
});

test('a different encryption key changes all fingerprints, so that a guess cannot be checked without it', () => {
  const before = fingerprintSecrets(SECRETS);
  const after = fingerprintSecrets({ ...SECRETS, encryptionKey: ['another encryption key'] });
  for (const name of SECRET_NAMES) expect(after[name]).not.toBe(before[name]);
});

test('secrets are compared with fingerprints of any of the encryption keys', () => {
  const fingerprints = fingerprintSecrets(SECRETS);
  const both: Secrets = { ...SECRETS, encryptionKey: ['another encryption key', GIVEN.encryptionKey] };
  expect(listUnequalSecrets(both, fingerprints)).toEqual([]);
  expect(listUnequalSecrets({ ...both, jwtSecret: ['other'] }, fingerprints)).toEqual(['jwtSecret']);
  expect(listUnequalSecrets(SECRETS, fingerprintSecrets(both))).toEqual(['encryptionKey']);
});
