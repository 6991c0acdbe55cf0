import { SECOND_MS } from '../clock.ts';
import { areSecretsEqual, hmacSha256, type Random } from '../crypto.ts';

/** Prefix of every webhook secret, followed by base64 (standardwebhooks.com). */
const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;
const SIGNATURE = /^sha256=[0-9a-f]{64}$/;
const TIMESTAMP = /^\d{1,12}$/;
/** Maximum difference between a request's timestamp and the receiver's clock, in either direction. */
export const TIMESTAMP_TOLERANCE_SECONDS = 300;

/** Generates a secret: `whsec_` followed by 32 bytes in base64. */
export function generateWebhookSecret(random: Random): string {
  return SECRET_PREFIX + Buffer.from(random.bytes(SECRET_BYTES)).toString('base64');
}

/** Returns X-Webhook-Signature: covers only the raw body, keyed with the full secret string. */
export function signBody(secret: string, body: string | Uint8Array): string {
  return `sha256=${hmacSha256(secret, body)}`;
}

/** The content that a Standard Webhooks signature covers, including id and time. */
interface StandardMessage {
  id: string;
  /** Unix time. */
  timestampSeconds: number;
  body: string | Uint8Array;
}

/** Returns one entry of `webhook-signature`, keyed with the decoded secret. */
export function signStandard(secret: string, { id, timestampSeconds, body }: StandardMessage): string {
  const key = Buffer.from(secret.replace(SECRET_PREFIX, ''), 'base64');
  const signed = Buffer.concat([Buffer.from(`${id}.${timestampSeconds}.`), Buffer.from(body)]);
  return `v1,${new Bun.CryptoHasher('sha256', key).update(signed).digest('base64')}`;
}

/** The signing secrets of an endpoint: two during the overlap of a rotation. */
export interface SigningSecrets {
  /** The secret of X-Webhook-Signature: the one that receivers are expected to have. */
  current: string;
  /** The other secret of a rotation, of X-Webhook-Signature-Next. */
  next?: string;
}

/** Returns all signature headers of a webhook. */
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

interface SignedRequest {
  signature: string | null;
  timestamp: string | null;
  body: Uint8Array | string;
}

export type SignatureVerdict = 'valid' | 'invalid' | 'expired';

/**
 * Verifies X-Webhook-Signature. It covers only the body, so an attacker who replays a request can change the timestamp:
 * a receiver must remember the ids it has seen, or use `verifyWebhook`.
 * @returns `invalid` for a signature that is missing, malformed or wrong, `expired` for a valid one whose timestamp is
 * more than five minutes from the current time
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

/** Returns false for NaN, too. */
function isRecent(timeMs: number, nowMs: number): boolean {
  return Math.abs(nowMs - timeMs) <= TIMESTAMP_TOLERANCE_SECONDS * SECOND_MS;
}

/**
 * Verifies one of our webhooks as its receiver should, by a signed time: `webhook-signature` covers the time of the
 * attempt. Without the three Standard Webhooks headers, X-Webhook-Signature or X-Webhook-Signature-Next must match and
 * `createdAt`, the only time in the body, must be recent; a late retry is then `expired`.
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
  const verdict = verdicts.find(value => value !== 'invalid') ?? 'invalid';
  return verdict === 'valid' && !isRecent(readCreatedAt(body), nowMs) ? 'expired' : verdict;
}

/** Returns `createdAt` in milliseconds since the epoch; NaN for a body without it. */
function readCreatedAt(body: string | Uint8Array): number {
  try {
    return Date.parse(JSON.parse(Buffer.from(body).toString()).createdAt);
  } catch {
    return Number.NaN;
  }
}

/** Verifies `webhook-signature`, which may contain several signatures, one of which must match. */
export function verifyStandard(secret: string, signatures: string, message: StandardMessage): boolean {
  const expected = signStandard(secret, message);
  return signatures.split(' ').some(signature => areSecretsEqual(signature, expected));
}
