import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { json } from '../columns.ts';

/** The reference data of seed/, one row per entry, so that queries and backups include it. */
export const referenceEntries = sqliteTable(
  'reference_entries',
  {
    /** The file: actions, benchmarks, pricing, legal, sources. */
    kind: text('kind').notNull(),
    id: text('id').notNull(),
    position: integer('position').notNull(),
    document: json<unknown>('document').notNull(),
  },
  table => [primaryKey({ columns: [table.kind, table.id] })],
);

/** Facts about this installation, such as the hash of the seeded reference data. */
export const facts = sqliteTable('facts', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});
