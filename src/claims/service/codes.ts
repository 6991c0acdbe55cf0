import { getNeutralName, getSenderName } from '../../businesses/rules.ts';
import * as businesses from '../../businesses/service.ts';
import { atomically, type Ctx, type TxCtx } from '../../context.ts';
import { deleteInBatches } from '../../due-work.ts';
import { AppError, invalid } from '../../errors.ts';
import { getPublicUrl } from '../../installation/service.ts';
import { iso, nowIso } from '../../platform/clock.ts';
import { sha256 } from '../../platform/crypto.ts';
import { toMailedName } from '../../platform/mailed-words.ts';
import { getEndOfLocalDay } from '../../platform/time-zone.ts';
import { requireMember } from '../../programs/members/service/read.ts';
import { requireOwn, resolveProgramLockKeys } from '../../programs/service/read.ts';
import { sendUrgently } from '../../urgent-mails/service.ts';
import { writeClaimLetter } from '../letter.ts';
import type { ClaimCode, ClaimCodeRequest } from '../model.ts';
import { CLAIM_PATH, CLAIM_VALID_DAYS, formatClaimCode, generateClaimCode, isClaimable } from '../rules.ts';
import * as store from '../store.ts';

/**
 * Issues a one-time code by which a person takes over the membership that the business created, and voids the earlier
 * one.
 * @throws NOT_FOUND, CONFLICT for a membership of an account; with `send`: VALIDATION_ERROR without an address,
 * NOT_CONFIGURED without a mail server, RATE_LIMITED
 */
export async function issueClaimCode(
  ctx: Ctx,
  programId: string,
  memberId: string,
  { send = false }: ClaimCodeRequest,
): Promise<ClaimCode> {
  const code = generateClaimCode(ctx.random);
  const lockKeys = await resolveProgramLockKeys(ctx, programId);
  const issue = async (tx: TxCtx) => {
    const member = await requireMember(tx, await requireOwn(tx, programId), memberId);
    if (!isClaimable(member))
      throw new AppError('CONFLICT', 'The membership already belongs to an account, or has ended');
    const nowMs = tx.clock.now();
    const { timeZone } = await businesses.requireById(tx, member.businessId);
    const dates = {
      createdAt: iso(nowMs),
      expiresAt: iso(getEndOfLocalDay(nowMs, CLAIM_VALID_DAYS, timeZone)),
    };
    await store.saveCode(tx.db, { memberKey: member.id, hash: sha256(code), ...dates });
    return { member, expiresAt: dates.expiresAt };
  };
  if (send) await assertCanSend(ctx, programId, memberId);
  const { member, expiresAt } = await atomically(ctx, issue, lockKeys);
  const typed = formatClaimCode(code);
  const url = `${await getPublicUrl(ctx)}${CLAIM_PATH}#${typed}`;
  if (send && member.email)
    await mailCode(ctx, member.businessId, { to: member.email, code: typed, url, expiresAt });
  return { programId, memberId: member.memberId, code: typed, url, expiresAt, sent: send };
}

/** Checks before a code is issued that it can be mailed, so that a refusal does not void the earlier one. */
async function assertCanSend(ctx: Ctx, programId: string, memberId: string): Promise<void> {
  const { email } = await requireMember(ctx, await requireOwn(ctx, programId), memberId);
  if (email === null) throw invalid('send', 'requires an email address of the member', 'conflict');
  if (!ctx.mail.isConfigured) throw new AppError('NOT_CONFIGURED', 'No mail server is configured');
  if (!(await ctx.recipientLimit.consume(email)))
    throw new AppError('RATE_LIMITED', 'Too many emails were sent to this address; retry in an hour');
}

async function mailCode(
  ctx: Ctx,
  businessId: string,
  { to, ...letter }: { to: string; code: string; url: string; expiresAt: string },
): Promise<void> {
  const { name, senderName, locale, timeZone } = await businesses.requireById(ctx, businessId);
  const message = {
    to,
    fromName: getSenderName({ name, senderName }),
    ...writeClaimLetter({ shop: toMailedName(getNeutralName(name)), locale, timeZone, ...letter }),
  };
  await sendUrgently(ctx, message, letter.expiresAt);
}

/** Deletes expired codes. @returns how many */
export async function purgeExpiredClaims(ctx: Ctx): Promise<number> {
  return deleteInBatches(ctx, (tx, limit) => store.deleteExpired(tx.db, nowIso(tx.clock), limit));
}
