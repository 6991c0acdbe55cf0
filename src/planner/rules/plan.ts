import type { Candidate } from './economics.ts';
import { buildProgram, type IntegerProgram, type Limits, withoutUnaffordable } from './integer-program.ts';
import { type Effort, type Solution, solve } from './solve.ts';

/** What of a monthly budget may be planned; the rest is for rewards that come late and for what turns up. */
export const PLANNED_SHARE = 0.9;
/** Of the monthly budget to one platform: rules and reach of each can change overnight. */
export const PLATFORM_SHARE = 0.5;
/** Shares are hundredths, so that flooring meets no binary fraction such as 0.9 × 330. */
const HUNDRED = 100;

/** One campaign of a plan; money in cents, over all of its completions. */
export interface Line {
  candidate: Candidate;
  completions: number;
  costCents: number;
  worthCents: number;
  lowCents: number;
  highCents: number;
  reach: number;
}

export interface Plan {
  /** What is worth most first. */
  lines: Line[];
  costCents: number;
  worthCents: number;
  lowCents: number;
  highCents: number;
  completions: number;
  reach: number;
  /** What a better plan could be worth more at most; 0 when this is the optimum. */
  gapCents: number;
}

export interface Ask {
  monthlyCents: number;
  fit: Limits['fit'];
  completions: number | undefined;
}

export function plannedCents(monthlyCents: number): number {
  return shareOf(monthlyCents, PLANNED_SHARE);
}

export function platformCents(monthlyCents: number): number {
  return shareOf(monthlyCents, PLATFORM_SHARE);
}

function shareOf(cents: number, share: number): number {
  return Math.floor((cents * Math.round(share * HUNDRED)) / HUNDRED);
}

export function limitsOf({ monthlyCents, fit, completions }: Ask): Limits {
  return {
    budgetCents: plannedCents(monthlyCents),
    platformCents: platformCents(monthlyCents),
    fit,
    completions,
  };
}

/** The plan of the highest worth that the budget, the goals and the reviewers allow. Takes up to half a second. */
export function planOf(candidates: readonly Candidate[], ask: Ask, effort?: Effort): Plan {
  const programme = toIntegerProgram(candidates, ask);
  return planFrom(candidates, programme, solve(programme, effort));
}

/** What is to be solved for a plan. */
export function toIntegerProgram(candidates: readonly Candidate[], ask: Ask): IntegerProgram {
  const limits = limitsOf(ask);
  return buildProgram(withoutUnaffordable(candidates, limits), limits);
}

/** The plan that a solution of its programme stands for. */
export function planFrom(
  candidates: readonly Candidate[],
  programme: IntegerProgram,
  solution: Solution,
): Plan {
  const { amounts, worthCents, boundCents } = solution;
  const counts = candidates.map(() => 0);
  programme.variables.forEach(({ candidate, completions }, i) => {
    counts[candidate]! += completions * amounts[i]!;
  });
  const lines = candidates
    .flatMap((candidate, i) => (counts[i]! > 0 ? [lineOf(candidate, counts[i]!)] : []))
    .sort((a, b) => b.worthCents - a.worthCents || (a.candidate.action.id < b.candidate.action.id ? -1 : 1));
  const total = (of: (line: Line) => number) => lines.reduce((sum, line) => sum + of(line), 0);
  return {
    lines,
    costCents: total(line => line.costCents),
    worthCents: total(line => line.worthCents),
    lowCents: total(line => line.lowCents),
    highCents: total(line => line.highCents),
    completions: total(line => line.completions),
    reach: total(line => line.reach),
    gapCents: Math.max(0, boundCents - worthCents),
  };
}

/** So many completions of one campaign: the first at full worth, then step by step less. */
export function lineOf(candidate: Candidate, completions: number): Line {
  const line = { worthCents: 0, lowCents: 0, highCents: 0 };
  let left = completions;
  for (const step of candidate.steps) {
    const count = Math.min(left, step.completions);
    const share = step.worthCents / candidate.worthCents;
    line.worthCents += count * step.worthCents;
    line.lowCents += count * Math.min(step.worthCents, Math.round(candidate.lowCents * share));
    line.highCents += count * Math.max(step.worthCents, Math.round(candidate.highCents * share));
    left -= count;
  }
  if (left > 0) throw new Error(`${candidate.action.id} has room for ${completions - left} completions only`);
  const reach = Math.round(completions * candidate.reach);
  return { candidate, completions, costCents: completions * candidate.rewardCents, reach, ...line };
}
