import { type Model, type Options, solve as solveByYalps } from 'yalps';
import { buildGreedyPlan } from './greedy.ts';
import { type Amounts, calculateValue, type IntegerProgram, isFeasible } from './integer-program.ts';
import { calculateUpperBound, type Prices, reduceProgram, SETUP_ROW } from './reduce.ts';

/*
 * The optimum by yalps: simplex, then branch and cut. Around it what it does not do itself. A good plan is made
 * first and the solver asked for a better one by a cent at least, in the part of the programme that the prices of
 * the relaxed one leave open (reduce.ts). The work is bounded by the number of branches, not by the clock, so that
 * the same question has the same answer on a slow machine; the clock only guards against what should not happen.
 */

/** Cells of the tableau that may be worked through by branching: about 100 ms. */
const WORK_CELLS = 50_000_000;
/** Far beyond the above, however busy the machine is: only then is the same question answered alike. */
const TIMEOUT_MS = 10_000;
const MIN_BRANCHES = 50;
/** What a branch costs beside its tableau, in cells. */
const BRANCH_CELLS = 1_500;
/** Room below the bound at first, and how it grows. */
const INITIAL_SLACK_SHARE = 0.0005;
const MIN_SLACK_CENTS = 20;
const SLACK_GROWTH = 2;
/** A search gets such a part of the cells that are left. */
const SEARCH_DIVISOR = 3;
const MIN_SEARCH_CELLS = 500_000;
const ROUNDING = 1e-6;
const CENTS = 100;

export interface SearchEffort {
  /** Cells of the tableau that branching may work through in all. */
  cells: number;
  timeoutMs: number;
}

export const DEFAULT_EFFORT: SearchEffort = { cells: WORK_CELLS, timeoutMs: TIMEOUT_MS };

export interface Solution {
  amounts: Amounts;
  worthCents: number;
  /** No plan can be worth more than this; the same as worthCents when the optimum is proven. */
  boundCents: number;
  isProven: boolean;
}

/**
 * The best plan within the effort, and how much better one could be at most. It is looked for from the top: plans
 * worth nearly the bound first, of which the prices leave few to search, then with ever more room below the bound.
 */
export function solveProgram(programme: IntegerProgram, effort = DEFAULT_EFFORT): Solution {
  if (programme.variables.length === 0) return { amounts: [], worthCents: 0, boundCents: 0, isProven: true };
  const prices = solveDual(programme);
  const top = Math.floor(calculateUpperBound(programme, prices) + ROUNDING);
  let bound = top;
  let best = buildGreedyPlan(programme, solveRelaxation(programme), bound);
  let worth = calculateValue(programme, best);
  let { cells } = effort;
  let room = Math.max(MIN_SLACK_CENTS, Math.ceil(top * INITIAL_SLACK_SHARE));
  while (worth < bound && cells > 0) {
    const floor = Math.max(worth + 1, top - room);
    const share = Math.ceil(cells / SEARCH_DIVISOR);
    const found = searchAboveFloor(programme, prices, floor, { ...effort, cells: share });
    cells -= found.isComplete ? Math.ceil(share / SEARCH_DIVISOR) : share;
    if (found.amounts) {
      best = found.amounts;
      worth = calculateValue(programme, best);
    }
    // With everything above the floor looked at, what was found is the best, or all is below.
    if (found.isComplete) bound = found.amounts ? worth : floor - 1;
    else if (cells < MIN_SEARCH_CELLS) break;
    room *= SLACK_GROWTH;
  }
  return { amounts: best, worthCents: worth, boundCents: bound, isProven: worth >= bound };
}

interface SearchResult {
  amounts: Amounts | undefined;
  /** Everything was looked at: there is nothing better, or nothing at all. */
  isComplete: boolean;
}

/** A plan worth `floorCents` at least. */
function searchAboveFloor(
  whole: IntegerProgram,
  prices: Prices,
  floorCents: number,
  { cells, timeoutMs }: SearchEffort,
): SearchResult {
  const { program, fixedCents, expand } = reduceProgram(whole, prices, floorCents);
  const check = (amounts: Amounts): Amounts | undefined => {
    const all = expand(amounts.map(Math.round));
    // What floating point let slip is no plan of ours.
    return isFeasible(whole, all) && calculateValue(whole, all) >= floorCents ? all : undefined;
  };
  if (program.variables.length === 0) return { amounts: check([]), isComplete: true };
  const model = toSolverModel(program);
  const width = program.variables.length;
  const height = Object.keys(program.bounds).length + width / 3;
  const branches = Math.max(MIN_BRANCHES, Math.floor(cells / (width * height + BRANCH_CELLS)));
  const options: Options = { maxIterations: branches, timeout: timeoutMs, tolerance: 0 };
  const worth = { min: (floorCents - fixedCents) / CENTS };
  const solution = solveByYalps({ ...model, constraints: { ...model.constraints, worth } }, options);
  const isFound = Number.isFinite(solution.result);
  const amounts = isFound ? check(toAmounts(program, solution.variables)) : undefined;
  const isOptimal = solution.status === 'optimal' && amounts !== undefined;
  return { amounts, isComplete: solution.status === 'infeasible' || isOptimal };
}

/** Without the demand for whole numbers. */
function solveRelaxation(programme: IntegerProgram): Amounts {
  const model = toSolverModel(programme);
  const starts = programme.variables.filter(({ isBinary }) => isBinary);
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
  return toAmounts(programme, solution.variables);
}

/** What a unit more of each row's bound would bring without the demand for whole numbers: the dual programme. */
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
    constraints: new Map(variables.map(({ name, worthCents }) => [name, { min: worthCents / CENTS }])),
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
    objective: 'worth',
    constraints: Object.fromEntries(
      Object.entries(bounds).map(([row, max]) => [row, { max: max / findScale(row) }]),
    ),
    variables: Object.fromEntries(
      variables.map(({ name, worthCents, rows }) => [
        name,
        { ...scaleRows(rows), worth: worthCents / CENTS },
      ]),
    ),
    integers: variables.filter(({ isBinary }) => !isBinary).map(({ name }) => name),
    binaries: variables.filter(({ isBinary }) => isBinary).map(({ name }) => name),
  };
}

/** The solver works in dollars: with all numbers of one size its tolerances mean the same everywhere. */
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
