import { WebhookError } from './errors.ts';
import type { ErrorCode, Event } from './generated.ts';

/** The headers of a request: those of `fetch`, or an object such as `request.headers` of Node.js. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

const DEFAULT_TOLERANCE_SECONDS = 300;
const SECRET_PREFIX = 'whsec_';
const encoder = new TextEncoder();

/**
 * Verifies a webhook request and returns its event. Deliveries are made at least once: skip the `id` of known events.
 *
 * Verifies `webhook-signature`, which covers the ID, the time of the attempt and the body. If a proxy removed it,
 * verifies X-Webhook-Signature or X-Webhook-Signature-Next, which cover only the body; then `createdAt` must be recent
 * too, and late retries are refused.
 * @param body the raw body of the request
 * @param secret the endpoint's secret; during a rotation either secret, or both
 * @param toleranceSeconds maximum difference to the current time
 * @throws WebhookError with INVALID_SIGNATURE or TIMESTAMP_EXPIRED
 */
export async function unwrapWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  toleranceSeconds: number = DEFAULT_TOLERANCE_SECONDS,
): Promise<Event> {
  const raw = typeof body === 'string' ? encoder.encode(body) : body;
  const secrets = (typeof secret === 'string' ? [secret] : secret).map(text => text.trim());
  if (secrets.length === 0 || secrets.includes(''))
    throw new TypeError("Pass the endpoint's secret; an empty secret would accept any signature");
  const get = toReader(headers);
  const [id, time, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(get);
  if (id !== undefined && time !== undefined && signatures !== undefined) {
    const message = concat(encoder.encode(`${id}.${time}.`), raw);
    const received = signatures
      .split(' ')
      .flatMap(one => (one.startsWith('v1,') ? fromBase64(one.slice(3)) : []));
    await checkSignature(secrets.map(toStandardKey), received, message);
    checkTime(toSeconds(time), toleranceSeconds);
    return parseEvent(raw);
  }
  const sent = get('x-webhook-timestamp');
  const legacy = ['x-webhook-signature', 'x-webhook-signature-next'].flatMap(name => get(name) ?? []);
  if (sent === undefined || legacy.length === 0)
    throw toWebhookError('webhook-id, webhook-timestamp or webhook-signature is missing');
  const received = legacy.flatMap(one => (one.startsWith('sha256=') ? fromHex(one.slice(7)) : []));
  await checkSignature(
    secrets.map(text => encoder.encode(text)),
    received,
    raw,
  );
  checkTime(toSeconds(sent), toleranceSeconds);
  const event = parseEvent(raw);
  checkTime(Date.parse(String((event as { createdAt?: unknown }).createdAt)) / 1_000, toleranceSeconds);
  return event;
}

function toReader(headers: WebhookHeaders): (name: string) => string | undefined {
  if (headers instanceof Headers) return name => headers.get(name) ?? undefined;
  const all = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return name => {
    const value = all.get(name);
    return typeof value === 'string' || value === undefined ? value : value.join(', ');
  };
}

type Bytes = Uint8Array<ArrayBuffer>;

function concat(first: Uint8Array, second: Uint8Array): Bytes {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

/** Returns no bytes for a text that is not Base64. */
function fromBase64(text: string): Bytes[] {
  try {
    return [Uint8Array.from(atob(text), char => char.charCodeAt(0))];
  } catch {
    return [];
  }
}

function fromHex(text: string): Bytes[] {
  if (!/^(?:[0-9a-f]{2})+$/i.test(text)) return [];
  return [Uint8Array.from(text.match(/../g) ?? [], pair => Number.parseInt(pair, 16))];
}

function toStandardKey(secret: string): Bytes {
  const [key] = fromBase64(secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret);
  if (!key?.length) throw new TypeError('A webhook secret is whsec_ followed by Base64');
  return key;
}

/** WebCrypto compares in constant time. */
async function checkSignature(keys: Bytes[], received: Bytes[], message: Uint8Array): Promise<void> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const content = concat(new Uint8Array(), message);
  for (const bytes of keys) {
    const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify']);
    for (const signature of received) if (await crypto.subtle.verify('HMAC', key, signature, content)) return;
  }
  throw toWebhookError('The signature does not match the body and the secret');
}

function toSeconds(text: string): number {
  if (!/^[0-9]{1,12}(\.[0-9]*)?$/.test(text))
    throw toWebhookError('The timestamp is not a number of seconds');
  return Number(text);
}

function checkTime(seconds: number, toleranceSeconds: number): void {
  if (Math.abs(Date.now() / 1_000 - seconds) <= toleranceSeconds) return;
  const message = `The timestamp is more than ${toleranceSeconds} seconds from the current time`;
  throw new WebhookError(message, { code: 'TIMESTAMP_EXPIRED' as ErrorCode, status: 401 });
}

function parseEvent(raw: Uint8Array): Event {
  try {
    return JSON.parse(new TextDecoder().decode(raw));
  } catch (cause) {
    throw new WebhookError('The body is not JSON', { code: 'INVALID_JSON' as ErrorCode, status: 400, cause });
  }
}

function toWebhookError(message: string): WebhookError {
  return new WebhookError(message, { code: 'INVALID_SIGNATURE' as ErrorCode, status: 401 });
}
