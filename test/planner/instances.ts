import loadHighs from 'highs';
import { loadReference } from '../../seed/load.ts';
import { createLibrary } from '../../src/library/library.ts';
import type { IntegerProgram, Limits } from '../../src/planner/optimizer/rules/integer-program.ts';
import { type Candidate, listCandidates, type Market } from '../../src/planner/rules/economics.ts';
import { GOAL_WEIGHTS } from '../../src/planner/rules/goals.ts';
import { optimizePlan, type PlanConstraints } from '../../src/planner/rules/plan.ts';
import { calculatePrice } from '../../src/reference/rules.ts';
import { createNumbers } from '../support/random.ts';

export const library = createLibrary(loadReference().data);
const ACTIONS = library.actions();
const GOALS = Object.values(GOAL_WEIGHTS);

/** Creates a seeded random generator. */
export function createRandom(seed: number) {
  const next = createNumbers(seed);
  return {
    whole: (least: number, most: number) => least + Math.floor(next() * (most - least + 1)),
    pick: <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T,
    chance: (p: number) => next() < p,
  };
}

/** Creates a random instance from real actions, with random economics and limits. */
export function createInstance(seed: number): { candidates: Candidate[]; limits: Limits } {
  const { whole, pick, chance } = createRandom(seed);
  const platforms = ['instagram', 'tiktok', 'email', 'x', 'whatsapp'].slice(0, whole(2, 5));
  const candidates = Array.from({ length: whole(1, 12) }, (): Candidate => {
    const action = { ...pick(ACTIONS), platform: pick(platforms) };
    const rewardCents = pick([whole(5, 90), whole(100, 900), whole(1_000, 4_000)]);
    const valueCents = Math.round(rewardCents * (1 + whole(0, 150) / 100));
    const least = Math.max(3, Math.ceil(500 / rewardCents));
    const steps = [
      { completions: least + whole(0, 12), valueCents },
      { completions: whole(1, 8), valueCents: Math.round(valueCents * 0.75) },
      { completions: whole(1, 5), valueCents: Math.round(valueCents * 0.5) },
    ].filter(step => step.valueCents >= rewardCents);
    const factors = { industry: 1, confidence: 1, freshness: 1, calibration: 1 };
    const lowCents = Math.round(valueCents * 0.6);
    const highCents = valueCents * 2;
    return {
      action,
      rewardCents,
      valueCents,
      lowCents,
      highCents,
      reach: 1,
      minCompletions: least,
      steps,
      rate: 0.1,
      factors,
    };
  });
  const monthlyCents = whole(1_000, 80_000);
  const limits: Limits = {
    budgetCents: Math.floor(monthlyCents * 0.9),
    platformCents: Math.floor(monthlyCents / 2),
    fit: chance(0.4) ? pick(GOALS) : undefined,
    completions: chance(0.3) ? whole(0, 60) : undefined,
  };
  return { candidates, limits };
}

/** Lists the candidates of an industry at published prices. */
export function candidatesFor(industry: string, customersPerMonth: number): Candidate[] {
  return listCandidates(library, createMarket(industry, customersPerMonth));
}

export function createMarket(industry: string, customersPerMonth: number): Market {
  const calibration = new Map<number, number>();
  const rewardOf: Market['suggestReward'] = action =>
    calculatePrice(library, action, undefined).suggestedReward;
  return { year: 2026, industry, customersPerMonth, calibration, suggestReward: rewardOf };
}

/**
 * As many candidates as the library has actions: those that may not be rewarded, too, at made-up prices, so that the
 * largest program there can be is solved.
 */
export function listAllCandidates(): Candidate[] {
  const { whole } = createRandom(107);
  return ACTIONS.map((action): Candidate => {
    const rewardCents = 25 * whole(1, 100);
    const valueCents = Math.round(rewardCents * (1.2 + whole(0, 100) / 100));
    const least = Math.max(3, Math.ceil(500 / rewardCents));
    const steps = [
      { completions: least + whole(0, 15), valueCents },
      { completions: whole(1, 10), valueCents: Math.max(rewardCents, Math.round(valueCents * 0.75)) },
    ];
    const factors = { industry: 1, confidence: 1, freshness: 1, calibration: 1 };
    const range = { lowCents: valueCents, highCents: valueCents };
    return {
      action,
      rewardCents,
      valueCents,
      ...range,
      reach: 1,
      minCompletions: least,
      steps,
      rate: 0.1,
      factors,
    };
  });
}

export const NO_GOALS = { fit: undefined, completions: undefined };

export function planFor(
  candidates: readonly Candidate[],
  dollars: number,
  more: Partial<PlanConstraints> = {},
) {
  return optimizePlan(candidates, { monthlyCents: Math.round(dollars * 100), ...NO_GOALS, ...more });
}

/** The optimum by another solver, out of the same rows. */
export async function highsOptimum(program: IntegerProgram): Promise<number> {
  if (program.variables.length === 0) return 0;
  const highs = await loadHighs();
  const { Status, ObjectiveValue } = highs.solve(lpFormat(program), {
    output_flag: false,
    mip_rel_gap: 0,
    mip_abs_gap: 0,
  });
  if (Status !== 'Optimal') throw new Error(`HiGHS says ${Status}`);
  return ObjectiveValue;
}

/** CPLEX LP format. */
function lpFormat({ variables, bounds }: IntegerProgram): string {
  const rows = new Map<string, string[]>(Object.keys(bounds).map(row => [row, []]));
  for (const { name, rows: own } of variables) {
    for (const [row, each] of Object.entries(own)) {
      if (each !== 0) rows.get(row)?.push(`${each < 0 ? '-' : '+'} ${Math.abs(each)} ${name}`);
    }
  }
  const lines = [...rows].filter(([, terms]) => terms.length > 0);
  const named = (isBinary: boolean) =>
    variables.filter(variable => variable.isBinary === isBinary).map(({ name }) => name);
  return [
    'Maximize',
    ` worth: ${variables.map(({ name, valueCents }) => `${valueCents} ${name}`).join(' + ')}`,
    'Subject To',
    ...lines.map(([row, terms]) => ` ${row}: ${terms.join(' ')} <= ${bounds[row]}`),
    ...(named(false).length > 0 ? ['Generals', ` ${named(false).join(' ')}`] : []),
    'Binaries',
    ` ${named(true).join(' ')}`,
    'End',
  ].join('\n');
}
