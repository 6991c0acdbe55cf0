import { index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import { id, json, oneOf, oneOfCheck, timestamp } from '../columns.ts';
import { LINK_CREATORS } from '../enums.ts';
import { businesses } from './businesses.ts';

/** Links that answer a list as CSV without another credential, for spreadsheets. A revoked link is deleted. */
export const exportLinks = sqliteTable(
  'export_links',
  {
    id: id(),
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    operationId: text('operation_id').notNull(),
    /** The parameters of the list, those of its path included. */
    query: json<Record<string, string>>('query').notNull(),
    /** SHA-256 of the secret in the URL. */
    hash: text('hash').notNull(),
    /** The last characters of the secret. */
    last4: text('last4').notNull(),
    createdAt: timestamp('created_at').notNull(),
    creatorKind: oneOf('creator_kind', LINK_CREATORS).notNull(),
    /** The user or key whose rights the link has. Not a foreign key, because the creator may be deleted. */
    createdBy: text('created_by').notNull(),
    lastUsedAt: timestamp('last_used_at'),
  },
  table => [
    uniqueIndex('export_links_hash').on(table.hash),
    index('export_links_by_business').on(table.businessId, table.createdAt, table.id),
    oneOfCheck('export_links_creator_kind', table.creatorKind, LINK_CREATORS),
  ],
);

export type ExportLinkRow = typeof exportLinks.$inferSelect;
