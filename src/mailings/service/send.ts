import type { MailRow } from '../../../db/schema/mailings.ts';
import * as businesses from '../../businesses/service.ts';
import type { Ctx } from '../../context.ts';
import { iso, nowIso } from '../../platform/clock.ts';
import { describeMailError, findPermanentCause } from '../../platform/mail-error.ts';
import { isRefused, rememberRefusal } from '../../urgent-mails/service.ts';
import { isMailKind } from '../kinds-model.ts';
import * as outbox from '../outbox-store.ts';
import { getRetryDelayMs, MAX_ATTEMPTS } from '../rules/attempts.ts';
import { findQuietEnd, getZone } from '../rules/quiet-hours.ts';
import * as store from '../store.ts';
import { compose } from './compose.ts';
import { wants } from './enqueue.ts';

/** Why a mail is not tried: providers mistrust senders that go on writing to addresses that don't exist. */
const REFUSED_BEFORE = 'The mail server has refused this address before';

/** How an attempt changes the mail. */
type Outcome = Partial<MailRow>;

/**
 * Sends a mail that a worker has claimed, and stores the result, unless another worker has taken it over since.
 *
 * The claim was committed before, and the result is committed after. If the process ends between the moment the mail
 * server accepts the message and that commit, the mail is sent again: SMTP has no transaction over both. The repetition
 * has the same Message-ID, by which mailbox providers recognize and drop it. Nothing else sends a mail twice, and
 * nothing loses one.
 * @throws the error of a database that can't store the result
 */
export async function sendClaimed(ctx: Ctx, id: string, worker: string): Promise<void> {
  const mail = await outbox.find(ctx.db, id);
  if (mail?.state !== 'sending' || mail.claimedBy !== worker) return;
  const outcome = await attempt(ctx, mail);
  await ctx.database.transaction(
    async db => {
      const latest = await outbox.find(db, id);
      if (latest?.claimedBy === worker) await outbox.finish(db, id, outcome);
    },
    [mail.businessId === null ? `user:${mail.userId}` : `business:${mail.businessId}`],
  );
}

async function attempt(ctx: Ctx, mail: MailRow): Promise<Outcome> {
  const { kind, attempts } = mail;
  const recipient = isMailKind(kind)
    ? await store.findRecipient(ctx.db, { userId: mail.userId, kind })
    : undefined;
  if (!isMailKind(kind) || !recipient) return skip('noRecipient');
  if (!wants(recipient, kind)) return skip('optedOut');
  if (!ctx.mail.isConfigured) return skip('noMailServer');
  if (attempts > MAX_ATTEMPTS) return { state: 'failed', nextAttemptAt: null };
  const quietEnd = await findQuietEndOf(ctx, recipient, mail.businessId);
  if (await isRefused(ctx, recipient.email))
    return { state: 'failed', error: REFUSED_BEFORE, nextAttemptAt: null };
  // Waiting is not an attempt.
  if (quietEnd !== undefined)
    return { state: 'waiting', attempts: attempts - 1, nextAttemptAt: iso(quietEnd) };
  try {
    const to = { ...recipient, isProven: recipient.emailConfirmedAt !== null };
    await ctx.mail.send({ ...(await compose(ctx, to, { ...mail, kind })), id: mail.id });
    return { state: 'sent', sentAt: nowIso(ctx.clock), nextAttemptAt: null, error: null };
  } catch (cause) {
    if (findPermanentCause(cause) === 'address') await rememberRefusal(ctx, recipient.email);
    return toFailure(ctx, mail, cause);
  }
}

function skip(skipReason: MailRow['skipReason']): Outcome {
  return { state: 'skipped', skipReason, nextAttemptAt: null };
}

async function findQuietEndOf(
  ctx: Ctx,
  recipient: store.Recipient,
  businessId: string | null,
): Promise<number | undefined> {
  const { quietFrom: from, quietTo: to } = recipient;
  if (from === null || to === null) return undefined;
  const shop = businessId === null ? undefined : await businesses.find(ctx, businessId);
  return findQuietEnd(ctx.clock.now(), { from, to }, getZone(recipient, shop));
}

function toFailure(ctx: Ctx, { id, kind, attempts }: MailRow, cause: unknown): Outcome {
  const reason = describeMailError(cause);
  ctx.log.warn('failed to send a mail', { mail: id, kind, attempts, reason });
  const delayMs = getRetryDelayMs(attempts, cause);
  const error = `The mail server did not accept it (${reason})`;
  if (delayMs === undefined) return { state: 'failed', error, nextAttemptAt: null };
  return { state: 'waiting', error, nextAttemptAt: iso(ctx.clock.now() + delayMs) };
}
