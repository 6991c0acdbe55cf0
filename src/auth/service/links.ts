import * as businesses from '../../businesses/service.ts';
import { type AnyCtx, atomically, type Ctx, nameTarget, type TxCtx } from '../../context.ts';
import { AppError, notFound } from '../../errors.ts';
import { DAY_MS, HOUR_MS, iso, MINUTE_MS, nowIso } from '../../platform/clock.ts';
import { randomToken, sha256 } from '../../platform/crypto.ts';
import { normalizeEmail } from '../rules.ts';
import * as store from '../store.ts';

const LIFETIME_MS = { reset: HOUR_MS, invite: 7 * DAY_MS, setup: 30 * MINUTE_MS };
const PAGES = { reset: 'reset', invite: 'reset', setup: 'setup' };
type Purpose = keyof typeof LIFETIME_MS;
/** The links by which a person sets a password. */
export const PASSWORD_LINK_PURPOSES = ['reset', 'invite'] as const;
/** Past it the link that ends first gives way. */
const MAX_LIVE_LINKS = 5;

/**
 * Issues a single-use link to one of our pages. Only the hash of its token is stored. Earlier links of its owner stay
 * good until one of them is used, so that asking for links does not end those in somebody's mailbox; of the links
 * that set the installation up, which have no owner, only the latest works.
 */
async function issueLink(ctx: AnyCtx, purpose: Purpose, owner: store.LinkOwner | null): Promise<string> {
  const token = randomToken(ctx.random);
  await atomically(ctx, async tx => {
    if (owner) store.trimLinks(tx.db, owner, MAX_LIVE_LINKS - 1);
    else store.deleteLinks(tx.db, { purpose: 'setup' });
    const expiresAt = iso(tx.clock.now() + LIFETIME_MS[purpose]);
    store.insertLink(tx.db, { hash: sha256(token), purpose, ...owner, expiresAt });
  });
  return `${ctx.config.publicUrl}/${PAGES[purpose]}?token=${token}`;
}

/**
 * A link for whoever receives mail at an address, whoever's account it is by the time the link is used: removing the
 * account and adding it again, as an owner may with a stranger's address, does not end it.
 */
export const issueResetLink = (ctx: AnyCtx, email: string) => issueLink(ctx, 'reset', { email });

/** A link for the person of an account. The answer to who invites shows it, so it proves nothing of the address. */
export const issueInvitation = (ctx: AnyCtx, userId: string) => issueLink(ctx, 'invite', { userId });

/** The link by which the first admin is made. */
export const issueSetup = (ctx: AnyCtx) => issueLink(ctx, 'setup', null);

/**
 * Ends the links by which the password of an account could be set, once it was set otherwise. Reset links end only
 * with somebody who has shown to own the address: anybody else could keep its owner from ever using one.
 */
export function deletePasswordLinks(tx: TxCtx, { id, email }: store.UserRow, isOwnAddress: boolean): void {
  store.deleteLinks(tx.db, { userId: id });
  if (isOwnAddress) store.deleteLinks(tx.db, { email });
}

export function invalidLink(): AppError {
  return new AppError('UNAUTHENTICATED', 'The link is invalid, already used or expired');
}

interface FoundLink {
  link: store.LinkRow;
  /** Absent for a link that sets the installation up, and for an address that no account has any more. */
  user: store.UserRow | undefined;
}

/** What a token leads to, while its link is good. */
function findLink(ctx: AnyCtx, token: string, purposes: readonly Purpose[]): FoundLink | undefined {
  const link = store.findLink(ctx.db, sha256(token));
  if (!link || link.usedAt !== null || link.expiresAt <= nowIso(ctx.clock)) return undefined;
  if (!purposes.includes(link.purpose)) return undefined;
  return { link, user: findLinkUser(ctx, link) };
}

function findLinkUser({ db }: AnyCtx, { email, userId }: store.LinkRow): store.UserRow | undefined {
  if (email !== null) return store.findUserByEmail(db, email);
  return userId === null ? undefined : store.findUser(db, userId);
}

/** @throws UNAUTHENTICATED for an unknown, used or expired link */
export function requireLink(ctx: AnyCtx, token: string, purposes: readonly Purpose[]): FoundLink {
  const found = findLink(ctx, token, purposes);
  if (!found) throw invalidLink();
  return found;
}

/** Spends a link inside the caller's transaction. @throws as requireLink */
export function consumeLink(tx: TxCtx, token: string, purposes: readonly Purpose[]): FoundLink {
  const found = requireLink(tx, token, purposes);
  store.markLinkUsed(tx.db, found.link.hash, nowIso(tx.clock));
  return found;
}

/** The name of the business that the person of a link works for; undefined without one, or without a good link. */
export function findBusinessNameOfLink(ctx: Ctx, token: string): string | undefined {
  const businessId = findLink(ctx, token, PASSWORD_LINK_PURPOSES)?.user?.businessId;
  return businessId ? businesses.find(ctx, businessId)?.name : undefined;
}

/** A reset link for a person, issued by an admin (the CLI). @throws NOT_FOUND */
export async function issueResetLinkAsAdmin(ctx: Ctx, email: string): Promise<string> {
  const user = store.findUserByEmail(ctx.db, normalizeEmail(email));
  if (!user) throw notFound();
  nameTarget(ctx, user.id);
  return issueResetLink(ctx, user.email);
}
