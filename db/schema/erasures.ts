import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { oneOf, oneOfCheck, timestamp } from '../columns.ts';
import { ERASURE_KINDS } from '../enums.ts';

/**
 * The people and memberships whose personal data was erased, without any of it. A copy beside the database survives the
 * restore of an older backup, in which their data is erased again.
 */
export const erasures = sqliteTable(
  'erasures',
  {
    /** The ID of the user, or of the membership (not its reference). */
    id: text('id').primaryKey(),
    kind: oneOf('kind', ERASURE_KINDS).notNull(),
    erasedAt: timestamp('erased_at').notNull(),
  },
  table => [oneOfCheck('erasures_kind', table.kind, ERASURE_KINDS)],
);

export type ErasureRow = typeof erasures.$inferSelect;
