import { sql } from 'drizzle-orm';
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { cents, currency, flag, id, json, oneOf, oneOfCheck, timestamp } from '../columns.ts';
import { IMPORT_FORMATS, IMPORT_KINDS, IMPORT_STATUSES } from '../enums.ts';
import { businesses } from './businesses.ts';
import { ledgerTransfers } from './ledger.ts';
import { cashbacks, members, programs } from './programs.ts';

/** Files from other systems that were imported or checked. */
export const imports = sqliteTable(
  'imports',
  {
    id: id(),
    programId: text('program_id')
      .notNull()
      .references(() => programs.id, { onDelete: 'cascade' }),
    businessId: text('business_id')
      .notNull()
      .references(() => businesses.id),
    kind: oneOf('kind', IMPORT_KINDS).notNull(),
    /** The system whose header row was recognized. */
    format: oneOf('format', IMPORT_FORMATS).notNull(),
    status: oneOf('status', IMPORT_STATUSES).notNull(),
    /** Whether the rows were only checked. */
    isDryRun: flag('is_dry_run').notNull(),
    /** The field of each used column, by its name in the file. */
    mapping: json<Record<string, string>>('mapping').notNull(),
    sizeBytes: integer('size_bytes').notNull(),
    readBytes: integer('read_bytes').notNull().default(0),
    rowCount: integer('row_count').notNull().default(0),
    createdCount: integer('created_count').notNull().default(0),
    updatedCount: integer('updated_count').notNull().default(0),
    unchangedCount: integer('unchanged_count').notNull().default(0),
    failedCount: integer('failed_count').notNull().default(0),
    /** The first rejected rows. */
    errors: json<{ line: number; column: string | null; issue: string }[]>('errors').notNull(),
    currency: currency(),
    /** Opening balances that were added. */
    points: integer('points').notNull().default(0),
    visits: integer('visits').notNull().default(0),
    cashbackCents: cents('cashback_cents').notNull().default(0),
    spendCents: cents('spend_cents').notNull().default(0),
    rewards: integer('rewards').notNull().default(0),
    /** Members that an undo left as they are, because they had acted. */
    keptCount: integer('kept_count').notNull().default(0),
    actorKind: text('actor_kind').notNull(),
    actorId: text('actor_id').notNull(),
    createdAt: timestamp('created_at').notNull(),
    /** The time of the latest progress. */
    updatedAt: timestamp('updated_at').notNull(),
    completedAt: timestamp('completed_at'),
    undoneAt: timestamp('undone_at'),
  },
  table => [
    index('imports_by_business').on(table.businessId, table.createdAt, table.id),
    index('imports_by_program').on(table.programId, table.createdAt, table.id),
    index('imports_by_creation').on(table.createdAt, table.id),
    oneOfCheck('imports_kind', table.kind, IMPORT_KINDS),
    oneOfCheck('imports_format', table.format, IMPORT_FORMATS),
    oneOfCheck('imports_status', table.status, IMPORT_STATUSES),
  ],
);

/** The changes of an import, by member, so that they can be undone exactly; deleted by the undo. */
export const importedMembers = sqliteTable(
  'imported_members',
  {
    importId: text('import_id')
      .notNull()
      .references(() => imports.id),
    memberKey: text('member_key')
      .notNull()
      .references(() => members.id),
    line: integer('line').notNull(),
    isCreated: flag('is_created').notNull(),
    /** Opening balances. */
    points: integer('points').notNull(),
    visits: integer('visits').notNull(),
    cashbackCents: cents('cashback_cents').notNull(),
    spendCents: cents('spend_cents').notNull().default(0),
    /** The last visit, if the member had none. */
    lastVisitAt: timestamp('last_visit_at'),
    /** The rewards that were issued. */
    rewardIds: json<string[]>('reward_ids').notNull().default([]),
    pointsTransferId: text('points_transfer_id').references(() => ledgerTransfers.id),
    cashbackId: text('cashback_id').references(() => cashbacks.id),
    cashbackTransferId: text('cashback_transfer_id').references(() => ledgerTransfers.id),
    /** The previous values of an existing member. */
    before: json<ImportedBefore | null>('before'),
    /** A hash of the member's values after the import, to recognize members who have acted since. */
    state: text('state').notNull(),
  },
  table => [
    primaryKey({ columns: [table.importId, table.memberKey] }),
    index('imported_members_by_member').on(table.memberKey),
    index('imported_members_by_cashback').on(table.cashbackId).where(sql`cashback_id is not null`),
    check('imported_members_amounts', sql`points >= 0 and visits >= 0 and cashback_cents >= 0`),
  ],
);

export interface ImportedBefore {
  /** Fields that were empty. */
  filled: ('name' | 'email' | 'phone')[];
  tier: string | null;
  /** The states of goals that the import changed; null where there was none. */
  goals: {
    goalId: string;
    state: { completions: number; baseline: number; consumed: number; completedAt: string } | null;
  }[];
}

export type ImportRow = typeof imports.$inferSelect;
export type ImportedMemberRow = typeof importedMembers.$inferSelect;
