import type { PassRow } from '../../../db/schema/passes.ts';
import type { AnyCtx, Ctx } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { getPublicUrl } from '../../installation/service.ts';
import { readFormats } from '../../mailings/service/in-short.ts';
import { toOffer } from '../../mailings/service/occasions.ts';
import { type CardHolder, findCardHolder, getCardHolder } from '../../programs/members/service/card.ts';
import type { Reward } from '../../rewards/model.ts';
import * as rewards from '../../rewards/service.ts';
import { getHomeScreenOf, toIconPath } from '../../shops/home-screen.ts';
import type { PassSubject } from '../model.ts';
import type { MemberPass, PassContent, PassShop, RewardPass } from '../rules/content.ts';
import { toSubject } from '../rules/content.ts';

const ICON_SIZE = 512;

/** The content of a pass and the record that it shows. */
export interface ReadContent {
  businessId: string;
  subject: string;
  content: PassContent;
}

/**
 * Reads the record that a request names, if the caller may read it.
 * @param locale the language of the page
 * @throws VALIDATION_ERROR unless it names either a program or a reward, NOT_FOUND, FORBIDDEN
 */
export async function readContent(
  ctx: Ctx,
  { programId, memberId, rewardId }: PassSubject,
  locale: string | null = null,
): Promise<ReadContent> {
  if (rewardId !== undefined) {
    if (programId !== undefined) throw invalid('programId', "can't be combined with rewardId", 'conflict');
    const row = await rewards.requireVisible(ctx, rewardId, 'rewardId');
    return fromReward(ctx, (await rewards.find(ctx, row.id)) as Reward, locale);
  }
  if (programId === undefined) throw invalid('programId', 'is required, or rewardId instead', 'required');
  if (memberId === undefined && ctx.actor.role !== 'customer')
    throw invalid('memberId', 'is required for businesses', 'required');
  return fromMember(ctx, await getCardHolder(ctx, programId, memberId ?? ctx.actor.id), locale);
}

/** Reads the record of a pass again, for work without a caller; undefined if it no longer exists. */
export async function refreshContent(
  ctx: AnyCtx,
  { kind, recordId, locale }: Pick<PassRow, 'kind' | 'recordId' | 'locale'>,
): Promise<PassContent | undefined> {
  if (kind === 'reward') {
    const reward = await rewards.find(ctx, recordId);
    return reward ? (await fromReward(ctx, reward, locale)).content : undefined;
  }
  const holder = await findCardHolder(ctx, recordId);
  return holder && (await fromMember(ctx, holder, locale)).content;
}

async function fromMember(ctx: AnyCtx, holder: CardHolder, asked: string | null): Promise<ReadContent> {
  const { programId, programName, businessId, member, card, cardVersion, stamps } = holder;
  const { id, memberId, name, tier, pointsBalance, visits, currency, cashback } = member;
  const { locale } = await readFormats(ctx, { businessId, userId: memberId, locale: asked, currency });
  const content: MemberPass = {
    kind: 'member',
    locale,
    shop: await readShop(ctx, businessId),
    id,
    programId,
    programName,
    memberId,
    memberName: name,
    tier,
    visits,
    stamps,
    points: pointsBalance,
    cashback: cashback.available,
    currency,
    code: card,
    cardVersion,
  };
  return { businessId, subject: toSubject({ programId, memberId }), content };
}

async function fromReward(ctx: AnyCtx, reward: Reward, locale: string | null): Promise<ReadContent> {
  const { id, businessId, userId, currency, code, expiresAt, status } = reward;
  const formats = await readFormats(ctx, { businessId, userId, locale, currency });
  const content: RewardPass = {
    kind: 'reward',
    locale: formats.locale,
    shop: await readShop(ctx, businessId),
    id,
    code,
    expiresAt,
    title: formats.offer(toOffer(reward)),
    isOpen: status === 'issued',
    counterUrl: `${await getPublicUrl(ctx)}/dashboard/counter?code=${code}`,
  };
  return { businessId, subject: toSubject({ rewardId: id }), content };
}

async function readShop(ctx: AnyCtx, businessId: string): Promise<PassShop> {
  const shop = await getHomeScreenOf(ctx, businessId);
  const publicUrl = await getPublicUrl(ctx);
  return {
    name: shop.name,
    accentColor: shop.accentColor,
    url: `${publicUrl}${shop.startPath}`,
    iconUrl: `${publicUrl}${toIconPath(shop, ICON_SIZE)}`,
  };
}
