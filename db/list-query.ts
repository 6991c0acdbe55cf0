import { and, eq, type InferSelectModel, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db } from './client.ts';
import type { ParameterTypes } from './parameters.ts';
import { counters, type FacetColumn, installationCounters } from './schema/counters.ts';
import * as statements from './statements.ts';

/** Creates a condition on the value of a filter. */
type Condition = (value: Placeholder) => SQL;
/** Creates a condition on the counted state from the value of a filter. */
export type Dimension = (value: Placeholder, facet: FacetColumn) => SQL;

/** An order of a list, with a unique column last. */
export interface ListOrder {
  orderBy: SQL[];
  /** A condition that the filters of the request imply; it lets the order use a partial index. */
  where?: SQL;
}

export interface ListQueryOptions<F extends string, S extends string = never> {
  /** Filters by name: a column that must equal the value, or a condition. A filter with several values matches any. */
  filters: Record<F, SQLiteColumn | Condition>;
  /** The default order: newest first, with a unique column last. */
  orderBy: SQL[];
  /** Other orders by the value of the parameter `sort`. */
  sorts?: Record<S, ListOrder>;
  /** The stored totals of the list, used when they cover all filters of a request. */
  counter?: CounterOptions<NoInfer<F>>;
}

/** How to find a total among the counters that triggers maintain (db/schema/counters.ts). */
interface CounterOptions<F extends string> {
  list: string;
  /** Filters that are counted separately, such as the status, as conditions on the counted state. */
  dimensions: Partial<Record<F, Dimension>>;
  /** Filters by owner, narrowest first. Without one, the counters of the whole installation apply. */
  scopes: readonly F[];
}

export interface ListPage<T> {
  items: T[];
  total: number;
}

type FilterValues<F extends string> = Partial<Record<F, string | readonly string[] | undefined>>;

/** A filter of a request: its parameters, one per value. */
interface UsedFilter<F extends string> {
  name: F;
  parameters: string[];
}

/**
 * Prepares a paginated list with its total: `(db, filter, limit, offset, sort) => page`. Each combination of filters,
 * numbers of values and order has its own statements. The total is read from the counters where they cover the filters;
 * otherwise the matching rows are counted.
 */
export function listQuery<T extends SQLiteTable, F extends string, S extends string = never>(
  table: T,
  options: ListQueryOptions<F, S>,
) {
  type ListStatements = ReturnType<typeof createListStatements<T, F, S>>;
  const combinations = new Map<string, ListStatements>();
  return async (
    db: Db,
    filter: FilterValues<F>,
    limit: number,
    offset: number,
    sort?: S,
  ): Promise<ListPage<InferSelectModel<T>>> => {
    const used: UsedFilter<F>[] = [];
    const values: Record<string, string> = {};
    for (const name of Object.keys(options.filters) as F[]) {
      const value = filter[name];
      if (value === undefined) continue;
      const list: readonly string[] = typeof value === 'string' ? [value] : value;
      const parameters = list.map((_, index) => (index === 0 ? name : `${name}${index}`));
      used.push({ name, parameters });
      for (const [index, parameter] of parameters.entries()) values[parameter] = list[index] as string;
    }
    const key = `${Object.keys(values).join()} ${sort ?? ''}`;
    let list = combinations.get(key);
    if (!list) {
      list = createListStatements(table, options, used, sort);
      combinations.set(key, list);
    }
    const items = await list.selectPage(db, { ...values, limit, offset });
    return { items, total: await list.getTotal(db, values) };
  };
}

function createListStatements<T extends SQLiteTable, F extends string, S extends string>(
  table: T,
  { filters, orderBy, sorts, counter }: ListQueryOptions<F, S>,
  used: UsedFilter<F>[],
  sort: S | undefined,
) {
  const order: ListOrder = sort === undefined ? { orderBy } : (sorts?.[sort] ?? { orderBy });
  const types: ParameterTypes = {};
  for (const { name, parameters } of used) {
    const filter: SQLiteColumn | Condition = filters[name];
    for (const parameter of parameters) types[parameter] = typeof filter === 'function' ? String : filter;
  }
  const createWhere = (p: Record<string, Placeholder>) => {
    const conditions = used.map(({ name, parameters }) =>
      or(...parameters.map(parameter => createCondition(filters[name], p[parameter] as Placeholder))),
    );
    return and(...conditions, order.where);
  };
  const selectPage = statements.select(table, { ...types, limit: Number, offset: Number }, p => ({
    where: createWhere(p),
    orderBy: order.orderBy,
    limit: p.limit,
    offset: p.offset,
  }));
  const isCounted =
    counter &&
    used.every(
      ({ name, parameters }) =>
        name in counter.dimensions || (counter.scopes.includes(name) && parameters.length === 1),
    );
  const getTotal = isCounted ? sumCounters(counter, used) : countRows(table, types, createWhere);
  return { selectPage, getTotal };
}

function createCondition(filter: SQLiteColumn | Condition, value: Placeholder): SQL {
  return typeof filter === 'function' ? filter(value) : eq(filter, value);
}

function countRows(
  table: SQLiteTable,
  parameters: ParameterTypes,
  createWhere: (p: Record<string, Placeholder>) => SQL | undefined,
) {
  const count = statements.queryOne(parameters, (db, p) =>
    db.select({ total: sql<number>`count(*)` }).from(table).where(createWhere(p)),
  );
  return async (db: Db, filter: Record<string, string>): Promise<number> =>
    (await count(db, filter))?.total ?? 0;
}

/** Sums the counters of the narrowest scope among the filters: a campaign's rather than its business's. */
function sumCounters<F extends string>(
  { list, dimensions, scopes }: CounterOptions<F>,
  used: UsedFilter<F>[],
) {
  const scope = scopes.find(name => used.some(filter => filter.name === name));
  const table = scope === undefined ? installationCounters : counters;
  const counted = used.filter(({ name }) => dimensions[name]);
  const types: ParameterTypes = {};
  for (const parameter of counted.flatMap(({ parameters }) => parameters)) types[parameter] = String;
  if (scope !== undefined) types[scope] = counters.scope;
  const sum = statements.queryOne(types, (db, p) => {
    const placeholders: Record<string, Placeholder> = p;
    const conditions = counted.map(({ name, parameters }) =>
      or(
        ...parameters.map(parameter =>
          dimensions[name]?.(placeholders[parameter] as Placeholder, table.facet),
        ),
      ),
    );
    const ofScope = scope === undefined ? undefined : sql`${counters.scope} = ${placeholders[scope]}`;
    return db
      .select({ total: sql<number>`coalesce(sum(${table.total}), 0)` })
      .from(table)
      .where(and(ofScope, eq(table.list, list), ...conditions));
  });
  return async (db: Db, filter: Record<string, string>): Promise<number> =>
    (await sum(db, filter))?.total ?? 0;
}

/** The condition of a dimension that is one column's value. */
export const byDimension: Dimension = (value, facet) => sql`${facet} = ${value}`;
