import { type AnyCtx, atomically, type Ctx, type TxCtx } from '../../context.ts';
import { AppError, invalid, notFound } from '../../errors.ts';
import { type Posting, perkUnit, USD } from '../../ledger/rules.ts';
import * as ledger from '../../ledger/service.ts';
import { toCents, toDollars } from '../../platform/money.ts';
import { memberNamed, requireEnrolled, requireVisible } from '../../programs/service/read.ts';
import { spendCashback } from '../../programs/service/redeem.ts';
import type { Deposit, NewDeposit, Wallet } from '../model.ts';
import type { Entry } from '../rules.ts';
import * as store from '../store.ts';

/** Where cash comes from: what is below zero here is what all wallets hold. */
export const CASH_ISSUED = 'exchange/cash/issued';
/** The owner of accounts that belong to no trader. */
const HOUSE = 'exchange';

type Pot = Entry['pot'];

export function cashAccount(ownerId: string, pot: Pot): string {
  return `exchange:${ownerId}/cash/${pot}`;
}

function perkAccount(ownerId: string, perkId: string, pot: Pot): string {
  return `exchange:${ownerId}/${perkId}/${pot}`;
}

function issuedAccount(perkId: string): string {
  return `perk:${perkId}/issued`;
}

function accountOf({ ownerId, asset, pot }: Entry, perkId: string): { accountId: string; unit: string } {
  return asset === 'cash'
    ? { accountId: cashAccount(ownerId, pot), unit: USD }
    : { accountId: perkAccount(ownerId, perkId, pot), unit: perkUnit(perkId) };
}

/** What is free of an owner's cash, or of its units of a perk. */
export function freeOf(ctx: AnyCtx, ownerId: string, asset: Entry['asset'], perkId: string): number {
  const { accountId } = accountOf({ ownerId, asset, pot: 'available', amount: 0 }, perkId);
  return ledger.balanceOf(ctx, accountId);
}

/** Units of a perk that an owner has, free or in reserve. */
export function heldOf(ctx: AnyCtx, ownerId: string, perkId: string): number {
  const held = (pot: Pot) => ledger.balanceOf(ctx, perkAccount(ownerId, perkId, pot));
  return held('available') + held('reserved');
}

export interface Movement {
  kind: string;
  perkId: string;
  businessId: string;
  legs: Entry[];
  reference: string;
}

/** Moves cash and perks of traders, whole or not at all. @returns the transfer's id */
export function moveEntries(tx: TxCtx, { kind, perkId, businessId, legs, reference }: Movement): string {
  const entries = legs.map((leg): Posting => {
    const { ownerId, amount } = leg;
    return { ...accountOf(leg, perkId), amount, ownerId };
  });
  return ledger.post(tx, { kind, businessId, entries, reference }).id;
}

interface Perk {
  id: string;
  businessId: string;
}

/** Brings units of a perk into being, or (below zero) burns them. @throws INSUFFICIENT_BALANCE */
export function issueUnits(
  tx: TxCtx,
  perk: Perk,
  ownerId: string,
  amount: number,
  reference: string | undefined,
): string {
  const unit = perkUnit(perk.id);
  const { businessId } = perk;
  const source = issuedAccount(perk.id);
  const target = perkAccount(ownerId, perk.id, 'available');
  ledger.openAccount(tx, { id: source, unit, ownerId: perk.id, businessId, allowsNegative: true });
  ledger.openAccount(tx, { id: target, unit, ownerId, businessId: null });
  const entries = [
    { accountId: source, unit, amount: -amount },
    { accountId: target, unit, amount },
  ];
  const kind = amount > 0 ? 'exchange.perkIssued' : 'exchange.perkRedeemed';
  return ledger.post(tx, { kind, businessId, entries, reference }).id;
}

/** The wallet of an owner: what is free, and beside it what open orders hold. */
export function walletOf(ctx: AnyCtx, ownerId: string): Wallet {
  const wallet: Wallet = { cash: 0, cashReserved: 0, perks: [] };
  const perks = new Map<string, Wallet['perks'][number]>();
  for (const { id, unit, balance } of store.listBalances(ctx.db, ownerId)) {
    const isFree = id.endsWith('/available');
    if (!id.startsWith(`exchange:${ownerId}/`)) continue;
    if (unit === USD) {
      wallet[isFree ? 'cash' : 'cashReserved'] = toDollars(balance);
    } else if (balance > 0) {
      const perkId = unit.slice(perkUnit('').length);
      const held = perks.get(perkId) ?? { perkId, available: 0, reserved: 0 };
      held[isFree ? 'available' : 'reserved'] = balance;
      perks.set(perkId, held);
    }
  }
  wallet.perks = [...perks.values()];
  return wallet;
}

/**
 * Puts cash into a wallet from outside the exchange, inside the transaction that received it.
 * @throws CONFLICT when the reference was used before
 */
export function creditWallet(tx: TxCtx, ownerId: string, cents: number, reference: string): Deposit {
  const target = cashAccount(ownerId, 'available');
  ledger.openAccount(tx, {
    id: CASH_ISSUED,
    unit: USD,
    ownerId: HOUSE,
    businessId: null,
    allowsNegative: true,
  });
  ledger.openAccount(tx, { id: target, unit: USD, ownerId, businessId: null });
  const entries = [
    { accountId: CASH_ISSUED, unit: USD, amount: -cents },
    { accountId: target, unit: USD, amount: cents },
  ];
  const { id } = ledger.post(tx, { kind: 'exchange.deposit', businessId: null, entries, reference });
  return { transferId: id, wallet: walletOf(tx, ownerId) };
}

/**
 * Puts cash into a wallet: an admin from outside, a member or its business out of available cashback.
 * @throws VALIDATION_ERROR, FORBIDDEN, NOT_FOUND, CONFLICT, NOT_A_MEMBER, INSUFFICIENT_BALANCE
 */
export async function depositCash(ctx: Ctx, input: NewDeposit): Promise<Deposit> {
  if (input.programId !== undefined) return convert(ctx, { ...input, programId: input.programId });
  if (ctx.actor.role !== 'admin')
    throw new AppError('FORBIDDEN', 'Only admins can credit wallets; pass programId to convert cashback');
  const { userId, reference, amount } = input;
  if (userId === undefined) throw invalid('userId', 'is required: whose wallet it is');
  if (reference === undefined) throw invalid('reference', 'is required');
  return atomically(ctx, async tx =>
    creditWallet(tx, requireOwner(tx, userId), toCents(amount, 'amount'), reference),
  );
}

/** The owner of the wallet that an id stands for: a user's own or its business's, or a business. @throws NOT_FOUND */
export function requireOwner(ctx: AnyCtx, id: string): string {
  const trader = store.findTrader(ctx.db, id) ?? store.findTraderByUser(ctx.db, id);
  if (trader) return trader.ownerId;
  const person = store.findPerson(ctx.db, id);
  if (person) return person.businessId ?? person.id;
  if (store.hasBusiness(ctx.db, id)) return id;
  throw notFound();
}

async function convert(ctx: Ctx, input: NewDeposit & { programId: string }): Promise<Deposit> {
  const { programId, amount, reference } = input;
  return atomically(ctx, async tx => {
    const program = requireVisible(tx, programId);
    const member = requireEnrolled(tx, program, memberNamed(tx, input.memberId));
    const issuer = store.findTrader(tx.db, program.businessId);
    if (issuer?.role !== 'issuer') throw new AppError('CONFLICT', "The program's business is not an issuer");
    const ownerId = requireOwner(tx, member.memberId);
    if (ownerId === issuer.ownerId)
      throw new AppError('CONFLICT', "An issuer can't convert its own cashback");
    const cents = toCents(amount, 'amount');
    spendCashback(tx, member, cents);
    const legs: Entry[] = [
      { ownerId: issuer.ownerId, asset: 'cash', pot: 'available', amount: -cents },
      { ownerId, asset: 'cash', pot: 'available', amount: cents },
    ];
    const { businessId } = program;
    // Unique per business and wallet: one tenant can neither use up nor detect the reference of another.
    const scoped = `${businessId}:${ownerId}:${reference ?? tx.ids.next('transfer')}`;
    const transferId = moveEntries(tx, {
      kind: 'exchange.conversion',
      perkId: '',
      businessId,
      legs,
      reference: scoped,
    });
    return { transferId, wallet: walletOf(tx, ownerId) };
  });
}
