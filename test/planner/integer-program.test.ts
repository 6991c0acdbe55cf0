import { describe, expect, test } from 'bun:test';
import {
  buildProgram,
  calculateValue,
  isFeasible,
  withoutUnaffordable,
} from '../../src/planner/optimizer/rules/integer-program.ts';
import { calculateUpperBound, type Prices, reduceProgram } from '../../src/planner/optimizer/rules/reduce.ts';
import { solveProgram } from '../../src/planner/optimizer/rules/solve.ts';
import { calculatePlannedCents, calculatePlatformCents, optimizePlan } from '../../src/planner/rules/plan.ts';
import { isLongRun } from '../support/long-run.ts';
import {
  candidatesFor,
  createInstance,
  highsOptimum,
  listAllCandidates,
  NO_GOALS,
  planFor,
} from './instances.ts';
import { postSuggestions } from './suggestions.ts';

/** The whole of it, over 200 instances, is `bun run check:planner`. */
const SEEDS = Array.from({ length: isLongRun ? 16 : 6 }, (_, i) => i + 1);

describe('integer program solver', () => {
  test.each(SEEDS)(
    'matches the HiGHS optimum on instance %i and claims optimality only when it is proven',
    async seed => {
      const { candidates, limits } = createInstance(seed);
      const whole = buildProgram(candidates, limits);
      const found = solveProgram(buildProgram(withoutUnaffordable(candidates, limits), limits));
      const best = await highsOptimum(whole);
      expect(found.valueCents).toBeLessThanOrEqual(best + 1e-6);
      expect(found.boundCents).toBeGreaterThanOrEqual(best - 1e-6);
      expect([found.isProven, Math.abs(found.valueCents - best) < 1e-6]).toEqual([true, true]);
    },
  );

  test('finds the optimum for as many candidates as there are actions', () => {
    const candidates = listAllCandidates();
    expect(candidates).toHaveLength(107);
    for (const dollars of [100, 300, 1_000, 5_000]) {
      expect([dollars, planFor(candidates, dollars).gapCents]).toEqual([dollars, 0]);
    }
  });

  test('reports an upper bound on the gap when the optimum is not proven', () => {
    const { candidates, limits } = createInstance(117);
    const program = buildProgram(withoutUnaffordable(candidates, limits), limits);
    const hasty = solveProgram(program, { cells: 0, timeoutMs: 1_000 });
    const patient = solveProgram(program);
    expect(hasty.isProven).toBe(false);
    expect(hasty.valueCents).toBeLessThanOrEqual(patient.valueCents);
    expect(hasty.boundCents).toBeGreaterThanOrEqual(patient.valueCents);
    expect(isFeasible(program, hasty.amounts)).toBe(true);
  });

  test('the upper bound holds for any dual prices, including none', async () => {
    const { candidates, limits } = createInstance(7);
    const program = buildProgram(candidates, limits);
    const best = await highsOptimum(program);
    const guesses: Prices[] = [{}, { budget: 1.2 }, { budget: 2, link0_0: 3, one_y0: 500 }, { budget: -4 }];
    for (const prices of guesses) {
      expect(calculateUpperBound(program, prices)).toBeGreaterThanOrEqual(best - 1e-6);
    }
  });

  test('the reduced program still contains every better plan', () => {
    for (const seed of SEEDS) {
      const { candidates, limits } = createInstance(seed);
      const program = buildProgram(candidates, limits);
      const best = solveProgram(program);
      const { program: rest, expand, fixedCents } = reduceProgram(program, { budget: 1.5 }, best.valueCents);
      const nothing = expand(rest.variables.map(() => 0));
      expect(calculateValue(program, nothing)).toBe(fixedCents);
      expect(fixedCents + solveProgram(rest).valueCents).toBeGreaterThanOrEqual(0);
    }
  });
});

describe('plan', () => {
  const cafe = candidatesFor('restaurants-food', 500);

  test.each([1, 7.77, 20, 33.33, 100, 300, 512.5, 999.99, 5_000, 1_000_000])(
    'a plan for $%d exceeds no limit',
    dollars => {
      const cents = Math.round(dollars * 100);
      const plan = planFor(cafe, dollars);
      expect(plan.costCents).toBeLessThanOrEqual(calculatePlannedCents(cents));
      const platforms = Map.groupBy(plan.lines, ({ candidate }) => candidate.action.platform);
      for (const lines of platforms.values()) {
        expect(lines.reduce((sum, line) => sum + line.costCents, 0)).toBeLessThanOrEqual(
          calculatePlatformCents(cents),
        );
      }
      for (const { candidate, completions, costCents } of plan.lines) {
        expect(completions).toBeGreaterThanOrEqual(candidate.minCompletions);
        expect(costCents).toBe(completions * candidate.rewardCents);
        expect(candidate.action.policy).not.toBe('forbidden');
      }
      const parts = plan.lines.reduce((sum, { valueCents }) => sum + valueCents, 0);
      expect(parts).toBe(plan.valueCents);
      expect(plan.lowCents).toBeLessThanOrEqual(plan.valueCents);
      expect(plan.highCents).toBeGreaterThanOrEqual(plan.valueCents);
    },
  );

  test('a larger budget never lowers the value of the plan', () => {
    let before = 0;
    for (let dollars = 20; dollars <= 200; dollars += 20) {
      const plan = planFor(cafe, dollars);
      expect(plan.valueCents).toBeGreaterThanOrEqual(before);
      before = plan.valueCents;
    }
  });

  test('the plan stays within the review capacity', () => {
    expect(planFor(cafe, 300, { completions: 10 }).completions).toBeLessThanOrEqual(10);
    expect(planFor(cafe, 300, { completions: 2 }).lines).toEqual([]);
  });

  test('equal inputs result in equal plans', () => {
    const ask = { monthlyCents: 77_700, ...NO_GOALS };
    expect(JSON.stringify(optimizePlan(cafe, ask))).toBe(JSON.stringify(optimizePlan(cafe, ask)));
  });
});

test('suggestions for businesses of all kinds are created unchanged', async () => {
  expect(await postSuggestions(12)).toBeGreaterThan(30);
});
