import { and, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { type AccountRow, ledgerAccounts, ledgerEntries, ledgerTransfers } from '../../db/schema/ledger.ts';
import * as statements from '../../db/statements.ts';
import { MAX_BALANCE, type Posting } from './rules.ts';

export const findAccount = statements.findBy(ledgerAccounts, ['id']);

export const insertAccount = statements.insert(ledgerAccounts);

/** @returns false without writing if its kind already used the reference or reversed the transfer */
export const insertTransfer = statements.insertIfNew(ledgerTransfers);

export const listAccounts = statements.select(
  ledgerAccounts,
  { ownerId: ledgerAccounts.ownerId, limit: Number },
  p => ({
    where: eq(ledgerAccounts.ownerId, p.ownerId),
    limit: p.limit,
  }),
);

/** Adds to a balance unless the result would be below its floor or out of bounds. */
const updateBalance = statements.queryOne(
  { amount: ledgerAccounts.balance, accountId: ledgerAccounts.id, unit: ledgerAccounts.unit },
  (db, p) =>
    db
      .update(ledgerAccounts)
      .set({ balance: sql`${ledgerAccounts.balance} + ${p.amount}` })
      .where(
        and(
          eq(ledgerAccounts.id, p.accountId),
          eq(ledgerAccounts.unit, p.unit),
          sql`${ledgerAccounts.balance} + ${p.amount}
          between (case when ${ledgerAccounts.allowsNegative} = 1 then ${-MAX_BALANCE} else 0 end) and ${MAX_BALANCE}`,
        ),
      )
      .returning({ balance: ledgerAccounts.balance }),
);

/** @returns the new balance; undefined without writing if the account does not accept the amount */
export async function moveBalance(db: Db, { accountId, unit, amount }: Posting): Promise<number | undefined> {
  return (await updateBalance(db, { accountId, unit, amount }))?.balance;
}

export const insertAccounts = statements.insertMany(ledgerAccounts);
export const insertTransfers = statements.insertMany(ledgerTransfers);
/** Replaces balances that were read in the same transaction. */
export const setBalances = statements.updateMany(ledgerAccounts, ['balance']);

export async function listByIds(db: Db, ids: readonly string[]): Promise<AccountRow[]> {
  return await db
    .select()
    .from(ledgerAccounts)
    .where(inArray(ledgerAccounts.id, [...ids]))
    .all();
}

/** SQLite numbers the entries in order. */
export const insertEntries = statements.insertMany(ledgerEntries);

export const findTransfer = statements.findBy(ledgerTransfers, ['id']);

export const findReversal = statements.findBy(ledgerTransfers, ['reverses']);

/** Sums the units of a transfer that were reversed in parts. */
export const sumPartlyReversed = statements.queryNumber({ id: ledgerTransfers.partlyReverses }, (db, p) =>
  db
    .select({ total: sql<number>`coalesce(sum(${ledgerEntries.amount}), 0)` })
    .from(ledgerTransfers)
    .innerJoin(ledgerEntries, eq(ledgerEntries.transferId, ledgerTransfers.id))
    .where(and(eq(ledgerTransfers.partlyReverses, p.id), gt(ledgerEntries.amount, 0))),
);

export const listEntries = statements.listBy(ledgerEntries, ['transferId'], { orderBy: [ledgerEntries.id] });

/** Lists the entries of an account with their causes, newest first. */
export const listLines = statements.query(
  { accountId: ledgerEntries.accountId, limit: Number, offset: Number },
  (db, p) =>
    db
      .select({
        transferId: ledgerEntries.transferId,
        kind: ledgerTransfers.kind,
        reference: ledgerTransfers.reference,
        reverses: ledgerTransfers.reverses,
        partlyReverses: ledgerTransfers.partlyReverses,
        description: ledgerTransfers.description,
        amount: ledgerEntries.amount,
        balanceAfter: ledgerEntries.balanceAfter,
        createdAt: ledgerTransfers.createdAt,
      })
      .from(ledgerEntries)
      .innerJoin(ledgerTransfers, eq(ledgerTransfers.id, ledgerEntries.transferId))
      .where(eq(ledgerEntries.accountId, p.accountId))
      .orderBy(desc(ledgerEntries.id))
      .limit(p.limit)
      .offset(p.offset),
);
