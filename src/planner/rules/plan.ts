import {
  buildProgram,
  type IntegerProgram,
  type Limits,
  withoutUnaffordable,
} from '../optimizer/rules/integer-program.ts';
import { type SearchEffort, type Solution, solveProgram } from '../optimizer/rules/solve.ts';
import type { Candidate } from './economics.ts';

/** Share of the monthly budget to plan; the rest covers late rewards and surprises. */
export const PLANNED_SHARE = 0.9;
/** Maximum share of the monthly budget per platform, because a platform's rules and reach can change suddenly. */
export const PLATFORM_SHARE = 0.5;
/** Shares are in hundredths to avoid binary fractions such as 0.9 × 330 when rounding down. */
const HUNDRED = 100;

/** One campaign of a plan; money in cents, totaled over its completions. */
export interface Line {
  candidate: Candidate;
  completions: number;
  costCents: number;
  valueCents: number;
  lowCents: number;
  highCents: number;
  reach: number;
}

export interface Plan {
  /** Highest value first. */
  lines: Line[];
  costCents: number;
  valueCents: number;
  lowCents: number;
  highCents: number;
  completions: number;
  reach: number;
  /** Upper bound on the additional value of a better plan; 0 if this is the optimum. */
  gapCents: number;
}

export interface PlanConstraints {
  monthlyCents: number;
  fit: Limits['fit'];
  completions: number | undefined;
}

export function calculatePlannedCents(monthlyCents: number): number {
  return takeShare(monthlyCents, PLANNED_SHARE);
}

export function calculatePlatformCents(monthlyCents: number): number {
  return takeShare(monthlyCents, PLATFORM_SHARE);
}

function takeShare(cents: number, share: number): number {
  return Math.floor((cents * Math.round(share * HUNDRED)) / HUNDRED);
}

function toLimits({ monthlyCents, fit, completions }: PlanConstraints): Limits {
  return {
    budgetCents: calculatePlannedCents(monthlyCents),
    platformCents: calculatePlatformCents(monthlyCents),
    fit,
    completions,
  };
}

/** Finds the plan with the highest value within budget, goals and review capacity. Takes up to half a second. */
export function optimizePlan(
  candidates: readonly Candidate[],
  ask: PlanConstraints,
  effort?: SearchEffort,
): Plan {
  const program = toIntegerProgram(candidates, ask);
  return toPlan(candidates, program, solveProgram(program, effort));
}

/** Builds the integer program for a plan. */
export function toIntegerProgram(candidates: readonly Candidate[], ask: PlanConstraints): IntegerProgram {
  const limits = toLimits(ask);
  return buildProgram(withoutUnaffordable(candidates, limits), limits);
}

/** Converts a solution of its program back to a plan. */
export function toPlan(candidates: readonly Candidate[], program: IntegerProgram, solution: Solution): Plan {
  const { amounts, valueCents, boundCents } = solution;
  const counts = candidates.map(() => 0);
  program.variables.forEach(({ candidate, completions }, i) => {
    counts[candidate]! += completions * amounts[i]!;
  });
  const lines = candidates
    .flatMap((candidate, i) => (counts[i]! > 0 ? [toLine(candidate, counts[i]!)] : []))
    .sort((a, b) => b.valueCents - a.valueCents || (a.candidate.action.id < b.candidate.action.id ? -1 : 1));
  const total = (of: (line: Line) => number) => lines.reduce((sum, line) => sum + of(line), 0);
  return {
    lines,
    costCents: total(line => line.costCents),
    valueCents: total(line => line.valueCents),
    lowCents: total(line => line.lowCents),
    highCents: total(line => line.highCents),
    completions: total(line => line.completions),
    reach: total(line => line.reach),
    gapCents: Math.max(0, boundCents - valueCents),
  };
}

/** Builds a line with a number of completions: the first at full value, later ones at diminishing value. */
export function toLine(candidate: Candidate, completions: number): Line {
  const line = { valueCents: 0, lowCents: 0, highCents: 0 };
  let left = completions;
  for (const step of candidate.steps) {
    const count = Math.min(left, step.completions);
    const share = step.valueCents / candidate.valueCents;
    line.valueCents += count * step.valueCents;
    line.lowCents += count * Math.min(step.valueCents, Math.round(candidate.lowCents * share));
    line.highCents += count * Math.max(step.valueCents, Math.round(candidate.highCents * share));
    left -= count;
  }
  if (left > 0) throw new Error(`${candidate.action.id} has room for ${completions - left} completions only`);
  const reach = Math.round(completions * candidate.reach);
  return { candidate, completions, costCents: completions * candidate.rewardCents, reach, ...line };
}
