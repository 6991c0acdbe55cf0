import { writeMail } from '../../auth/service/letters.ts';
import { isMisleadingSender } from '../../businesses/rules.ts';
import * as businesses from '../../businesses/service.ts';
import { atomically, type Ctx, type TxCtx } from '../../context.ts';
import { deleteInBatches } from '../../due-work.ts';
import { AppError, invalid } from '../../errors.ts';
import { getPublicUrl } from '../../installation/service.ts';
import { iso, nowIso } from '../../platform/clock.ts';
import { sha256 } from '../../platform/crypto.ts';
import { toLocale } from '../../platform/locales.ts';
import { PERKMINT } from '../../platform/mail-document.ts';
import { getEndOfLocalDay } from '../../platform/time-zone.ts';
import { requireMember } from '../../programs/members/service/read.ts';
import { requireOwn, resolveProgramLockKeys } from '../../programs/service/read.ts';
import { getMailFace } from '../../shops/mail-face.ts';
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
  const path = `${CLAIM_PATH}#${typed}`;
  const url = (await getPublicUrl(ctx)) + path;
  if (send && member.email)
    await mailCode(ctx, member.businessId, { to: member.email, code: typed, path, expiresAt });
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

/** Mails a code in the look of the shop, unless its name would be taken for an authority. */
async function mailCode(
  ctx: Ctx,
  businessId: string,
  { to, ...letter }: { to: string; code: string; path: string; expiresAt: string },
): Promise<void> {
  const business = await businesses.requireById(ctx, businessId);
  const { locale, timeZone } = business;
  const face = isMisleadingSender(business.name) ? PERKMINT : await getMailFace(ctx, business);
  const written = writeClaimLetter({ shop: face.name, locale, timeZone, ...letter });
  const message = await writeMail(ctx, { to, locale: toLocale(locale) ?? 'en', face, ...written });
  await sendUrgently(ctx, message, letter.expiresAt);
}

/** Deletes expired codes. @returns how many */
export async function purgeExpiredClaims(ctx: Ctx): Promise<number> {
  return deleteInBatches(ctx, (tx, limit) => store.deleteExpired(tx.db, nowIso(tx.clock), limit));
}
