import { type Model, type Options, solve as solveByYalps } from 'yalps';
import { buildGreedyPlan } from './greedy.ts';
import { type Amounts, calculateValue, type IntegerProgram, isFeasible } from './integer-program.ts';
import { calculateUpperBound, type Prices, reduceProgram, SETUP_ROW } from './reduce.ts';

/*
 * Finds the optimum with yalps (simplex, then branch and cut). A greedy plan comes first; the solver then searches
 * for a plan that is at least one cent better, in the part of the program that reduced-cost fixing leaves open
 * (reduce.ts). The search is limited by branches instead of time, so that the result doesn't depend on the machine;
 * the timeout is only a safeguard.
 */

/** Maximum tableau cells that branching may process: about 100 ms. */
const WORK_CELLS = 50_000_000;
/** Far above the time that WORK_CELLS takes even on a busy machine; a timeout would make results nondeterministic. */
const TIMEOUT_MS = 10_000;
const MIN_BRANCHES = 50;
/** Overhead of a branch besides its tableau, in cells. */
const BRANCH_CELLS = 1_500;
/** Initial distance between the upper bound and the search floor, and its growth factor. */
const INITIAL_SLACK_SHARE = 0.0005;
const MIN_SLACK_CENTS = 20;
const SLACK_GROWTH = 2;
/** Each search may use one third of the remaining cells. */
const SEARCH_DIVISOR = 3;
const MIN_SEARCH_CELLS = 500_000;
const ROUNDING = 1e-6;
const CENTS = 100;

export interface SearchEffort {
  /** Maximum tableau cells that branching may process in total. */
  cells: number;
  timeoutMs: number;
}

const DEFAULT_EFFORT: SearchEffort = { cells: WORK_CELLS, timeoutMs: TIMEOUT_MS };

export interface Solution {
  amounts: Amounts;
  valueCents: number;
  /** Upper bound on the value of any plan; equal to valueCents if the optimum is proven. */
  boundCents: number;
  isProven: boolean;
}

/**
 * Returns the best plan found within the effort, with an upper bound on any better one. Searches near the upper bound
 * first, where reduced-cost fixing leaves few plans, then lowers the floor step by step.
 */
export function solveProgram(program: IntegerProgram, effort = DEFAULT_EFFORT): Solution {
  if (program.variables.length === 0) return { amounts: [], valueCents: 0, boundCents: 0, isProven: true };
  const prices = solveDual(program);
  const top = Math.floor(calculateUpperBound(program, prices) + ROUNDING);
  let bound = top;
  let best = buildGreedyPlan(program, solveRelaxation(program), bound);
  let value = calculateValue(program, best);
  let { cells } = effort;
  let slack = Math.max(MIN_SLACK_CENTS, Math.ceil(top * INITIAL_SLACK_SHARE));
  while (value < bound && cells > 0) {
    const floor = Math.max(value + 1, top - slack);
    const share = Math.ceil(cells / SEARCH_DIVISOR);
    const found = searchAboveFloor(program, prices, floor, { ...effort, cells: share });
    cells -= found.isComplete ? Math.ceil(share / SEARCH_DIVISOR) : share;
    if (found.amounts) {
      best = found.amounts;
      value = calculateValue(program, best);
    }
    // A complete search proves that its result is the optimum, or that every plan is below the floor.
    if (found.isComplete) bound = found.amounts ? value : floor - 1;
    else if (cells < MIN_SEARCH_CELLS) break;
    slack *= SLACK_GROWTH;
  }
  return { amounts: best, valueCents: value, boundCents: bound, isProven: value >= bound };
}

interface SearchResult {
  amounts: Amounts | undefined;
  /** Whether the search covered every plan above the floor. */
  isComplete: boolean;
}

/** Searches for the best plan with a value of at least `floorCents`. */
function searchAboveFloor(
  whole: IntegerProgram,
  prices: Prices,
  floorCents: number,
  { cells, timeoutMs }: SearchEffort,
): SearchResult {
  const { program, fixedCents, expand } = reduceProgram(whole, prices, floorCents);
  const check = (amounts: Amounts): Amounts | undefined => {
    const all = expand(amounts.map(Math.round));
    // Floating-point error can produce a plan that violates a constraint.
    return isFeasible(whole, all) && calculateValue(whole, all) >= floorCents ? all : undefined;
  };
  if (program.variables.length === 0) return { amounts: check([]), isComplete: true };
  const model = toSolverModel(program);
  const width = program.variables.length;
  const height = Object.keys(program.bounds).length + width / 3;
  const branches = Math.max(MIN_BRANCHES, Math.floor(cells / (width * height + BRANCH_CELLS)));
  const options: Options = { maxIterations: branches, timeout: timeoutMs, tolerance: 0 };
  const value = { min: (floorCents - fixedCents) / CENTS };
  const solution = solveByYalps({ ...model, constraints: { ...model.constraints, value } }, options);
  const isFound = Number.isFinite(solution.result);
  const amounts = isFound ? check(toAmounts(program, solution.variables)) : undefined;
  const isOptimal = solution.status === 'optimal' && amounts !== undefined;
  return { amounts, isComplete: solution.status === 'infeasible' || isOptimal };
}

/** Solves the linear relaxation, without integrality. */
function solveRelaxation(program: IntegerProgram): Amounts {
  const model = toSolverModel(program);
  const starts = program.variables.filter(({ isBinary }) => isBinary);
  const solution = solveByYalps({
    ...model,
    integers: false,
    binaries: false,
    constraints: {
      ...model.constraints,
      ...Object.fromEntries(starts.map(({ name }) => [SETUP_ROW + name, { max: 1 }])),
    },
    variables: {
      ...model.variables,
      ...Object.fromEntries(
        starts.map(({ name }) => [name, { ...model.variables[name], [SETUP_ROW + name]: 1 }]),
      ),
    },
  });
  return toAmounts(program, solution.variables);
}

/** Solves the dual program: the price of each row is the value that one more unit of its bound would add. */
function solveDual({ variables, bounds }: IntegerProgram): Prices {
  const rows = new Map<string, Rows>();
  for (const [row, bound] of Object.entries(bounds)) rows.set(row, { cost: bound / findScale(row) });
  for (const { name, isBinary, rows: own } of variables) {
    for (const [row, each] of Object.entries(own)) rows.get(row)![name] = each / findScale(row);
    if (isBinary) rows.set(SETUP_ROW + name, { cost: 1, [name]: 1 });
  }
  const solution = solveByYalps({
    direction: 'minimize',
    objective: 'cost',
    constraints: new Map(variables.map(({ name, valueCents }) => [name, { min: valueCents / CENTS }])),
    variables: rows.entries().map(([row, each]) => [row, Object.entries(each)] as const),
  });
  return Object.fromEntries(
    solution.variables.map(([row, price]) => [row, (price * CENTS) / findScale(row)]),
  );
}

type Rows = Record<string, number>;

interface SolverModel extends Model<string, string> {
  constraints: Record<string, { max?: number; min?: number }>;
  variables: Record<string, Rows>;
}

function toSolverModel({ variables, bounds }: IntegerProgram): SolverModel {
  return {
    direction: 'maximize',
    objective: 'value',
    constraints: Object.fromEntries(
      Object.entries(bounds).map(([row, max]) => [row, { max: max / findScale(row) }]),
    ),
    variables: Object.fromEntries(
      variables.map(({ name, valueCents, rows }) => [
        name,
        { ...scaleRows(rows), value: valueCents / CENTS },
      ]),
    ),
    integers: variables.filter(({ isBinary }) => !isBinary).map(({ name }) => name),
    binaries: variables.filter(({ isBinary }) => isBinary).map(({ name }) => name),
  };
}

/** Returns the divisor of a row. The solver works in dollars, so that its tolerances fit all numbers. */
function findScale(row: string): number {
  if (row === 'budget' || row.startsWith('platform')) return CENTS;
  return row === 'fit' ? CENTS * CENTS : 1;
}

function scaleRows(rows: Rows): Rows {
  return Object.fromEntries(Object.entries(rows).map(([row, each]) => [row, each / findScale(row)]));
}

function toAmounts({ variables }: IntegerProgram, taken: [string, number][]): Amounts {
  const byName = new Map(taken);
  return variables.map(({ name }) => byName.get(name) ?? 0);
}
