import type { Ctx } from '../../context.ts';
import { MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';
import { randomToken } from '../../platform/crypto.ts';

const LIFETIME_MS = 5 * MINUTE_MS;
export const CHALLENGE_SECONDS = LIFETIME_MS / SECOND_MS;

/** A challenge that waits for its answer. */
interface Challenge {
  purpose: 'passkeyLogin' | 'newPasskey' | 'identity';
  /** The user who creates a passkey; null for a login, before which the account is unknown. */
  userId: string | null;
  /** The session whose user confirms their identity; null for passkeys. */
  sessionId: string | null;
  attempts: number;
}

interface PendingChallenge extends Challenge {
  expiresAtMs: number;
}

/** Issues a challenge, which is also one of WebAuthn: random bytes in base64url. */
export async function issueChallenge(ctx: Ctx, subject: Omit<Challenge, 'attempts'>): Promise<string> {
  const challenge = randomToken(ctx.random);
  await ctx.challenges.update<PendingChallenge, void>(challenge, (_, now) => {
    const expiresAtMs = now + LIFETIME_MS;
    return { result: undefined, value: { ...subject, attempts: 0, expiresAtMs }, expiresAtMs };
  });
  return challenge;
}

/** Takes a challenge that was answered, which works once. @returns undefined if it is unknown or expired */
export function takeChallenge(ctx: Ctx, challenge: string): Promise<Challenge | undefined> {
  return ctx.challenges.update<PendingChallenge, Challenge | undefined>(challenge, (pending, now) => ({
    result: pending && pending.expiresAtMs > now ? pending : undefined,
    ...(pending && { value: null }),
  }));
}

/** Counts an attempt to answer a challenge; undefined if it is unknown, it expired, or too many were made. */
export function attemptChallenge(
  ctx: Ctx,
  challenge: string,
  maxAttempts: number,
): Promise<Challenge | undefined> {
  return ctx.challenges.update<PendingChallenge, Challenge | undefined>(challenge, (pending, now) => {
    if (!pending || pending.expiresAtMs <= now || pending.attempts >= maxAttempts)
      return { result: undefined };
    const value = { ...pending, attempts: pending.attempts + 1 };
    return { result: value, value, expiresAtMs: pending.expiresAtMs };
  });
}

/** Returns the challenge that a browser has answered with a passkey; undefined for anything else. */
export function readChallenge(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) ?? {};
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}
