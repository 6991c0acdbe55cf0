import { and, desc, eq, sql } from 'drizzle-orm';
import { type Db, prepared } from '../../db/client.ts';
import {
  type AccountRow,
  type EntryRow,
  ledgerAccounts,
  ledgerEntries,
  ledgerTransfers,
  type TransferRow,
} from '../../db/schema/ledger.ts';
import * as statements from '../../db/statements.ts';
import { MAX_BALANCE, type Posting } from './rules.ts';

export const findAccount = statements.findById(ledgerAccounts);

export const insertAccount = statements.insert(ledgerAccounts);

const appendTransfer = statements.query<string>(db =>
  db
    .insert(ledgerTransfers)
    .values({
      id: sql.placeholder('id'),
      kind: sql.placeholder('kind'),
      businessId: sql.placeholder('businessId'),
      reference: sql.placeholder('reference'),
      reverses: sql.placeholder('reverses'),
      description: sql.placeholder('description'),
      requestId: sql.placeholder('requestId'),
      createdAt: sql.placeholder('createdAt'),
    })
    .onConflictDoNothing()
    .returning({ id: ledgerTransfers.id }),
);

/** @returns false without writing if its kind already used the reference or reversed the transfer */
export function insertTransfer(db: Db, transfer: TransferRow): boolean {
  return appendTransfer(db, { ...transfer }).length > 0;
}

const ofOwner = statements.select(ledgerAccounts, db =>
  db
    .select()
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.ownerId, sql.placeholder('ownerId')))
    .limit(sql.placeholder('limit')),
);

export function listAccounts(db: Db, ownerId: string, limit: number): AccountRow[] {
  return ofOwner(db, { ownerId, limit });
}

/** Adds to a balance unless the result would be below its floor or out of bounds. */
const move = statements.query<number>(db =>
  db
    .update(ledgerAccounts)
    .set({ balance: sql`${ledgerAccounts.balance} + ${sql.placeholder('amount')}` })
    .where(
      and(
        eq(ledgerAccounts.id, sql.placeholder('accountId')),
        eq(ledgerAccounts.unit, sql.placeholder('unit')),
        sql`${ledgerAccounts.balance} + ${sql.placeholder('amount')}
          between (case when ${ledgerAccounts.allowsNegative} then ${-MAX_BALANCE} else 0 end) and ${MAX_BALANCE}`,
      ),
    )
    .returning({ balance: ledgerAccounts.balance }),
);

/** @returns the new balance; undefined without writing if the account does not accept the amount */
export function moveBalance(db: Db, { accountId, unit, amount }: Posting): number | undefined {
  return move(db, { accountId, unit, amount })[0];
}

/** SQLite numbers the entries in order. */
export const insertEntries = statements.insertMany(ledgerEntries);

export const findTransfer = statements.findById(ledgerTransfers);

const reversalOf = statements.selectOne(ledgerTransfers, db =>
  db
    .select()
    .from(ledgerTransfers)
    .where(eq(ledgerTransfers.reverses, sql.placeholder('id'))),
);

export function findReversal(db: Db, transferId: string): TransferRow | undefined {
  return reversalOf(db, { id: transferId });
}

const ofTransfer = statements.select(ledgerEntries, db =>
  db
    .select()
    .from(ledgerEntries)
    .where(eq(ledgerEntries.transferId, sql.placeholder('transferId')))
    .orderBy(ledgerEntries.id),
);

export function listEntries(db: Db, transferId: string): EntryRow[] {
  return ofTransfer(db, { transferId });
}

const lines = prepared((db: Db) =>
  db
    .select({
      transferId: ledgerEntries.transferId,
      kind: ledgerTransfers.kind,
      reference: ledgerTransfers.reference,
      reverses: ledgerTransfers.reverses,
      description: ledgerTransfers.description,
      amount: ledgerEntries.amount,
      balanceAfter: ledgerEntries.balanceAfter,
      createdAt: ledgerTransfers.createdAt,
    })
    .from(ledgerEntries)
    .innerJoin(ledgerTransfers, eq(ledgerTransfers.id, ledgerEntries.transferId))
    .where(eq(ledgerEntries.accountId, sql.placeholder('accountId')))
    .orderBy(desc(ledgerEntries.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare(),
);

/** Lists the entries of an account with their causes, newest first. */
export function listLines(db: Db, accountId: string, limit: number, offset: number) {
  return lines(db).all({ accountId, limit, offset });
}
