import { atomically, type Ctx, nameTarget } from '../../context.ts';
import { AppError, invalid } from '../../errors.ts';
import { nowIso } from '../../platform/clock.ts';
import type { Locale } from '../../platform/locales.ts';
import type { Account, AccountChange } from '../account-model.ts';
import * as accountStore from '../account-store.ts';
import { listWithPin } from '../pins-store.ts';
import { normalizeEmail } from '../rules.ts';
import * as store from '../store.ts';
import { proveAddress } from './first-proof.ts';
import { chooseLocale } from './letters.ts';
import { consumeLink, invalidLink, issueEmailLink, mailLink } from './links.ts';
import { notifyOfChange } from './notify-change.ts';
import { requireRecentProof } from './recent-proof.ts';
import { assertOwnPassword } from './second-factor.ts';
import { toUser } from './sessions.ts';

/** Returns the caller's own account. @throws UNAUTHENTICATED */
export async function getAccount(ctx: Ctx): Promise<Account> {
  return await toAccount(ctx, await requireSelf(ctx));
}

/**
 * Updates the caller's own account. A new email address is confirmed through a mailed link first; without a mail
 * server it changes immediately and counts as unconfirmed. The account's own address gets a link too while it is
 * unconfirmed.
 * @param asked the language of the request
 * @throws INVALID_CREDENTIALS for a new address with a wrong password, RECENT_PROOF_REQUIRED for one of an account without
 *   password, EMAIL_TAKEN, VALIDATION_ERROR, RATE_LIMITED after too many emails to the new address
 */
export async function updateAccount(ctx: Ctx, change: AccountChange, asked?: Locale): Promise<Account> {
  const { email, currentPassword, ...fields } = change;
  if (email === undefined && Object.keys(fields).length === 0)
    throw invalid('body', 'must include at least one field to update', 'required');
  const user = await requireSelf(ctx);
  nameTarget(ctx, user.id);
  const address = email === undefined ? user.email : normalizeEmail(email);
  const isNewAddress = address !== user.email;
  if (isNewAddress) await assertMayChangeEmail(ctx, user, currentPassword, address);
  const needsProof = email !== undefined && (isNewAddress || user.emailConfirmedAt === null);
  const isMailed = needsProof && ctx.mail.isConfigured;
  if (isMailed && !(await ctx.recipientLimit.consume(address)))
    throw new AppError('RATE_LIMITED', 'Too many emails were sent to this address; retry in an hour');
  const saved = await atomically(ctx, async tx => {
    if (isNewAddress && (await store.findUserByEmail(tx.db, address))) throw emailTaken();
    const move = isNewAddress && !isMailed ? { email: address, emailConfirmedAt: null } : {};
    const updatedAt = nowIso(tx.clock);
    return await accountStore.updateUser(tx.db, user.id, { ...fields, ...move, updatedAt });
  });
  if (isMailed) {
    const link = await issueEmailLink(ctx, user.id, address);
    await mailLink(ctx, 'email', { to: address, locale: await chooseLocale(ctx, saved, asked), link });
  }
  return await toAccount(ctx, saved);
}

/**
 * Changes the address of the caller's account to the one that the link was mailed to. Only a session of the account may
 * do so: otherwise, one click of a stranger would tie the stranger's address to the account that asked. At the
 * first proof, the account's other sessions end.
 * @throws UNAUTHENTICATED without a session or for an invalid link, FORBIDDEN in a session of another account,
 *   EMAIL_TAKEN
 */
export async function confirmEmail(ctx: Ctx, token: string): Promise<{ confirmed: true }> {
  const { actor } = ctx;
  if (actor.kind !== 'user')
    throw ctx.credentialProblem ?? new AppError('UNAUTHENTICATED', 'Log in to confirm the address');
  const former = await requireSelf(ctx);
  const changed = await atomically(ctx, async tx => {
    const { link, user } = await consumeLink(tx, token, ['email']);
    if (!user || link.newEmail === null) throw invalidLink();
    if (user.id !== actor.id)
      throw new AppError(
        'FORBIDDEN',
        'The link belongs to another account. Log in to that account, and use the link again.',
      );
    const holder = await store.findUserByEmail(tx.db, link.newEmail);
    if (holder && holder.id !== user.id) throw emailTaken();
    const now = nowIso(tx.clock);
    await proveAddress(tx, user, { sessionId: actor.sessionId });
    const change = { email: link.newEmail, emailConfirmedAt: now, updatedAt: now };
    await accountStore.updateUser(tx.db, user.id, change);
    await accountStore.deleteLinksOf(tx.db, user.id, 'email');
    return link.newEmail !== user.email;
  });
  if (changed) notifyOfChange(ctx, former, 'emailChanged');
  return { confirmed: true };
}

/** Returns the caller's own user. @throws UNAUTHENTICATED */
export async function requireSelf({ actor, db }: Ctx): Promise<store.UserRow> {
  const user = actor.kind === 'user' ? await store.findUser(db, actor.id) : undefined;
  if (!user) throw new AppError('UNAUTHENTICATED', 'Log in to continue');
  return user;
}

/** Asks for the password or another proof, because the owner of the address can reset the password. */
async function assertMayChangeEmail(
  ctx: Ctx,
  user: store.UserRow,
  currentPassword: string | undefined,
  address: string,
): Promise<void> {
  if (user.passwordHash !== null) {
    if (currentPassword === undefined)
      throw invalid('currentPassword', 'is required to change the email address', 'required');
    await assertOwnPassword(ctx, user, currentPassword);
  } else {
    await requireRecentProof(ctx);
  }
  if (await store.findUserByEmail(ctx.db, address)) throw emailTaken();
}

function emailTaken(): AppError {
  return new AppError('EMAIL_TAKEN', 'This email address is already registered');
}

async function toAccount(ctx: Ctx, user: store.UserRow): Promise<Account> {
  const { locale, timeZone, developerTools } = user;
  const pendingEmail = (await accountStore.findPendingEmail(ctx.db, user.id, nowIso(ctx.clock))) ?? null;
  const hasPassword = user.passwordHash !== null;
  const hasPin = (await listWithPin(ctx.db, [user.id])).has(user.id);
  const confirmsEmail = ctx.mail.isConfigured;
  const credentials = { hasPassword, hasPin };
  return { ...toUser(user), locale, timeZone, developerTools, pendingEmail, confirmsEmail, ...credentials };
}
