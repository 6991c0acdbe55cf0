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
  test('agree with node:crypto, for texts and bytes', () => {
    for (const text of ['', 'abc', 'ü😀']) {
      expect(sha256(text)).toBe(createHash('sha256').update(text).digest('hex'));
      expect(sha256(new TextEncoder().encode(text))).toBe(sha256(text));
      expect(hmacSha256('key', text)).toBe(createHmac('sha256', 'key').update(text).digest('hex'));
    }
  });

  test('secrets are compared whole, whatever their lengths', () => {
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
  test('a token has 256 bits, base64url', () => {
    const tokens = Array.from({ length: 1_000 }, () => randomToken(systemRandom));
    for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/);
    expect(new Set(tokens).size).toBe(1_000);
  });

  test('letters are drawn evenly: a byte beyond the last whole multiple is thrown away', () => {
    const bytes = [255, 254, 0, 1, 2, 252, 251];
    const random = {
      bytes: (count: number) =>
        Uint8Array.from({ length: count }, (_, i) => bytes[i % bytes.length] as number),
    };
    expect(randomText(random, 'abc', 4)).toBe('cabc');
  });

  test('every letter may come, and only those', () => {
    const text = randomText(systemRandom, 'abcdefg', 10_000);
    expect(text).toHaveLength(10_000);
    expect([...new Set(text)].sort().join('')).toBe('abcdefg');
  });
});

describe('the vault', () => {
  const vault = createVault('a key');

  test('gives back what it was given, to its own key alone', () => {
    for (const text of ['', 'whsec_x', 'ü😀'.repeat(1_000)]) expect(vault.open(vault.seal(text))).toBe(text);
    expect(() => createVault('another key').open(vault.seal('secret'))).toThrow();
  });

  test('seals the same text differently each time, and shows none of it', () => {
    expect(vault.seal('secret')).not.toBe(vault.seal('secret'));
    expect(Buffer.from(vault.seal('secret'), 'base64').toString('latin1')).not.toContain('secret');
  });

  test('notices every changed byte', () => {
    const sealed = Buffer.from(vault.seal('secret'), 'base64');
    for (let i = 0; i < sealed.length; i++) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(i) ^ 1, i);
      expect(() => vault.open(changed.toString('base64'))).toThrow();
    }
  });
});
