import { getNeutralName } from '../../businesses/rules.ts';
import * as businesses from '../../businesses/service.ts';
import type { Ctx } from '../../context.ts';
import { cutText } from '../../platform/cut-text.ts';
import { toLocale } from '../../platform/locales.ts';
import { toMailedName } from '../../platform/mailed-words.ts';
import { AUTH_TEXTS } from '../messages/index.ts';
import type { User } from '../model.ts';
import { normalizeEmail } from '../rules.ts';
import * as store from '../store.ts';
import { issueMailedInvitation, mailLink } from './links.ts';

/** Longer names are cut, so that an invitation can't carry a message of its own. */
const MAX_MAILED_NAME_CHARS = 60;

/** Returns whether an invitation may be mailed to an address; counts as one. Call it outside the transaction. */
export async function mayMailInvitation({ mail, recipientLimit }: Ctx, email: string): Promise<boolean> {
  return mail.isConfigured && (await recipientLimit.consume(normalizeEmail(email)));
}

/**
 * Emails an invitation in the language of the business. Its link is another one than the inviter sees, so that following it
 * confirms the address.
 */
export async function mailInvitation(ctx: Ctx, { email, businessId }: User): Promise<void> {
  const business = await businesses.requireById(ctx, businessId as string);
  const inviter = await store.findUser(ctx.db, ctx.actor.id);
  const locale = toLocale(business.locale) ?? 'en';
  const by = inviter ? toShortName(inviter.name) : AUTH_TEXTS[locale].anAdmin;
  const link = await issueMailedInvitation(ctx, email);
  await mailLink(ctx, 'invite', { to: email, locale, link, names: { by, shop: toShortName(business.name) } });
}

/** Returns a name that pretends no authority, without links, and not too long. */
function toShortName(name: string): string {
  return cutText(toMailedName(getNeutralName(name)), MAX_MAILED_NAME_CHARS).trim();
}
