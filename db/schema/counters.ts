import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * How many rows each list holds, kept by triggers, so that a total never counts rows one by one.
 * `scope` is a business id, a campaign id, or `*` for the installation; `facet` is the state, status or type counted.
 */
export const counters = sqliteTable(
  'tallies',
  {
    scope: text('scope').notNull(),
    list: text('list').notNull(),
    facet: text('facet').notNull(),
    total: integer('total').notNull(),
  },
  table => [primaryKey({ columns: [table.scope, table.list, table.facet] })],
);
