import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { members } from './programs.ts';

/**
 * The texts by whose beginning a member is found, in the form of src/platform/search-terms.ts. Written in the
 * transaction that changes the member.
 */
export const memberTerms = sqliteTable(
  'member_terms',
  {
    memberKey: text('member_key')
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    term: text('term').notNull(),
    programId: text('program_id').notNull(),
    businessId: text('business_id').notNull(),
  },
  table => [
    primaryKey({ columns: [table.memberKey, table.term] }),
    index('member_terms_by_program').on(table.programId, table.term, table.memberKey),
    index('member_terms_by_business').on(table.businessId, table.term, table.memberKey),
  ],
);
