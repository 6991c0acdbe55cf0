import type { Ctx } from '../../context.ts';
import { getPublicUrl } from '../../installation/service.ts';
import { DAY_MS, iso, nowIso } from '../../platform/clock.ts';
import { describeMailError } from '../../platform/mail-error.ts';
import { createFormatter } from '../../platform/message-format.ts';
import { sendUrgently } from '../../urgent-mails/service.ts';
import { AUTH_TEXTS, type SecurityChange } from '../messages/index.ts';
import type * as store from '../store.ts';
import { chooseLocale } from './letters.ts';

/** Notices to one address per hour, counted apart from links and codes, so that changes can't use up those. */
const MAX_NOTICES_PER_HOUR = 10;
/** How long a notice is retried. */
const NOTICE_ATTEMPTS_MS = DAY_MS;

/** Changes that a new password no longer undoes. */
const TAKEOVERS: readonly SecurityChange[] = ['emailChanged', 'ownersChanged'];

/**
 * Mails a person that the security of the account was changed, at the address that it had before. Not awaited: the change
 * is made. The mail contains nothing that anyone has typed. Call it after the transaction.
 */
export function notifyOfChange(ctx: Ctx, user: store.UserRow, change: SecurityChange): void {
  if (!ctx.mail.isConfigured) return;
  ctx.backgroundTasks.run(mailNotice(ctx.detached(), user, change), cause =>
    ctx.log.warn('failed to send a security notice', { change, reason: describeMailError(cause) }),
  );
}

async function mailNotice(ctx: Ctx, user: store.UserRow, change: SecurityChange): Promise<void> {
  if (!(await ctx.recipientLimit.consume(`notice ${user.email}`, MAX_NOTICES_PER_HOUR))) return;
  const locale = await chooseLocale(ctx, user);
  const texts = AUTH_TEXTS[locale];
  const format = createFormatter(locale);
  const subject = texts.changes[change];
  const time = `${nowIso(ctx.clock).slice(0, 16).replace('T', ' ')} UTC`;
  const help = TAKEOVERS.includes(change)
    ? texts.unknownTakeover
    : format(texts.unknown, { url: `${await getPublicUrl(ctx)}/forgot` });
  const text = `${texts.hello}\n\n${subject}.\n${format(texts.when, { time })}\n\n${help}\n`;
  const until = iso(ctx.clock.now() + NOTICE_ATTEMPTS_MS);
  await sendUrgently(ctx, { to: user.email, subject, text }, until);
}
