import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { sha256 } from './crypto.ts';

/** A key pair as base64url of its 32 bytes each (RFC 8032). */
export interface KeyPair {
  publicKey: string;
  privateKey: string;
}

const CURVE = { kty: 'OKP', crv: 'Ed25519' } as const;
const KEY_BYTES = 32;
const KEY_ID_LENGTH = 16;

export function generateKeyPair(): KeyPair {
  const { privateKey } = generateKeyPairSync('ed25519');
  const { x, d } = privateKey.export({ format: 'jwk' });
  return { publicKey: x!, privateKey: d! };
}

/** Returns the signature as base64. */
export function signText(text: string, { publicKey, privateKey }: KeyPair): string {
  const key = createPrivateKey({ format: 'jwk', key: { ...CURVE, x: publicKey, d: privateKey } });
  return sign(null, Buffer.from(text), key).toString('base64');
}

/** Returns whether a signature (base64) of a text is by this key. */
export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  const key = createPublicKey({ format: 'jwk', key: { ...CURVE, x: publicKey } });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
}

/** Returns whether a text is base64url of a public key's 32 bytes. */
export function isPublicKey(text: string): boolean {
  return /^[\w-]{43}$/.test(text) && Buffer.from(text, 'base64url').length === KEY_BYTES;
}

/** Returns a short name of a public key: the start of its SHA-256 in hex. */
export function toKeyId(publicKey: string): string {
  return sha256(publicKey).slice(0, KEY_ID_LENGTH);
}
