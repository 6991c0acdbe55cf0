import type { CampaignRow } from '../../db/schema/campaigns.ts';
import * as businesses from '../businesses/service.ts';
import { hasStarted } from '../campaigns/rules.ts';
import { describeAction, getSlug, type RewardFields, toCampaignReward } from '../campaigns/serialize.ts';
import { expireDueBestEffort } from '../campaigns/service/expire.ts';
import { describeDisclosure } from '../campaigns/service/policy.ts';
import { findCampaignRow, listCampaignRows } from '../campaigns/service/read.ts';
import type { Ctx } from '../context.ts';
import { AppError, notFound } from '../errors.ts';
import { getPublicUrl } from '../installation/service.ts';
import { loadLibraryTexts, type TranslateAction } from '../library/translations.ts';
import { nowIso } from '../platform/clock.ts';
import type { Locale } from '../platform/locales.ts';
import { type Page, type PageQuery, toSearchPattern } from '../platform/page.ts';
import { type Program, ProgramRewards } from '../programs/model.ts';
import { listOpenPrograms } from '../programs/service/read.ts';
import { findRecordId } from '../slugs/service.ts';
import { openPublicImage } from '../uploads/service.ts';
import type { CampaignLink, Offer, Shop, ShopSummary } from './model.ts';
import { getBestReward, pickDeclared } from './rules.ts';
import * as store from './store.ts';

/** Open campaigns listed on a shop's page. */
const MAX_OFFERS = 50;
/** Active programs listed on a shop's page. */
const MAX_PROGRAMS = 10;

export const SHOPS_PATH = '/s';
export const LINKS_PATH = '/c';

type Business = NonNullable<Awaited<ReturnType<typeof businesses.find>>>;

/**
 * Returns what the page of a shop shows. An earlier slug and the ID lead to it too.
 * @throws NOT_FOUND
 */
export async function getShop(ctx: Ctx, slugOrId: string, locale?: Locale): Promise<Shop> {
  await expireDueBestEffort(ctx);
  const business = await requireBusiness(ctx, slugOrId);
  const programs = await listOpenPrograms(ctx, business.id, MAX_PROGRAMS);
  return {
    ...(await toShop(ctx, business)),
    programs: programs.map(({ id, name, description, currency, rewards, referral }) => ({
      id,
      name,
      description,
      currency,
      rewards: pickDeclared(ProgramRewards, rewards) as typeof rewards,
      referral: referral && { referee: toReferee(referral.referee) },
    })),
    offers: await listOffers(ctx, business.id, (await loadLibraryTexts(locale)).translate),
  };
}

/** Returns the reward of people who join with a code, without its cost. */
function toReferee(reward: NonNullable<Program['referral']>['referee']) {
  return reward ? { type: reward.type, value: reward.value ?? null, name: reward.name ?? null } : null;
}

/** Lists the shops that have an open campaign, by name, for visitors. */
export async function listShops(ctx: Ctx, query: PageQuery & { q?: string }): Promise<Page<ShopSummary>> {
  await expireDueBestEffort(ctx);
  const { q, ...paging } = query;
  const filter = { openAt: nowIso(ctx.clock), search: q && toSearchPattern(q) };
  const page = await store.listOpen(ctx.db, filter, { ...paging, sort: 'name' });
  const ids = page.items.map(({ id }) => id);
  const byShop = Map.groupBy(await store.listOpenRewards(ctx.db, ids, filter.openAt), row => row.businessId);
  const summaries: ShopSummary[] = [];
  for (const row of page.items) {
    const { slug, name, url, logoPath, accentColor } = await toShop(ctx, row);
    const offers = (byShop.get(row.id) ?? []).slice(0, MAX_OFFERS);
    const bestReward = getBestReward(offers.map(toOfferReward));
    // Null if the campaign ended since the list was read.
    if (bestReward)
      summaries.push({ slug, name, url, logoPath, accentColor, offers: offers.length, bestReward });
  }
  return { ...page, items: summaries };
}

/**
 * Returns what the page of a campaign shows, in any state except draft.
 * @throws NOT_FOUND
 */
export async function getLink(ctx: Ctx, slugOrId: string, locale?: Locale): Promise<CampaignLink> {
  await expireDueBestEffort(ctx);
  const id = (await findRecordId(ctx, 'campaign', slugOrId)) ?? slugOrId;
  const row = await findCampaignRow(ctx, id);
  const business = row && row.state !== 'draft' ? await businesses.find(ctx, row.businessId) : undefined;
  if (!row || !business) throw notFound({ kind: 'campaign', field: 'slug' });
  const slug = getSlug(row);
  const { translate } = await loadLibraryTexts(locale);
  const offers = await listOffers(ctx, business.id, translate);
  return {
    slug,
    url: `${await getPublicUrl(ctx)}${LINKS_PATH}/${slug}`,
    state: toLinkState(row, nowIso(ctx.clock)),
    campaign: toPublicCampaign(ctx, row, business.name, translate),
    shop: await toShop(ctx, business),
    offers: offers.filter(offer => offer.slug !== slug),
  };
}

/** Opens the logo of a shop. @throws NOT_FOUND for a shop without one */
export async function openLogo(ctx: Ctx, slugOrId: string) {
  const { logoUploadId } = await requireBusiness(ctx, slugOrId);
  const image = logoUploadId === null ? undefined : await openPublicImage(ctx, logoUploadId);
  if (!image) throw notFound({ kind: 'logo', field: 'slug' });
  return image;
}

/** Reads the logo of a shop; undefined for a shop without one. */
export async function readLogo(ctx: Ctx, slugOrId: string): Promise<Uint8Array | undefined> {
  try {
    const { file } = await openLogo(ctx, slugOrId);
    return await new Response(file).bytes();
  } catch (error) {
    if (error instanceof AppError && error.code !== 'NOT_FOUND') throw error;
    return undefined;
  }
}

/** Returns the public fields of a shop. @throws NOT_FOUND */
export async function getShopFace(ctx: Ctx, businessId: string): Promise<CampaignLink['shop']> {
  return toShop(ctx, await businesses.requireById(ctx, businessId));
}

async function requireBusiness(ctx: Ctx, slugOrId: string): Promise<Business> {
  const id = (await findRecordId(ctx, 'business', slugOrId)) ?? slugOrId;
  const business = await businesses.find(ctx, id);
  if (!business) throw notFound({ kind: 'shop', field: 'slug' });
  return business;
}

async function toShop(ctx: Ctx, business: Business): Promise<CampaignLink['shop']> {
  const { name, website, handles, logoUploadId, accentColor, timeZone } = business;
  const { invitationText, rewardText, showsPerkmint } = business;
  const slug = businesses.getSlug(business);
  return {
    slug,
    name,
    url: `${await getPublicUrl(ctx)}${SHOPS_PATH}/${slug}`,
    website,
    handles,
    timeZone,
    // The ID changes with the image, so that a cached one is not shown after a change.
    logoPath: logoUploadId === null ? null : `/api/v1/shops/${slug}/logo?v=${logoUploadId}`,
    accentColor,
    invitationText,
    rewardText,
    showsPerkmint,
  };
}

async function listOffers(ctx: Ctx, businessId: string, translate: TranslateAction): Promise<Offer[]> {
  const now = nowIso(ctx.clock);
  const rows = await listCampaignRows(ctx, businessId, 'active', MAX_OFFERS);
  return rows
    .filter(({ startsAt }) => hasStarted(startsAt, now))
    .map(row => ({
      slug: getSlug(row),
      name: row.name,
      platform: row.platform,
      actionType: row.actionType,
      action: describeAction(ctx, row.actionId, translate),
      reward: toOfferReward(row),
      endsAt: row.endsAt,
    }));
}

function toPublicCampaign(
  ctx: Ctx,
  row: CampaignRow,
  businessName: string,
  translate: TranslateAction,
): CampaignLink['campaign'] {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    instructions: row.instructions,
    platform: row.platform,
    actionType: row.actionType,
    action: describeAction(ctx, row.actionId, translate),
    reward: toOfferReward(row),
    requirements: { minFollowers: row.minFollowers, hashtags: row.hashtags },
    disclosure: describeDisclosure(ctx, row, businessName),
    perUser: row.perUser,
    usesOrderValue: row.programId !== null,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
  };
}

/** An item's value is what it costs the business, so it is not public. */
function toOfferReward(row: RewardFields): Offer['reward'] {
  const { type, value, name, maxAmount, expiresInDays } = toCampaignReward(row);
  return {
    type,
    currency: row.currency,
    value: type === 'item' ? null : value,
    name,
    maxAmount,
    expiresInDays,
  };
}

function toLinkState({ state, startsAt }: CampaignRow, now: string): CampaignLink['state'] {
  if (state === 'active') return hasStarted(startsAt, now) ? 'open' : 'scheduled';
  return state === 'paused' ? 'paused' : 'ended';
}
