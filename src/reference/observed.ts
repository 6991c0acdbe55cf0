import { matchIndustry, OVERALL } from './benchmarks.ts';
import type { ObservedFigures } from './model.ts';
import type { Library } from './rules.ts';

/** Below so many approvals, or of fewer businesses, a figure could be traced to one of them. */
export const MIN_APPROVALS = 20;
export const MIN_BUSINESSES = 3;
const CENTS = 100;
const RATE_DIGITS = 4;

/** What one business's reviews decided for one kind of campaign. */
export interface Observation {
  businessId: string;
  industry: string | null;
  platform: string;
  actionType: string;
  actionId: string;
  approved: number;
  rejected: number;
  /** Approvals that paid a fixed reward, and what they paid. */
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

/** This installation's own figures, as far as they may be shown. */
export interface Observed {
  byIndustry: ReadonlyMap<string, ObservedFigures>;
  byAction: ReadonlyMap<string, ObservedPrice>;
}

/** All figures that are beyond tracing, out of what every business's reviews decided. */
export function observe(library: Library, rows: readonly Observation[]): Observed {
  const byIndustry = new Map<string, ObservedFigures>();
  if (isShown(rows))
    byIndustry.set(
      OVERALL,
      figuresOf(
        rows,
        shownParts(rows, row => row.platform),
      ),
    );
  const industryOf = (row: Observation) =>
    row.industry === null ? OVERALL : matchIndustry(library.data, row.industry).industry;
  for (const [industry, part] of shownParts(rows, industryOf))
    if (industry !== OVERALL) byIndustry.set(industry, figuresOf(part, new Map()));
  return { byIndustry, byAction: pricesOf(library, rows) };
}

function isShown(rows: readonly Observation[], countOf: Count = row => row.approved): boolean {
  return sumOf(rows, countOf) >= MIN_APPROVALS && businessesOf(rows, countOf).size >= MIN_BUSINESSES;
}

type Count = (row: Observation) => number;

function sumOf(rows: readonly Observation[], countOf: Count): number {
  return rows.reduce((sum, row) => sum + countOf(row), 0);
}

function businessesOf(rows: readonly Observation[], countOf: Count): Set<string> {
  return new Set(rows.filter(row => countOf(row) > 0).map(row => row.businessId));
}

/**
 * The parts of a whole that may be shown. Whole and parts together must not give away what they leave out: when
 * the rest is of one or two businesses, the smallest part is withheld too, until it is not.
 */
function shownParts(
  rows: readonly Observation[],
  partOf: (row: Observation) => string,
  countOf?: Count,
): Map<string, Observation[]> {
  const parts = Map.groupBy(rows, partOf);
  const approvals = (part: readonly Observation[]) => sumOf(part, row => row.approved);
  const shown = [...parts]
    .filter(([, part]) => isShown(part, countOf))
    .sort(([, a], [, b]) => approvals(b) - approvals(a));
  const hidden = [...parts].filter(([, part]) => !isShown(part, countOf)).flatMap(([, part]) => part);
  while (shown.length > 0 && isTraceable(hidden)) hidden.push(...(shown.pop()?.[1] ?? []));
  return new Map(shown);
}

function isTraceable(rows: readonly Observation[]): boolean {
  const { size } = businessesOf(rows, row => row.approved + row.rejected);
  return size > 0 && size < MIN_BUSINESSES;
}

function figuresOf(
  rows: readonly Observation[],
  platforms: ReadonlyMap<string, Observation[]>,
): ObservedFigures {
  const parts: [string, readonly Observation[]][] = [['all', rows], ...platforms];
  return {
    approvals: sumOf(rows, row => row.approved),
    businesses: businessesOf(rows, row => row.approved).size,
    figures: parts.flatMap(([platform, part]) => [
      approvalRateOf(platform, part),
      ...meanRewardOf(platform, part),
    ]),
  };
}

type Figure = ObservedFigures['figures'][number];

function approvalRateOf(platform: string, rows: readonly Observation[]): Figure {
  const approved = sumOf(rows, row => row.approved);
  const sampleSize = approved + sumOf(rows, row => row.rejected);
  const value = Number((approved / sampleSize).toFixed(RATE_DIGITS));
  return { platform, metric: 'approvalRate', value, unit: 'fraction of reviewed submissions', sampleSize };
}

function meanRewardOf(platform: string, rows: readonly Observation[]): Figure[] {
  if (!isShown(rows, row => row.fixedApproved)) return [];
  const sampleSize = sumOf(rows, row => row.fixedApproved);
  return [{ platform, metric: 'meanReward', value: meanOf(rows), unit: 'USD', sampleSize }];
}

/** The mean of the businesses' own means: each counts once, so that no busy one shows through or sets the price. */
function meanOf(rows: readonly Observation[]): number {
  const paid = rows.filter(row => row.fixedApproved > 0);
  const means = [...Map.groupBy(paid, row => row.businessId).values()].map(
    own => sumOf(own, row => row.fixedCents) / sumOf(own, row => row.fixedApproved),
  );
  return Math.round(means.reduce((sum, mean) => sum + mean, 0) / means.length) / CENTS;
}

/** Fixed rewards by action, where the campaign's words mean one action and no other. */
function pricesOf(library: Library, rows: readonly Observation[]): Map<string, ObservedPrice> {
  const named = rows.flatMap(row => {
    const { actions } = library.match(row);
    return row.fixedApproved > 0 && actions.length === 1 ? [{ ...row, actionId: actions[0]!.id }] : [];
  });
  const prices = new Map<string, ObservedPrice>();
  for (const ofPlatform of Map.groupBy(named, row => row.platform).values()) {
    for (const [actionId, part] of shownParts(
      ofPlatform,
      row => row.actionId,
      row => row.fixedApproved,
    )) {
      const approvals = sumOf(part, row => row.fixedApproved);
      prices.set(actionId, {
        approvals,
        businesses: businessesOf(part, row => row.fixedApproved).size,
        mean: meanOf(part),
      });
    }
  }
  return prices;
}
