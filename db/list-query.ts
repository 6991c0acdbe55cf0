import { and, eq, type InferSelectModel, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type Db, prepared } from './client.ts';
import { counters } from './schema/counters.ts';
import * as statements from './statements.ts';

type Value = string | undefined;

export type Placeholder = ReturnType<typeof sql.placeholder>;
type Condition = (value: Placeholder) => SQL;

export interface ListQueryOptions<F extends string> {
  /** The filters by name: a column for equality, or a condition of its own on the value. */
  filters: Record<F, SQLiteColumn | Condition>;
  /** Newest first, with the id as tie-break. */
  order: SQL[];
  /** Totals that triggers keep (db/schema/tallies.ts): used when its facets and scopes are all that is asked. */
  counter?: CounterOptions<NoInfer<F>>;
}

interface CounterOptions<F extends string> {
  list: string;
  /** Filters by what is counted apart (state, status, type), as conditions on `tallies.facet`. */
  dimensions: Partial<Record<F, Condition>>;
  /** Filters by whose records are counted, the narrowest first; none asked for is the whole installation. */
  scopes: readonly F[];
}

export interface Listed<T> {
  items: T[];
  total: number;
}

/**
 * A list with its total: one prepared statement a combination of filters, and the same conditions for items and
 * total. A total comes from the tallies where they know it; only a filter beyond them counts the rows it finds.
 */
export function listQuery<T extends SQLiteTable, F extends string>(table: T, options: ListQueryOptions<F>) {
  type Statements = ReturnType<typeof statementsFor<T, F>>;
  const shapes = new Map<string, Statements>();
  return (
    db: Db,
    filter: Partial<Record<F, Value>>,
    limit: number,
    offset: number,
  ): Listed<InferSelectModel<T>> => {
    const names = (Object.keys(options.filters) as F[]).filter(name => filter[name] !== undefined);
    const shape = names.join();
    let statements = shapes.get(shape);
    if (!statements) {
      statements = statementsFor(table, options, names);
      shapes.set(shape, statements);
    }
    const items = statements.items(db, { ...filter, limit, offset });
    return { items, total: statements.total(db, filter) };
  };
}

function statementsFor<T extends SQLiteTable, F extends string>(
  table: T,
  options: ListQueryOptions<F>,
  names: F[],
) {
  const where = and(...names.map(name => conditionOf(options.filters[name], name)));
  const items = statements.select(table, db =>
    db
      .select()
      .from(table as SQLiteTable)
      .where(where)
      .orderBy(...options.order)
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset')),
  );
  const { counter } = options;
  const isTallied =
    counter && names.every(name => name in counter.dimensions || counter.scopes.includes(name));
  return { items, total: isTallied ? tallied(counter, names) : counted(table, where) };
}

function conditionOf<F extends string>(filter: ListQueryOptions<F>['filters'][F], name: string): SQL {
  const value = sql.placeholder(name);
  return typeof filter === 'function' ? filter(value) : eq(filter, value);
}

function counted(table: SQLiteTable, where: SQL | undefined) {
  const statement = prepared((db: Db) =>
    db.select({ total: sql<number>`count(*)` }).from(table).where(where).prepare(),
  );
  return (db: Db, filter: object): number => statement(db).get({ ...filter })?.total ?? 0;
}

/** The narrowest scope that is asked for decides: a campaign's own tally before its business's. */
function tallied<F extends string>({ list, dimensions, scopes }: CounterOptions<F>, names: F[]) {
  const scope = scopes.find(name => names.includes(name));
  const conditions = names.flatMap(name => dimensions[name]?.(sql.placeholder(name)) ?? []);
  const ofScope = eq(counters.scope, sql.placeholder('scope'));
  const statement = prepared((db: Db) =>
    db
      .select({ total: sql<number>`coalesce(sum(${counters.total}), 0)` })
      .from(counters)
      .where(and(ofScope, eq(counters.list, list), ...conditions))
      .prepare(),
  );
  return (db: Db, filter: Partial<Record<F, Value>>): number =>
    statement(db).get({ ...filter, scope: scope ? filter[scope] : '*' })?.total ?? 0;
}

/** The facet of a tally that is one column's value. */
export const byDimension: Condition = value => eq(counters.facet, value);
