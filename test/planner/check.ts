/**
 * `bun run check:planner [instances] [businesses]`: the optimum equals that of HiGHS, no plan overruns a bound, more
 * money is never worth less, every suggestion is created unchanged, and what the largest program takes. A plan for
 * a café is printed by `perkmint plan`.
 */

import { buildProgram, withoutUnaffordable } from '../../src/planner/optimizer/rules/integer-program.ts';
import { type SearchEffort, solveProgram } from '../../src/planner/optimizer/rules/solve.ts';
import { optimizePlan } from '../../src/planner/rules/plan.ts';
import { candidatesFor, createInstance, highsOptimum, listAllCandidates, planFor } from './instances.ts';
import { postSuggestions } from './suggestions.ts';

const TOLERANCE = 1e-6;
const LONG_EFFORT: SearchEffort = { cells: 4_000_000_000, timeoutMs: 60_000 };
const [instances = 200, businesses = 500] = process.argv.slice(2).map(Number);

const say = (text: string) => process.stdout.write(`${text}\n`);
function assertThat(isTrue: boolean, what: string): void {
  if (isTrue) return;
  process.stderr.write(`${what}\n`);
  process.exit(1);
}

/** CPU time, because other processes may be busy. */
function measure<T>(work: () => T): { result: T; ms: number } {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { result, ms: (user + system) / 1_000 };
}

let usual = 0;
let slowest = 0;
for (let seed = 1; seed <= instances; seed++) {
  const { candidates, limits } = createInstance(seed);
  const program = buildProgram(withoutUnaffordable(candidates, limits), limits);
  const first = measure(() => solveProgram(program));
  slowest = Math.max(slowest, first.ms);
  if (first.result.isProven) usual += 1;
  const { valueCents, isProven } = first.result.isProven ? first.result : solveProgram(program, LONG_EFFORT);
  const best = await highsOptimum(buildProgram(candidates, limits));
  assertThat(
    Math.abs(valueCents - best) <= TOLERANCE,
    `Instance ${seed}: ${valueCents} cents, HiGHS ${best}`,
  );
  assertThat(isProven, `Instance ${seed} is optimal, but not proven to be`);
  assertThat(
    first.result.boundCents >= best - TOLERANCE,
    `Instance ${seed}: the bound lies below the optimum`,
  );
}
say(
  `${instances} random instances: optimum equal to HiGHS within ${TOLERANCE}; ${usual} proven within the usual ` +
    `effort (${slowest.toFixed(0)} ms CPU at most), the others with more`,
);

let plans = 0;
for (const industry of ['restaurants-food', 'business-services', 'health-fitness']) {
  const candidates = candidatesFor(industry, 500);
  let before = 0;
  for (let dollars = 5; dollars <= 1_500; dollars += 5) {
    const plan = planFor(candidates, dollars);
    const platforms = Map.groupBy(plan.lines, ({ candidate }) => candidate.action.platform);
    const dearest = [...platforms.values()].map(own =>
      own.reduce((sum, { costCents }) => sum + costCents, 0),
    );
    assertThat(plan.costCents <= dollars * 90, `${industry}, $${dollars}: overrun`);
    assertThat(
      Math.max(0, ...dearest) <= dollars * 50,
      `${industry}, $${dollars}: a platform has more than half`,
    );
    assertThat(plan.valueCents >= before, `${industry}, $${dollars}: worth less than a smaller budget`);
    before = plan.valueCents;
    plans += 1;
  }
}
say(
  `${plans} plans for $5 to $1,500: no overrun by a cent, no platform above half, never worth less for more`,
);

const all = listAllCandidates();
const times = [100, 300, 1_000, 5_000, 20_000].map(dollars => {
  const ask = { monthlyCents: dollars * 100, fit: undefined, completions: undefined };
  const { ms, result } = measure(() => optimizePlan(all, ask));
  return `$${dollars} ${ms.toFixed(0)} ms${result.gapCents === 0 ? '' : ` (within $${result.gapCents / 100})`}`;
});
say(`${all.length} actions, CPU time of a solve: ${times.join(', ')}`);

const posted = await postSuggestions(businesses);
say(`${businesses} random businesses: ${posted} suggestions posted unchanged, each created`);
process.exit(0);
