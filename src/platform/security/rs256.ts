import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { isQuickToDecrypt } from './key-rounds.ts';

/** The shortest and longest RSA key that is accepted, in bits. Apple and Google issue keys of 2,048. */
const [MIN_RSA_BITS, MAX_RSA_BITS] = [2_048, 4_096];

/**
 * Parses a private key in PEM; undefined for anything but an RSA key of an accepted length, or if its passphrase takes too
 * long to try.
 */
export function readRsaKey(pem: string, passphrase?: string): KeyObject | undefined {
  try {
    if (!isQuickToDecrypt(pem)) return undefined;
    const key = createPrivateKey({ key: pem, format: 'pem', passphrase });
    const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
    return key.asymmetricKeyType === 'rsa' && modulusLength >= MIN_RSA_BITS && modulusLength <= MAX_RSA_BITS
      ? key
      : undefined;
  } catch {
    return undefined;
  }
}

/** Signs claims as a JSON Web Token with RS256 (RFC 7519). @param pem the private RSA key */
export function signJwt(claims: object, pem: string): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const text = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), pem).toString('base64url')}`;
}
