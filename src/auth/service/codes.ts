import { atomically, type Ctx, type TxCtx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { getRegistration } from '../../installation/service.ts';
import { iso, MINUTE_MS, nowIso } from '../../platform/clock.ts';
import { areSecretsEqual, hmacSha256, randomText, randomToken } from '../../platform/crypto.ts';
import type { Locale } from '../../platform/locales.ts';
import type { Face, Letter } from '../../platform/mail-document.ts';
import { describeMailError } from '../../platform/mail-error.ts';
import { createFormatter } from '../../platform/message-format.ts';
import { sendUrgently } from '../../urgent-mails/service.ts';
import * as codes from '../codes-store.ts';
import { AUTH_TEXTS } from '../messages/index.ts';
import type { CodeLogin, Session } from '../model.ts';
import { getsCodes, normalizeEmail, toMailbox } from '../rules.ts';
import * as store from '../store.ts';
import { proveAddress } from './first-proof.ts';
import { chooseLocale, writeMail } from './letters.ts';
import { mailResetLink } from './passwords.ts';
import { addUser, assertRegistrationOpen } from './register.ts';
import { openAfterFirstFactor, toSessionOrChallenge } from './second-factor.ts';

const DIGITS = '0123456789';
const CODE_LENGTH = 6;
const LIFETIME_MS = 10 * MINUTE_MS;
/** Attempts with one code: by the client that asked for it, and by all others. */
const MAX_ATTEMPTS = 5;
/** Mails per hour to one address, asked for by one client. */
const MAX_MAILS = 5;
/**
 * Mails per hour to one mailbox, asked for by clients that never logged in to the account. They are counted apart, so that
 * strangers can't use up those of its owner.
 */
const MAX_MAILS_OF_STRANGERS = 10;
/** Mails per hour to any mailbox, asked for from one network address, which the customers in a shop share. */
const MAX_MAILS_OF_NETWORK = 60;
/** Mails per hour to addresses that are not proven, from the whole installation. */
const MAX_MAILS_UNPROVEN = 500;

/** The client that asks for a code. */
export interface Asker {
  /** The token by which a browser is recognized; without one, its network address counts. */
  browser?: string | undefined;
  /** The language of the request, for an account that has none. */
  locale?: Locale | undefined;
  /** The shop whose page is open, which the person knows rather than Perkmint. */
  shop?: Face | undefined;
  /** Path of that page, to which the link leads. It is looked up, because a request could name any. */
  next?: string | undefined;
}

/**
 * Emails a code to sign in. Awaits neither the mail nor the account, so that response and timing do not reveal whether
 * the address has one.
 */
export async function requestCode(ctx: Ctx, email: string, asker: Asker = {}): Promise<{ accepted: true }> {
  if (ctx.mail.isConfigured) {
    ctx.backgroundTasks.run(mailCode(ctx.detached(), normalizeEmail(email), asker), cause =>
      ctx.log.warn('failed to send the email with a sign-in code', { reason: describeMailError(cause) }),
    );
  }
  return { accepted: true };
}

async function mailCode(
  ctx: Ctx,
  email: string,
  { browser, locale: asked, shop, next }: Asker,
): Promise<void> {
  const user = await store.findUserByEmail(ctx.db, email);
  const client = identifyClient(ctx, browser);
  if (!(await mayMail(ctx, { email, client, isProven: user?.emailConfirmedAt != null }))) return;
  // A person added by a business first decides, behind a reset link, whether to stay in it.
  const isMailed = user ? getsCodes(user) : (await getRegistration(ctx)) !== 'closed';
  const code = randomText(ctx.random, DIGITS, CODE_LENGTH);
  // A code that can't be guessed is saved for the others, so that wrong codes get the same answers.
  const hash = hashCode(ctx, email, isMailed ? code : randomToken(ctx.random));
  const expiresAt = iso(ctx.clock.now() + LIFETIME_MS);
  await atomically(ctx, tx => codes.saveCode(tx.db, { email, hash, client, expiresAt }), [`email:${email}`]);
  if (user && !isMailed) return mailResetLink(ctx, email, asked);
  if (!isMailed) return;
  const locale = await chooseLocale(ctx, user, asked);
  const letter = toLetter({ email, code, locale, shop: shop?.name, next });
  const message = await writeMail(ctx, { to: email, locale, face: shop, ...letter });
  await sendUrgently(ctx, message, expiresAt);
}

/** Returns whether another code may be mailed, and counts it. */
async function mayMail(
  { loginThrottle, recipientLimit, clientIp, config, log }: Ctx,
  { email, client, isProven }: { email: string; client: string; isProven: boolean },
): Promise<boolean> {
  if (!(await recipientLimit.consume(`code ${email} ${client}`, MAX_MAILS))) return false;
  if (clientIp !== undefined && (await loginThrottle.isKnown(email, clientIp))) return true;
  if (!(await recipientLimit.consume(`code ${toMailbox(email)}`, MAX_MAILS_OF_STRANGERS))) return false;
  const ofNetwork = MAX_MAILS_OF_NETWORK * config.rateLimitScale;
  const isLimited = config.rateLimit === 'on' && clientIp !== undefined;
  const isAllowed =
    (!isLimited || (await recipientLimit.consume(`codes for ${clientIp}`, ofNetwork))) &&
    (isProven || (await recipientLimit.consume('codes to unproven addresses', MAX_MAILS_UNPROVEN)));
  // Behind a proxy that is not in TRUSTED_PROXIES, all clients are one network address.
  if (!isAllowed) log.warn('mailed no sign-in code, because too many were asked for', { clientIp });
  return isAllowed;
}

/** Returns the client to which a code belongs. */
function identifyClient({ signingKeys, clientIp }: Ctx, browser: string | undefined): string {
  return hmacSha256(signingKeys.loginCodes, browser ? `browser ${browser}` : `address ${clientIp}`);
}

interface CodeLetter {
  email: string;
  code: string;
  locale: Locale;
  shop: string | undefined;
  next: string | undefined;
}

/**
 * Writes the mail with a code, without any user-supplied content that could be abused to send arbitrary messages: the
 * name of a shop is cut, and contains no links.
 */
function toLetter({ email, code, locale, shop, next }: CodeLetter): Letter {
  const { subject, subjectOfShop, intro, button, ignore } = AUTH_TEXTS[locale].code;
  const format = createFormatter(locale);
  const search = next ? `?${new URLSearchParams({ next })}` : '';
  return {
    subject: shop ? format(subjectOfShop, { code, shop }) : format(subject, { code }),
    blocks: [
      { type: 'code', text: format(intro, { code, minutes: LIFETIME_MS / MINUTE_MS }), code },
      // In the fragment, so that neither logs nor the mail server's link checks see or use the code.
      { type: 'button', label: button, path: `/login${search}#${new URLSearchParams({ email, code })}` },
      { type: 'paragraph', text: ignore },
    ],
  };
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
  browser?: string,
): Promise<Session> {
  const email = normalizeEmail(address);
  const opened = await attemptMailedCode(ctx, { email, code, browser }, async tx => {
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
  { email, code, browser }: { email: string; code: string; browser: string | undefined },
  work: (tx: TxCtx) => Promise<T>,
): Promise<T> {
  const client = identifyClient(ctx, browser);
  const attempt = { email, client, maxAttempts: MAX_ATTEMPTS, now: nowIso(ctx.clock) };
  const issued = await atomically(ctx, tx => codes.countAttempt(tx.db, attempt), [`email:${email}`]);
  if (issued.length === 0) throw invalidCode();
  const hash = hashCode(ctx, email, code);
  const match = issued.find(each => areSecretsEqual(each.hash, hash));
  if (!match) throw new AppError('INVALID_CREDENTIALS', 'Incorrect code');
  return await atomically(ctx, async tx => {
    if (!(await codes.useCode(tx.db, match))) throw invalidCode();
    return await work(tx);
  });
}

async function addCustomer(tx: TxCtx, email: string, name = email.slice(0, email.indexOf('@'))) {
  await assertRegistrationOpen(tx, 'customer');
  return await addUser(tx, { email, name, role: 'customer', passwordHash: null });
}

function invalidCode(): AppError {
  return new AppError('UNAUTHENTICATED', 'The code is invalid, already used or expired; request a new one');
}

function hashCode({ signingKeys }: Pick<Ctx, 'signingKeys'>, email: string, code: string): string {
  return hmacSha256(signingKeys.loginCodes, `${email}:${code}`);
}
