import { SECOND_MS } from '../../../platform/clock.ts';
import { areSecretsEqual, hmacSha256, hmacSha256Base64 } from '../../../platform/crypto.ts';
import { type SignatureVerdict, TIMESTAMP_TOLERANCE_SECONDS } from '../../../platform/security/signatures.ts';
import type { Source } from '../model.ts';

/** The header in which each system sends its signature. */
export const SIGNATURE_HEADERS: Readonly<Record<Source, string>> = {
  shopify: 'X-Shopify-Hmac-Sha256',
  woocommerce: 'X-WC-Webhook-Signature',
  square: 'x-square-hmacsha256-signature',
  stripe: 'Stripe-Signature',
};

interface SignedWebhook {
  headers: Pick<Headers, 'get'>;
  /** The raw body. */
  body: Uint8Array;
  /** The address that the system posts to, which Square signs with the body. */
  url: string;
}

/**
 * Verifies the signature of a webhook by the scheme of its system.
 * @returns `expired` for a valid signature of Stripe whose time is more than five minutes from the current time; the
 * other systems sign no time
 */
export function verifyWebhook(
  source: Source,
  secret: string,
  { headers, body, url }: SignedWebhook,
  nowMs: number,
): SignatureVerdict {
  const given = headers.get(SIGNATURE_HEADERS[source]);
  if (given === null || secret === '') return 'invalid';
  if (source === 'stripe') return verifyStripe(secret, given, body, nowMs);
  const signed = source === 'square' ? Buffer.concat([Buffer.from(url), body]) : body;
  return areSecretsEqual(given.trim(), hmacSha256Base64(secret, signed)) ? 'valid' : 'invalid';
}

const STAMP = /^\d{1,12}$/;

/** The header has one time and, while a secret is rolled, several signatures: `t=…,v1=…,v1=…`. */
function verifyStripe(secret: string, header: string, body: Uint8Array, nowMs: number): SignatureVerdict {
  const parts = header.split(',').map(part => part.trim().split('=', 2) as [string, string?]);
  const stamps = parts.filter(([name]) => name === 't').map(([, value = '']) => value);
  const [stamp = ''] = stamps;
  if (stamps.length !== 1 || !STAMP.test(stamp)) return 'invalid';
  const expected = hmacSha256(secret, Buffer.concat([Buffer.from(`${stamp}.`), body]));
  const isSigned = parts.some(([name, value = '']) => name === 'v1' && areSecretsEqual(value, expected));
  if (!isSigned) return 'invalid';
  const ageMs = Math.abs(nowMs - Number(stamp) * SECOND_MS);
  return ageMs <= TIMESTAMP_TOLERANCE_SECONDS * SECOND_MS ? 'valid' : 'expired';
}
