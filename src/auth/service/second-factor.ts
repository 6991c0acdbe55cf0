import { type AnyCtx, atomically, type Ctx, type TxCtx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { iso, MINUTE_MS, nowIso, SECOND_MS } from '../../platform/clock.ts';
import { hmacSha256, randomToken, sha256 } from '../../platform/crypto.ts';
import type { Session } from '../model.ts';
import type { SecondFactor } from '../proof-model.ts';
import * as store from '../store.ts';
import { findStep, getLastStep, isAppCode, normalizeCode } from '../totp-codes.ts';
import * as totp from '../totp-store.ts';
import { recordAdminSignIn, recordFailedAdminLogin } from './admin-audit.ts';
import { type OpenedSession, openSession, toSession } from './sessions.ts';

const CHALLENGE_LIFETIME_MS = 5 * MINUTE_MS;
/** Attempts with one challenge. The throttle of the account limits those with many. */
const MAX_ATTEMPTS = 5;

/** A sign-in that waits for the second factor. */
interface PendingSignIn {
  challenge: string;
}

/**
 * Opens the session of a user who has given the first factor, or issues a challenge if the account has a second one.
 * Commit the transaction in both cases, and pass the result to toSessionOrChallenge.
 */
export async function openAfterFirstFactor(
  tx: TxCtx,
  user: store.UserRow,
  userAgent?: string,
): Promise<OpenedSession | PendingSignIn> {
  if (!(await totp.hasTotp(tx.db, user.id))) {
    await recordAdminSignIn(tx, user, 'login', 'succeeded');
    return await openSession(tx, user, userAgent);
  }
  const challenge = randomToken(tx.random);
  const expiresAt = iso(tx.clock.now() + CHALLENGE_LIFETIME_MS);
  await totp.insertChallenge(tx.db, { hash: sha256(challenge), userId: user.id, expiresAt });
  return { challenge };
}

/** Returns the session with its tokens. @throws SECOND_FACTOR_REQUIRED with the challenge */
export function toSessionOrChallenge(ctx: Ctx, opened: OpenedSession | PendingSignIn): Promise<Session> {
  if (!('challenge' in opened)) return toSession(ctx, opened);
  throw new AppError('SECOND_FACTOR_REQUIRED', 'Enter a code of your authenticator app, or a recovery code', {
    challenge: { token: opened.challenge, expiresInSeconds: CHALLENGE_LIFETIME_MS / SECOND_MS },
  });
}

/**
 * Completes a login with a code of the authenticator app or a recovery code.
 * @throws INVALID_CREDENTIALS for a wrong or used code; UNAUTHENTICATED without a valid challenge and after 5 attempts;
 *   RATE_LIMITED for an account with too many wrong codes
 */
export async function completeLogin(
  ctx: Ctx,
  { challenge, code }: Omit<SecondFactor, 'action'>,
  userAgent?: string,
): Promise<Session> {
  const hash = sha256(challenge);
  const attempt = { hash, maxAttempts: MAX_ATTEMPTS, now: nowIso(ctx.clock) };
  const issued = await atomically(ctx, tx => totp.countChallengeAttempt(tx.db, attempt));
  const user = issued && (await store.findUser(ctx.db, issued.userId));
  if (!user) throw invalidChallenge();
  const opened = await attemptCode(ctx, user, code, async tx => {
    if (!(await totp.deleteChallenge(tx.db, hash))) throw invalidChallenge();
    await recordAdminSignIn(tx, user, 'login', 'succeeded');
    return await openSession(tx, user, userAgent);
  });
  await ctx.loginThrottle.recordSuccess(user.email, ctx.clientIp);
  return toSession(ctx, opened);
}

function invalidChallenge(): AppError {
  return new AppError('UNAUTHENTICATED', 'The login has expired or had too many attempts; log in again');
}

/**
 * Uses a code of the user, and does what requires it in the same transaction.
 * @throws INVALID_CREDENTIALS for a wrong or used code, RATE_LIMITED after too many
 */
export async function attemptCode<T>(
  ctx: Ctx,
  user: store.UserRow,
  code: string,
  work: (tx: TxCtx) => Promise<T>,
): Promise<T> {
  const key = `second factor ${user.id}`;
  await beginAttempt(ctx, key);
  const done = await atomically(ctx, async tx =>
    (await useCode(tx, user.id, normalizeCode(code))) ? { result: await work(tx) } : undefined,
  );
  if (!done) {
    recordFailedAdminLogin(ctx, user);
    throw new AppError('INVALID_CREDENTIALS', 'Incorrect code, or a code that was used before');
  }
  await ctx.loginThrottle.recordSuccess(key, ctx.clientIp);
  return done.result;
}

async function useCode(tx: TxCtx, userId: string, code: string): Promise<boolean> {
  if (!isAppCode(code)) return await totp.useRecoveryCode(tx.db, userId, hashRecoveryCode(tx, userId, code));
  const row = await totp.findTotp(tx.db, userId);
  const now = tx.clock.now();
  const step = row && findStep(openTotpSecret(tx, row), code, now);
  return step !== undefined && (await totp.useStep(tx.db, { userId, step, last: getLastStep(now) }));
}

/** Counts an attempt, under an email address or another key. @throws RATE_LIMITED after too many failures */
async function beginAttempt({ loginThrottle, clientIp }: Ctx, key: string): Promise<void> {
  const waitMs = await loginThrottle.beginAttempt(key, clientIp);
  if (waitMs === 0) return;
  const seconds = Math.ceil(waitMs / SECOND_MS);
  const message = `Too many failed logins for this account; retry in ${seconds} seconds`;
  throw new AppError('RATE_LIMITED', message, { retryAfterSeconds: seconds });
}

/**
 * Compares a password, and counts a wrong one as a failed login of the account, whatever it is asked for.
 * @throws RATE_LIMITED after too many failures
 */
export async function attemptPassword(
  ctx: Ctx,
  { email, password, hash }: { email: string; password: string; hash: string | null },
): Promise<boolean> {
  await beginAttempt(ctx, email);
  return await ctx.passwords.verify(password, hash).catch(async failure => {
    // Otherwise the attempt counts as a failure, which is the safe side.
    await ctx.loginThrottle.retractFailure(email, ctx.clientIp).catch(() => {});
    throw failure;
  });
}

/**
 * Compares the password of the caller's account.
 * @throws INVALID_CREDENTIALS, RATE_LIMITED after too many wrong ones
 */
export async function assertOwnPassword(ctx: Ctx, user: store.UserRow, password: string): Promise<void> {
  const { email, passwordHash: hash } = user;
  if (!(await attemptPassword(ctx, { email, password, hash })))
    throw new AppError('INVALID_CREDENTIALS', 'The current password is incorrect');
  await ctx.loginThrottle.recordSuccess(email, ctx.clientIp);
}

export function hashRecoveryCode({ signingKeys }: AnyCtx, userId: string, code: string): string {
  return hmacSha256(signingKeys.recoveryCodes, `${userId}:${normalizeCode(code)}`);
}

export function sealTotpSecret({ vault }: AnyCtx, userId: string, secret: string): string {
  return vault.seal(secret, toTotpOwner(userId));
}

function openTotpSecret({ vault }: AnyCtx, { userId, secret }: totp.TotpRow): string {
  return vault.open(secret, toTotpOwner(userId));
}

/** Binds the encrypted secret of an authenticator app to its user. */
export function toTotpOwner(userId: string): string {
  return `totp ${userId}`;
}
