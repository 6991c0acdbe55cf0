import type { TxCtx } from '../../context.ts';
import { nowIso } from '../../platform/clock.ts';
import { isOnByDefault, listKindsFor, type MailKind } from '../kinds-model.ts';
import * as outbox from '../outbox-store.ts';
import * as store from '../store.ts';
import type { MailData } from '../templates/index.ts';

/** A mail to a person. */
export interface NewMail<K extends MailKind = MailKind> {
  userId: string;
  /** Null for mails of the exchange. */
  businessId: string | null;
  kind: K;
  /** The cause of the mail. A second mail of the same person, kind and occasion is not created. */
  occasion: string;
  data: MailData[K];
}

/** Returns whether a person gets a kind of mail. */
export function wants(recipient: store.Recipient | undefined, kind: MailKind): boolean {
  if (!recipient || !listKindsFor(recipient).includes(kind)) return false;
  return recipient.isEnabled ?? isOnByDefault(kind, recipient);
}

/**
 * Puts a mail into the outbox in the transaction that notes its cause, unless the person does not want it.
 * @param canSend false without a mail server: the mail is listed as one that would have been sent
 */
export async function enqueue<K extends MailKind>(
  tx: TxCtx,
  { userId, businessId, kind, occasion, data }: NewMail<K>,
  canSend: boolean,
): Promise<void> {
  if (!wants(await store.findRecipient(tx.db, { userId, kind }), kind)) return;
  const now = nowIso(tx.clock);
  await outbox.insertOnce(tx.db, {
    id: tx.ids.next('mail'),
    userId,
    businessId,
    kind,
    occasion,
    data: data as unknown as Record<string, unknown>,
    state: canSend ? 'waiting' : 'skipped',
    skipReason: canSend ? null : 'noMailServer',
    attempts: 0,
    error: null,
    nextAttemptAt: canSend ? now : null,
    claimedBy: null,
    claimedUntil: null,
    sentAt: null,
    createdAt: now,
  });
}
