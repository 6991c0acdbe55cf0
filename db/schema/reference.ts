import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { id, json, timestamp } from '../columns.ts';

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

/** Signed bundles of reference data that were applied. The newest that was not undone is in use. */
export const referenceBundles = sqliteTable(
  'reference_bundles',
  {
    id: id(),
    keyId: text('key_id').notNull(),
    issuedAt: timestamp('issued_at').notNull(),
    notes: text('notes').notNull(),
    /** The hash of the complete data: that of the bundle, and the built-in files that it leaves out. */
    hash: text('hash').notNull(),
    /** The signed text of the bundle. */
    payload: text('payload').notNull(),
    appliedAt: timestamp('applied_at').notNull(),
    undoneAt: timestamp('undone_at'),
  },
  table => [index('reference_bundles_by_time').on(table.appliedAt, table.id)],
);

export type ReferenceBundleRow = typeof referenceBundles.$inferSelect;
