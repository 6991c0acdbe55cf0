import { and, eq, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db } from './client.ts';
import { type CounterOptions, toConditions, toTypes, type UsedFilter, type Values } from './list-filter.ts';
import type { ParameterTypes } from './parameters.ts';
import { counters, installationCounters } from './schema/counters.ts';
import * as statements from './statements.ts';

/** Returns the total of a list for the values of its filters. */
export type GetTotal = (db: Db, values: Values) => Promise<number>;

/** Prepares the total of a list, from its counters if they cover the filters. */
export function createTotal<F extends string>(
  table: SQLiteTable,
  used: UsedFilter[],
  where: SQL | undefined,
  counter: CounterOptions<F> | undefined,
): GetTotal {
  const isCounted =
    counter &&
    used.every(
      ({ name, parameters }) =>
        name in counter.dimensions ||
        ((counter.scopes as readonly string[]).includes(name) && parameters.length === 1),
    );
  return isCounted ? sumCounters(counter, used) : countRows(table, used, where);
}

function countRows(table: SQLiteTable, used: UsedFilter[], where: SQL | undefined): GetTotal {
  const count = statements.queryOne(toTypes(used), (db, p) =>
    db
      .select({ total: sql<number>`count(*)` })
      .from(table)
      .where(and(...toConditions(used, p), where)),
  );
  return async (db, values) => (await count(db, values))?.total ?? 0;
}

/** Sums the counters of the narrowest scope among the filters: a campaign's rather than its business's. */
function sumCounters({ list, dimensions, scopes }: CounterOptions<string>, used: UsedFilter[]): GetTotal {
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
  return async (db, values) => (await sum(db, values))?.total ?? 0;
}
