import type { Order, Trade } from '../../../../src/exchange/orders/model.ts';
import { call } from '../../calls.ts';
import { type Answer, persist, type Traffic } from '../requests.ts';
import type { Account, Floor } from './floor.ts';

/** The responses that the clients received, in order. */
export interface Journal {
  /** Every order as in its latest response, with the index of its account. */
  orders: Map<string, { order: Order; account: number }>;
  /** The IDs of all orders, oldest first. */
  placed: string[];
  trades: Map<string, Trade>;
  /** Cancellations that were acknowledged, or found done after their response was lost. */
  cancelled: Map<string, Order>;
  /** Commands that got a response, including those that were refused. */
  completed: number;
  refused: number;
}

export function createJournal(): Journal {
  return {
    orders: new Map(),
    placed: [],
    trades: new Map(),
    cancelled: new Map(),
    completed: 0,
    refused: 0,
  };
}

const RETRY_MS = 10;
const BUSY = [
  'NO_LIQUIDITY',
  'INSUFFICIENT_BALANCE',
  'ORDER_NOT_AVAILABLE',
  'SELF_TRADE',
  'INVALID_TRANSITION',
];
/** Resting orders to take or cancel are picked from this many recent ones. */
const RECENT = 240;

interface Command {
  method: 'POST' | 'DELETE';
  path: string;
  body?: object;
}

/** The clients of the exchange. */
export interface Shift {
  /** Returns the server of the next attempt. */
  nextUrl: () => string;
  floor: Floor;
  journal: Journal;
  traffic: Traffic;
}

/** A client with the account that it uses. */
export interface Trader {
  name: string;
  index: number;
  turn: number;
  roll: () => number;
}

/** Sends the next command of a client. */
export async function trade(shift: Shift, trader: Trader): Promise<void> {
  const { nextUrl, floor, journal, traffic } = shift;
  const { index } = trader;
  const command = next(journal, floor, index, trader.roll);
  const { token } = floor.accounts[index] as Account;
  const key = `${trader.name}-${trader.turn++}`;
  const answer = await persist(nextUrl, { ...command, token, key }, traffic, BUSY);
  if (!answer) return;
  const { code, isRepeated } = answer;
  if (code === 'INVALID_TRANSITION' && isRepeated && command.method === 'DELETE')
    return lookUp(shift, token, command.path, index);
  journal.completed += 1;
  if (code) {
    journal.refused += 1;
    traffic.refused[code] = (traffic.refused[code] ?? 0) + 1;
  } else note(shift, command, answer, index);
}

function next(journal: Journal, { perkIds }: Floor, index: number, roll: () => number): Command {
  const wish = roll();
  if (wish > 0.72) {
    const found = pick(journal, roll, wish > 0.86 ? index : undefined);
    if (found && wish > 0.86) return { method: 'DELETE', path: `/exchange/orders/${found.id}` };
    if (found) return { method: 'POST', path: '/exchange/trades', body: { orderId: found.id, ...one(roll) } };
  }
  const type = roll() < 0.5 ? 'buy' : 'sell';
  const perkId = perkIds[Math.floor(roll() * perkIds.length)];
  const body = { type, perkId, quantity: 1 + Math.floor(roll() * 8) };
  if (wish < 0.08) return { method: 'POST', path: '/exchange/orders', body };
  // Buyers a little below sellers: the book keeps some depth, and half of the orders trade.
  const cents = 100 + Math.floor(roll() * 9) + (type === 'buy' ? -3 : 3);
  const timeInForce = wish < 0.16 ? 'IOC' : wish < 0.22 ? 'FOK' : 'GTC';
  return { method: 'POST', path: '/exchange/orders', body: { ...body, price: cents / 100, timeInForce } };
}

function one(roll: () => number): { quantity?: number } {
  return roll() < 0.5 ? { quantity: 1 } : {};
}

/** Picks a recent order that may still be open, of this account or of any. */
function pick(
  { orders, placed }: Journal,
  roll: () => number,
  account: number | undefined,
): Order | undefined {
  const recent = placed.slice(-RECENT).flatMap(id => orders.get(id) ?? []);
  const open = recent.filter(
    each => each.order.remainingQuantity > 0 && (account === undefined || each.account === account),
  );
  return open[Math.floor(roll() * open.length)]?.order;
}

/** Finds out whether a cancellation whose response was lost closed the order, or a trade did. */
async function lookUp(
  { nextUrl, journal }: Shift,
  token: string,
  path: string,
  index: number,
): Promise<void> {
  for (;;) {
    const order: Order | undefined = await call(nextUrl(), 'GET', path, undefined, token).catch(
      () => undefined,
    );
    if (order) {
      journal.completed += 1;
      if (order.status === 'cancelled') journal.cancelled.set(order.id, order);
      remember(journal, order, index);
      return;
    }
    await Bun.sleep(RETRY_MS);
  }
}

function note({ journal, traffic }: Shift, { method }: Command, { data }: Answer, index: number): void {
  if (method === 'DELETE') {
    journal.cancelled.set(data.id, data);
    remember(journal, data, index);
    return;
  }
  remember(journal, data.order, index);
  for (const trade of data.trades ?? [data.trade]) {
    if (journal.trades.has(trade.id)) traffic.unexpected.push(`trade ${trade.id} was reported twice`);
    journal.trades.set(trade.id, trade);
  }
}

function remember(journal: Journal, order: Order, account: number): void {
  const known = journal.orders.get(order.id);
  if (!known) journal.placed.push(order.id);
  // Responses can arrive out of order, so an older state must not replace a newer one.
  if (!known || order.remainingQuantity < known.order.remainingQuantity)
    journal.orders.set(order.id, { order, account });
}
