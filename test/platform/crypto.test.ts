import { describe, expect, test } from 'bun:test';
import { createHash, createHmac } from 'node:crypto';
import {
  areSecretsEqual,
  createVault,
  hmacSha256,
  randomText,
  randomToken,
  sha256,
  systemRandom,
} from '../../src/platform/crypto.ts';

describe('hashes', () => {
  test('hashes match node:crypto for text and bytes', () => {
    for (const text of ['', 'abc', 'ü😀']) {
      expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
      expect(sha256(new TextEncoder().encode(text))).toBe(sha256(text));
      expect(hmacSha256('key', text)).toBe(createHmac('sha256', 'key').update(text).digest('hex'));
    }
  });

  test('areSecretsEqual compares secrets of any length completely', () => {
    expect(areSecretsEqual('abc', 'abc')).toBe(true);
    for (const [a, b] of [
      ['abc', 'abd'],
      ['abc', 'ab'],
      ['', 'a'],
      ['a', 'a\0'],
    ]) {
      expect(areSecretsEqual(a as string, b as string)).toBe(false);
    }
    expect(areSecretsEqual('', '')).toBe(true);
  });
});

describe('randomness', () => {
  test('randomToken returns 256 bits in base64url', () => {
    const tokens = Array.from({ length: 1_000 }, () => randomToken(systemRandom));
    for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
    expect(new Set(tokens).size).toBe(1_000);
  });

  test('randomText is uniform, because bytes beyond the last whole multiple are discarded', () => {
    const bytes = [255, 254, 0, 1, 2, 252, 251];
    const random = {
      bytes: (count: number) =>
        Uint8Array.from({ length: count }, (_, i) => bytes[i % bytes.length] as number),
    };
    expect(randomText(random, 'abc', 4)).toBe('cabc');
  });

  test('randomText uses every character of the alphabet and no others', () => {
    const text = randomText(systemRandom, 'abcdefg', 10_000);
    expect(text).toHaveLength(10_000);
    expect([...new Set(text)].sort().join('')).toBe('abcdefg');
  });
});

describe('vault', () => {
  const vault = createVault(['a key']);

  test('decrypts its own ciphertext only with the same key', () => {
    for (const text of ['', 'whsec_x', 'ü😀'.repeat(1_000)]) expect(vault.open(vault.seal(text))).toBe(text);
    expect(() => createVault(['another key']).open(vault.seal('secret'))).toThrow();
  });

  test('encrypts the same text differently each time, without plaintext', () => {
    expect(vault.seal('secret')).not.toBe(vault.seal('secret'));
    expect(Buffer.from(vault.seal('secret'), 'base64').toString('latin1')).not.toContain('secret');
  });

  test('encrypts with the first of several keys, and decrypts with all of them', () => {
    const both = createVault(['another key', 'a key']);
    expect(both.open(vault.seal('old', 'owner'), 'owner')).toBe('old');
    expect(createVault(['another key']).open(both.seal('new'))).toBe('new');
    expect(() => both.open(vault.seal('old', 'owner'), 'other')).toThrow();
  });

  test('encrypts a text again only if it has an earlier key', () => {
    const both = createVault(['another key', 'a key']);
    const sealed = both.reseal(vault.seal('old', 'owner'), 'owner')!;
    expect(createVault(['another key']).open(sealed, 'owner')).toBe('old');
    expect(both.reseal(sealed, 'owner')).toBeUndefined();
    expect(() => both.reseal(createVault(['third key']).seal('x'))).toThrow();
  });

  test('rejects a ciphertext with any changed byte', () => {
    const sealed = Buffer.from(vault.seal('secret'), 'base64');
    for (let i = 0; i < sealed.length; i++) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(i) ^ 1, i);
      expect(() => vault.open(changed.toString('base64'))).toThrow();
    }
  });
});
