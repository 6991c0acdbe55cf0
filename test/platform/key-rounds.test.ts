import { describe, expect, test } from 'bun:test';
import { generateKeyPairSync } from 'node:crypto';
import { isQuickToDecrypt } from '../../src/platform/security/key-rounds.ts';
import { readRsaKey } from '../../src/platform/security/rs256.ts';
import { encryptedKey, PBKDF2, SCRYPT, toPem } from '../support/encrypted-key.ts';

describe('a passphrase is tried', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  test.each(['aes-256-cbc', 'des-ede3-cbc'])('for a key encrypted with %p', cipher => {
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem', cipher, passphrase: 'secret' }) as string;
    expect(pem).toContain('BEGIN ENCRYPTED PRIVATE KEY');
    expect(readRsaKey(pem, 'secret')?.asymmetricKeyType).toBe('rsa');
    expect(readRsaKey(pem, 'wrong')).toBeUndefined();
  });

  test('up to 100,000 rounds', () => {
    expect(isQuickToDecrypt(toPem(encryptedKey(PBKDF2, 100_000)))).toBe(true);
    expect(isQuickToDecrypt(toPem(encryptedKey(PBKDF2, 100_001)))).toBe(false);
    expect(isQuickToDecrypt(toPem(encryptedKey(PBKDF2, 0xffffffff)))).toBe(false);
  });
});

describe('a passphrase is not tried', () => {
  const slow = encryptedKey(PBKDF2, 2_000_000_000);
  test.each([
    ['with scrypt', toPem(encryptedKey(SCRYPT, 1))],
    ['if only a later key takes long', toPem(encryptedKey(PBKDF2, 1)) + toPem(slow)],
    ['behind headers', toPem(slow, 'Proc-Type: 4,ENCRYPTED\n\n')],
    ['with an indefinite length', toPem(Buffer.concat([Buffer.from([0x30, 0x80]), slow.subarray(4)]))],
    ['if the key is cut', toPem(slow.subarray(0, 20))],
    ['if it is no key', toPem(Buffer.from('hello'))],
  ])('%s', (_, pem) => {
    expect(isQuickToDecrypt(pem)).toBe(false);
    expect(readRsaKey(pem, 'secret')).toBeUndefined();
  });
});

test.each([1_024, 4_224])('a key of %i bits is refused', modulusLength => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength });
  expect(readRsaKey(privateKey.export({ type: 'pkcs8', format: 'pem' }) as string)).toBeUndefined();
});
