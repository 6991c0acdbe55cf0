import {
  and,
  asc,
  Column,
  desc,
  eq,
  type InferSelectModel,
  is,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { invalid } from '../src/errors.ts';
import { toUtc } from '../src/platform/clock.ts';
import { type Page, type RecordQuery, TIME_SORTS, toPage } from '../src/platform/page.ts';
import type { Db } from './client.ts';
import { type Position, readSlice, type Slice } from './list-cursor.ts';
import {
  type CounterOptions,
  type EitherColumn,
  type Filter,
  type FilterValues,
  isEither,
  type Placeholders,
  toConditions,
  toTypes,
  type UsedFilter,
  type Values,
} from './list-filter.ts';
import { createTotal, type GetTotal } from './list-total.ts';
import type { ParameterTypes } from './parameters.ts';
import * as statements from './statements.ts';

type SortKey = SQLiteColumn | SQL;

/** An order of a list: columns, the last of them unique, and one direction for all of them. */
interface ListOrder {
  by: SortKey[];
  direction: 'asc' | 'desc';
  /** A condition that the filters of the request imply; it lets the order use a partial index. */
  where?: SQL;
}

interface ListQueryOptions<F extends string, S extends string = never> {
  /** Filters by name: a column that must equal the value, or a condition. A filter with several values matches any. */
  filters: Record<F, Filter>;
  /** Filters that no record leaves: a cursor must match them. */
  owners: readonly NoInfer<F>[];
  /** A condition of the list itself. */
  where?: SQL;
  /** The columns of the default order, newest first, the last of them unique. */
  newestFirst: SortKey[];
  /** The time of `createdFrom` and `createdTo`. */
  createdAt?: SQLiteColumn;
  /** Orders besides `createdAt` and `-createdAt`, by the value of the parameter `sort`. */
  sorts?: Record<S, ListOrder>;
  /** The stored totals of the list, used when they cover all filters of a request. */
  counter?: CounterOptions<NoInfer<F>>;
  /** Another way to find the total when a request has no other filters than `totalOf`. */
  getTotal?: GetTotal;
  /** The filters that `getTotal` covers; the owners by default. */
  totalOf?: readonly NoInfer<F>[];
}

/** Filters of a request with the values of their parameters. */
interface Request {
  used: UsedFilter[];
  values: Values;
}

const [NEWEST_FIRST, OLDEST_FIRST] = TIME_SORTS;
/** The filters that every list has. */
const RANGE = ['createdFrom', 'createdTo'] as const;

/**
 * Prepares a list of records: `(db, filter, query) => page`. A page is found by its number or by a cursor. Each
 * combination of filters, numbers of values and order has its own statements. The total is read from the counters where
 * they cover the filters; otherwise the matching rows are counted, also by `count(db, filter)`.
 */
export function listQuery<T extends SQLiteTable, F extends string, S extends string = never>(
  table: T,
  options: ListQueryOptions<F, S>,
) {
  const toRequest = createRequestReader(table, options);
  const slices = cached((request, sort: string | undefined, shape: Shape) =>
    createSliceStatement(table, request.used, getOrder(options, sort), shape, options.where),
  );
  const positions = cached(({ used }, sort: string | undefined) =>
    createPositionStatement(table, used, getOrder(options, sort)),
  );
  const isOwner = ({ name }: UsedFilter) => (options.owners as readonly string[]).includes(name);
  const covered: readonly string[] = options.totalOf ?? options.owners;
  const totals = cached(({ used }, sort: string | undefined) =>
    options.getTotal && used.every(({ name }) => covered.includes(name))
      ? options.getTotal
      : createTotal(table, used, and(options.where, getOrder(options, sort).where), options.counter),
  );
  const count = async (db: Db, filter: FilterValues<F>): Promise<number> => {
    const request = toRequest(filter, {});
    return await totals(request, undefined)(db, request.values);
  };
  const list = async (
    db: Db,
    filter: FilterValues<F>,
    query: RecordQuery<S>,
  ): Promise<Page<InferSelectModel<T>>> => {
    const request = toRequest(filter, query);
    const sort = query.sort === NEWEST_FIRST ? undefined : query.sort;
    const owners = request.used.filter(isOwner);
    const { items, ...neighbors } = await readSlice<InferSelectModel<T> & object>(
      {
        findPosition: id => positions({ ...request, used: owners }, sort)(db, id, request.values),
        read: slice =>
          slices(
            request,
            sort,
            toShape(slice),
          )(db, {
            ...request.values,
            ...slice.position,
            limit: slice.limit,
            offset: slice.offset,
          }),
      },
      query,
    );
    return toPage(items, await totals(request, sort)(db, request.values), query, neighbors);
  };
  return Object.assign(list, { count });
}

/** Caches what is prepared for a combination of filters, order and shape. */
function cached<A extends (string | undefined)[], R>(create: (request: Request, ...rest: A) => R) {
  const known = new Map<string, R>();
  return (request: Request, ...rest: A): R => {
    const key = [...request.used.flatMap(({ parameters }) => parameters), ...rest].join();
    let found = known.get(key);
    if (found === undefined) {
      found = create(request, ...rest);
      known.set(key, found);
    }
    return found;
  };
}

function createRequestReader<F extends string>(
  table: SQLiteTable & { createdAt?: SQLiteColumn },
  { filters, createdAt = table.createdAt }: ListQueryOptions<F, string>,
) {
  const range = createdAt && {
    createdFrom: (from: Placeholder) => sql`${createdAt} >= ${from}`,
    createdTo: (to: Placeholder) => sql`${createdAt} < ${to}`,
  };
  const all: [string, Filter][] = Object.entries({ ...filters, ...range });
  return (filter: FilterValues<F>, query: Pick<RecordQuery, (typeof RANGE)[number]>): Request => {
    const given: FilterValues<string> = { ...filter, ...readRange(query) };
    const used: UsedFilter[] = [];
    const values: Values = {};
    for (const [name, condition] of all) {
      const value = given[name];
      if (value === undefined) continue;
      const several: readonly string[] = typeof value === 'string' ? [value] : value;
      const parameters = several.map((_, index) => (index === 0 ? name : `${name}${index}`));
      used.push({ name, filter: condition, parameters });
      for (const [index, parameter] of parameters.entries()) values[parameter] = several[index] as string;
    }
    return { used, values };
  };
}

/** @throws VALIDATION_ERROR for a period that ends before it begins */
function readRange(query: Pick<RecordQuery, (typeof RANGE)[number]>) {
  const createdFrom = toUtc(query.createdFrom) ?? undefined;
  const createdTo = toUtc(query.createdTo) ?? undefined;
  if (createdFrom !== undefined && createdTo !== undefined && createdFrom >= createdTo)
    throw invalid('createdTo', 'must be after createdFrom', 'conflict');
  return { createdFrom, createdTo };
}

function getOrder(
  { newestFirst, sorts }: ListQueryOptions<string, string>,
  sort: string | undefined,
): ListOrder {
  if (sort === OLDEST_FIRST) return { by: newestFirst, direction: 'asc' };
  return (sort === undefined ? undefined : sorts?.[sort]) ?? { by: newestFirst, direction: 'desc' };
}

/** The direction of a slice, and its comparison with the position. */
type Shape = `${'forward' | 'backward'} ${'' | '<' | '<='}`;

function toShape({ position, isBackward, isInclusive }: Slice): Shape {
  return `${isBackward ? 'backward' : 'forward'} ${position ? (isInclusive ? '<=' : '<') : ''}`;
}

function createSliceStatement<T extends SQLiteTable>(
  table: T,
  used: UsedFilter[],
  { by, direction, where: ofOrder }: ListOrder,
  shape: Shape,
  where: SQL | undefined,
) {
  const [towards, comparison] = shape.split(' ') as [string, string];
  const isAscending = (direction === 'asc') !== (towards === 'backward');
  const keys = comparison === '' ? [] : by.map((column, index) => ({ name: `position${index}`, column }));
  const types: ParameterTypes = { ...toTypes(used), limit: Number, offset: Number };
  for (const { name, column } of keys) types[name] = is(column, Column) ? column : String;
  const orderBy = by.map(column => (isAscending ? asc(column) : desc(column)));
  const operator = sql.raw(isAscending ? comparison.replace('<', '>') : comparison);
  return statements.select(table, types, (p: Placeholders) => {
    const beyond =
      keys.length > 0 && sql`${tuple(by)} ${operator} ${tuple(keys.map(({ name }) => sql`${p[name]}`))}`;
    const rest = [where, ofOrder, beyond || undefined];
    const merged = used.find(({ filter }) => isEither(filter));
    if (merged) {
      const others = used.filter(each => each !== merged);
      const isFound = mergeColumns(
        table,
        merged,
        by[0] as SQLiteColumn,
        and(...toConditions(others, p), ...rest),
        isAscending,
        p,
      );
      return { where: isFound, orderBy };
    }
    return { where: and(...toConditions(used, p), ...rest), orderBy, limit: p.limit, offset: p.offset };
  }) as (db: Db, values: Record<string, unknown>) => Promise<InferSelectModel<T>[]>;
}

/** Compares several columns as a row, of which one index serves all. */
function tuple(columns: SortKey[]): SQL {
  return columns.length === 1 ? sql`${columns[0]}` : sql`(${sql.join(columns, sql`, `)})`;
}

/**
 * Reads the rows of each column by its own index and merges them. Selecting the page of keys first lets SQLite read the
 * rows in order without sorting.
 */
function mergeColumns(
  table: SQLiteTable,
  { filter, parameters }: UsedFilter,
  key: SQLiteColumn,
  rest: SQL | undefined,
  isAscending: boolean,
  p: Placeholders,
): SQL {
  const name = sql.identifier(key.name);
  const value = p[parameters[0] as string];
  const sides = (filter as EitherColumn).either.map(
    column => sql`select ${name} from ${table} where ${and(sql`${column} = ${value}`, rest)}`,
  );
  return sql`${key} in (${sql.join(sides, sql` union all `)}
    order by ${name} ${sql.raw(isAscending ? 'asc' : 'desc')} limit ${p.limit} offset ${p.offset})`;
}

/** Prepares the search for a record's place in an order: undefined if it has none, or belongs to another owner. */
function createPositionStatement(table: SQLiteTable, owners: UsedFilter[], { by }: ListOrder) {
  const { id } = table as SQLiteTable & { id: SQLiteColumn };
  const keys = by.map(
    (column, index) => [`position${index}`, sql`${column}`.as(`position${index}`)] as const,
  );
  const find = statements.queryOne({ ...toTypes(owners), cursor: id }, (db, p) =>
    db
      .select(Object.fromEntries(keys))
      .from(table)
      .where(and(eq(id, p.cursor), ...toConditions(owners, p))),
  );
  return async (db: Db, cursor: string, values: Values): Promise<Position | undefined> => {
    const isNumber = id.dataType === 'number';
    if (isNumber && !/^\d{1,15}$/.test(cursor)) return undefined;
    const found = (await find(db, { ...values, cursor: isNumber ? Number(cursor) : cursor })) as
      | Position
      | undefined;
    return found && Object.values(found).every(value => value !== null) ? found : undefined;
  };
}
