import { type AnyCtx, atomically, type Ctx, type TxCtx } from '../../context.ts';
import { AppError, notFound } from '../../errors.ts';
import { DAY_MS, HOUR_MS, iso, MINUTE_MS, nowIso } from '../../platform/clock.ts';
import { randomToken, sha256 } from '../../platform/crypto.ts';
import { normalizeEmail } from '../rules.ts';
import * as store from '../store.ts';

const LIFETIME_MS = { reset: HOUR_MS, invite: 7 * DAY_MS, setup: 30 * MINUTE_MS };
const PAGES = { reset: 'reset', invite: 'reset', setup: 'setup' };
type Purpose = keyof typeof LIFETIME_MS;
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

/** Spends a link inside the caller's transaction. @throws UNAUTHENTICATED for an unknown, used or expired one. */
export function spendLink(tx: TxCtx, token: string, purposes: Purpose[]): store.LinkRow {
  const now = nowIso(tx.clock);
  const hash = sha256(token);
  const link = store.findLink(tx.db, hash);
  if (!link || !purposes.includes(link.purpose) || link.usedAt !== null || link.expiresAt <= now) {
    throw new AppError('UNAUTHENTICATED', 'The link is not valid, was used or has expired');
  }
  store.markLinkUsed(tx.db, hash, now);
  return link;
}

/** A reset link for a person, issued by an admin (the CLI). @throws NOT_FOUND */
export async function issueResetLink(ctx: Ctx, email: string): Promise<string> {
  const user = store.findUserByEmail(ctx.db, normalizeEmail(email));
  if (!user) throw notFound();
  return issueLink(ctx, 'reset', user.id);
}
