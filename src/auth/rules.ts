import { iso, SECOND_MS } from '../platform/clock.ts';
import type { Random } from '../platform/crypto.ts';
import { randomText } from '../platform/crypto.ts';
import { normalizeAccountEmail } from '../platform/formats.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const KEY_PREFIX = 'pmk_';
const TEST_KEY_PREFIX = `${KEY_PREFIX}test_`;
const KEY_RANDOM_LENGTH = 32;
const KEY_CHECKSUM_LENGTH = 6;
const KEY_PATTERN = new RegExp(
  `^${KEY_PREFIX}(?:test_)?([0-9A-Za-z]{${KEY_RANDOM_LENGTH + KEY_CHECKSUM_LENGTH}})$`,
);

/**
 * Generates an API key: `pmk_` or `pmk_test_`, 32 random base62 characters (190 bits) and a 6-character checksum.
 */
export function generateKey(random: Random, isTest: boolean): string {
  const body = randomText(random, BASE62, KEY_RANDOM_LENGTH);
  return `${isTest ? TEST_KEY_PREFIX : KEY_PREFIX}${body}${computeChecksum(body)}`;
}

/** Distinguishes a key from a token in `Authorization: Bearer`. */
export function looksLikeKey(credential: string): boolean {
  return credential.startsWith(KEY_PREFIX);
}

/** Returns whether a credential has the form of a test key. */
export function looksLikeTestKey(credential: string): boolean {
  return credential.startsWith(TEST_KEY_PREFIX);
}

/** Validates a key's format and checksum, so that typos are rejected without a database query. */
export function isWellFormedKey(key: string): boolean {
  const text = KEY_PATTERN.exec(key)?.[1];
  if (text === undefined) return false;
  const body = text.slice(0, KEY_RANDOM_LENGTH);
  return text.endsWith(computeChecksum(body));
}

/** CRC-32 in base62, padded to six characters (62^6 > 2^32). */
function computeChecksum(body: string): string {
  let rest = Bun.hash.crc32(body);
  let text = '';
  for (let i = 0; i < KEY_CHECKSUM_LENGTH; i++) {
    text = BASE62[rest % BASE62.length] + text;
    rest = Math.floor(rest / BASE62.length);
  }
  return text;
}

interface Origin {
  id: string;
  createdBy: string | null;
  rotatedBy: string | null;
}

/**
 * Returns the API keys whose secret a person saw at creation or rotation, the people whom the person added, and what
 * was made by those, recursively.
 * @param made all keys of the business, including revoked ones, which may link the person to an active key; all people,
 *   if they count
 */
export function findDerived(userId: string, made: readonly Origin[]): Set<string> {
  const bySource = new Map<string | null, string[]>();
  const note = (source: string | null, id: string) => {
    const ids = bySource.get(source);
    if (ids) ids.push(id);
    else bySource.set(source, [id]);
  };
  for (const { id, createdBy, rotatedBy } of made) {
    note(createdBy, id);
    note(rotatedBy, id);
  }
  // Iterating a Set also visits entries added during the loop.
  const found = new Set(bySource.get(userId));
  for (const source of found) for (const id of bySource.get(source) ?? []) found.add(id);
  return found;
}

/** Normalizes an email address, so that one address is one account. */
export function normalizeEmail(email: string): string {
  const text = email.trim();
  return normalizeAccountEmail(text) ?? text.toLowerCase();
}

/** Returns whether codes to sign in are mailed to an account; the others get a link that sets a password. */
export function getsCodes({
  role,
  emailConfirmedAt,
}: {
  role: string;
  emailConfirmedAt: string | null;
}): boolean {
  return role === 'customer' || emailConfirmedAt !== null;
}

/** Returns the mailbox of a normalized address: mail to `ada+shop@x.example` reaches ada. */
export function toMailbox(email: string): string {
  const at = email.lastIndexOf('@');
  return email.slice(0, at).replace(/(.)\+.*$/, '$1') + email.slice(at);
}

/**
 * Returns when a session ends: REFRESH_TOKEN_TTL after its last use, and SESSION_MAX_AGE after the login in any case.
 * @param lastUse in milliseconds @param createdAt of the session, in ISO 8601
 */
export function getSessionEnd(
  { refreshTokenTtl, sessionMaxAge }: { refreshTokenTtl: number; sessionMaxAge: number },
  lastUse: number,
  createdAt: string,
): string {
  const latest = Date.parse(createdAt) + sessionMaxAge * SECOND_MS;
  return iso(Math.min(lastUse + refreshTokenTtl * SECOND_MS, latest));
}

/** Decides how to treat a refresh token. */
export function judgeRefreshToken(
  token: { usedAt: string | null; expiresAt: string; sessionEndedAt: string | null } | undefined,
  now: string,
): 'fresh' | 'unknown' | 'reused' | 'expired' {
  if (!token) return 'unknown';
  if (token.usedAt !== null || token.sessionEndedAt !== null) return 'reused';
  return token.expiresAt <= now ? 'expired' : 'fresh';
}

/** Returns whether a PIN is one of those that are tried first: one digit repeated, or digits in order. */
export function isEasyPin(pin: string): boolean {
  const steps = [...pin].slice(1).map((digit, index) => Number(digit) - Number(pin[index]));
  return [0, 1, -1].some(step => steps.every(each => each === step));
}
