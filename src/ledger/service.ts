import type { AccountRow, EntryRow, TransferRow } from '../../db/schema/ledger.ts';
import type { AnyCtx, TxCtx } from '../context.ts';
import { AppError } from '../errors.ts';
import { nowIso } from '../platform/clock.ts';
import { mapInOrder } from '../platform/runtime/in-order.ts';
import { listProblems } from './integrity-store.ts';
import { findImbalance, invertEntries, MAX_BALANCE, type Posting, sortCreditsFirst } from './rules.ts';
import * as store from './store.ts';

export interface NewAccount {
  id: string;
  unit: string;
  ownerId: string;
  businessId: string | null;
  /** For issuance accounts only. */
  allowsNegative?: boolean;
}

/** Returns the account with this name, opening it if it does not exist. */
export async function openAccount(tx: TxCtx, account: NewAccount): Promise<AccountRow> {
  const found = await store.findAccount(tx.db, account.id);
  if (!found)
    return await store.insertAccount(tx.db, { ...account, allowsNegative: account.allowsNegative ?? false });
  if (found.unit !== account.unit)
    throw new Error(`Account ${account.id} has unit ${found.unit}, not ${account.unit}`);
  return found;
}

export interface NewTransfer {
  kind: string;
  businessId: string | null;
  entries: readonly Posting[];
  /** The cause of the transfer: a second transfer of the kind with the same reference is rejected. */
  reference?: string;
  reverses?: string;
  partlyReverses?: string;
  description?: string;
}

/**
 * Moves units between accounts atomically. The accounts must exist, or their owners must be given.
 * @throws INSUFFICIENT_BALANCE if an account would fall below its floor, LIMIT_REACHED if it would exceed
 * MAX_BALANCE, CONFLICT if the reference was used
 */
export async function post(tx: TxCtx, transfer: NewTransfer): Promise<TransferRow> {
  const { entries } = transfer;
  const row = toRow(tx, transfer);
  if (!(await store.insertTransfer(tx.db, row)))
    throw new AppError('CONFLICT', 'The reference has already been used');
  const moved = await mapInOrder(sortCreditsFirst(entries), async posting => {
    const { accountId, unit, amount } = posting;
    return { transferId: row.id, accountId, unit, amount, balanceAfter: await applyPosting(tx, posting) };
  });
  await store.insertEntries(tx.db, moved);
  return row;
}

/** Returns the row of a transfer, whose entries must add up to 0 per unit. */
function toRow(tx: TxCtx, { entries, ...transfer }: NewTransfer, createdAt = nowIso(tx.clock)): TransferRow {
  const imbalance = findImbalance(entries);
  if (imbalance) throw new Error(imbalance);
  const { kind, businessId, reference = null, reverses = null } = transfer;
  const { partlyReverses = null, description = null } = transfer;
  return {
    id: tx.ids.next('transfer'),
    kind,
    businessId,
    reference,
    reverses,
    partlyReverses,
    description,
    requestId: tx.requestId,
    createdAt,
  };
}

/** Applies a posting to a balance. @throws INSUFFICIENT_BALANCE, LIMIT_REACHED */
async function applyPosting(tx: TxCtx, posting: Posting): Promise<number> {
  const balance = await store.moveBalance(tx.db, posting);
  if (balance !== undefined) return balance;
  const { accountId: id, unit, amount, ownerId } = posting;
  const account = await store.findAccount(tx.db, id);
  const canOpen = account === undefined && ownerId !== undefined;
  if (canOpen && amount > 0) {
    const opened = { id, unit, ownerId, businessId: null, allowsNegative: false, balance: amount };
    return (await store.insertAccount(tx.db, opened)).balance;
  }
  // A caller can cause an insufficient balance, but a missing account is a bug.
  if (account?.unit !== unit && !canOpen) throw new Error(`Account ${id} in unit ${unit} not found`);
  if (account && exceedsLimit(account, amount)) throw balanceLimitReached();
  throw new AppError('INSUFFICIENT_BALANCE', 'Insufficient balance');
}

function balanceLimitReached(): AppError {
  const limit = MAX_BALANCE.toLocaleString('en-US');
  return new AppError('LIMIT_REACHED', `The transfer would exceed the balance limit of ${limit}`);
}

/** Uses BigInt because the sum may exceed a double's integer precision. */
function exceedsLimit({ balance, allowsNegative }: AccountRow, amount: number): boolean {
  const sum = BigInt(balance) + BigInt(amount);
  return sum > MAX_BALANCE || (allowsNegative && sum < -MAX_BALANCE);
}

/** Accounts read per statement. */
const ACCOUNTS_PER_READ = 400;

/**
 * Posts many transfers in order, in a few statements. The lock keys of the caller must cover all their accounts, because the
 * balances are read first. Accounts that do not exist are opened.
 * @param accounts every account of the entries
 * @throws INSUFFICIENT_BALANCE if an account would end below its floor, LIMIT_REACHED if it would exceed MAX_BALANCE
 */
export async function postAll(
  tx: TxCtx,
  transfers: readonly NewTransfer[],
  accounts: readonly NewAccount[],
): Promise<TransferRow[]> {
  const before = await readAccounts(tx, accounts);
  const balances = new Map([...before].map(([id, { balance }]) => [id, balance]));
  const createdAt = nowIso(tx.clock);
  const rows: TransferRow[] = [];
  const moved: Parameters<typeof store.insertEntries>[1][number][] = [];
  for (const transfer of transfers) {
    const row = toRow(tx, transfer, createdAt);
    rows.push(row);
    for (const { accountId, unit, amount } of sortCreditsFirst(transfer.entries)) {
      const account = before.get(accountId);
      if (account?.unit !== unit) throw new Error(`Account ${accountId} in unit ${unit} not found`);
      const balance = (balances.get(accountId) ?? 0) + amount;
      if (exceedsLimit({ ...account, balance: balance - amount }, amount)) throw balanceLimitReached();
      if (balance < 0 && !account.allowsNegative)
        throw new AppError('INSUFFICIENT_BALANCE', 'Insufficient balance');
      balances.set(accountId, balance);
      moved.push({ transferId: row.id, accountId, unit, amount, balanceAfter: balance });
    }
  }
  await store.insertTransfers(tx.db, rows);
  const all = [...before.values()];
  const balanceOf = ({ id }: AccountRow) => balances.get(id) ?? 0;
  const opened = all.filter(account => account.isNew);
  const existing = all.filter(account => !account.isNew && account.balance !== balanceOf(account));
  await store.insertAccounts(
    tx.db,
    opened.map(({ isNew, ...account }) => ({ ...account, balance: balanceOf(account) })),
  );
  await store.setBalances(
    tx.db,
    existing,
    existing.map(account => ({ balance: balanceOf(account) })),
  );
  await store.insertEntries(tx.db, moved);
  return rows;
}

/** Returns the accounts by name, with those that have to be opened. */
async function readAccounts(tx: TxCtx, accounts: readonly NewAccount[]) {
  const ids = [...new Set(accounts.map(({ id }) => id))];
  const found: AccountRow[] = [];
  for (let at = 0; at < ids.length; at += ACCOUNTS_PER_READ)
    found.push(...(await store.listByIds(tx.db, ids.slice(at, at + ACCOUNTS_PER_READ))));
  const rows = new Map<string, AccountRow & { isNew: boolean }>();
  for (const { allowsNegative = false, ...account } of accounts)
    rows.set(account.id, { ...account, allowsNegative, balance: 0, isNew: true });
  for (const row of found) rows.set(row.id, { ...row, isNew: false });
  return rows;
}

/**
 * Reverses a transfer once, by a new one that references it.
 * @throws CONFLICT if it was already reversed, whole or in part, INSUFFICIENT_BALANCE if its units were spent
 */
export async function reverse(tx: TxCtx, transferId: string, description?: string): Promise<TransferRow> {
  const { kind, businessId } = await requireReversible(tx, transferId);
  if ((await store.sumPartlyReversed(tx.db, { id: transferId })) > 0)
    throw new AppError('CONFLICT', 'The transfer has already been reversed in part');
  const entries = invertEntries(await store.listEntries(tx.db, transferId));
  return await post(tx, { kind, businessId, entries, reverses: transferId, description });
}

/**
 * Reverses an amount of a transfer with two entries, by a new one that references it. Any number of parts can be
 * reversed, up to the whole.
 * @param amount a positive number of units
 * @throws CONFLICT if less than the amount is left to reverse, INSUFFICIENT_BALANCE if its units were spent
 */
export async function reversePart(
  tx: TxCtx,
  transferId: string,
  amount: number,
  description?: string,
): Promise<TransferRow> {
  const { kind, businessId } = await requireReversible(tx, transferId);
  const entries = await store.listEntries(tx.db, transferId);
  if (entries.length !== 2) throw new Error(`Transfer ${transferId} can't be reversed in part`);
  const whole = Math.abs(entries[0]?.amount as number);
  const reversed = await store.sumPartlyReversed(tx.db, { id: transferId });
  if (reversed === 0 && amount === whole) return await reverse(tx, transferId, description);
  if (reversed + amount > whole)
    throw new AppError('CONFLICT', `Only ${whole - reversed} of the transfer are left to reverse`);
  const part = invertEntries(entries).map(entry => ({ ...entry, amount: Math.sign(entry.amount) * amount }));
  return await post(tx, { kind, businessId, entries: part, partlyReverses: transferId, description });
}

async function requireReversible(tx: TxCtx, transferId: string): Promise<TransferRow> {
  const original = await store.findTransfer(tx.db, transferId);
  if (!original) throw new Error(`Transfer ${transferId} not found`);
  if (original.reverses !== null || original.partlyReverses !== null)
    throw new AppError('CONFLICT', "A reversal can't be reversed");
  if (await isReversed(tx, transferId))
    throw new AppError('CONFLICT', 'The transfer has already been reversed');
  return original;
}

/** Lists the entries of a transfer. */
export function listEntries(tx: TxCtx, transferId: string): Promise<EntryRow[]> {
  return store.listEntries(tx.db, transferId);
}

/** Returns whether a transfer was reversed. */
export async function isReversed(ctx: AnyCtx, transferId: string): Promise<boolean> {
  return (await store.findReversal(ctx.db, transferId)) !== undefined;
}

/** Returns the balance of an account; 0 if it was never opened. */
export async function getBalance(ctx: AnyCtx, accountId: string): Promise<number> {
  return (await store.findAccount(ctx.db, accountId))?.balance ?? 0;
}

/** An entry of an account with its cause. */
type StatementLine = Awaited<ReturnType<typeof store.listLines>>[number];

/** Lists the entries of an account, newest first. */
export function listStatementLines(
  ctx: AnyCtx,
  accountId: string,
  limit: number,
  offset = 0,
): Promise<StatementLine[]> {
  return store.listLines(ctx.db, { accountId, limit, offset });
}

/** Returns whether the owner has any entries. */
export async function hasAccounts(ctx: AnyCtx, ownerId: string): Promise<boolean> {
  return (await store.listAccounts(ctx.db, { ownerId, limit: 1 })).length > 0;
}

/** Lists problems with the ledger, a sentence per violated rule; empty if there are none. */
export function listLedgerProblems({ db }: AnyCtx): Promise<string[]> {
  return listProblems(db);
}
