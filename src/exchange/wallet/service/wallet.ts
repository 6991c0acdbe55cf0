import type { Domain } from '../../../../db/client.ts';
import { type AnyCtx, atomically, type Ctx, type TxCtx } from '../../../context.ts';
import { AppError, forbidden, invalid, notFound } from '../../../errors.ts';
import { type Posting, perkUnit, USD } from '../../../ledger/rules.ts';
import * as ledger from '../../../ledger/service.ts';
import { toCents, toDollars } from '../../../platform/money.ts';
import { spendCashback } from '../../../programs/cashback/service/redeem.ts';
import {
  requireEnrolled,
  requireVisible,
  resolveMemberId,
  resolveProgramDomain,
} from '../../../programs/service/read.ts';
import type { Entry } from '../../orders/rules.ts';
import type { Deposit, NewDeposit, Wallet } from '../model.ts';
import * as store from '../store.ts';

/**
 * The domain of orders, trades, perks and wallets. They share sequences, and a wallet pays for perks of all businesses,
 * so they change one after another.
 */
export const EXCHANGE_DOMAIN: Domain = ['exchange'];

/** Source account for cash: its negative balance equals the total cash in all wallets. */
export const CASH_ISSUED = 'exchange/cash/issued';
/** Owner of accounts without a trader. */
const HOUSE = 'exchange';

type Bucket = Entry['bucket'];

export function cashAccount(ownerId: string, bucket: Bucket): string {
  return `exchange:${ownerId}/cash/${bucket}`;
}

function perkAccount(ownerId: string, perkId: string, bucket: Bucket): string {
  return `exchange:${ownerId}/${perkId}/${bucket}`;
}

function issuedAccount(perkId: string): string {
  return `perk:${perkId}/issued`;
}

function toAccount({ ownerId, asset, bucket }: Entry, perkId: string): { accountId: string; unit: string } {
  return asset === 'cash'
    ? { accountId: cashAccount(ownerId, bucket), unit: USD }
    : { accountId: perkAccount(ownerId, perkId, bucket), unit: perkUnit(perkId) };
}

/** Returns an owner's available cash or available units of a perk. */
export function getAvailable(
  ctx: AnyCtx,
  ownerId: string,
  asset: Entry['asset'],
  perkId: string,
): Promise<number> {
  const { accountId } = toAccount({ ownerId, asset, bucket: 'available', amount: 0 }, perkId);
  return ledger.getBalance(ctx, accountId);
}

/** Returns an owner's units of a perk, available and reserved. */
export async function getHoldings(ctx: AnyCtx, ownerId: string, perkId: string): Promise<number> {
  const getBalance = (bucket: Bucket) => ledger.getBalance(ctx, perkAccount(ownerId, perkId, bucket));
  return (await getBalance('available')) + (await getBalance('reserved'));
}

export interface Movement {
  kind: string;
  perkId: string;
  businessId: string;
  entries: Entry[];
  reference: string;
}

/** Moves cash and perks between traders atomically. @returns the transfer's id */
export async function moveEntries(
  tx: TxCtx,
  { kind, perkId, businessId, entries, reference }: Movement,
): Promise<string> {
  const postings = entries.map((entry): Posting => {
    const { ownerId, amount } = entry;
    return { ...toAccount(entry, perkId), amount, ownerId };
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
  const wallet: Wallet = { cash: 0, cashReserved: 0, perks: [] };
  const perks = new Map<string, Wallet['perks'][number]>();
  for (const { id, unit, balance } of await store.listBalances(ctx.db, ownerId)) {
    const isAvailable = id.endsWith('/available');
    if (!id.startsWith(`exchange:${ownerId}/`)) continue;
    if (unit === USD) {
      wallet[isAvailable ? 'cash' : 'cashReserved'] = toDollars(balance);
    } else if (balance > 0) {
      const perkId = unit.slice(perkUnit('').length);
      const holding = perks.get(perkId) ?? { perkId, available: 0, reserved: 0 };
      holding[isAvailable ? 'available' : 'reserved'] = balance;
      perks.set(perkId, holding);
    }
  }
  wallet.perks = [...perks.values()];
  return wallet;
}

/**
 * Credits a wallet with external cash, in the transaction that received it.
 * @throws CONFLICT if the reference is already used
 */
export async function creditWallet(
  tx: TxCtx,
  ownerId: string,
  cents: number,
  reference: string,
): Promise<Deposit> {
  const target = cashAccount(ownerId, 'available');
  await ledger.openAccount(tx, {
    id: CASH_ISSUED,
    unit: USD,
    ownerId: HOUSE,
    businessId: null,
    allowsNegative: true,
  });
  await ledger.openAccount(tx, { id: target, unit: USD, ownerId, businessId: null });
  const entries = [
    { accountId: CASH_ISSUED, unit: USD, amount: -cents },
    { accountId: target, unit: USD, amount: cents },
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
  const { userId, reference, amount } = input;
  if (userId === undefined)
    throw invalid('userId', 'is required: the user or business that owns the wallet', 'required');
  if (reference === undefined) throw invalid('reference', 'is required', 'required');
  return atomically(
    ctx,
    async tx => await creditWallet(tx, await resolveOwner(tx, userId), toCents(amount, 'amount'), reference),
    EXCHANGE_DOMAIN,
  );
}

/** Resolves an id to a wallet owner: a user, the user's business, or a business. @throws NOT_FOUND */
export async function resolveOwner(ctx: AnyCtx, id: string): Promise<string> {
  const trader = (await store.findTrader(ctx.db, id)) ?? (await store.findTraderByUser(ctx.db, id));
  if (trader) return trader.ownerId;
  const person = await store.findUser(ctx.db, id);
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
    const cents = toCents(amount, 'amount');
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
      perkId: '',
      businessId,
      entries: entries,
      reference: scopedReference,
    });
    return { transferId, wallet: await readWallet(tx, ownerId) };
  };
  return atomically(ctx, convert, [
    ...EXCHANGE_DOMAIN,
    ...(await resolveProgramDomain(ctx, programId, 'programId')),
  ]);
}
