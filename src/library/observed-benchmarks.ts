import { DEFAULT_CURRENCY } from '../platform/currency-digits.ts';
import type { ObservedFigures } from './benchmark-model.ts';
import { matchIndustry, OVERALL } from './benchmarks.ts';
import type { ReferenceLibrary } from './library.ts';

/** With fewer approvals or businesses, a figure could be traced to one business. */
export const MIN_APPROVALS = 20;
export const MIN_BUSINESSES = 3;
const CENTS = 100;
const RATE_DIGITS = 4;

/** Review decisions of one business for one kind of campaign. */
export interface Observation {
  businessId: string;
  industry: string | null;
  /** The currency of the business; only US dollars are averaged. */
  currency: string;
  platform: string;
  actionType: string;
  actionId: string;
  approved: number;
  rejected: number;
  /** Approvals with a fixed reward, and the amounts paid. */
  fixedApproved: number;
  fixedCents: number;
}

/** The price that this installation pays for an action. */
export interface ObservedPrice {
  approvals: number;
  businesses: number;
  /** Dollars. */
  mean: number;
}

/** This installation's own figures, as far as privacy allows. */
export interface ObservedBenchmarks {
  byIndustry: ReadonlyMap<string, ObservedFigures>;
  byAction: ReadonlyMap<string, ObservedPrice>;
}

type Count = (row: Observation) => number;

/**
 * The counts behind a kind of figure: `countSample` decides whether there is enough data, and `countAll` whether the
 * withheld rest could be traced.
 */
interface Measure {
  countSample: Count;
  countAll: Count;
}

const RATES: Measure = { countSample: row => row.approved, countAll: row => row.approved + row.rejected };
/** Amounts in other currencies are left out, because they can't be averaged with US dollars. */
const countPaid: Count = row => (row.currency === DEFAULT_CURRENCY ? row.fixedApproved : 0);
const REWARDS: Measure = { countSample: countPaid, countAll: countPaid };

/** Computes all figures that cannot be traced to a business, from the review decisions of every business. */
export function computeObservedBenchmarks(
  library: ReferenceLibrary,
  rows: readonly Observation[],
): ObservedBenchmarks {
  const byIndustry = new Map<string, ObservedFigures>();
  const industryOf = (row: Observation) =>
    row.industry === null ? OVERALL : matchIndustry(library.data, row.industry).industry;
  const rewards = listPublishableParts(rows, industryOf, REWARDS);
  for (const [industry, part] of listPublishableParts(rows, industryOf, RATES)) {
    const figures = [toApprovalRate('all', part), ...toMeanRewards('all', rewards.get(industry))];
    byIndustry.set(industry, { ...toSampleSize(part), figures });
  }
  byIndustry.delete(OVERALL);
  if (isPublishable(rows, RATES))
    byIndustry.set(OVERALL, { ...toSampleSize(rows), figures: computeOverallFigures(rows) });
  return { byIndustry, byAction: computeObservedPrices(library, rows) };
}

/** Computes overall figures and those of each platform. */
function computeOverallFigures(rows: readonly Observation[]): Figure[] {
  const platformOf = (row: Observation) => row.platform;
  const rates = [...listPublishableParts(rows, platformOf, RATES)];
  const rewards = [...listPublishableParts(rows, platformOf, REWARDS)];
  return [
    toApprovalRate('all', rows),
    ...toMeanRewards('all', isPublishable(rows, REWARDS) ? rows : undefined),
    ...rates.map(([platform, part]) => toApprovalRate(platform, part)),
    ...rewards.flatMap(([platform, part]) => toMeanRewards(platform, part)),
  ];
}

function isPublishable(rows: readonly Observation[], { countSample }: Measure): boolean {
  return (
    sumBy(rows, countSample) >= MIN_APPROVALS && findBusinesses(rows, countSample).size >= MIN_BUSINESSES
  );
}

function sumBy(rows: readonly Observation[], countOf: Count): number {
  return rows.reduce((sum, row) => sum + countOf(row), 0);
}

function findBusinesses(rows: readonly Observation[], countOf: Count): Set<string> {
  return new Set(rows.filter(row => countOf(row) > 0).map(row => row.businessId));
}

/**
 * Returns the parts of a total that can be published. Total and parts together must not reveal the remainder: while
 * the rest belongs to one or two businesses, the smallest part is withheld, too.
 */
function listPublishableParts(
  rows: readonly Observation[],
  partOf: (row: Observation) => string,
  measure: Measure,
): Map<string, Observation[]> {
  const parts = [...Map.groupBy(rows, partOf)];
  const shown = parts
    .filter(([, part]) => isPublishable(part, measure))
    .sort(([, a], [, b]) => sumBy(b, measure.countSample) - sumBy(a, measure.countSample));
  const hidden = parts.filter(([, part]) => !isPublishable(part, measure)).flatMap(([, part]) => part);
  const isTraceable = () => {
    const { size } = findBusinesses(hidden, measure.countAll);
    return size > 0 && size < MIN_BUSINESSES;
  };
  while (shown.length > 0 && isTraceable()) hidden.push(...(shown.pop()?.[1] ?? []));
  return new Map(shown);
}

function toSampleSize(rows: readonly Observation[]) {
  return {
    approvals: sumBy(rows, RATES.countSample),
    businesses: findBusinesses(rows, RATES.countSample).size,
  };
}

type Figure = ObservedFigures['figures'][number];

function toApprovalRate(platform: string, rows: readonly Observation[]): Figure {
  const approved = sumBy(rows, row => row.approved);
  const sampleSize = approved + sumBy(rows, row => row.rejected);
  const value = Number((approved / sampleSize).toFixed(RATE_DIGITS));
  return { platform, metric: 'approvalRate', value, unit: 'fraction of reviewed submissions', sampleSize };
}

function toMeanRewards(platform: string, rows: readonly Observation[] | undefined): Figure[] {
  if (!rows) return [];
  const sampleSize = sumBy(rows, REWARDS.countSample);
  return [{ platform, metric: 'meanReward', value: averageReward(rows), unit: DEFAULT_CURRENCY, sampleSize }];
}

/** Averages the businesses' own means with equal weight, so that no large business is identifiable or dominates. */
function averageReward(rows: readonly Observation[]): number {
  const paid = rows.filter(row => countPaid(row) > 0);
  const means = [...Map.groupBy(paid, row => row.businessId).values()].map(
    own => sumBy(own, row => row.fixedCents) / sumBy(own, row => row.fixedApproved),
  );
  return Math.round(means.reduce((sum, mean) => sum + mean, 0) / means.length) / CENTS;
}

/** Lists fixed rewards by action, for campaigns whose names mean exactly one action. */
function computeObservedPrices(
  library: ReferenceLibrary,
  rows: readonly Observation[],
): Map<string, ObservedPrice> {
  const named = rows.flatMap(row => {
    const { actions } = library.match(row);
    return countPaid(row) > 0 && actions.length === 1 ? [{ ...row, actionId: actions[0]!.id }] : [];
  });
  const prices = new Map<string, ObservedPrice>();
  for (const ofPlatform of Map.groupBy(named, row => row.platform).values()) {
    for (const [actionId, part] of listPublishableParts(ofPlatform, row => row.actionId, REWARDS)) {
      const approvals = sumBy(part, REWARDS.countSample);
      const businesses = findBusinesses(part, REWARDS.countSample).size;
      prices.set(actionId, { approvals, businesses, mean: averageReward(part) });
    }
  }
  return prices;
}
