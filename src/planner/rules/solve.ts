import { type Model, type Options, solve as solveByYalps } from 'yalps';
import { goodPlan } from './greedy.ts';
import { type Amounts, type IntegerProgram, isFeasible, worthOf } from './integer-program.ts';
import { boundOf, type Prices, reduce, SETUP_ROW } from './reduce.ts';

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
const LEAST_BRANCHES = 50;
/** What a branch costs beside its tableau, in cells. */
const BRANCH_CELLS = 1_500;
/** Room below the bound at first, and how it grows. */
const FIRST_ROOM = 0.0005;
const FIRST_ROOM_CENTS = 20;
const ROOM_GROWTH = 2;
/** A search gets such a part of the cells that are left. */
const SHARES = 3;
const LEAST_CELLS = 500_000;
const ROUNDING = 1e-6;
const CENTS = 100;

export interface Effort {
  /** Cells of the tableau that branching may work through in all. */
  cells: number;
  timeoutMs: number;
}

export const USUAL_EFFORT: Effort = { cells: WORK_CELLS, timeoutMs: TIMEOUT_MS };

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
export function solve(programme: IntegerProgram, effort = USUAL_EFFORT): Solution {
  if (programme.variables.length === 0) return { amounts: [], worthCents: 0, boundCents: 0, isProven: true };
  const prices = pricesOf(programme);
  const top = Math.floor(boundOf(programme, prices) + ROUNDING);
  let bound = top;
  let best = goodPlan(programme, relaxedAmounts(programme), bound);
  let worth = worthOf(programme, best);
  let { cells } = effort;
  let room = Math.max(FIRST_ROOM_CENTS, Math.ceil(top * FIRST_ROOM));
  while (worth < bound && cells > 0) {
    const floor = Math.max(worth + 1, top - room);
    const share = Math.ceil(cells / SHARES);
    const found = search(programme, prices, floor, { ...effort, cells: share });
    cells -= found.isComplete ? Math.ceil(share / SHARES) : share;
    if (found.amounts) {
      best = found.amounts;
      worth = worthOf(programme, best);
    }
    // With everything above the floor looked at, what was found is the best, or all is below.
    if (found.isComplete) bound = found.amounts ? worth : floor - 1;
    else if (cells < LEAST_CELLS) break;
    room *= ROOM_GROWTH;
  }
  return { amounts: best, worthCents: worth, boundCents: bound, isProven: worth >= bound };
}

interface Found {
  amounts: Amounts | undefined;
  /** Everything was looked at: there is nothing better, or nothing at all. */
  isComplete: boolean;
}

/** A plan worth `floorCents` at least. */
function search(
  whole: IntegerProgram,
  prices: Prices,
  floorCents: number,
  { cells, timeoutMs }: Effort,
): Found {
  const { program, fixedCents, expand } = reduce(whole, prices, floorCents);
  const check = (amounts: Amounts): Amounts | undefined => {
    const all = expand(amounts.map(Math.round));
    // What floating point let slip is no plan of ours.
    return isFeasible(whole, all) && worthOf(whole, all) >= floorCents ? all : undefined;
  };
  if (program.variables.length === 0) return { amounts: check([]), isComplete: true };
  const model = modelOf(program);
  const width = program.variables.length;
  const height = Object.keys(program.bounds).length + width / 3;
  const branches = Math.max(LEAST_BRANCHES, Math.floor(cells / (width * height + BRANCH_CELLS)));
  const options: Options = { maxIterations: branches, timeout: timeoutMs, tolerance: 0 };
  const worth = { min: (floorCents - fixedCents) / CENTS };
  const solution = solveByYalps({ ...model, constraints: { ...model.constraints, worth } }, options);
  const isFound = Number.isFinite(solution.result);
  const amounts = isFound ? check(amountsOf(program, solution.variables)) : undefined;
  const isOptimal = solution.status === 'optimal' && amounts !== undefined;
  return { amounts, isComplete: solution.status === 'infeasible' || isOptimal };
}

/** Without the demand for whole numbers. */
function relaxedAmounts(programme: IntegerProgram): Amounts {
  const model = modelOf(programme);
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
  return amountsOf(programme, solution.variables);
}

/** What a unit more of each row's bound would bring without the demand for whole numbers: the dual programme. */
function pricesOf({ variables, bounds }: IntegerProgram): Prices {
  const rows = new Map<string, Rows>();
  for (const [row, bound] of Object.entries(bounds)) rows.set(row, { cost: bound / scaleOf(row) });
  for (const { name, isBinary, rows: own } of variables) {
    for (const [row, each] of Object.entries(own)) rows.get(row)![name] = each / scaleOf(row);
    if (isBinary) rows.set(SETUP_ROW + name, { cost: 1, [name]: 1 });
  }
  const solution = solveByYalps({
    direction: 'minimize',
    objective: 'cost',
    constraints: new Map(variables.map(({ name, worthCents }) => [name, { min: worthCents / CENTS }])),
    variables: rows.entries().map(([row, each]) => [row, Object.entries(each)] as const),
  });
  return Object.fromEntries(solution.variables.map(([row, price]) => [row, (price * CENTS) / scaleOf(row)]));
}

type Rows = Record<string, number>;

interface PlainModel extends Model<string, string> {
  constraints: Record<string, { max?: number; min?: number }>;
  variables: Record<string, Rows>;
}

function modelOf({ variables, bounds }: IntegerProgram): PlainModel {
  return {
    direction: 'maximize',
    objective: 'worth',
    constraints: Object.fromEntries(
      Object.entries(bounds).map(([row, max]) => [row, { max: max / scaleOf(row) }]),
    ),
    variables: Object.fromEntries(
      variables.map(({ name, worthCents, rows }) => [name, { ...scaled(rows), worth: worthCents / CENTS }]),
    ),
    integers: variables.filter(({ isBinary }) => !isBinary).map(({ name }) => name),
    binaries: variables.filter(({ isBinary }) => isBinary).map(({ name }) => name),
  };
}

/** The solver works in dollars: with all numbers of one size its tolerances mean the same everywhere. */
function scaleOf(row: string): number {
  if (row === 'budget' || row.startsWith('platform')) return CENTS;
  return row === 'fit' ? CENTS * CENTS : 1;
}

function scaled(rows: Rows): Rows {
  return Object.fromEntries(Object.entries(rows).map(([row, each]) => [row, each / scaleOf(row)]));
}

function amountsOf({ variables }: IntegerProgram, taken: [string, number][]): Amounts {
  const byName = new Map(taken);
  return variables.map(({ name }) => byName.get(name) ?? 0);
}
