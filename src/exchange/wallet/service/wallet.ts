import type { LockKeys } from '../../../../db/client.ts';
import { type AnyCtx, atomically, type Ctx, type TxCtx } from '../../../context.ts';
import { AppError, forbidden, invalid, notFound } from '../../../errors.ts';
import { type Posting, perkUnit } from '../../../ledger/rules.ts';
import * as ledger from '../../../ledger/service.ts';
import { isCurrency } from '../../../platform/currencies.ts';
import { DEFAULT_CURRENCY } from '../../../platform/currency-digits.ts';
import { toAmount, toCents } from '../../../platform/money.ts';
import { spendCashback } from '../../../programs/cashback/service/redeem.ts';
import {
  requireEnrolled,
  requireVisible,
  resolveMemberId,
  resolveProgramLockKeys,
} from '../../../programs/service/read.ts';
import type { Entry } from '../../orders/rules.ts';
import type { Deposit, NewDeposit, Wallet } from '../model.ts';
import * as store from '../store.ts';

/**
 * The lock keys of orders, trades, perks and wallets. They share sequences, and a wallet pays for perks of all businesses,
 * so they change one after another.
 */
export const EXCHANGE_LOCK_KEYS: LockKeys = ['exchange'];

/** Source account of a currency: its negative balance equals the total cash of that currency in all wallets. */
export function issuedCashAccount(currency: string): string {
  return `exchange/cash${toSegment(currency)}/issued`;
}

/** Accounts of the default currency have no segment, because they are older than the others. */
function toSegment(currency: string): string {
  return currency === DEFAULT_CURRENCY ? '' : `/${currency}`;
}

/** Owner of accounts without a trader. */
export const HOUSE = 'exchange';

type Bucket = Entry['bucket'];

export function cashAccount(ownerId: string, currency: string, bucket: Bucket): string {
  return `exchange:${ownerId}/cash${toSegment(currency)}/${bucket}`;
}

function perkAccount(ownerId: string, perkId: string, bucket: Bucket): string {
  return `exchange:${ownerId}/${perkId}/${bucket}`;
}

function issuedAccount(perkId: string): string {
  return `perk:${perkId}/issued`;
}

/** The assets that move in the order book of a perk: its units, and cash in its currency. */
interface Assets {
  /** The perk's ID; empty where only cash moves. */
  id: string;
  currency: string;
}

function toAccount(
  { ownerId, asset, bucket }: Entry,
  { id, currency }: Assets,
): { accountId: string; unit: string } {
  return asset === 'cash'
    ? { accountId: cashAccount(ownerId, currency, bucket), unit: currency }
    : { accountId: perkAccount(ownerId, id, bucket), unit: perkUnit(id) };
}

/** Returns an owner's available cash or available units of a perk. */
export function getAvailable(
  ctx: AnyCtx,
  ownerId: string,
  asset: Entry['asset'],
  assets: Assets,
): Promise<number> {
  const { accountId } = toAccount({ ownerId, asset, bucket: 'available', amount: 0 }, assets);
  return ledger.getBalance(ctx, accountId);
}

/** Returns an owner's units of a perk, available and reserved. */
export async function getHoldings(ctx: AnyCtx, ownerId: string, perkId: string): Promise<number> {
  const getBalance = (bucket: Bucket) => ledger.getBalance(ctx, perkAccount(ownerId, perkId, bucket));
  return (await getBalance('available')) + (await getBalance('reserved'));
}

interface Movement {
  kind: string;
  assets: Assets;
  businessId: string;
  entries: Entry[];
  reference: string;
}

/** Moves cash and perks between traders atomically. @returns the transfer's id */
export async function moveEntries(
  tx: TxCtx,
  { kind, assets, businessId, entries, reference }: Movement,
): Promise<string> {
  const postings = entries.map((entry): Posting => {
    const { ownerId, amount } = entry;
    return { ...toAccount(entry, assets), amount, ownerId };
  });
  return (await ledger.post(tx, { kind, businessId, entries: postings, reference })).id;
}

interface Perk {
  id: string;
  businessId: string;
}

/** Issues units of a perk, or burns them if negative. @throws INSUFFICIENT_BALANCE */
export async function issueUnits(
  tx: TxCtx,
  perk: Perk,
  ownerId: string,
  amount: number,
  reference: string | undefined,
): Promise<string> {
  const unit = perkUnit(perk.id);
  const { businessId } = perk;
  const source = issuedAccount(perk.id);
  const target = perkAccount(ownerId, perk.id, 'available');
  await ledger.openAccount(tx, { id: source, unit, ownerId: perk.id, businessId, allowsNegative: true });
  await ledger.openAccount(tx, { id: target, unit, ownerId, businessId: null });
  const entries = [
    { accountId: source, unit, amount: -amount },
    { accountId: target, unit, amount },
  ];
  const kind = amount > 0 ? 'exchange.perkIssued' : 'exchange.perkRedeemed';
  return (await ledger.post(tx, { kind, businessId, entries, reference })).id;
}

/** Returns an owner's wallet: available balances and amounts reserved by open orders. */
export async function readWallet(ctx: AnyCtx, ownerId: string): Promise<Wallet> {
  const perks = new Map<string, Wallet['perks'][number]>();
  const balances = new Map<string, Wallet['balances'][number]>();
  for (const { id, unit, balance } of await store.listBalances(ctx.db, { ownerId })) {
    const isAvailable = id.endsWith('/available');
    if (!id.startsWith(`exchange:${ownerId}/`)) continue;
    if (isCurrency(unit)) {
      const cash = balances.get(unit) ?? { currency: unit, available: 0, reserved: 0 };
      cash[isAvailable ? 'available' : 'reserved'] = toAmount(balance, unit);
      balances.set(unit, cash);
    } else if (balance > 0) {
      const perkId = unit.slice(perkUnit('').length);
      const holding = perks.get(perkId) ?? { perkId, available: 0, reserved: 0 };
      holding[isAvailable ? 'available' : 'reserved'] = balance;
      perks.set(perkId, holding);
    }
  }
  const usual = balances.get(DEFAULT_CURRENCY);
  return {
    cash: usual?.available ?? 0,
    cashReserved: usual?.reserved ?? 0,
    balances: [...balances.values()],
    perks: [...perks.values()],
  };
}

/** Money in the smallest unit of its currency. */
interface Cash {
  cents: number;
  currency: string;
}

/**
 * Credits a wallet with external cash, in the transaction that received it.
 * @throws CONFLICT if the reference is already used
 */
export async function creditWallet(
  tx: TxCtx,
  ownerId: string,
  { cents, currency }: Cash,
  reference: string,
): Promise<Deposit> {
  const source = issuedCashAccount(currency);
  const target = cashAccount(ownerId, currency, 'available');
  await ledger.openAccount(tx, {
    id: source,
    unit: currency,
    ownerId: HOUSE,
    businessId: null,
    allowsNegative: true,
  });
  await ledger.openAccount(tx, { id: target, unit: currency, ownerId, businessId: null });
  const entries = [
    { accountId: source, unit: currency, amount: -cents },
    { accountId: target, unit: currency, amount: cents },
  ];
  const { id } = await ledger.post(tx, { kind: 'exchange.deposit', businessId: null, entries, reference });
  return { transferId: id, wallet: await readWallet(tx, ownerId) };
}

/**
 * Credits a wallet: an admin with external cash, a member or its business from available cashback.
 * @throws VALIDATION_ERROR, FORBIDDEN, NOT_FOUND, CONFLICT, NOT_A_MEMBER, INSUFFICIENT_BALANCE
 */
export async function depositCash(ctx: Ctx, input: NewDeposit): Promise<Deposit> {
  if (input.programId !== undefined) return convertCashback(ctx, { ...input, programId: input.programId });
  if (ctx.actor.role !== 'admin')
    throw forbidden('role', 'Only admins can credit wallets; pass programId to convert cashback', ['admin']);
  const { userId, reference, amount, currency = DEFAULT_CURRENCY } = input;
  if (userId === undefined)
    throw invalid('userId', 'is required: the user or business that owns the wallet', 'required');
  if (reference === undefined) throw invalid('reference', 'is required', 'required');
  const cash = { cents: toCents(amount, currency, 'amount'), currency };
  return atomically(
    ctx,
    async tx => await creditWallet(tx, await resolveOwner(tx, userId), cash, reference),
    EXCHANGE_LOCK_KEYS,
  );
}

/** Resolves an id to a wallet owner: a user, the user's business, or a business. @throws NOT_FOUND */
export async function resolveOwner(ctx: AnyCtx, id: string): Promise<string> {
  const trader = (await store.findTrader(ctx.db, id)) ?? (await store.findTraderByUser(ctx.db, id));
  if (trader) return trader.ownerId;
  const person = await store.findUser(ctx.db, { id });
  if (person) return person.businessId ?? person.id;
  if (await store.hasBusiness(ctx.db, id)) return id;
  throw notFound({ kind: 'walletOwner', field: 'userId' });
}

async function convertCashback(ctx: Ctx, input: NewDeposit & { programId: string }): Promise<Deposit> {
  const { programId, amount, reference } = input;
  const convert = async (tx: TxCtx): Promise<Deposit> => {
    const program = await requireVisible(tx, programId, 'programId');
    const member = await requireEnrolled(tx, program, resolveMemberId(tx, input.memberId));
    const issuer = await store.findTrader(tx.db, program.businessId);
    if (issuer?.role !== 'issuer') throw new AppError('CONFLICT', "The program's business is not an issuer");
    const ownerId = await resolveOwner(tx, member.memberId);
    if (ownerId === issuer.ownerId)
      throw new AppError('CONFLICT', "An issuer can't convert its own cashback");
    const { currency } = program;
    const cents = toCents(amount, currency, 'amount');
    await spendCashback(tx, member, cents);
    const entries: Entry[] = [
      { ownerId: issuer.ownerId, asset: 'cash', bucket: 'available', amount: -cents },
      { ownerId, asset: 'cash', bucket: 'available', amount: cents },
    ];
    const { businessId } = program;
    // Scoped per business and wallet, so that references cannot collide with or reveal those of others.
    const scopedReference = `${businessId}:${ownerId}:${reference ?? tx.ids.next('transfer')}`;
    const transferId = await moveEntries(tx, {
      kind: 'exchange.conversion',
      assets: { id: '', currency },
      businessId,
      entries: entries,
      reference: scopedReference,
    });
    return { transferId, wallet: await readWallet(tx, ownerId) };
  };
  return atomically(ctx, convert, [
    ...EXCHANGE_LOCK_KEYS,
    ...(await resolveProgramLockKeys(ctx, programId, 'programId')),
  ]);
}
