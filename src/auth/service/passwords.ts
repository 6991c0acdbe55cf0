import { atomically, type Ctx, nameTarget } from '../../context.ts';
import { AppError, forbidden } from '../../errors.ts';
import { nowIso } from '../../platform/clock.ts';
import type { Locale } from '../../platform/locales.ts';
import { describeMailError } from '../../platform/mail-error.ts';
import { hashNewPassword } from '../password-policy.ts';
import { normalizeEmail } from '../rules.ts';
import * as store from '../store.ts';
import { requireSelf } from './account.ts';
import { recordAdminSignIn } from './admin-audit.ts';
import { proveAddress } from './first-proof.ts';
import { leaveBusiness } from './leave-business.ts';
import { chooseLocale } from './letters.ts';
import {
  consumeLink,
  deletePasswordLinks,
  invalidLink,
  issueResetLink,
  mailLink,
  PASSWORD_LINK_PURPOSES,
  requireLink,
} from './links.ts';
import { requireSamePassword } from './login.ts';
import { notifyOfChange } from './notify-change.ts';
import { assertOwnPassword } from './second-factor.ts';

/**
 * Emails a reset link if the address is known and mail is configured. Awaits neither, so that response and timing do
 * not reveal whether an account exists.
 */
export async function requestReset(ctx: Ctx, email: string, asked?: Locale): Promise<{ accepted: true }> {
  if (ctx.mail.isConfigured) {
    ctx.backgroundTasks.run(mailResetLink(ctx, normalizeEmail(email), asked), cause =>
      ctx.log.warn('failed to send the password reset email', { reason: describeMailError(cause) }),
    );
  }
  return { accepted: true };
}

/** Emails a reset link to an account, unless too many emails were sent to it. */
export async function mailResetLink(ctx: Ctx, email: string, asked?: Locale): Promise<void> {
  const user = await store.findUserByEmail(ctx.db, email);
  if (!user || !(await ctx.recipientLimit.consume(user.email))) return;
  const link = await issueResetLink(ctx, user.email);
  await mailLink(ctx, 'reset', { to: user.email, locale: await chooseLocale(ctx, user, asked), link });
}

interface Reset {
  token: string;
  password: string;
  leaveBusiness?: boolean;
  keepAccess?: boolean;
}

/**
 * Sets a password through a link and ends all sessions. A link of an address only reaches the address's owner, by email
 * or from an admin, so it proves the address; one of an account was visible to the inviter and does not. In both
 * cases the person may leave the business in the same step. A person who made the account themselves keeps what it
 * has at the first proof.
 * @throws UNAUTHENTICATED for an invalid link, VALIDATION_ERROR, CONFLICT for the last owner of a business
 */
export async function reset(
  ctx: Ctx,
  { token, password, leaveBusiness: isLeaving = false, keepAccess = false }: Reset,
): Promise<{ reset: true; left?: true }> {
  const { user: owner } = await requireLink(ctx, token, PASSWORD_LINK_PURPOSES);
  const passwordHash = await hashNewPassword(ctx, password, owner ?? {});
  const user = await atomically(ctx, async tx => {
    const { user, link } = await consumeLink(tx, token, PASSWORD_LINK_PURPOSES);
    if (!user) throw invalidLink();
    const now = nowIso(tx.clock);
    const isProof = link.email !== null;
    const own = isLeaving ? await leaveBusiness(tx, user, passwordHash) : user;
    if (isProof) await proveAddress(tx, own, { keepAccess });
    await store.setPasswordHash(tx.db, own.id, passwordHash, now);
    await store.endUserSessions(tx.db, own.id, 'passwordReset', now);
    await deletePasswordLinks(tx, user, isProof);
    await recordAdminSignIn(tx, user, 'resetPassword', 'succeeded');
    return user;
  });
  await resetThrottle(ctx, user.email);
  notifyOfChange(ctx, user, 'passwordChanged');
  return isLeaving ? { reset: true, left: true } : { reset: true };
}

/**
 * Changes the caller's own password and ends their other sessions.
 * @throws UNAUTHENTICATED, FORBIDDEN, INVALID_CREDENTIALS, RATE_LIMITED after too many wrong passwords
 */
export async function change(ctx: Ctx, current: string, next: string): Promise<{ changed: true }> {
  const { actor } = ctx;
  if (actor.kind === 'anonymous')
    throw ctx.credentialProblem ?? new AppError('UNAUTHENTICATED', 'Log in to continue');
  if (actor.kind !== 'user') throw forbidden('authMethod', 'Only user accounts have a password', ['jwt']);
  const user = await requireSelf(ctx);
  await assertOwnPassword(ctx, user, current);
  const passwordHash = await hashNewPassword(ctx, next, user, 'newPassword');
  await atomically(ctx, async tx => {
    const now = nowIso(tx.clock);
    await requireSamePassword(tx, user);
    await store.setPasswordHash(tx.db, actor.id, passwordHash, now);
    await store.endUserSessions(tx.db, actor.id, 'passwordChanged', now, actor.sessionId);
    await deletePasswordLinks(tx, user, user.emailConfirmedAt !== null);
  });
  await resetThrottle(ctx, user.email);
  notifyOfChange(ctx, user, 'passwordChanged');
  return { changed: true };
}

/** Clears the delays of an account. The password is changed already, so a failure only leaves the delays. */
async function resetThrottle({ loginThrottle, log }: Ctx, email: string): Promise<void> {
  await loginThrottle
    .reset(email)
    .catch(cause => log.warn('failed to clear the sign-in delays of an account', { cause }));
}

/** Sets a user's password on an admin's behalf (the CLI) and ends all sessions. @throws NOT_FOUND */
export async function setPasswordHash(ctx: Ctx, user: store.UserRow, password: string): Promise<void> {
  const passwordHash = await hashNewPassword(ctx, password, user);
  nameTarget(ctx, user.id);
  await atomically(ctx, async tx => {
    const now = nowIso(tx.clock);
    await store.setPasswordHash(tx.db, user.id, passwordHash, now);
    await store.endUserSessions(tx.db, user.id, 'passwordReset', now);
    await deletePasswordLinks(tx, user, true);
  });
  notifyOfChange(ctx, user, 'passwordChanged');
}
