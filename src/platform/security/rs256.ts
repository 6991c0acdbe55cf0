import { createPrivateKey, type KeyObject, sign } from 'node:crypto';

/** The shortest RSA key that is accepted, in bits. */
const MIN_RSA_BITS = 2048;

/** Parses a private key in PEM; undefined for anything but an RSA key of sufficient length. */
export function readRsaKey(pem: string, passphrase?: string): KeyObject | undefined {
  try {
    const key = createPrivateKey({ key: pem, format: 'pem', passphrase });
    const { modulusLength = 0 } = key.asymmetricKeyDetails ?? {};
    return key.asymmetricKeyType === 'rsa' && modulusLength >= MIN_RSA_BITS ? key : undefined;
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
