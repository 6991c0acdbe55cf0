import type * as exchangeRules from '../../../src/exchange/orders/rules.ts';
import type {
  CancelReason,
  Entry,
  OrderStatus,
  Side,
  TimeInForce,
} from '../../../src/exchange/orders/rules.ts';

/** The rules under test: the real ones, or a copy with a bug planted in it. */
export type Rules = typeof exchangeRules;

export const OWNERS = 10;
export const PERKS = 5;
/** The issuer of every perk, which starts with the whole supply. */
export const ISSUER = 'o0';
const SUPPLY = 2_000;
const CASH_CENTS = 30_000;

/** One command to the exchange; orders are picked by how recently they were accepted. */
export type Command =
  | ({ kind: 'place'; owner: number; perk: number; side: Side; price: number | null; quantity: number } & {
      timeInForce: TimeInForce;
      lifetime: number | null;
    })
  | { kind: 'cancel'; owner: number; pick: number }
  | { kind: 'take'; owner: number; pick: number; quantity: number | null }
  | { kind: 'redeem'; owner: number; perk: number; quantity: number }
  | { kind: 'deposit'; owner: number; cents: number }
  | { kind: 'advance'; by: number }
  | { kind: 'expirePerk'; perk: number };

export interface SimOrder {
  sequence: number;
  ownerId: string;
  perk: number;
  side: Side;
  priceCents: number;
  isMarket: boolean;
  quantity: number;
  filled: number;
  cancelled: number;
  remaining: number;
  valueCents: number;
  status: OrderStatus;
  cancelReason: CancelReason | null;
  timeInForce: TimeInForce;
  expiresAt: number | null;
}

export interface SimTrade {
  perk: number;
  taker: SimOrder;
  resting: SimOrder;
  priceCents: number;
  quantity: number;
  /** A trade that named its order, whatever is before that in the book. */
  isTaken: boolean;
}

export type Buckets = Record<'available' | 'reserved', number>;

/** An exchange in memory: books as sorted arrays, balances as numbers. */
export interface Sim {
  now: number;
  orders: SimOrder[];
  /** By perk and side, best first. */
  books: Record<Side, SimOrder[]>[];
  cash: Map<string, Buckets>;
  perks: Map<string, Buckets>[];
  isExpired: boolean[];
  deposited: number;
  redeemed: number[];
  trades: SimTrade[];
}

export function createSim(): Sim {
  const owners = Array.from({ length: OWNERS }, (_, index) => `o${index}`);
  const perks = Array.from({ length: PERKS }, () => SUPPLY);
  return {
    now: 0,
    orders: [],
    books: perks.map(() => ({ buy: [], sell: [] })),
    cash: new Map(owners.map(owner => [owner, { available: CASH_CENTS, reserved: 0 }])),
    perks: perks.map(
      supply => new Map(owners.map(owner => [owner, { available: supply / OWNERS, reserved: 0 }])),
    ),
    isExpired: perks.map(() => false),
    deposited: CASH_CENTS * OWNERS,
    redeemed: perks.map(() => 0),
    trades: [],
  };
}

export const ISSUED = SUPPLY;

/** Runs one command. @returns `ok` or an error code; a rejected command changes nothing */
export function run(rules: Rules, sim: Sim, command: Command): string {
  const owner = 'owner' in command ? `o${command.owner}` : '';
  switch (command.kind) {
    case 'place':
      return place(rules, sim, owner, command);
    case 'cancel':
      return cancel(rules, sim, owner, command.pick);
    case 'take':
      return take(rules, sim, owner, command);
    case 'redeem':
      return redeem(sim, owner, command);
    case 'deposit':
      (sim.cash.get(owner) as Buckets).available += command.cents;
      sim.deposited += command.cents;
      return 'ok';
    case 'advance':
      return advance(rules, sim, command.by);
    case 'expirePerk':
      return expirePerk(rules, sim, command.perk);
  }
}

function apply(sim: Sim, perk: number, legs: Entry[]): void {
  for (const { ownerId, asset, bucket, amount } of legs) {
    const pots = (asset === 'cash' ? sim.cash : sim.perks[perk])?.get(ownerId) as Buckets;
    pots[bucket] += amount;
  }
}

function place(rules: Rules, sim: Sim, ownerId: string, command: Command & { kind: 'place' }): string {
  const { perk, side, price, quantity } = command;
  if (sim.isExpired[perk]) return 'CONFLICT';
  const timeInForce = price === null && command.timeInForce === 'GTC' ? 'IOC' : command.timeInForce;
  const taker = { ownerId, side, quantity, limitCents: price, timeInForce };
  const others = (sim.books[perk] as Record<Side, SimOrder[]>)[rules.oppositeSide(side)];
  if (price === null && !others.some(order => order.ownerId !== ownerId)) return 'NO_LIQUIDITY';
  const found = rules.match(taker, others);
  const free = side === 'buy' ? sim.cash.get(ownerId) : sim.perks[perk]?.get(ownerId);
  if ((free as Buckets).available < rules.requiredFunds(taker, found.valueCents))
    return 'INSUFFICIENT_BALANCE';
  apply(sim, perk, rules.settlementEntries(taker, found));
  const order: SimOrder = {
    sequence: sim.orders.length,
    ownerId,
    perk,
    side,
    priceCents: price ?? 0,
    isMarket: price === null,
    quantity,
    filled: found.filled,
    cancelled: found.cancelled,
    remaining: found.rest,
    valueCents: found.valueCents,
    status: rules.deriveStatus({ quantity, filled: found.filled, cancelled: found.cancelled }),
    cancelReason: found.cancelReason,
    timeInForce,
    expiresAt: command.lifetime === null ? null : sim.now + command.lifetime,
  };
  sim.orders.push(order);
  for (const { resting, priceCents, quantity: size } of found.fills) {
    fill(rules, sim, resting, size);
    sim.trades.push({ perk, taker: order, resting, priceCents, quantity: size, isTaken: false });
  }
  if (found.rest > 0) enqueue(rules, sim, order);
  return 'ok';
}

function fill(rules: Rules, sim: Sim, resting: SimOrder, quantity: number): void {
  resting.filled += quantity;
  resting.remaining = rules.getRemaining(resting);
  resting.valueCents += quantity * resting.priceCents;
  resting.status = rules.deriveStatus(resting);
  if (!rules.isOpen(resting.status)) remove(sim, resting);
}

function enqueue(rules: Rules, sim: Sim, order: SimOrder): void {
  const queue = sim.books[order.perk]?.[order.side] as SimOrder[];
  const at = queue.findIndex(other => rules.hasPriority(order.side, order, other));
  queue.splice(at === -1 ? queue.length : at, 0, order);
}

function remove(sim: Sim, order: SimOrder): void {
  const queue = sim.books[order.perk]?.[order.side] as SimOrder[];
  const at = queue.indexOf(order);
  if (at !== -1) queue.splice(at, 1);
}

function end(rules: Rules, sim: Sim, order: SimOrder, reason: CancelReason | null): void {
  apply(sim, order.perk, rules.releaseEntries(order.side, order));
  order.cancelled += order.remaining;
  order.remaining = 0;
  order.status = reason === null ? 'expired' : rules.deriveStatus(order);
  order.cancelReason = reason;
  remove(sim, order);
}

function picked(sim: Sim, pick: number): SimOrder | undefined {
  return sim.orders[sim.orders.length - 1 - pick];
}

function cancel(rules: Rules, sim: Sim, ownerId: string, pick: number): string {
  const order = picked(sim, pick);
  if (!order || order.ownerId !== ownerId) return 'NOT_FOUND';
  if (!rules.isOpen(order.status)) return 'INVALID_TRANSITION';
  end(rules, sim, order, 'user');
  return 'ok';
}

/** Takes a specific order at its price, even if the book has a better one. */
function take(rules: Rules, sim: Sim, ownerId: string, command: Command & { kind: 'take' }): string {
  const resting = picked(sim, command.pick);
  if (!resting) return 'NOT_FOUND';
  if (resting.ownerId === ownerId) return 'SELF_TRADE';
  const quantity = command.quantity ?? resting.remaining;
  if (!rules.isOpen(resting.status) || resting.remaining < quantity) return 'ORDER_NOT_AVAILABLE';
  const { perk, priceCents } = resting;
  const side = rules.oppositeSide(resting.side);
  const taker = { ownerId, side, quantity, limitCents: priceCents, timeInForce: 'IOC' as const };
  const free = side === 'buy' ? sim.cash.get(ownerId) : sim.perks[perk]?.get(ownerId);
  const found = rules.match(taker, [resting]);
  if ((free as Buckets).available < rules.requiredFunds(taker, found.valueCents))
    return 'INSUFFICIENT_BALANCE';
  apply(sim, perk, rules.settlementEntries(taker, found));
  const counts = { quantity, filled: found.filled, cancelled: found.cancelled };
  const order: SimOrder = {
    sequence: sim.orders.length,
    ownerId,
    perk,
    side,
    priceCents,
    isMarket: false,
    ...counts,
    remaining: 0,
    valueCents: found.valueCents,
    status: rules.deriveStatus(counts),
    cancelReason: null,
    timeInForce: 'IOC',
    expiresAt: null,
  };
  sim.orders.push(order);
  for (const each of found.fills) {
    fill(rules, sim, resting, each.quantity);
    const { priceCents: price, quantity: size } = each;
    sim.trades.push({ perk, taker: order, resting, priceCents: price, quantity: size, isTaken: true });
  }
  return 'ok';
}

function redeem(sim: Sim, ownerId: string, { perk, quantity }: Command & { kind: 'redeem' }): string {
  if (sim.isExpired[perk]) return 'CONFLICT';
  const pots = sim.perks[perk]?.get(ownerId) as Buckets;
  if (pots.available < quantity) return 'INSUFFICIENT_BALANCE';
  pots.available -= quantity;
  (sim.redeemed[perk] as number) += quantity;
  return 'ok';
}

function advance(rules: Rules, sim: Sim, by: number): string {
  sim.now += by;
  for (const { buy, sell } of sim.books) {
    const due = [...buy, ...sell].filter(({ expiresAt }) => expiresAt !== null && expiresAt <= sim.now);
    for (const order of due) end(rules, sim, order, null);
  }
  return 'ok';
}

function expirePerk(rules: Rules, sim: Sim, perk: number): string {
  sim.isExpired[perk] = true;
  const { buy, sell } = sim.books[perk] as Record<Side, SimOrder[]>;
  for (const order of [...buy, ...sell]) end(rules, sim, order, 'perkExpired');
  return 'ok';
}
