import { sql } from 'drizzle-orm';
import {
  type AnySQLiteColumn,
  check,
  index,
  integer,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import { flag, id, timestamp } from '../columns.ts';
import { businesses } from './businesses.ts';

/** Ledger accounts. The balance is the sum of the account's entries, updated in the same transaction. */
export const ledgerAccounts = sqliteTable(
  'ledger_accounts',
  {
    /** Names the owner and the purpose, such as `member:mem_01…/cashback/available`. */
    id: id(),
    /** `USD` (in cents), `points` or `perk:<id>`. */
    unit: text('unit').notNull(),
    ownerId: text('owner_id').notNull(),
    businessId: text('business_id').references(() => businesses.id),
    /** Only for issuing accounts: a negative balance equals the units held in other accounts. */
    allowsNegative: flag('allows_negative').notNull(),
    balance: integer('balance').notNull().default(0),
  },
  table => [
    index('ledger_accounts_by_owner').on(table.ownerId, table.id),
    check('ledger_accounts_floor', sql`allows_negative or balance >= 0`),
  ],
);

/** Transfers between accounts. The entries of a transfer add up to zero in each unit. Triggers prevent changes. */
export const ledgerTransfers = sqliteTable(
  'ledger_transfers',
  {
    id: id(),
    kind: text('kind').notNull(),
    businessId: text('business_id').references(() => businesses.id),
    /** The cause of the transfer, unique for each kind. */
    reference: text('reference'),
    /** The transfer that this one reverses. */
    reverses: text('reverses').references((): AnySQLiteColumn => ledgerTransfers.id),
    /** The transfer of two entries that this one reverses in part. */
    partlyReverses: text('partly_reverses').references((): AnySQLiteColumn => ledgerTransfers.id),
    description: text('description'),
    requestId: text('request_id'),
    createdAt: timestamp('created_at').notNull(),
  },
  table => [
    uniqueIndex('ledger_transfers_reference')
      .on(table.kind, table.reference)
      .where(sql`reference is not null`),
    uniqueIndex('ledger_transfers_reverses').on(table.reverses).where(sql`reverses is not null`),
    index('ledger_transfers_partly_reverses')
      .on(table.partlyReverses)
      .where(sql`partly_reverses is not null`),
  ],
);

/** Changes of account balances by a transfer. Triggers prevent changes. */
export const ledgerEntries = sqliteTable(
  'ledger_entries',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    transferId: text('transfer_id')
      .notNull()
      .references(() => ledgerTransfers.id),
    accountId: text('account_id')
      .notNull()
      .references(() => ledgerAccounts.id),
    unit: text('unit').notNull(),
    amount: integer('amount').notNull(),
    balanceAfter: integer('balance_after').notNull(),
  },
  table => [
    index('ledger_entries_by_transfer').on(table.transferId),
    index('ledger_entries_by_account').on(table.accountId, table.id),
    check('ledger_entries_amount', sql`amount <> 0`),
  ],
);

export type AccountRow = typeof ledgerAccounts.$inferSelect;
export type TransferRow = typeof ledgerTransfers.$inferSelect;
export type EntryRow = typeof ledgerEntries.$inferSelect;
