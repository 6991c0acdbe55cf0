import type { AccountRow, TransferRow } from '../../db/schema/ledger.ts';
import type { AnyCtx, TxCtx } from '../context.ts';
import { AppError } from '../errors.ts';
import { nowIso } from '../platform/clock.ts';
import { auditLedger } from './integrity-store.ts';
import { gainsFirst, imbalanceOf, inverseOf, MAX_BALANCE, type Posting } from './rules.ts';
import * as store from './store.ts';

export interface NewAccount {
  id: string;
  unit: string;
  ownerId: string;
  businessId: string | null;
  /** For issuance accounts only. */
  allowsNegative?: boolean;
}

/** The account of this name, opened empty when there is none yet. */
export function openAccount(tx: TxCtx, account: NewAccount): AccountRow {
  const found = store.findAccount(tx.db, account.id);
  if (!found)
    return store.insertAccount(tx.db, { ...account, allowsNegative: account.allowsNegative ?? false });
  if (found.unit !== account.unit) throw new Error(`The account ${account.id} counts ${found.unit}`);
  return found;
}

export interface NewTransfer {
  kind: string;
  businessId: string | null;
  entries: readonly Posting[];
  /** What caused it: a second transfer of the kind with the same reference is refused. */
  reference?: string;
  reverses?: string;
  description?: string;
}

/**
 * Moves units between accounts, whole or not at all. The accounts are open already, or their owners are named.
 * @throws INSUFFICIENT_BALANCE when an account would fall below its floor, LIMIT_REACHED when it would pass
 *   MAX_BALANCE, CONFLICT when the reference was used
 */
export function post(tx: TxCtx, transfer: NewTransfer): TransferRow {
  const { kind, businessId, entries, reference = null, reverses = null, description = null } = transfer;
  const imbalance = imbalanceOf(entries);
  if (imbalance) throw new Error(imbalance);
  const row = {
    id: tx.ids.next('transfer'),
    ...{ kind, businessId, reference, reverses, description },
    requestId: tx.requestId,
    createdAt: nowIso(tx.clock),
  };
  if (!store.insertTransfer(tx.db, row))
    throw new AppError('CONFLICT', 'The reference has already been used');
  const moved = gainsFirst(entries).map(posting => {
    const { accountId, unit, amount } = posting;
    return { transferId: row.id, accountId, unit, amount, balanceAfter: balanceAfter(tx, posting) };
  });
  store.insertEntries(tx.db, moved);
  return row;
}

/** Moves a balance. @throws INSUFFICIENT_BALANCE, LIMIT_REACHED */
function balanceAfter(tx: TxCtx, posting: Posting): number {
  const balance = store.moveBalance(tx.db, posting);
  if (balance !== undefined) return balance;
  const { accountId: id, unit, amount, ownerId } = posting;
  const account = store.findAccount(tx.db, id);
  const mayOpen = account === undefined && ownerId !== undefined;
  if (mayOpen && amount > 0) {
    const opened = { id, unit, ownerId, businessId: null, allowsNegative: false, balance: amount };
    return store.insertAccount(tx.db, opened).balance;
  }
  // Too little on it is what a caller may bring about; an account that is not there is a bug.
  if (account?.unit !== unit && !mayOpen) throw new Error(`There is no account ${id} in ${unit}`);
  if (account && isBeyond(account, amount)) {
    const limit = MAX_BALANCE.toLocaleString('en-US');
    throw new AppError('LIMIT_REACHED', `The transfer would exceed the balance limit of ${limit}`);
  }
  throw new AppError('INSUFFICIENT_BALANCE', 'Insufficient balance');
}

/** In whole numbers of any size, because the sum may be more than a double counts. */
function isBeyond({ balance, allowsNegative }: AccountRow, amount: number): boolean {
  const sum = BigInt(balance) + BigInt(amount);
  return sum > MAX_BALANCE || (allowsNegative && sum < -MAX_BALANCE);
}

/**
 * Takes a transfer back by a new one that names it, once.
 * @throws CONFLICT when that was done before, INSUFFICIENT_BALANCE when what it gave was passed on
 */
export function reverse(tx: TxCtx, transferId: string, description?: string): TransferRow {
  const original = store.findTransfer(tx.db, transferId);
  if (!original) throw new Error(`Transfer ${transferId} not found`);
  if (original.reverses !== null) throw new AppError('CONFLICT', "A reversal can't be reversed");
  if (isReversed(tx, transferId)) throw new AppError('CONFLICT', 'The transfer has already been reversed');
  const { kind, businessId } = original;
  const entries = inverseOf(store.listEntries(tx.db, transferId));
  return post(tx, { kind, businessId, entries, reverses: transferId, description });
}

/** Was a transfer taken back? */
export function isReversed(ctx: AnyCtx, transferId: string): boolean {
  return store.findReversal(ctx.db, transferId) !== undefined;
}

/** The balance of an account; 0 where it was never opened. */
export function balanceOf(ctx: AnyCtx, accountId: string): number {
  return store.findAccount(ctx.db, accountId)?.balance ?? 0;
}

/** An entry of an account and what caused it. */
export type StatementLine = ReturnType<typeof store.listLines>[number];

/** The entries of an account, newest first. */
export function statement(ctx: AnyCtx, accountId: string, limit: number, offset = 0): StatementLine[] {
  return store.listLines(ctx.db, accountId, limit, offset);
}

/** Has anything of this owner ever been entered? */
export function hasAccounts(ctx: AnyCtx, ownerId: string): boolean {
  return store.listAccounts(ctx.db, ownerId, 1).length > 0;
}

/** What is wrong with the ledger, a sentence a rule; empty when all is well. */
export function audit({ db }: AnyCtx): string[] {
  return auditLedger(db);
}
