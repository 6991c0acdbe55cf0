import type { UrgentMailRow } from '../../db/schema/mailings.ts';
import { atomically, type Ctx } from '../context.ts';
import { deleteInBatches } from '../due-work.ts';
import { iso, nowIso } from '../platform/clock.ts';
import type { Message } from '../platform/mail.ts';
import { describeMailError, findPermanentCause } from '../platform/mail-error.ts';
import { findNextAttempt, REFUSAL_MS } from './rules.ts';
import * as store from './store.ts';

/** Vacation notices and the like do not answer such mails (RFC 3834). */
const HEADERS = { 'Auto-Submitted': 'auto-generated' };

/**
 * Sends a mail that a person waits for, such as a sign-in code: at once and without awaiting it, then again until the mail
 * server accepts it or its content ends. It is stored encrypted until then, so that it survives a crash. Call it outside
 * the transaction. Does nothing without a mail server.
 * @param expiresAt when the code or link in the mail ends
 */
export async function sendUrgently(ctx: Ctx, message: Message, expiresAt: string): Promise<void> {
  if (!ctx.mail.isConfigured) return;
  const id = ctx.ids.next('mail');
  const now = nowIso(ctx.clock);
  const content = ctx.vault.seal(JSON.stringify(message), id);
  const mail = { id, email: message.to, content, attempts: 1, nextAttemptAt: now, expiresAt, createdAt: now };
  // A worker sends it after the commit of an atomic batch, which may still be rolled back.
  if (ctx.transactionOwner?.includesDetachedWork) {
    await atomically(ctx, tx => store.insertUnclaimed(tx.db, { ...mail, attempts: 0 }), []);
    return;
  }
  const claimed = { ...mail, claimedBy: id };
  await atomically(ctx, tx => store.insertClaimed(tx.db, claimed), []);
  // From what is here, because a transaction of the whole request is not committed yet.
  ctx.backgroundTasks.run(attempt(ctx.detached(), claimed), cause =>
    ctx.log.error('failed to save the result of a mail', { mail: id, cause }),
  );
}

/** The mails that wait for another attempt. */
export const queue = {
  hasDue: store.hasDue,
  claimDue: store.claimDue,
  releaseClaims: store.releaseClaims,
  /**
   * Sends a mail that a worker has claimed, and deletes it or schedules the next attempt.
   * @throws the error of a database that can't store the result
   */
  send: async (ctx: Ctx, id: string, worker: string): Promise<void> => {
    const mail = await store.find(ctx.db, id);
    if (mail?.claimedBy === worker) await attempt(ctx, mail);
  },
};

type ClaimedMail = Omit<UrgentMailRow, 'claimedUntil'>;

async function attempt(ctx: Ctx, mail: ClaimedMail): Promise<void> {
  const { id, claimedBy } = mail;
  const next = await send(ctx, mail);
  await ctx.database.transaction(async db => {
    const latest = await store.find(db, id);
    if (latest?.claimedBy !== claimedBy) return;
    if (next.at === undefined) await store.remove(db, id);
    else await store.scheduleNext(db, id, iso(next.at));
    if (next.isRefused === true)
      await store.saveRefusal(db, { email: mail.email, refusedAt: nowIso(ctx.clock) });
    if (next.isRefused === false) await store.removeRefusal(db, mail.email);
  }, []);
}

/** When the next attempt is due, if any, and whether the address was refused or accepted, if that is known. */
interface Next {
  at?: number;
  isRefused?: boolean;
}

async function send(ctx: Ctx, { id, content, attempts, expiresAt }: ClaimedMail): Promise<Next> {
  const end = Date.parse(expiresAt);
  if (end <= ctx.clock.now()) return {};
  try {
    const message = JSON.parse(ctx.vault.open(content, id)) as Message;
    await ctx.mail.send({ ...message, headers: { ...HEADERS, ...message.headers }, id });
    return { isRefused: false };
  } catch (cause) {
    const permanent = findPermanentCause(cause);
    const at = permanent ? undefined : findNextAttempt(attempts, ctx.clock.now(), end);
    const reason = describeMailError(cause);
    ctx.log.warn(
      at === undefined
        ? 'failed to send a mail for the last time'
        : 'failed to send a mail; it is sent again',
      {
        mail: id,
        attempts,
        reason,
      },
    );
    return { at, ...(permanent === 'address' && { isRefused: true }) };
  }
}

/** Returns whether a mail server has refused an address for good, and no mail has arrived there since. */
export async function isRefused(ctx: Ctx, email: string): Promise<boolean> {
  const refusedAt = await store.findRefusedAt(ctx.db, email);
  return refusedAt !== undefined && Date.parse(refusedAt) > ctx.clock.now() - REFUSAL_MS;
}

export async function rememberRefusal(ctx: Ctx, email: string): Promise<void> {
  await ctx.database.transaction(db => store.saveRefusal(db, { email, refusedAt: nowIso(ctx.clock) }), []);
}

/** Deletes refusals that no longer count. @returns how many */
export async function forgetOldRefusals(ctx: Ctx): Promise<number> {
  const before = iso(ctx.clock.now() - REFUSAL_MS);
  return deleteInBatches(ctx, (tx, limit) => store.deleteRefusals(tx.db, before, limit));
}
