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
import { finder, inserter, selector } from '../../db/statements.ts';
import type { Posting } from './rules.ts';

const accountById = finder(ledgerAccounts, db =>
  db
    .select()
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.id, sql.placeholder('id'))),
);

export function findAccount(db: Db, id: string): AccountRow | undefined {
  return accountById(db, { id });
}

export const insertAccount = inserter(ledgerAccounts);
export const insertTransfer = inserter(ledgerTransfers);
const insertEntry = inserter(ledgerEntries);

const ofOwner = selector(ledgerAccounts, db =>
  db
    .select()
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.ownerId, sql.placeholder('ownerId')))
    .limit(sql.placeholder('limit')),
);

export function listAccounts(db: Db, ownerId: string, limit: number): AccountRow[] {
  return ofOwner(db, { ownerId, limit });
}

/** Adds to a balance unless that leaves it below its floor. */
const move = prepared((db: Db) =>
  db
    .update(ledgerAccounts)
    .set({ balance: sql`${ledgerAccounts.balance} + ${sql.placeholder('amount')}` })
    .where(
      and(
        eq(ledgerAccounts.id, sql.placeholder('accountId')),
        eq(ledgerAccounts.unit, sql.placeholder('unit')),
        sql`(${ledgerAccounts.allowsNegative} or ${ledgerAccounts.balance} + ${sql.placeholder('amount')} >= 0)`,
      ),
    )
    .returning({ balance: ledgerAccounts.balance })
    .prepare(),
);

/**
 * Writes one entry and the balance that it leaves.
 * @returns undefined, with nothing written, when the account has too little (or is of another unit).
 */
export function insertMove(db: Db, transferId: string, posting: Posting): EntryRow | undefined {
  const { accountId, unit, amount } = posting;
  const moved = move(db).get({ accountId, unit, amount });
  // Null, not absent: SQLite numbers the entry.
  const numbered = { id: null as unknown as number };
  return (
    moved &&
    insertEntry(db, { ...numbered, transferId, accountId, unit, amount, balanceAfter: moved.balance })
  );
}

const transferById = finder(ledgerTransfers, db =>
  db
    .select()
    .from(ledgerTransfers)
    .where(eq(ledgerTransfers.id, sql.placeholder('id'))),
);

export function findTransfer(db: Db, id: string): TransferRow | undefined {
  return transferById(db, { id });
}

const transferByReference = finder(ledgerTransfers, db =>
  db
    .select()
    .from(ledgerTransfers)
    .where(
      and(
        eq(ledgerTransfers.kind, sql.placeholder('kind')),
        eq(ledgerTransfers.reference, sql.placeholder('reference')),
      ),
    ),
);

export function findByReference(db: Db, kind: string, reference: string): TransferRow | undefined {
  return transferByReference(db, { kind, reference });
}

const reversalOf = finder(ledgerTransfers, db =>
  db
    .select()
    .from(ledgerTransfers)
    .where(eq(ledgerTransfers.reverses, sql.placeholder('id'))),
);

export function findReversal(db: Db, transferId: string): TransferRow | undefined {
  return reversalOf(db, { id: transferId });
}

const ofTransfer = selector(ledgerEntries, db =>
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

/** The entries of an account with what caused them, newest first. */
export function listLines(db: Db, accountId: string, limit: number, offset: number) {
  return lines(db).all({ accountId, limit, offset });
}
