import { getNeutralName } from '../../businesses/rules.ts';
import * as businesses from '../../businesses/service.ts';
import type { Ctx } from '../../context.ts';
import { cutText } from '../../platform/cut-text.ts';
import { toMailedName } from '../../platform/mailed-words.ts';
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
 * Emails an invitation. Its link is another one than the inviter sees, so that following it
 * confirms the address.
 */
export async function mailInvitation(ctx: Ctx, { email, businessId }: User): Promise<void> {
  const business = await businesses.requireById(ctx, businessId as string);
  const inviter = await store.findUser(ctx.db, ctx.actor.id);
  const link = await issueMailedInvitation(ctx, email);
  const shop = toShortName(business.name);
  const by = inviter ? toShortName(inviter.name) : 'An admin';
  const text = `Hello,

${by} invited you to work with ${shop} on Perkmint. Use this link within 7 days to set your password:
${link}

If you don't know ${shop}, ignore this email.
`;
  await mailLink(ctx, 'invite', { to: email, subject: `Join ${shop} on Perkmint`, text });
}

/** Returns a name that pretends no authority, without links, and not too long. */
function toShortName(name: string): string {
  return cutText(toMailedName(getNeutralName(name)), MAX_MAILED_NAME_CHARS).trim();
}
