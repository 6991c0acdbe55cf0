import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * The number of rows of each list by owner, maintained by triggers, so that a total need not count rows. `scope` is an
 * owner ID, such as a business or campaign. `facet` is the counted state, status or type.
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

/**
 * The same for the whole installation, as the sum over up to 32 slots: the last character of the owner's ID. With one
 * row instead, the writes of all businesses would wait for each other on engines that lock rows.
 */
export const installationCounters = sqliteTable(
  'installation_counters',
  {
    list: text('list').notNull(),
    facet: text('facet').notNull(),
    slot: text('slot').notNull(),
    total: integer('total').notNull(),
  },
  table => [primaryKey({ columns: [table.list, table.facet, table.slot] })],
);

/** The column of counted states in either table. */
export type FacetColumn = typeof counters.facet | typeof installationCounters.facet;
