import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { json } from '../columns.ts';

/** The reference data of seed/ as rows, one an entry, so that queries and backups have it too. */
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

/** Single facts about this installation, such as the hash of the reference data that was seeded. */
export const facts = sqliteTable('facts', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});
