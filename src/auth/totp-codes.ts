import { Secret, TOTP } from 'otpauth';
import { type Random, randomText } from '../platform/crypto.ts';
import { foldCode } from '../platform/digits.ts';

/** The parameters that every authenticator app supports (RFC 6238, SHA-1). */
const DIGITS = 6;
const PERIOD_SECONDS = 30;
const SECRET_BYTES = 20;
/** Steps before and after the current one whose codes are accepted, for clocks that differ. */
const WINDOW = 1;
const ISSUER = 'Perkmint';
const SECOND_MS = 1_000;

const RECOVERY_CODES = 10;
const RECOVERY_CODE_LENGTH = 10;
/** Without characters that look the same; 31 to the power of 10 is 49 bits. */
const RECOVERY_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Generates a secret, in base32. */
export function generateSecret(random: Random): string {
  return new Secret({ buffer: random.bytes(SECRET_BYTES).slice().buffer }).base32;
}

/** Returns the URI that authenticator apps read from a QR code. */
export function toUri(secret: string, email: string): string {
  return createTotp(secret, email).toString();
}

/**
 * Returns the number of the 30-second step whose code was given, near the time `nowMs`; undefined for a wrong code. The
 * codes are compared in constant time.
 */
export function findStep(secret: string, code: string, nowMs: number): number | undefined {
  const delta = createTotp(secret).validate({ token: code, timestamp: nowMs, window: WINDOW });
  return delta === null ? undefined : Math.floor(nowMs / SECOND_MS / PERIOD_SECONDS) + delta;
}

/** Returns the last step whose code is accepted at a time. */
export function getLastStep(nowMs: number): number {
  return Math.floor(nowMs / SECOND_MS / PERIOD_SECONDS) + WINDOW;
}

function createTotp(secret: string, label = ''): TOTP {
  return new TOTP({
    issuer: ISSUER,
    label,
    algorithm: 'SHA1',
    digits: DIGITS,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  });
}

/** Generates the recovery codes of a user, such as `k7m2p-9xwqd`. */
export function generateRecoveryCodes(random: Random): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const code = randomText(random, RECOVERY_ALPHABET, RECOVERY_CODE_LENGTH);
    return `${code.slice(0, RECOVERY_CODE_LENGTH / 2)}-${code.slice(RECOVERY_CODE_LENGTH / 2)}`;
  });
}

/** Removes what people add when they type a code: spaces, hyphens and capitals. */
export function normalizeCode(code: string): string {
  return foldCode(code).toLowerCase();
}

/** Returns whether a normalized code is one of the authenticator app, rather than a recovery code. */
export function isAppCode(code: string): boolean {
  return /^\d{6}$/.test(code);
}
