import type { Amounts, IntegerProgram, Variable } from './integer-program.ts';

/*
 * Reduced-cost fixing. With dual prices u ≥ 0 of the relaxed program's rows,
 *
 *   value of any plan ≤ Σ bound·u + Σ over variables (value − Σ row·u) · amount
 *
 * A plan with at least the floor value can therefore leave a row below its bound, or use a variable with a negative
 * reduced gain, only by as many units as the slack between upper bound and floor pays for, which is mostly zero.
 * Variables that this decides are fixed instead of searched.
 * Source: Nemhauser & Wolsey, Integer and Combinatorial Optimization, 1988, ch. II.5.
 */

/** The dual price of each row and of each "set up once" constraint (`one_` and the variable's name). */
export type Prices = Record<string, number>;

export const SETUP_ROW = 'one_';
/** Tolerance in cents for floating-point prices. */
const EPSILON = 1e-4;

/** Returns an upper bound on any plan's value from the prices: valid for any prices, tight for optimal ones. */
export function calculateUpperBound(program: IntegerProgram, prices: Prices): number {
  const rows = Object.entries(program.bounds).reduce(
    (sum, [row, bound]) => sum + bound * findPrice(prices, row),
    0,
  );
  const extra = program.variables.reduce((sum, variable) => {
    const max = variable.isBinary ? 1 : findCapacity(program, variable);
    const once = variable.isBinary ? findPrice(prices, SETUP_ROW + variable.name) : 0;
    return sum + once + Math.max(0, calculateReducedGain(variable, prices)) * max;
  }, 0);
  return rows + extra;
}

/** Returns a unit's reduced gain: its value minus the prices of its rows; at most 0 at optimal prices. */
function calculateReducedGain({ name, isBinary, valueCents, rows }: Variable, prices: Prices): number {
  const paid = Object.entries(rows).reduce((sum, [row, each]) => sum + each * findPrice(prices, row), 0);
  return valueCents - paid - (isBinary ? findPrice(prices, SETUP_ROW + name) : 0);
}

function findPrice(prices: Prices, row: string): number {
  return Math.max(0, prices[row] ?? 0);
}

/** Returns the number of units that the campaign's setup allows. */
function findCapacity(program: IntegerProgram, variable: Variable): number {
  const link = findLinkRow(variable);
  const start = program.variables.find(each => each.isBinary && each.candidate === variable.candidate)!;
  return -start.rows[link]!;
}

function findLinkRow({ rows }: Variable): string {
  return Object.keys(rows).find(row => row.startsWith('link'))!;
}

/** A smaller program that contains the same improving plans. */
interface ReducedProgram {
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

/** Fixes the variables that have the same amount in every plan with a value of at least `floorCents`. */
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
  const findRange = (x: Variable): Range => {
    const capacity = findCapacity(whole, x);
    const maxIdle = maxUnits(findPrice(prices, findLinkRow(x)));
    return {
      min: Math.max(0, capacity - maxIdle),
      max: Math.min(capacity, maxUnits(-calculateReducedGain(x, prices))),
    };
  };
  whole.variables.forEach((start, index) => {
    if (!start.isBinary || maxUnits(-calculateReducedGain(start, prices)) < 1) return;
    const isCertain = maxUnits(findPrice(prices, SETUP_ROW + start.name)) < 1;
    const setup: Variable = { ...start, rows: { ...start.rows } };
    const parts: [number, number][] = [[index, 1]];
    if (isCertain) fix(index, 1);
    whole.variables.forEach((x, i) => {
      if (x.isBinary || x.candidate !== start.candidate) return;
      const range = findRange(x);
      // Every remaining plan with this campaign includes these units, so they become part of its setup variable.
      const certainUnits = Math.min(range.min, range.max);
      if (isCertain) fix(i, certainUnits);
      else {
        parts.push([i, certainUnits]);
        setup.valueCents += certainUnits * x.valueCents;
        for (const [row, each] of Object.entries(x.rows))
          setup.rows[row] = (setup.rows[row] ?? 0) + each * certainUnits;
      }
      const openUnits = range.max - certainUnits;
      if (openUnits <= 0) return;
      const cap = `cap_${x.name}`;
      bounds[cap] = openUnits;
      variables.push({ ...x, rows: { ...x.rows, [cap]: 1 } });
      expansions.push([[i, 1]]);
    });
    if (isCertain) return;
    variables.push(setup);
    expansions.push(parts);
  });
  const used = new Set(variables.flatMap(({ rows }) => Object.keys(rows)));
  return {
    program: {
      variables,
      bounds: Object.fromEntries(Object.entries(bounds).filter(([row, bound]) => used.has(row) || bound < 0)),
    },
    fixedCents: whole.variables.reduce((sum, { valueCents }, i) => sum + valueCents * fixed[i]!, 0),
    expand: amounts => {
      const all = [...fixed];
      for (const [k, parts] of expansions.entries())
        for (const [i, units] of parts) all[i]! += units * (amounts[k] ?? 0);
      return all;
    },
  };
}
