import type { PassIssuerRow, PassRow } from '../../../db/schema/passes.ts';
import { atomically, type Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { getPublicUrl } from '../../installation/service.ts';
import { nowIso } from '../../platform/clock.ts';
import { signJwt } from '../../platform/security/rs256.ts';
import type { NewPass, Pass, PassOptions, PassSubject } from '../model.ts';
import { APPLE_PATH } from '../rules/apple.ts';
import { canIssue, getCardVersion } from '../rules/content.ts';
import { type GoogleIssuer, toSaveClaims, toSaveUrl } from '../rules/google.ts';
import * as store from '../store.ts';
import { toPassToken } from './apple.ts';
import { type ReadContent, readContent } from './content.ts';
import { openSecret } from './issuers.ts';

/**
 * Returns the wallets to which a member card or reward can be added; without a record, those that the caller's business
 * has set up.
 * @throws VALIDATION_ERROR for a program and a reward at once, NOT_FOUND, FORBIDDEN
 */
export async function getPassOptions(ctx: Ctx, query: PassSubject): Promise<PassOptions> {
  const isNamed = query.programId !== undefined || query.rewardId !== undefined;
  const read = isNamed ? await readContent(ctx, query) : undefined;
  const businessId = read?.businessId ?? ctx.actor.businessId;
  if (businessId === null || (read && !canIssue(read.content))) return { platforms: [] };
  const issuers = await store.listIssuers(ctx.db, businessId);
  return {
    platforms: issuers
      .map(({ platform }) => platform)
      .sort()
      .reverse(),
  };
}

/**
 * Issues a pass for a member card or reward; the same one again for the same record, until the card is replaced.
 * @param pageLocale the language of the page
 * @throws VALIDATION_ERROR, NOT_FOUND, FORBIDDEN, NOT_CONFIGURED, CONFLICT for a rotating card, a member who can't use
 * a card and a reward that can't be redeemed
 */
export async function createPass(
  ctx: Ctx,
  { platform, ...subject }: NewPass,
  pageLocale?: string,
): Promise<Pass> {
  // A business adds the pass for another person.
  const locale = (ctx.actor.role === 'customer' ? pageLocale : undefined) ?? null;
  const read = await readContent(ctx, subject, locale);
  if (!canIssue(read.content))
    throw new AppError(
      'CONFLICT',
      read.content.kind === 'member'
        ? 'Only static cards of active members can be added to a wallet'
        : 'The reward can no longer be redeemed',
    );
  const issuers = await store.listIssuers(ctx.db, read.businessId);
  const issuer = issuers.find(known => known.platform === platform);
  if (!issuer) throw new AppError('NOT_CONFIGURED', `The business has not set up ${NAMES[platform]}`);
  const { id } = await savePass(ctx, issuer, read, locale);
  const url =
    platform === 'apple'
      ? await toAppleUrl(ctx, id, getCardVersion(read.content))
      : toGoogleUrl(ctx, issuer, read);
  return { id, platform, url };
}

const NAMES = { google: 'Google Wallet', apple: 'Apple Wallet' } as const;

/** Records the pass, so that it is updated from now on. */
async function savePass(
  ctx: Ctx,
  { platform }: PassIssuerRow,
  { businessId, subject, content }: ReadContent,
  locale: string | null,
): Promise<PassRow> {
  return await atomically(ctx, async tx => {
    const known = await store.findBySubject(tx.db, businessId, subject, platform);
    if (known) return locale === null ? known : await store.update(tx.db, known.id, { locale });
    const now = nowIso(tx.clock);
    const id = tx.ids.next('pass');
    const { kind, id: recordId } = content;
    return await store.insert(tx.db, {
      id,
      businessId,
      platform,
      kind,
      recordId,
      subject,
      locale,
      createdAt: now,
      updatedAt: now,
      cardVersion: getCardVersion(content),
    });
  });
}

async function toAppleUrl(ctx: Ctx, id: string, version: number): Promise<string> {
  return `${await getPublicUrl(ctx)}${APPLE_PATH}/passes/${id}?token=${toPassToken(ctx, id, version)}`;
}

function toGoogleUrl(ctx: Ctx, issuer: PassIssuerRow, { content }: ReadContent): string {
  const settings = issuer.settings as unknown as GoogleIssuer;
  return toSaveUrl(signJwt(toSaveClaims(settings, content, ctx.clock.now()), openSecret(ctx, issuer)));
}
