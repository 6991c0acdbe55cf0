import * as businesses from '../../businesses/service.ts';
import { type AnyCtx, atomically, type Ctx, nameTarget, type TxCtx } from '../../context.ts';
import { AppError, notFound } from '../../errors.ts';
import { getPublicUrl } from '../../installation/service.ts';
import { DAY_MS, HOUR_MS, iso, MINUTE_MS, nowIso } from '../../platform/clock.ts';
import { randomToken, sha256 } from '../../platform/crypto.ts';
import type { Locale } from '../../platform/locales.ts';
import { createFormatter } from '../../platform/message-format.ts';
import { sendUrgently } from '../../urgent-mails/service.ts';
import type { LinkDescription } from '../account-model.ts';
import { AUTH_TEXTS } from '../messages/index.ts';
import { normalizeEmail } from '../rules.ts';
import * as store from '../store.ts';
import { writeMail } from './letters.ts';

const LIFETIME_MS = { reset: HOUR_MS, invite: 7 * DAY_MS, setup: 30 * MINUTE_MS, email: DAY_MS };
const PAGES = { reset: 'reset', invite: 'reset', setup: 'setup', email: 'confirm-email' };
type Purpose = keyof typeof LIFETIME_MS;
/** Purposes of the links that set a password. */
export const PASSWORD_LINK_PURPOSES = ['reset', 'invite'] as const;
/** Maximum active links per owner; beyond it, the link that expires first is deleted. */
const MAX_LIVE_LINKS = 5;

/**
 * Issues a single-use link to one of our pages. Only the hash of its token is stored. Earlier links of the owner remain
 * valid until one is used, so that requesting a link does not invalidate one already in a mailbox. Setup links have no
 * owner; only the latest one works.
 */
async function issueLink(
  ctx: AnyCtx,
  purpose: Purpose,
  owner: store.LinkOwner | null,
  fields: { newEmail?: string; createdBy?: string } = {},
): Promise<string> {
  const token = randomToken(ctx.random);
  await atomically(ctx, async tx => {
    if (owner) await store.trimLinks(tx.db, owner, MAX_LIVE_LINKS - 1);
    else await store.deleteLinks(tx.db, { purpose: 'setup' });
    const expiresAt = iso(tx.clock.now() + LIFETIME_MS[purpose]);
    await store.insertLink(tx.db, { hash: sha256(token), purpose, ...owner, ...fields, expiresAt });
  });
  return `${await getPublicUrl(ctx)}/${PAGES[purpose]}?token=${token}`;
}

/**
 * Issues a reset link for an email address rather than an account: it survives removing and re-adding the account,
 * which a business owner could do with another person's address.
 */
export const issueResetLink = (ctx: AnyCtx, email: string) => issueLink(ctx, 'reset', { email });

/** Issues an invitation for an account. The inviter sees it in the response, so it does not confirm the address. */
export const issueInvitation = (ctx: AnyCtx, userId: string) =>
  issueLink(ctx, 'invite', { userId }, { createdBy: ctx.actor.id });

/** Issues an invitation that is only mailed, so that it confirms the address. */
export const issueMailedInvitation = (ctx: AnyCtx, email: string) =>
  issueLink(ctx, 'invite', { email }, { createdBy: ctx.actor.id });

/** Issues the link that changes the address of an account; it is mailed to the new address, which it confirms. */
export const issueEmailLink = (ctx: AnyCtx, userId: string, newEmail: string) =>
  issueLink(ctx, 'email', { userId }, { newEmail });

/** Issues the link to create the first admin. */
export const issueSetup = (ctx: AnyCtx) => issueLink(ctx, 'setup', null);

interface LinkMail {
  to: string;
  locale: Locale;
  /** The link, which was just issued. */
  link: string;
  /** Names in the texts, cut and without links: the mail can't be abused to send arbitrary messages. */
  names?: Record<string, string>;
}

/** Mails a link, with attempts as long as it is valid. */
export async function mailLink(
  ctx: Ctx,
  purpose: keyof typeof AUTH_TEXTS.en.links,
  { to, locale, link, names }: LinkMail,
): Promise<void> {
  const { subject, intro, button, ignore } = AUTH_TEXTS[locale].links[purpose];
  const lifetimeMs = LIFETIME_MS[purpose];
  const values = { ...names, hours: lifetimeMs / HOUR_MS, days: lifetimeMs / DAY_MS };
  const format = createFormatter(locale);
  const message = await writeMail(ctx, {
    to,
    locale,
    subject: format(subject, values),
    blocks: [
      { type: 'paragraph', text: format(intro, values) },
      { type: 'button', label: button, path: link.slice((await getPublicUrl(ctx)).length) },
      { type: 'paragraph', text: format(ignore, values) },
    ],
  });
  await sendUrgently(ctx, message, iso(ctx.clock.now() + lifetimeMs));
}

/**
 * Deletes the password links of an account after its password was set. Reset links are deleted only by a proven owner
 * of the address; otherwise, anyone could prevent its owner from using one.
 */
export async function deletePasswordLinks(
  tx: TxCtx,
  { id, email }: store.UserRow,
  isOwnAddress: boolean,
): Promise<void> {
  await store.deleteLinks(tx.db, { userId: id });
  if (isOwnAddress) await store.deleteLinks(tx.db, { email });
}

export function invalidLink(): AppError {
  return new AppError('UNAUTHENTICATED', 'The link is invalid, already used or expired');
}

interface FoundLink {
  link: store.LinkRow;
  /** Undefined for a setup link, and for an address without an account. */
  user: store.UserRow | undefined;
}

/** Finds the link of a token, if it is still valid. */
async function findLink(
  ctx: AnyCtx,
  token: string,
  purposes: readonly Purpose[],
): Promise<FoundLink | undefined> {
  const link = await store.findLink(ctx.db, sha256(token));
  if (!link || link.usedAt !== null || link.expiresAt <= nowIso(ctx.clock)) return undefined;
  if (!purposes.includes(link.purpose)) return undefined;
  return { link, user: await findLinkUser(ctx, link) };
}

async function findLinkUser(
  { db }: AnyCtx,
  { email, userId }: store.LinkRow,
): Promise<store.UserRow | undefined> {
  if (email !== null) return await store.findUserByEmail(db, email);
  return userId === null ? undefined : await store.findUser(db, userId);
}

/** @throws UNAUTHENTICATED for an unknown, used or expired link */
export async function requireLink(
  ctx: AnyCtx,
  token: string,
  purposes: readonly Purpose[],
): Promise<FoundLink> {
  const found = await findLink(ctx, token, purposes);
  if (!found) throw invalidLink();
  return found;
}

/** Marks a link as used in the caller's transaction. @throws UNAUTHENTICATED, see requireLink */
export async function consumeLink(
  tx: TxCtx,
  token: string,
  purposes: readonly Purpose[],
): Promise<FoundLink> {
  const found = await requireLink(tx, token, purposes);
  await store.markLinkUsed(tx.db, found.link.hash, nowIso(tx.clock));
  return found;
}

/** Describes a password link to the person who opened it. @throws UNAUTHENTICATED for an invalid link */
export async function describeLink(ctx: Ctx, token: string): Promise<LinkDescription> {
  const { link, user } = await requireLink(ctx, token, PASSWORD_LINK_PURPOSES);
  if (!user) throw invalidLink();
  const { email, name, businessId, position } = user;
  const business = businessId ? await businesses.find(ctx, businessId) : undefined;
  const inviter = link.createdBy ? await store.findUser(ctx.db, link.createdBy) : undefined;
  return {
    purpose: link.purpose as LinkDescription['purpose'],
    email,
    name,
    position,
    businessName: business?.name ?? null,
    invitedBy: inviter?.name ?? null,
    emailConfirmed: user.emailConfirmedAt !== null,
  };
}

/** Issues a reset link on behalf of an admin (the CLI). @throws NOT_FOUND */
export async function issueResetLinkAsAdmin(ctx: Ctx, email: string): Promise<string> {
  const user = await store.findUserByEmail(ctx.db, normalizeEmail(email));
  if (!user) throw notFound({ kind: 'user', field: 'email' });
  nameTarget(ctx, user.id);
  return issueResetLink(ctx, user.email);
}
