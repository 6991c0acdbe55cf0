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
export const PASSWORD_LINKS = ['reset', 'invite'] as const;
/** Past it the link of a person that ends first gives way. */
const MAX_LIVE_LINKS = 5;

/**
 * Issues a single-use link to one of our pages. Only the hash of its token is stored. Earlier links of a person stay
 * good until one of them is used, so that asking for links does not end those in the owner's mailbox; of the links
 * that set the installation up only the latest works.
 */
export async function issueLink(ctx: AnyCtx, purpose: Purpose, userId: string | null): Promise<string> {
  const token = randomToken(ctx.random);
  await atomically(ctx, async tx => {
    if (userId === null) store.deleteLinks(tx.db, { purpose: 'setup' });
    else store.trimLinks(tx.db, userId, MAX_LIVE_LINKS - 1);
    const expiresAt = iso(tx.clock.now() + LIFETIME_MS[purpose]);
    store.insertLink(tx.db, { hash: sha256(token), purpose, userId, expiresAt });
  });
  return `${ctx.config.publicUrl}/${PAGES[purpose]}?token=${token}`;
}

export function linkRefused(): AppError {
  return new AppError('UNAUTHENTICATED', 'The link is not valid, was used or has expired');
}

interface FoundLink {
  link: store.LinkRow;
  /** Absent for a link that sets the installation up. */
  user: store.UserRow | undefined;
}

/** What a token leads to, while its link is good. */
function findLink(ctx: AnyCtx, token: string, purposes: readonly Purpose[]): FoundLink | undefined {
  const link = store.findLink(ctx.db, sha256(token));
  if (!link || link.usedAt !== null || link.expiresAt <= nowIso(ctx.clock)) return undefined;
  if (!purposes.includes(link.purpose)) return undefined;
  return { link, user: link.userId === null ? undefined : store.findUser(ctx.db, link.userId) };
}

/** @throws UNAUTHENTICATED for an unknown, used or expired link */
export function requireLink(ctx: AnyCtx, token: string, purposes: readonly Purpose[]): FoundLink {
  const found = findLink(ctx, token, purposes);
  if (!found) throw linkRefused();
  return found;
}

/** Spends a link inside the caller's transaction. @throws as requireLink */
export function spendLink(tx: TxCtx, token: string, purposes: readonly Purpose[]): FoundLink {
  const found = requireLink(tx, token, purposes);
  store.markLinkUsed(tx.db, found.link.hash, nowIso(tx.clock));
  return found;
}

/** The name of the business that the person of a link works for; undefined without one, or without a good link. */
export function businessOfLink(ctx: Ctx, token: string): string | undefined {
  const businessId = findLink(ctx, token, PASSWORD_LINKS)?.user?.businessId;
  return businessId ? businesses.find(ctx, businessId)?.name : undefined;
}

/** A reset link for a person, issued by an admin (the CLI). @throws NOT_FOUND */
export async function issueResetLink(ctx: Ctx, email: string): Promise<string> {
  const user = store.findUserByEmail(ctx.db, normalizeEmail(email));
  if (!user) throw notFound();
  nameTarget(ctx, user.id);
  return issueLink(ctx, 'reset', user.id);
}
