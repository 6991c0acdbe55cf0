import { eq, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { ParameterTypes } from './parameters.ts';
import type { FacetColumn } from './schema/counters.ts';

/** Creates a condition on the value of a filter. */
type Condition = (value: Placeholder) => SQL;
/** Creates a condition on the counted state from the value of a filter. */
type Dimension = (value: Placeholder, facet: FacetColumn) => SQL;

/**
 * A filter that matches either of several columns, for lists in the order of one unique column. Each column's rows are
 * read by their own index and merged; no row may match twice.
 */
export interface EitherColumn {
  either: SQLiteColumn[];
}

export type Filter = SQLiteColumn | Condition | EitherColumn;
/** How to find a total among the counters that triggers maintain (db/schema/counters.ts). */
export interface CounterOptions<F extends string> {
  list: string;
  /** Filters that are counted separately, such as the status, as conditions on the counted state. */
  dimensions: Partial<Record<F, Dimension>>;
  /** Filters by owner, narrowest first. Without one, the counters of the whole installation apply. */
  scopes: readonly F[];
}

export type FilterValues<F extends string> = Partial<Record<F, string | readonly string[] | undefined>>;

/** A filter of a request: its parameters, one per value. */
export interface UsedFilter {
  name: string;
  filter: Filter;
  parameters: string[];
}

/** The values of the parameters of filters. */
export type Values = Record<string, string>;
export type Placeholders = Record<string, Placeholder>;

/** Returns the types of the parameters of filters. */
export function toTypes(used: UsedFilter[]): ParameterTypes {
  const types: ParameterTypes = {};
  for (const { filter, parameters } of used) {
    for (const parameter of parameters)
      types[parameter] = isEither(filter)
        ? (filter.either[0] as SQLiteColumn)
        : typeof filter === 'function'
          ? String
          : filter;
  }
  return types;
}

/** Returns the conditions of filters. */
export function toConditions(used: UsedFilter[], p: Placeholders): (SQL | undefined)[] {
  return used.map(({ filter, parameters }) => {
    const any = or(...parameters.map(parameter => toCondition(filter, p[parameter] as Placeholder)));
    // Otherwise SQLite reads the rows of each value by an index and sorts them.
    return parameters.length > 1 ? sql`likely(${any})` : any;
  });
}

function toCondition(filter: Filter, value: Placeholder): SQL | undefined {
  if (isEither(filter)) return or(...filter.either.map(column => eq(column, value)));
  return typeof filter === 'function' ? filter(value) : eq(filter, value);
}

export function isEither(filter: Filter): filter is EitherColumn {
  return typeof filter === 'object' && 'either' in filter;
}

/** The condition of a dimension that is one column's value. */
export const byDimension: Dimension = (value, facet) => sql`${facet} = ${value}`;
