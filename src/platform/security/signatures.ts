import { SECOND_MS } from '../clock.ts';
import { areSecretsEqual, hmacSha256, type Random } from '../crypto.ts';

/** Every webhook secret begins so; what follows is base64 (standardwebhooks.com). */
const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const SIGNATURE = /^sha256=[0-9a-f]{64}$/;
const TIMESTAMP = /^\d{1,12}$/;
/** How far the stamp of a request may be from the receiver's clock, in either direction. */
export const TIMESTAMP_TOLERANCE_SECONDS = 300;

/** A new secret: `whsec_` and the base64 of 32 bytes. */
export function generateWebhookSecret(random: Random): string {
  return SECRET_PREFIX + Buffer.from(random.bytes(SECRET_BYTES)).toString('base64');
}

/** X-Webhook-Signature: over the raw body alone, keyed with the whole secret string. */
export function signBody(secret: string, body: string | Uint8Array): string {
  return `sha256=${hmacSha256(secret, body)}`;
}

/** What the Standard Webhooks signature speaks of: it protects id and time too. */
export interface StandardMessage {
  id: string;
  /** Unix time. */
  timestampSeconds: number;
  body: string | Uint8Array;
}

/** One entry of `webhook-signature`, keyed with the decoded bytes of the secret. */
export function signStandard(secret: string, { id, timestampSeconds, body }: StandardMessage): string {
  const key = Buffer.from(secret.replace(SECRET_PREFIX, ''), 'base64');
  const signed = Buffer.concat([Buffer.from(`${id}.${timestampSeconds}.`), Buffer.from(body)]);
  return `v1,${new Bun.CryptoHasher('sha256', key).update(signed).digest('base64')}`;
}

/** The secrets that an endpoint signs with: two while the overlap of a rotation runs. */
export interface SigningSecrets {
  /** The one that receivers know for sure. */
  current: string;
  /** The one that takes its place when the overlap is over. */
  next?: string;
}

/** Every header that proves where a webhook comes from. */
export function signatureHeaders(
  { current, next }: SigningSecrets,
  message: StandardMessage,
): Record<string, string> {
  const { id, timestampSeconds, body } = message;
  const standard = [current, next].flatMap(secret => (secret ? signStandard(secret, message) : []));
  return {
    'X-Webhook-Signature': signBody(current, body),
    ...(next ? { 'X-Webhook-Signature-Next': signBody(next, body) } : {}),
    'X-Webhook-Timestamp': String(timestampSeconds),
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': standard.join(' '),
  };
}

export interface SignedRequest {
  signature: string | null;
  timestamp: string | null;
  body: Uint8Array | string;
}

export type SignatureVerdict = 'valid' | 'invalid' | 'expired';

/**
 * Judges a request by the specified headers. The signature covers the body alone: whoever repeats a request can
 * change the timestamp, so a receiver has to remember the ids it has seen, or use `verifyWebhook`.
 * @returns `invalid` for a signature that is missing, malformed or wrong, `expired` for a good one whose stamp
 *   is more than five minutes away in either direction
 */
export function verifyBody(
  secret: string,
  { signature, timestamp, body }: SignedRequest,
  nowMs: number,
): SignatureVerdict {
  if (!signature || !SIGNATURE.test(signature) || !timestamp || !TIMESTAMP.test(timestamp)) return 'invalid';
  if (!areSecretsEqual(signature, signBody(secret, body))) return 'invalid';
  return isRecent(Number(timestamp) * SECOND_MS, nowMs) ? 'valid' : 'expired';
}

/** False for NaN, too: what is no time is not recent. */
function isRecent(timeMs: number, nowMs: number): boolean {
  return Math.abs(nowMs - timeMs) <= TIMESTAMP_TOLERANCE_SECONDS * SECOND_MS;
}

/**
 * Judges one of our webhooks as its receiver should, by a time that is signed: `webhook-signature` covers the time
 * of the attempt. Without the three Standard Webhooks headers X-Webhook-Signature or X-Webhook-Signature-Next has to
 * fit and `createdAt`, the only time in the body, has to be recent too: a late retry is `expired` then.
 */
export function verifyWebhook(
  secret: string,
  headers: Pick<Headers, 'get'>,
  body: string | Uint8Array,
  nowMs: number,
): SignatureVerdict {
  const id = headers.get('webhook-id');
  const sentAt = headers.get('webhook-timestamp');
  const signatures = headers.get('webhook-signature');
  if (id !== null && sentAt !== null && signatures !== null) {
    const message = { id, timestampSeconds: Number(sentAt), body };
    if (!TIMESTAMP.test(sentAt) || !verifyStandard(secret, signatures, message)) return 'invalid';
    return isRecent(Number(sentAt) * SECOND_MS, nowMs) ? 'valid' : 'expired';
  }
  const timestamp = headers.get('x-webhook-timestamp');
  const verdicts = ['x-webhook-signature', 'x-webhook-signature-next'].map(name =>
    verifyBody(secret, { signature: headers.get(name), timestamp, body }, nowMs),
  );
  const verdict = verdicts.find(each => each !== 'invalid') ?? 'invalid';
  return verdict === 'valid' && !isRecent(readCreatedAt(body), nowMs) ? 'expired' : verdict;
}

/** Milliseconds since 1970; NaN for a body without a time. */
function readCreatedAt(body: string | Uint8Array): number {
  try {
    return Date.parse(JSON.parse(Buffer.from(body).toString()).createdAt);
  } catch {
    return Number.NaN;
  }
}

/** Judges `webhook-signature`, which may hold several signatures, of which one must fit. */
export function verifyStandard(secret: string, signatures: string, message: StandardMessage): boolean {
  const wanted = signStandard(secret, message);
  return signatures.split(' ').some(signature => areSecretsEqual(signature, wanted));
}
