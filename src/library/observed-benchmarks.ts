import { matchIndustry, OVERALL } from './benchmarks.ts';
import type { ReferenceLibrary } from './library.ts';
import type { ObservedFigures } from './model.ts';

/** Below these counts of approvals or businesses, a figure could be traced to one business. */
export const MIN_APPROVALS = 20;
export const MIN_BUSINESSES = 3;
const CENTS = 100;
const RATE_DIGITS = 4;

/** Review decisions of one business for one kind of campaign. */
export interface Observation {
  businessId: string;
  industry: string | null;
  platform: string;
  actionType: string;
  actionId: string;
  approved: number;
  rejected: number;
  /** Approvals with a fixed reward, and the amounts paid. */
  fixedApproved: number;
  fixedCents: number;
}

/** What this installation pays for an action. */
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

/** The fields behind a kind of figure: `shown` decides whether there is enough data, `left` what may remain hidden. */
interface Measure {
  shown: Count;
  left: Count;
}

const RATES: Measure = { shown: row => row.approved, left: row => row.approved + row.rejected };
const REWARDS: Measure = { shown: row => row.fixedApproved, left: row => row.fixedApproved };

/** Computes all figures that cannot be traced to a business, from the review decisions of every business. */
export function observedBenchmarks(
  library: ReferenceLibrary,
  rows: readonly Observation[],
): ObservedBenchmarks {
  const byIndustry = new Map<string, ObservedFigures>();
  const industryOf = (row: Observation) =>
    row.industry === null ? OVERALL : matchIndustry(library.data, row.industry).industry;
  const rewards = shownParts(rows, industryOf, REWARDS);
  for (const [industry, part] of shownParts(rows, industryOf, RATES)) {
    const figures = [approvalRateOf('all', part), ...rewardsOf('all', rewards.get(industry))];
    byIndustry.set(industry, { ...sizeOf(part), figures });
  }
  byIndustry.delete(OVERALL);
  if (isShown(rows, RATES)) byIndustry.set(OVERALL, { ...sizeOf(rows), figures: overall(rows) });
  return { byIndustry, byAction: pricesOf(library, rows) };
}

/** Computes overall figures and those of each platform. */
function overall(rows: readonly Observation[]): Figure[] {
  const platformOf = (row: Observation) => row.platform;
  const rates = [...shownParts(rows, platformOf, RATES)];
  const rewards = [...shownParts(rows, platformOf, REWARDS)];
  return [
    approvalRateOf('all', rows),
    ...rewardsOf('all', isShown(rows, REWARDS) ? rows : undefined),
    ...rates.map(([platform, part]) => approvalRateOf(platform, part)),
    ...rewards.flatMap(([platform, part]) => rewardsOf(platform, part)),
  ];
}

function isShown(rows: readonly Observation[], { shown }: Measure): boolean {
  return sumOf(rows, shown) >= MIN_APPROVALS && businessesOf(rows, shown).size >= MIN_BUSINESSES;
}

function sumOf(rows: readonly Observation[], countOf: Count): number {
  return rows.reduce((sum, row) => sum + countOf(row), 0);
}

function businessesOf(rows: readonly Observation[], countOf: Count): Set<string> {
  return new Set(rows.filter(row => countOf(row) > 0).map(row => row.businessId));
}

/**
 * Returns the parts of a total that may be shown. Total and parts together must not reveal the remainder: while the
 * rest belongs to one or two businesses, the smallest part is withheld too.
 */
function shownParts(
  rows: readonly Observation[],
  partOf: (row: Observation) => string,
  measure: Measure,
): Map<string, Observation[]> {
  const parts = [...Map.groupBy(rows, partOf)];
  const shown = parts
    .filter(([, part]) => isShown(part, measure))
    .sort(([, a], [, b]) => sumOf(b, measure.shown) - sumOf(a, measure.shown));
  const hidden = parts.filter(([, part]) => !isShown(part, measure)).flatMap(([, part]) => part);
  const isTraceable = () => {
    const { size } = businessesOf(hidden, measure.left);
    return size > 0 && size < MIN_BUSINESSES;
  };
  while (shown.length > 0 && isTraceable()) hidden.push(...(shown.pop()?.[1] ?? []));
  return new Map(shown);
}

function sizeOf(rows: readonly Observation[]) {
  return { approvals: sumOf(rows, RATES.shown), businesses: businessesOf(rows, RATES.shown).size };
}

type Figure = ObservedFigures['figures'][number];

function approvalRateOf(platform: string, rows: readonly Observation[]): Figure {
  const approved = sumOf(rows, row => row.approved);
  const sampleSize = approved + sumOf(rows, row => row.rejected);
  const value = Number((approved / sampleSize).toFixed(RATE_DIGITS));
  return { platform, metric: 'approvalRate', value, unit: 'fraction of reviewed submissions', sampleSize };
}

function rewardsOf(platform: string, rows: readonly Observation[] | undefined): Figure[] {
  if (!rows) return [];
  const sampleSize = sumOf(rows, REWARDS.shown);
  return [{ platform, metric: 'meanReward', value: meanOf(rows), unit: 'USD', sampleSize }];
}

/** Averages the businesses' own means with equal weight, so that no large business is identifiable or dominates. */
function meanOf(rows: readonly Observation[]): number {
  const paid = rows.filter(row => row.fixedApproved > 0);
  const means = [...Map.groupBy(paid, row => row.businessId).values()].map(
    own => sumOf(own, row => row.fixedCents) / sumOf(own, row => row.fixedApproved),
  );
  return Math.round(means.reduce((sum, mean) => sum + mean, 0) / means.length) / CENTS;
}

/** Lists fixed rewards by action, for campaigns whose names mean exactly one action. */
function pricesOf(library: ReferenceLibrary, rows: readonly Observation[]): Map<string, ObservedPrice> {
  const named = rows.flatMap(row => {
    const { actions } = library.match(row);
    return row.fixedApproved > 0 && actions.length === 1 ? [{ ...row, actionId: actions[0]!.id }] : [];
  });
  const prices = new Map<string, ObservedPrice>();
  for (const ofPlatform of Map.groupBy(named, row => row.platform).values()) {
    for (const [actionId, part] of shownParts(ofPlatform, row => row.actionId, REWARDS)) {
      const approvals = sumOf(part, REWARDS.shown);
      const businesses = businessesOf(part, REWARDS.shown).size;
      prices.set(actionId, { approvals, businesses, mean: meanOf(part) });
    }
  }
  return prices;
}
