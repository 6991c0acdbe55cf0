import { atomically, type Ctx, type TxCtx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { getPublicUrl } from '../../installation/service.ts';
import { iso, MINUTE_MS, nowIso } from '../../platform/clock.ts';
import { areSecretsEqual, hmacSha256, randomText } from '../../platform/crypto.ts';
import * as codes from '../codes-store.ts';
import type { CodeLogin, Session } from '../model.ts';
import { normalizeEmail } from '../rules.ts';
import * as store from '../store.ts';
import { proveAddress } from './first-proof.ts';
import { describeMailError } from './mail-error.ts';
import { mailResetLink } from './passwords.ts';
import { getsCodes } from './recent-proof.ts';
import { addUser, assertRegistrationOpen } from './register.ts';
import { openAfterFirstFactor, toSessionOrChallenge } from './second-factor.ts';

const DIGITS = '0123456789';
const CODE_LENGTH = 6;
const LIFETIME_MS = 10 * MINUTE_MS;
/** Attempts with one code. With the mails per hour, someone who guesses has 25 of a million codes an hour. */
const MAX_ATTEMPTS = 5;
const MAX_MAILS_PER_HOUR = 5;

/**
 * Emails a code to sign in. Awaits neither the mail nor the account, so that response and timing do not reveal whether
 * the address has one.
 */
export async function requestCode(ctx: Ctx, email: string): Promise<{ accepted: true }> {
  if (ctx.mail.isConfigured) {
    ctx.backgroundTasks.run(mailCode(ctx.detached(), normalizeEmail(email)), cause =>
      ctx.log.warn('failed to send the email with a sign-in code', { reason: describeMailError(cause) }),
    );
  }
  return { accepted: true };
}

async function mailCode(ctx: Ctx, email: string): Promise<void> {
  const user = await store.findUserByEmail(ctx.db, email);
  if (!user && ctx.config.registration === 'closed') return;
  // A person added by a business first decides, behind a reset link, whether to stay in it.
  if (user && !getsCodes(user)) return mailResetLink(ctx, email);
  if (!(await ctx.recipientLimit.consume(`code ${email}`, MAX_MAILS_PER_HOUR))) return;
  const code = randomText(ctx.random, DIGITS, CODE_LENGTH);
  const expiresAt = iso(ctx.clock.now() + LIFETIME_MS);
  await atomically(ctx, tx => codes.saveCode(tx.db, { email, hash: hashCode(tx, email, code), expiresAt }), [
    `email:${email}`,
  ]);
  // In the fragment, so that neither logs nor the mail server's link checks see or use the code.
  const link = `${await getPublicUrl(ctx)}/login#${new URLSearchParams({ email, code })}`;
  await ctx.mail.send({ to: email, subject: `${code} is your sign-in code`, text: codeText(code, link) });
}

/** Returns the mail's text, without any user-supplied content that could be abused to send arbitrary messages. */
function codeText(code: string, link: string): string {
  return `Hello,

Your sign-in code is ${code}. It is valid for 10 minutes.

On this device, you can also use this link:
${link}

If you didn't request this, ignore this email, and don't give the code to anyone.
`;
}

/**
 * Logs in with a mailed code, which proves the address. A new address becomes a customer, if registration is open.
 * @throws INVALID_CREDENTIALS for a wrong code; UNAUTHENTICATED without a valid code and after 5 attempts; FORBIDDEN if
 *   registration is closed; SECOND_FACTOR_REQUIRED
 */
export async function loginByCode(
  ctx: Ctx,
  { email: address, code, name }: Omit<CodeLogin, 'action'>,
  userAgent?: string,
): Promise<Session> {
  const email = normalizeEmail(address);
  const opened = await attemptMailedCode(ctx, email, code, async tx => {
    const user = (await store.findUserByEmail(tx.db, email)) ?? (await addCustomer(tx, email, name));
    return await openAfterFirstFactor(tx, await proveAddress(tx, user), userAgent);
  });
  await ctx.loginThrottle.recordSuccess(email, 'challenge' in opened ? undefined : ctx.clientIp);
  return toSessionOrChallenge(ctx, opened);
}

/**
 * Uses the code that was mailed to an address, and does what requires it in the same transaction.
 * @throws INVALID_CREDENTIALS for a wrong code; UNAUTHENTICATED without a valid code and after 5 attempts
 */
export async function attemptMailedCode<T>(
  ctx: Ctx,
  email: string,
  code: string,
  work: (tx: TxCtx) => Promise<T>,
): Promise<T> {
  const attempt = { email, maxAttempts: MAX_ATTEMPTS, now: nowIso(ctx.clock) };
  const issued = await atomically(ctx, tx => codes.countAttempt(tx.db, attempt), [`email:${email}`]);
  if (!issued) throw invalidCode();
  if (!areSecretsEqual(issued.hash, hashCode(ctx, email, code)))
    throw new AppError('INVALID_CREDENTIALS', 'Incorrect code');
  return await atomically(ctx, async tx => {
    if (!(await codes.deleteCode(tx.db, issued))) throw invalidCode();
    return await work(tx);
  });
}

function addCustomer(tx: TxCtx, email: string, name = email.slice(0, email.indexOf('@'))) {
  assertRegistrationOpen(tx, 'customer');
  return addUser(tx, { email, name, role: 'customer', passwordHash: null });
}

function invalidCode(): AppError {
  return new AppError('UNAUTHENTICATED', 'The code is invalid, already used or expired; request a new one');
}

function hashCode({ signingKeys }: Pick<Ctx, 'signingKeys'>, email: string, code: string): string {
  return hmacSha256(signingKeys.loginCodes, `${email}:${code}`);
}
