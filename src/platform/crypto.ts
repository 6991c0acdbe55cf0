import { createCipheriv, createDecipheriv, randomBytes, timingSafeEqual } from 'node:crypto';

/** Returns the SHA-256 as lowercase hex; tokens, keys and proofs are stored in this form. */
export function sha256(data: string | Uint8Array): string {
  return new Bun.CryptoHasher('sha256').update(data).digest('hex');
}

/** Returns the HMAC-SHA256 as lowercase hex. */
export function hmacSha256(key: string | Uint8Array, data: string | Uint8Array): string {
  return new Bun.CryptoHasher('sha256', key).update(data).digest('hex');
}

/** Returns the HMAC-SHA256 as base64. */
export function hmacSha256Base64(key: string | Uint8Array, data: string | Uint8Array): string {
  return new Bun.CryptoHasher('sha256', key).update(data).digest('base64');
}

/** Compares two secrets in constant time. */
export function areSecretsEqual(a: string, b: string): boolean {
  const left = new Bun.CryptoHasher('sha256').update(a).digest();
  const right = new Bun.CryptoHasher('sha256').update(b).digest();
  return timingSafeEqual(left, right);
}

/** The only source of randomness, so that tests can replace it. */
export interface Random {
  bytes(count: number): Uint8Array;
}

export const systemRandom: Random = { bytes: count => crypto.getRandomValues(new Uint8Array(count)) };

/** Returns `length` uniformly random characters of `alphabet` (up to 256), using rejection sampling. */
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

/** Returns a random token of 256 bits, base64url-encoded. */
export function randomToken(random: Random): string {
  return Buffer.from(random.bytes(32)).toString('base64url');
}

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts data that must be read back, such as platform tokens and responses that contain a secret. */
export interface Vault {
  /** @param owner binds the ciphertext to a record, so that it cannot be decrypted for another one */
  seal(text: string, owner?: string): string;
  /** @throws Error if the text was encrypted with another key, modified, or belongs to another record */
  open(sealed: string, owner?: string): string;
  /** Encrypts a text of an earlier key again; undefined if it has the newest one. @throws Error like `open` */
  reseal(sealed: string, owner?: string): string | undefined;
}

/**
 * Encrypts with AES-256-GCM and a new nonce per text.
 * @param keys any secrets, each hashed to 32 bytes; the first one encrypts, all decrypt
 */
export function createVault(keys: readonly [string, ...string[]]): Vault {
  const secrets = keys.map(key => new Bun.CryptoHasher('sha256').update(key).digest());
  const newest = secrets[0] as Buffer;
  const seal = (text: string, owner = ''): string => {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, newest, nonce).setAAD(Buffer.from(owner));
    const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return sealed.toString('base64');
  };
  const open = (sealed: string, owner = ''): { text: string; isNewest: boolean } => {
    let failure: unknown;
    for (const secret of secrets) {
      try {
        return { text: decrypt(secret, Buffer.from(sealed, 'base64'), owner), isNewest: secret === newest };
      } catch (error) {
        failure ??= error;
      }
    }
    throw failure;
  };
  return {
    seal,
    open: (sealed, owner) => open(sealed, owner).text,
    reseal: (sealed, owner) => {
      const { text, isNewest } = open(sealed, owner);
      return isNewest ? undefined : seal(text, owner);
    },
  };
}

/** @throws Error if the text was encrypted with another key, modified, or belongs to another record */
function decrypt(secret: Buffer, sealed: Buffer, owner: string): string {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, secret, nonce).setAAD(Buffer.from(owner));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const body = sealed.subarray(NONCE_BYTES, -TAG_BYTES);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}
