import { createCipheriv, createDecipheriv, randomBytes, timingSafeEqual } from 'node:crypto';

/** SHA-256 as lower-case hex: how tokens, keys and proofs are stored. */
export function sha256(data: string | Uint8Array): string {
  return new Bun.CryptoHasher('sha256').update(data).digest('hex');
}

/** HMAC-SHA256 as lower-case hex. */
export function hmacSha256(key: string | Uint8Array, data: string | Uint8Array): string {
  return new Bun.CryptoHasher('sha256', key).update(data).digest('hex');
}

/** Equality of two secrets in a time that does not depend on where they differ. */
export function areSecretsEqual(a: string, b: string): boolean {
  const left = new Bun.CryptoHasher('sha256').update(a).digest();
  const right = new Bun.CryptoHasher('sha256').update(b).digest();
  return timingSafeEqual(left, right);
}

/** The only source of randomness, so that a test may fix it. */
export interface Random {
  bytes(count: number): Uint8Array;
}

export const systemRandom: Random = { bytes: count => crypto.getRandomValues(new Uint8Array(count)) };

/** `length` characters drawn evenly from `alphabet` (at most 256 letters), by rejection sampling. */
export function randomText(random: Random, alphabet: string, length: number): string {
  const bound = 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    for (const byte of random.bytes(length * 2)) {
      if (byte < bound && text.length < length) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}

/** An opaque token of 256 bits, base64url. */
export function randomToken(random: Random): string {
  return Buffer.from(random.bytes(32)).toString('base64url');
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Keeps what must be read back (answers that hold a secret, tokens of platforms) unreadable in the database. */
export interface Vault {
  /** @param owner the record it is for: sealed for one, a text does not open for another */
  seal(text: string, owner?: string): string;
  /** @throws Error when the text was not sealed with this key, was changed, or is another record's */
  open(sealed: string, owner?: string): string;
}

/** AES-256-GCM with a fresh nonce a text; `key` is any secret, hashed to its 32 bytes. */
export function createVault(key: string): Vault {
  const secret = new Bun.CryptoHasher('sha256').update(key).digest();
  return {
    seal(text, owner = '') {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, secret, nonce).setAAD(Buffer.from(owner));
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return sealed.toString('base64');
    },
    open(text, owner = '') {
      const sealed = Buffer.from(text, 'base64');
      const nonce = sealed.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv(CIPHER, secret, nonce).setAAD(Buffer.from(owner));
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      const body = sealed.subarray(NONCE_BYTES, -TAG_BYTES);
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    },
  };
}
