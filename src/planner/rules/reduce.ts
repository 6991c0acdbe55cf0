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
export function boundOf(programme: IntegerProgram, prices: Prices): number {
  const rows = Object.entries(programme.bounds).reduce(
    (sum, [row, bound]) => sum + bound * priceOf(prices, row),
    0,
  );
  const extra = programme.variables.reduce((sum, variable) => {
    const most = variable.isBinary ? 1 : roomOf(programme, variable);
    const once = variable.isBinary ? priceOf(prices, SETUP_ROW + variable.name) : 0;
    return sum + once + Math.max(0, gainOf(variable, prices)) * most;
  }, 0);
  return rows + extra;
}

/** Returns a unit's reduced gain: its worth minus the prices of its rows; at most 0 at optimal prices. */
function gainOf({ name, isBinary, worthCents, rows }: Variable, prices: Prices): number {
  const paid = Object.entries(rows).reduce((sum, [row, each]) => sum + each * priceOf(prices, row), 0);
  return worthCents - paid - (isBinary ? priceOf(prices, SETUP_ROW + name) : 0);
}

function priceOf(prices: Prices, row: string): number {
  return Math.max(0, prices[row] ?? 0);
}

/** Returns the units that the campaign's setup allows. */
function roomOf(programme: IntegerProgram, variable: Variable): number {
  const link = linkOf(variable);
  const start = programme.variables.find(each => each.isBinary && each.candidate === variable.candidate)!;
  return -start.rows[link]!;
}

function linkOf({ rows }: Variable): string {
  return Object.keys(rows).find(row => row.startsWith('link'))!;
}

/** A smaller program with the same improving plans. */
export interface Reduced {
  program: IntegerProgram;
  /** Expands a solution of the smaller program to the original one. */
  expand(amounts: Amounts): Amounts;
  /** Cents of the variables already fixed. */
  fixedCents: number;
}

/** The range of a variable in any plan that reaches the floor. */
interface Range {
  least: number;
  most: number;
}

/** Fixes variables whose value is the same in every plan worth at least `floorCents`. */
export function reduce(whole: IntegerProgram, prices: Prices, floorCents: number): Reduced {
  const play = boundOf(whole, prices) - floorCents + EPSILON;
  const most = (cost: number) => (cost > 0 ? Math.floor(play / cost + EPSILON) : Number.POSITIVE_INFINITY);
  const bounds = { ...whole.bounds };
  const fixed = whole.variables.map(() => 0);
  const variables: Variable[] = [];
  const meanings: [index: number, units: number][][] = [];
  const fix = (index: number, units: number) => {
    fixed[index]! += units;
    for (const [row, each] of Object.entries(whole.variables[index]!.rows)) bounds[row]! -= each * units;
  };
  const rangeOf = (x: Variable): Range => {
    const room = roomOf(whole, x);
    const idle = most(priceOf(prices, linkOf(x)));
    return { least: Math.max(0, room - idle), most: Math.min(room, most(-gainOf(x, prices))) };
  };
  whole.variables.forEach((start, index) => {
    if (!start.isBinary || most(-gainOf(start, prices)) < 1) return;
    const isSure = most(priceOf(prices, SETUP_ROW + start.name)) < 1;
    const own: Variable = { ...start, rows: { ...start.rows } };
    const meaning: [number, number][] = [[index, 1]];
    if (isSure) fix(index, 1);
    whole.variables.forEach((x, i) => {
      if (x.isBinary || x.candidate !== start.candidate) return;
      const range = rangeOf(x);
      // The campaign's setup always includes its minimum, so that is part of the start.
      const always = Math.min(range.least, range.most);
      if (isSure) fix(i, always);
      else {
        meaning.push([i, always]);
        own.worthCents += always * x.worthCents;
        for (const [row, each] of Object.entries(x.rows))
          own.rows[row] = (own.rows[row] ?? 0) + each * always;
      }
      const open = range.most - always;
      if (open <= 0) return;
      const cap = `cap_${x.name}`;
      bounds[cap] = open;
      variables.push({ ...x, rows: { ...x.rows, [cap]: 1 } });
      meanings.push([[i, 1]]);
    });
    if (isSure) return;
    variables.push(own);
    meanings.push(meaning);
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
      for (const [k, meaning] of meanings.entries())
        for (const [i, units] of meaning) all[i]! += units * (amounts[k] ?? 0);
      return all;
    },
  };
}
