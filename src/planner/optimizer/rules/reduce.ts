import type { Amounts, IntegerProgram, Variable } from './integer-program.ts';

/*
 * Reduced costs: what the prices of the relaxed programme say about every better plan. With prices u ≥ 0 of the rows,
 *
 *   worth of any plan ≤ Σ bound·u + Σ over variables (worth − Σ row·u) · amount
 *
 * so a plan that is to be worth a floor can leave a row's bound, or take a variable that its rows are too dear for,
 * only by as many units as the room between bound and floor pays for: mostly none. What is decided by that need not
 * be searched. (Reduced cost fixing: Nemhauser & Wolsey, Integer and Combinatorial Optimization, 1988, ch. II.5.)
 */

/** The dual price of each row and of each one-time setup rule (`one_` and the variable's name). */
export type Prices = Record<string, number>;

export const SETUP_ROW = 'one_';
/** Tolerance in cents for floating-point prices. */
const EPSILON = 1e-4;

/** Returns an upper bound on any plan's worth from the prices: valid for any prices, tight for optimal ones. */
export function calculateUpperBound(programme: IntegerProgram, prices: Prices): number {
  const rows = Object.entries(programme.bounds).reduce(
    (sum, [row, bound]) => sum + bound * findPrice(prices, row),
    0,
  );
  const extra = programme.variables.reduce((sum, variable) => {
    const most = variable.isBinary ? 1 : findCapacity(programme, variable);
    const once = variable.isBinary ? findPrice(prices, SETUP_ROW + variable.name) : 0;
    return sum + once + Math.max(0, calculateReducedGain(variable, prices)) * most;
  }, 0);
  return rows + extra;
}

/** Returns a unit's reduced gain: its worth minus the prices of its rows; at most 0 at optimal prices. */
function calculateReducedGain({ name, isBinary, worthCents, rows }: Variable, prices: Prices): number {
  const paid = Object.entries(rows).reduce((sum, [row, each]) => sum + each * findPrice(prices, row), 0);
  return worthCents - paid - (isBinary ? findPrice(prices, SETUP_ROW + name) : 0);
}

function findPrice(prices: Prices, row: string): number {
  return Math.max(0, prices[row] ?? 0);
}

/** Returns the units that the campaign's setup allows. */
function findCapacity(programme: IntegerProgram, variable: Variable): number {
  const link = findLinkRow(variable);
  const start = programme.variables.find(each => each.isBinary && each.candidate === variable.candidate)!;
  return -start.rows[link]!;
}

function findLinkRow({ rows }: Variable): string {
  return Object.keys(rows).find(row => row.startsWith('link'))!;
}

/** A smaller program with the same improving plans. */
export interface ReducedProgram {
  program: IntegerProgram;
  /** Expands a solution of the smaller program to the original one. */
  expand(amounts: Amounts): Amounts;
  /** Cents of the variables already fixed. */
  fixedCents: number;
}

/** The range of a variable in any plan that reaches the floor. */
interface Range {
  min: number;
  max: number;
}

/** Fixes variables whose value is the same in every plan worth at least `floorCents`. */
export function reduceProgram(whole: IntegerProgram, prices: Prices, floorCents: number): ReducedProgram {
  const slack = calculateUpperBound(whole, prices) - floorCents + EPSILON;
  const maxUnits = (cost: number) =>
    cost > 0 ? Math.floor(slack / cost + EPSILON) : Number.POSITIVE_INFINITY;
  const bounds = { ...whole.bounds };
  const fixed = whole.variables.map(() => 0);
  const variables: Variable[] = [];
  const expansions: [index: number, units: number][][] = [];
  const fix = (index: number, units: number) => {
    fixed[index]! += units;
    for (const [row, each] of Object.entries(whole.variables[index]!.rows)) bounds[row]! -= each * units;
  };
  const rangeOf = (x: Variable): Range => {
    const room = findCapacity(whole, x);
    const idle = maxUnits(findPrice(prices, findLinkRow(x)));
    return { min: Math.max(0, room - idle), max: Math.min(room, maxUnits(-calculateReducedGain(x, prices))) };
  };
  whole.variables.forEach((start, index) => {
    if (!start.isBinary || maxUnits(-calculateReducedGain(start, prices)) < 1) return;
    const isSure = maxUnits(findPrice(prices, SETUP_ROW + start.name)) < 1;
    const own: Variable = { ...start, rows: { ...start.rows } };
    const meaning: [number, number][] = [[index, 1]];
    if (isSure) fix(index, 1);
    whole.variables.forEach((x, i) => {
      if (x.isBinary || x.candidate !== start.candidate) return;
      const range = rangeOf(x);
      // The campaign's setup always includes its minimum, so that is part of the start.
      const always = Math.min(range.min, range.max);
      if (isSure) fix(i, always);
      else {
        meaning.push([i, always]);
        own.worthCents += always * x.worthCents;
        for (const [row, each] of Object.entries(x.rows))
          own.rows[row] = (own.rows[row] ?? 0) + each * always;
      }
      const open = range.max - always;
      if (open <= 0) return;
      const cap = `cap_${x.name}`;
      bounds[cap] = open;
      variables.push({ ...x, rows: { ...x.rows, [cap]: 1 } });
      expansions.push([[i, 1]]);
    });
    if (isSure) return;
    variables.push(own);
    expansions.push(meaning);
  });
  const used = new Set(variables.flatMap(({ rows }) => Object.keys(rows)));
  return {
    program: {
      variables,
      bounds: Object.fromEntries(Object.entries(bounds).filter(([row, bound]) => used.has(row) || bound < 0)),
    },
    fixedCents: whole.variables.reduce((sum, { worthCents }, i) => sum + worthCents * fixed[i]!, 0),
    expand: amounts => {
      const all = [...fixed];
      for (const [k, meaning] of expansions.entries())
        for (const [i, units] of meaning) all[i]! += units * (amounts[k] ?? 0);
      return all;
    },
  };
}
