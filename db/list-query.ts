import { and, eq, type InferSelectModel, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db } from './client.ts';
import type { ParameterTypes } from './parameters.ts';
import { counters, type FacetColumn, installationCounters } from './schema/counters.ts';
import * as statements from './statements.ts';

/** Creates a condition on the value of a filter. */
type Condition = (value: Placeholder) => SQL;
/** Creates a condition on the counted state from the value of a filter. */
export type Dimension = (value: Placeholder, facet: FacetColumn) => SQL;

export interface ListQueryOptions<F extends string> {
  /** Filters by name: a column that must equal the value, or a condition. */
  filters: Record<F, SQLiteColumn | Condition>;
  /** Newest first, with a unique column last. */
  orderBy: SQL[];
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

type FilterValues<F extends string> = Partial<Record<F, string | undefined>>;

/**
 * Prepares a paginated list with its total: `(db, filter, limit, offset) => page`. Each combination of filters has its
 * own statements. The total is read from the counters where they cover the filters; otherwise the matching rows are
 * counted.
 */
export function listQuery<T extends SQLiteTable, F extends string>(table: T, options: ListQueryOptions<F>) {
  type ListStatements = ReturnType<typeof createListStatements<T, F>>;
  const combinations = new Map<string, ListStatements>();
  return async (
    db: Db,
    filter: FilterValues<F>,
    limit: number,
    offset: number,
  ): Promise<ListPage<InferSelectModel<T>>> => {
    const names = (Object.keys(options.filters) as F[]).filter(name => filter[name] !== undefined);
    const key = names.join();
    let list = combinations.get(key);
    if (!list) {
      list = createListStatements(table, options, names);
      combinations.set(key, list);
    }
    const values = filter as Record<F, string>;
    const items = await list.selectPage(db, { ...values, limit, offset });
    return { items, total: await list.getTotal(db, values) };
  };
}

function createListStatements<T extends SQLiteTable, F extends string>(
  table: T,
  { filters, orderBy, counter }: ListQueryOptions<F>,
  names: F[],
) {
  const parameters: ParameterTypes = {};
  for (const name of names) {
    const filter: SQLiteColumn | Condition = filters[name];
    parameters[name] = typeof filter === 'function' ? String : filter;
  }
  const createWhere = (p: Record<string, Placeholder>) =>
    and(...names.map(name => createCondition(filters[name], p[name] as Placeholder)));
  const selectPage = statements.select(table, { ...parameters, limit: Number, offset: Number }, p => ({
    where: createWhere(p),
    orderBy,
    limit: p.limit,
    offset: p.offset,
  }));
  const isCounted =
    counter && names.every(name => name in counter.dimensions || counter.scopes.includes(name));
  const getTotal = isCounted ? sumCounters(counter, names) : countRows(table, parameters, createWhere);
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
function sumCounters<F extends string>({ list, dimensions, scopes }: CounterOptions<F>, names: F[]) {
  const scope = scopes.find(name => names.includes(name));
  const table = scope === undefined ? installationCounters : counters;
  const dimensionNames = names.filter(name => dimensions[name]);
  const parameters: ParameterTypes = Object.fromEntries(dimensionNames.map(name => [name, String]));
  if (scope !== undefined) parameters[scope] = counters.scope;
  const sum = statements.queryOne(parameters, (db, p) => {
    const placeholders: Record<string, Placeholder> = p;
    const conditions = dimensionNames.map(name =>
      dimensions[name]?.(placeholders[name] as Placeholder, table.facet),
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
