import { describe, expect, test } from 'bun:test';
import { generateKeyPairSync } from 'node:crypto';
import { isQuickToDecrypt } from '../../src/platform/security/key-rounds.ts';
import { readRsaKey } from '../../src/platform/security/rs256.ts';

const tlv = (tag: number, ...parts: Uint8Array[]) => {
  const contents = Buffer.concat(parts);
  const { length } = contents;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), contents]);
};
const oid = (hex: string) => tlv(6, Buffer.from(hex, 'hex'));
const integer = (value: number) => {
  const bytes = Buffer.alloc(5);
  bytes.writeUInt32BE(value, 1);
  return tlv(2, bytes);
};
const PBES2 = '2a864886f70d01050d';
const PBKDF2 = '2a864886f70d01050c';
const SCRYPT = '2b06010401da47040b';
const toPem = (der: Buffer, header = '') =>
  `-----BEGIN ENCRYPTED PRIVATE KEY-----\n${header}${der.toString('base64')}\n-----END ENCRYPTED PRIVATE KEY-----\n`;
/** An encrypted key whose ciphertext is random: the rounds come first. */
const encrypted = (kdf: string, rounds: number) => {
  const parameters = tlv(0x30, tlv(4, Buffer.alloc(8, 1)), integer(rounds));
  const cipher = tlv(0x30, oid('60864801650304012a'), tlv(4, Buffer.alloc(16, 2)));
  const scheme = tlv(0x30, oid(PBES2), tlv(0x30, tlv(0x30, oid(kdf), parameters), cipher));
  return tlv(0x30, scheme, tlv(4, Buffer.alloc(1_200, 3)));
};

describe('a passphrase is tried', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  test.each(['aes-256-cbc', 'des-ede3-cbc'])('for a key encrypted with %p', cipher => {
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem', cipher, passphrase: 'secret' }) as string;
    expect(pem).toContain('BEGIN ENCRYPTED PRIVATE KEY');
    expect(readRsaKey(pem, 'secret')?.asymmetricKeyType).toBe('rsa');
    expect(readRsaKey(pem, 'wrong')).toBeUndefined();
  });

  test('up to 100,000 rounds', () => {
    expect(isQuickToDecrypt(toPem(encrypted(PBKDF2, 100_000)))).toBe(true);
    expect(isQuickToDecrypt(toPem(encrypted(PBKDF2, 100_001)))).toBe(false);
    expect(isQuickToDecrypt(toPem(encrypted(PBKDF2, 0xffffffff)))).toBe(false);
  });
});

describe('a passphrase is not tried', () => {
  const slow = encrypted(PBKDF2, 2_000_000_000);
  test.each([
    ['with scrypt', toPem(encrypted(SCRYPT, 1))],
    ['if only a later key takes long', toPem(encrypted(PBKDF2, 1)) + toPem(slow)],
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
