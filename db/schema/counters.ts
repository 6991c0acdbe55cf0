import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * The number of rows of each list, maintained by triggers, so that a total need not count rows.
 * `scope` is an owner ID, such as a business or campaign, or `*` for the installation. `facet` is the counted state,
 * status or type.
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
