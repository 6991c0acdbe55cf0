import type { ActionType } from '../../../library/model.ts';
import type { Candidate } from '../../rules/economics.ts';

/*
 * The monthly plan as a mixed-integer program. For each candidate i, the binary yᵢ buys the minimum number of
 * completions at full value, and the integers xᵢₖ buy additional completions of step k.
 *
 *   maximize    Σ minᵢ·valueᵢ·yᵢ + Σ valueᵢₖ·xᵢₖ         (cents)
 *   subject to  total spend ≤ budget
 *               spend per platform ≤ half of the monthly budget
 *               xᵢₖ ≤ capacityᵢₖ·yᵢ                      (no completions without the campaign)
 *               Σ (MIN_FIT − fitᵢ)·spendᵢ ≤ 0            (on average, the money serves the goals)
 *               total completions ≤ review capacity
 *
 * Value decreases from step to step, so the optimum uses the steps in order without a constraint for it.
 */

/** Minimum average fit between the money spent and the goals, by the weights in goals.ts: our judgment. */
export const MIN_FIT = 0.6;
/** Fits are in hundredths, so that the program contains only integers and needs no rounding. */
const HUNDREDTHS = 100;

export interface Limits {
  /** Maximum spend. */
  budgetCents: number;
  platformCents: number;
  /** Weights of the goals; undefined without goals. */
  fit: Record<ActionType, number> | undefined;
  /** Completions that can be reviewed; undefined without a limit. */
  completions: number | undefined;
}

/** A variable: what one unit of it adds to each row. `candidate` and `step` identify what it buys. */
export interface Variable {
  name: string;
  isBinary: boolean;
  candidate: number;
  /** 0 for the minimum of a campaign, which is tied to its binary variable. */
  completions: number;
  valueCents: number;
  rows: Record<string, number>;
}

/** A solver-independent integer program: maximize Σ valueCents with each row within its bound. */
export interface IntegerProgram {
  variables: Variable[];
  bounds: Record<string, number>;
}

/**
 * Removes completions that no plan can afford: more than fit the budget, the platform share or the review capacity.
 * This changes no optimum but tightens the relaxation.
 */
export function withoutUnaffordable(candidates: readonly Candidate[], limits: Limits): Candidate[] {
  const { budgetCents, platformCents, completions = Number.POSITIVE_INFINITY } = limits;
  return candidates.map(candidate => {
    const affordable = Math.floor(Math.min(budgetCents, platformCents) / candidate.rewardCents);
    let left = Math.min(affordable, completions);
    if (left < candidate.minCompletions) return { ...candidate, steps: [] };
    const steps = candidate.steps.map(step => {
      const count = Math.min(left, step.completions);
      left -= count;
      return { ...step, completions: count };
    });
    return { ...candidate, steps: steps.filter(step => step.completions > 0) };
  });
}

export function buildProgram(candidates: readonly Candidate[], limits: Limits): IntegerProgram {
  const bounds: Record<string, number> = {};
  const variables: Variable[] = [];
  const maxSpendCents = candidates.reduce(
    (sum, each) => sum + each.rewardCents * countMaxCompletions(each),
    0,
  );
  // A bound that can never bind would only cost numerical precision.
  bounds.budget = Math.min(limits.budgetCents, maxSpendCents);
  if (limits.fit) bounds.fit = 0;
  if (limits.completions !== undefined) bounds.completions = limits.completions;
  candidates.forEach((candidate, index) => {
    const { action, rewardCents, minCompletions, steps } = candidate;
    if (steps.length === 0) return;
    const platform = `platform_${action.platform}`;
    bounds[platform] = Math.min(limits.platformCents, maxSpendCents);
    const misfit = limits.fit ? Math.round((MIN_FIT - limits.fit[action.type]) * HUNDREDTHS) : 0;
    const rowsFor = (completions: number): Record<string, number> => {
      const spent = completions * rewardCents;
      return {
        budget: spent,
        [platform]: spent,
        ...(limits.fit ? { fit: misfit * spent } : {}),
        ...(limits.completions === undefined ? {} : { completions }),
      };
    };
    const start: Variable = {
      name: `y${index}`,
      isBinary: true,
      candidate: index,
      completions: minCompletions,
      valueCents: minCompletions * candidate.valueCents,
      rows: rowsFor(minCompletions),
    };
    variables.push(start);
    steps.forEach(({ completions, valueCents }, k) => {
      const capacity = k === 0 ? completions - minCompletions : completions;
      if (capacity === 0) return;
      const link = `link${index}_${k}`;
      bounds[link] = 0;
      start.rows[link] = -capacity;
      const rows = { ...rowsFor(1), [link]: 1 };
      variables.push({
        name: `x${index}_${k}`,
        isBinary: false,
        candidate: index,
        completions: 1,
        valueCents,
        rows,
      });
    });
  });
  return { variables, bounds };
}

function countMaxCompletions({ steps }: Candidate): number {
  return steps.reduce((sum, { completions }) => sum + completions, 0);
}

/** The amount of each variable, in order. */
export type Amounts = number[];

export function calculateValue({ variables }: IntegerProgram, amounts: Amounts): number {
  return variables.reduce((sum, { valueCents }, i) => sum + valueCents * (amounts[i] ?? 0), 0);
}

/**
 * Returns whether every row is within its bound and every amount is an integer. Uses integer arithmetic, so no
 * tolerance is needed.
 */
export function isFeasible({ variables, bounds }: IntegerProgram, amounts: Amounts): boolean {
  const used: Record<string, number> = {};
  for (const [i, { rows, isBinary }] of variables.entries()) {
    const amount = amounts[i] ?? 0;
    if (!Number.isInteger(amount) || amount < 0 || (isBinary && amount > 1)) return false;
    for (const [row, each] of Object.entries(rows)) used[row] = (used[row] ?? 0) + each * amount;
  }
  return Object.entries(used).every(([row, sum]) => sum <= bounds[row]!);
}
