import { type Amounts, calculateValue, type IntegerProgram } from './integer-program.ts';

/*
 * A greedy heuristic for the solver's initial plan; the search then only looks for better plans.
 */

const ROUNDING = 1e-6;
/** Variables examined in total while improving a plan: about 20 ms. */
const MAX_EXAMINED_VARIABLES = 200_000;

interface RowUsage {
  row: number;
  each: number;
}

/** A program indexed for the loops below: rows by number, variables by value per cent of cost. */
interface IndexedProgram {
  bounds: number[];
  usages: RowUsage[][];
  /** Usages that consume capacity; negative ones add it. */
  positiveUsages: RowUsage[][];
  order: number[];
}

function indexProgram({ variables, bounds }: IntegerProgram): IndexedProgram {
  const rows = Object.keys(bounds);
  const numberOf = new Map(rows.map((row, i) => [row, i]));
  const bills = variables.map(variable =>
    Object.entries(variable.rows).map(([row, each]) => ({ row: numberOf.get(row)!, each })),
  );
  const density = variables.map(({ valueCents, rows: own }) => valueCents / Math.max(1, own.budget ?? 0));
  return {
    bounds: rows.map(row => bounds[row]!),
    usages: bills,
    positiveUsages: bills.map(own => own.filter(({ each }) => each > 0)),
    order: variables.map((_, i) => i).sort((a, b) => density[b]! - density[a]! || a - b),
  };
}

/** Fills a program greedily: first the wanted amounts, then by value per cent of cost as far as capacity allows. */
class GreedyFiller {
  readonly #prepared: IndexedProgram;

  constructor(readonly program: IntegerProgram) {
    this.#prepared = indexProgram(program);
  }

  /**
   * @param wanted initial amounts, rounded down; what does not fit is omitted
   * @param banned a candidate to leave out
   */
  fill(wanted: Amounts, banned = -1): Amounts {
    const { variables } = this.program;
    const { bounds, usages, positiveUsages, order } = this.#prepared;
    const used = bounds.map(() => 0);
    const amounts = variables.map(() => 0);
    const take = (i: number, most: number): void => {
      const { isBinary, candidate } = variables[i]!;
      if (candidate === banned) return;
      let count = isBinary ? Math.min(most, 1 - amounts[i]!) : most;
      for (const { row, each } of positiveUsages[i]!)
        count = Math.min(count, Math.floor((bounds[row]! - used[row]!) / each));
      if (count <= 0) return;
      amounts[i]! += count;
      for (const { row, each } of usages[i]!) used[row]! += each * count;
    };
    // Setup variables come first because they add the capacity for their campaign's completions.
    variables.forEach(({ isBinary }, i) => {
      if (isBinary && wanted[i]! >= 1 - ROUNDING) take(i, 1);
    });
    variables.forEach(({ isBinary }, i) => {
      if (!isBinary && wanted[i]! > 0) take(i, Math.floor(wanted[i]! + ROUNDING));
    });
    for (let before = -1; before !== this.calculateValue(amounts); ) {
      before = this.calculateValue(amounts);
      for (const i of order) take(i, Number.MAX_SAFE_INTEGER);
    }
    return amounts;
  }

  calculateValue(amounts: Amounts): number {
    return calculateValue(this.program, amounts);
  }
}

/**
 * Builds a plan greedily, then improves it with refilled neighbors while that adds value: one campaign more, one
 * fewer, or one completion fewer.
 * @param enoughCents value at which to stop improving
 */
export function buildGreedyPlan(program: IntegerProgram, wanted: Amounts, enoughCents: number): Amounts {
  const filler = new GreedyFiller(program);
  let best = filler.fill(wanted);
  let tries = Math.ceil(MAX_EXAMINED_VARIABLES / program.variables.length);
  for (let changed = true; changed && filler.calculateValue(best) < enoughCents; ) {
    changed = false;
    for (const tried of generateNeighbors(filler, best)) {
      if (--tries < 0) return best;
      if (filler.calculateValue(tried) <= filler.calculateValue(best)) continue;
      best = tried;
      changed = true;
      break;
    }
  }
  return best;
}

function* generateNeighbors(filler: GreedyFiller, plan: Amounts): Generator<Amounts> {
  const { variables } = filler.program;
  for (const [i, { isBinary, candidate }] of variables.entries()) {
    if (isBinary && plan[i] === 0) yield filler.fill(plan.with(i, 1));
    if (plan[i] === 0) continue;
    const without = plan.map((amount, j) => (variables[j]!.candidate === candidate ? 0 : amount));
    yield filler.fill(without);
    yield filler.fill(isBinary ? without : plan.with(i, plan[i]! - 1), candidate);
  }
}
