import type { CampaignRow } from '../../db/schema/campaigns.ts';
import * as businesses from '../businesses/service.ts';
import { expireDueBestEffort } from '../campaigns/service/expire.ts';
import { resolveDisclosure } from '../campaigns/service/policy.ts';
import { getCampaignRow, listCampaignRows } from '../campaigns/service/read.ts';
import type { Ctx } from '../context.ts';
import { matchIndustry, OVERALL } from '../library/benchmarks.ts';
import { loadLibraryTexts } from '../library/translations.ts';
import { sha256 } from '../platform/crypto.ts';
import type { Locale } from '../platform/locales.ts';
import { roundAmount } from '../platform/money.ts';
import { type Page, type PageQuery, slicePage } from '../platform/page.ts';
import { getUsdRate } from '../platform/usd-rate.ts';
import type { Band } from '../reference/pricing-model.ts';
import { createActionPricer } from '../reference/service/read.ts';
import type { SubmissionStats } from '../submissions/model.ts';
import { getSubmissionStats } from '../submissions/service/statistics.ts';
import { PRIORITIES, RECOMMENDATION_TYPES, type Recommendation } from './model.ts';
import { type Facts, type Finding, MIN_DECIDED } from './rules/finding.ts';
import { findIdlePlatform, reportNotEnoughData } from './rules/ideas.ts';
import { checkBudgetPace, checkCampaignEnd, checkReward } from './rules/money.ts';
import { checkDisclosure, checkForbiddenAction } from './rules/policy.ts';
import {
  checkDuplicateProofs,
  checkHighApprovalRate,
  checkLowApprovalRate,
  checkReviewBacklog,
} from './rules/rates.ts';
import { createWording } from './rules/wording.ts';

/** Maximum number of campaigns per state that are analyzed, newest first. */
const MAX_CAMPAIGNS = 200;
const ID_LENGTH = 26;

/** The rules for each active campaign. */
const CAMPAIGN_RULES = [
  checkForbiddenAction,
  checkDisclosure,
  checkLowApprovalRate,
  checkHighApprovalRate,
  checkReward,
  checkBudgetPace,
  checkCampaignEnd,
];
/** The rules for the business as a whole. */
const BUSINESS_RULES = [checkReviewBacklog, checkDuplicateProofs, findIdlePlatform];

/** Lists a page of recommendations. @throws NOT_FOUND for the business of another user */
export async function listRecommendations(
  ctx: Ctx,
  query: PageQuery & { businessId?: string; locale?: Locale },
): Promise<Page<Recommendation>> {
  const businessId = await businesses.resolveBusinessId(ctx, query.businessId);
  const all = await findRecommendations(ctx, businessId, query);
  return slicePage(all, query, ({ id }) => id);
}

interface FindOptions {
  /** The industry to compare with; by default the business's own. */
  industry?: string | undefined;
  /** The language of titles and reasons; by default English. */
  locale?: Locale | undefined;
}

/**
 * Finds recommendations by comparing a business's own data with benchmarks, most urgent first. With too little data,
 * returns a single recommendation to collect more. The caller must check access to the business.
 */
export async function findRecommendations(
  ctx: Ctx,
  businessId: string,
  options: FindOptions = {},
): Promise<Recommendation[]> {
  await expireDueBestEffort(ctx);
  const facts = await collectFacts(ctx, businessId, options);
  const findings = [
    ...facts.active.flatMap(row => CAMPAIGN_RULES.flatMap(rule => rule(facts, row) ?? [])),
    ...BUSINESS_RULES.flatMap(rule => rule(facts)),
  ];
  if (findings.length === 0 && !hasEnoughReviews(facts)) findings.push(reportNotEnoughData(facts));
  return findings.sort(compareUrgency).map(finding => toRecommendation(businessId, finding));
}

async function collectFacts(
  ctx: Ctx,
  businessId: string,
  { industry: requestedIndustry, locale = 'en' }: FindOptions,
): Promise<Facts> {
  const { library } = ctx;
  const business = await businesses.requireById(ctx, businessId);
  const { currency } = business;
  const industry = requestedIndustry ?? business.industry;
  const rate = getUsdRate(business);
  const active = await listCampaignRows(ctx, businessId, 'active', MAX_CAMPAIGNS);
  const paused = await listCampaignRows(ctx, businessId, 'paused', MAX_CAMPAIGNS);
  const drafts = await listCampaignRows(ctx, businessId, 'draft', MAX_CAMPAIGNS);
  const known = [...active, ...paused, ...drafts];
  const stats = await getSubmissionStats(ctx, businessId);
  const price = await createActionPricer(ctx);
  return {
    businessId,
    shop: business.name,
    nowMs: ctx.clock.now(),
    timeZone: business.timeZone,
    library,
    translate: (await loadLibraryTexts(locale)).translate,
    wording: createWording(locale),
    industry,
    active,
    platformsUsed: new Set(known.map(row => library.match(row).ruledBy ?? row.platform)),
    stats,
    observedApprovalRate: await findObservedApprovalRate(ctx, industry),
    currency,
    suggestReward: action => restateBand(price(action).suggestedReward, rate, currency),
    toLocal: dollars => (rate === null ? null : roundAmount(dollars * rate, currency)),
    notices: await readNotices(ctx, active),
    campaigns: await readCampaigns(ctx, stats, known),
  };
}

/** States a band of US dollars in another currency; null without a rate. */
function restateBand(band: Band | null, rate: number | null, currency: string): Band | null {
  if (band === null || rate === null) return null;
  const restate = (dollars: number) => roundAmount(dollars * rate, currency);
  return { low: restate(band.low), typical: restate(band.typical), high: restate(band.high) };
}

/** Reads the suggested disclosure text of each campaign. */
async function readNotices(ctx: Ctx, rows: readonly CampaignRow[]): Promise<Facts['notices']> {
  const notices = new Map<string, string | null>();
  for (const row of rows) {
    const { disclosureText } = await resolveDisclosure(ctx, row, { required: true });
    notices.set(row.id, disclosureText);
  }
  return notices;
}

/** Reads the campaigns that the statistics name, except those that are known already. */
async function readCampaigns(
  ctx: Ctx,
  { overdue, recent }: SubmissionStats,
  known: readonly CampaignRow[],
): Promise<Facts['campaigns']> {
  const campaigns = new Map(known.map(row => [row.id, row]));
  for (const { campaignId } of [...overdue, ...recent]) {
    if (!campaigns.has(campaignId)) campaigns.set(campaignId, await getCampaignRow(ctx, campaignId));
  }
  return campaigns;
}

async function findObservedApprovalRate({ library, observations, database }: Ctx, industry: string | null) {
  const { byIndustry } = await observations.current(database.reader);
  const own = industry ? byIndustry.get(matchIndustry(library.data, industry).industry) : undefined;
  const figures = (own ?? byIndustry.get(OVERALL))?.figures ?? [];
  return (
    figures.find(({ platform, metric }) => platform === 'all' && metric === 'approvalRate')?.value ?? null
  );
}

function hasEnoughReviews({ stats }: Facts): boolean {
  return stats.approved + stats.rejected >= MIN_DECIDED;
}

function compareUrgency(a: Finding, b: Finding): number {
  return (
    PRIORITIES.indexOf(a.priority) - PRIORITIES.indexOf(b.priority) ||
    RECOMMENDATION_TYPES.indexOf(a.type) - RECOMMENDATION_TYPES.indexOf(b.type) ||
    (a.subject < b.subject ? 1 : -1)
  );
}

/** Converts a finding to a recommendation with a stable ID, so that clients can remember dismissed ones. */
export function toRecommendation(businessId: string, { subject, ...finding }: Finding): Recommendation {
  const id = `rec_${sha256(`${businessId}/${finding.type}/${subject}`).slice(0, ID_LENGTH)}`;
  return { id, ...finding };
}
