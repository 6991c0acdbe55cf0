import type { SuggestionRow } from '../../../db/schema/suggestions.ts';
import * as businesses from '../../businesses/service.ts';
import { type CampaignRun, listRuns } from '../../campaigns/service/read.ts';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { matchIndustry, OVERALL } from '../../library/benchmarks.ts';
import { MIN_APPROVALS, MIN_BUSINESSES } from '../../library/observed-benchmarks.ts';
import { DAY_MS, getYear, iso } from '../../platform/clock.ts';
import { DEFAULT_CURRENCY } from '../../platform/currency-digits.ts';
import { toAmount, toCents } from '../../platform/money.ts';
import { getUsdRate, type RatedBusiness } from '../../platform/usd-rate.ts';
import { createActionPricer } from '../../reference/service/read.ts';
import { sumIssuedSince } from '../../rewards/service.ts';
import { getSubmissionStats } from '../../submissions/service/statistics.ts';
import { EXPECTED_APPROVAL_RATE, shrinkFactor, shrinkRate } from '../rules/bayesian-shrinkage.ts';
import { DEFAULT_CUSTOMERS_PER_MONTH, estimateCompletionRate, type Market } from '../rules/economics.ts';
import { type PlanCurrency, restateCents } from '../rules/local-money.ts';

/** Newest campaigns of the installation considered when measuring results. */
const MAX_RUNS = 1_000;
const MONTH_DAYS = 28;
/** Minimum days a campaign must have run to be representative. */
const MIN_DAYS = 7;
const SPENDING_DAYS = 30;
/** Default budget in US cents if nothing has been spent yet: a small business's first month. */
const DEFAULT_BUDGET_CENTS = 30_000;

/** The facts behind a plan, besides the published figures. */
export interface PlanningFacts {
  market: Market;
  into: PlanCurrency;
  /** The industry as it was interpreted. */
  industryName: string;
  /** Approved share of reviewed submissions: expected, observed here, and the business's own. */
  approvalRate: number;
  /** Total reviewed submissions behind it. */
  decided: number;
  /** Effort levels whose completions were calibrated with observed results. */
  calibrated: number[];
}

interface FactsInput {
  businessId: string;
  industry: string | undefined;
  customersPerMonth: number | undefined;
}

export async function collectFacts(
  ctx: Ctx,
  { businessId, industry, customersPerMonth }: FactsInput,
): Promise<PlanningFacts> {
  const business = await businesses.requireById(ctx, businessId);
  const requested = industry ?? business.industry ?? OVERALL;
  const match = matchIndustry(ctx.library.data, requested);
  const calibration = await calibrateRates(ctx);
  const price = await createActionPricer(ctx);
  const { approved, rejected } = await getSubmissionStats(ctx, businessId);
  const here = await findObservedRate(ctx);
  const expected = shrinkRate(EXPECTED_APPROVAL_RATE, here);
  return {
    market: {
      year: getYear(ctx.clock),
      industry: match.industry,
      customersPerMonth: customersPerMonth ?? DEFAULT_CUSTOMERS_PER_MONTH,
      calibration,
      suggestReward: action => price(action).suggestedReward,
    },
    into: getPlanCurrency(business),
    industryName: ctx.library.benchmarks(match.industry).items[0]?.name ?? match.industry,
    approvalRate: shrinkRate(expected, { approved, decided: approved + rejected }),
    decided: here.decided + approved + rejected,
    calibrated: [...calibration.keys()].sort(),
  };
}

/**
 * Returns the currency of a business's plans.
 * @throws CONFLICT without a rate, because published figures can't be stated in its currency then
 */
function getPlanCurrency(business: RatedBusiness): PlanCurrency {
  const { currency } = business;
  const usdRate = getUsdRate(business);
  if (usdRate !== null) return { currency, usdRate };
  const issue = `is required to plan in ${currency}, because published figures are in US dollars`;
  throw new AppError('CONFLICT', `usdRate of the business ${issue}`, {
    details: [{ field: 'usdRate', issue, rule: 'required' }],
  });
}

/** Returns this installation's own approval rate, as far as privacy allows. */
async function findObservedRate({ observations, database }: Ctx) {
  const figures = (await observations.current(database.reader)).byIndustry.get(OVERALL)?.figures ?? [];
  const rate = figures.find(({ platform, metric }) => platform === 'all' && metric === 'approvalRate');
  const decided = rate?.sampleSize ?? 0;
  return { approved: (rate?.value ?? 0) * decided, decided };
}

/**
 * Compares this installation's campaigns with the curve, by effort. Requires 20 approvals from at least three
 * businesses, so that no plan reveals a single business's results. Only rewards in
 * US dollars are compared, because the curve is about them.
 */
async function calibrateRates(ctx: Ctx): Promise<Map<number, number>> {
  const runs = (await listRuns(ctx, MAX_RUNS)).flatMap(run => {
    const { actions } = ctx.library.match(run);
    const effort = actions.length === 1 ? actions[0]!.effort : undefined;
    return effort === undefined || run.rewardType !== 'fixed' || run.currency !== DEFAULT_CURRENCY
      ? []
      : [{ run, effort }];
  });
  const factors = new Map<number, number>();
  for (const [effort, part] of Map.groupBy(runs, each => each.effort)) {
    const seen = part.reduce((sum, { run }) => sum + run.approved, 0);
    const owners = new Set(part.filter(({ run }) => run.approved > 0).map(({ run }) => run.businessId));
    if (seen < MIN_APPROVALS || owners.size < MIN_BUSINESSES) continue;
    const expected = part.reduce(
      (sum, { run }) =>
        sum +
        DEFAULT_CUSTOMERS_PER_MONTH *
          estimateCompletionRate(ctx.library, effort, run.rewardValue) *
          (countDays(run, ctx.clock.now()) / MONTH_DAYS),
      0,
    );
    factors.set(effort, shrinkFactor(seen, expected));
  }
  return factors;
}

function countDays({ startedAt, stoppedAt }: CampaignRun, nowMs: number): number {
  const end = Math.min(nowMs, stoppedAt === null ? nowMs : Date.parse(stoppedAt));
  return Math.max(MIN_DAYS, (end - Date.parse(startedAt)) / DAY_MS);
}

/** Returns a month's budget in the smallest unit: as requested, else the last 30 days' spend, else the worth of $300. */
export async function resolveBudgetCents(
  ctx: Ctx,
  businessId: string,
  requested: number | undefined,
  into: PlanCurrency,
): Promise<number> {
  if (requested !== undefined) return toCents(requested, into.currency, 'budget');
  const since = iso(ctx.clock.now() - SPENDING_DAYS * DAY_MS);
  return (await sumIssuedSince(ctx, businessId, since)) || restateCents(DEFAULT_BUDGET_CENTS, into);
}

/** The results of a suggestion: approvals, their cost, and their estimated value. */
interface SuggestionResults {
  approved: number;
  spent: number;
  earned: number;
}

/** Counts approvals of the campaigns created from a suggestion, at the suggestion's value per approval. */
export function measureResults(
  suggestion: SuggestionRow,
  campaigns: readonly { approvedCount: number; budgetSpentCents: number }[],
  currency: string,
): SuggestionResults {
  const approved = campaigns.reduce((sum, { approvedCount }) => sum + approvedCount, 0);
  const spent = campaigns.reduce((sum, { budgetSpentCents }) => sum + budgetSpentCents, 0);
  const each = suggestion.completions === 0 ? 0 : suggestion.valueCents / suggestion.completions;
  return {
    approved,
    spent: toAmount(spent, currency),
    earned: toAmount(Math.round(approved * each), currency),
  };
}
