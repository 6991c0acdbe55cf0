import type { Order, Trade } from '../../src/exchange/orders/model.ts';
import type { Account, Data, Floor } from './exchange-floor.ts';

/** The responses that the clients received, in order. */
export interface Journal {
  /** Every order as in its latest response, with the index of its account. */
  orders: Map<string, { order: Order; account: number }>;
  /** The IDs of all orders, oldest first. */
  placed: string[];
  trades: Map<string, Trade>;
  /** Cancellations that were acknowledged, or found done after their response was lost. */
  cancelled: Map<string, Order>;
  completed: number;
  /** Rejections that are normal on a busy exchange, such as insufficient funds. */
  refused: Record<string, number>;
  retries: number;
  replayed: number;
  unexpected: string[];
}

export function createJournal(): Journal {
  return {
    orders: new Map(),
    placed: [],
    trades: new Map(),
    cancelled: new Map(),
    completed: 0,
    refused: {},
    retries: 0,
    replayed: 0,
    unexpected: [],
  };
}

/** Pauses all clients between two commands, so that no request is in flight. */
export class Gate {
  #isOpen = true;
  #opened = Promise.withResolvers<void>();
  inside = 0;

  async pass(): Promise<void> {
    while (!this.#isOpen) await this.#opened.promise;
    this.inside += 1;
  }

  leave(): void {
    this.inside -= 1;
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    while (this.inside > 0) await Bun.sleep(1);
  }

  open(): void {
    this.#isOpen = true;
    this.#opened.resolve();
    this.#opened = Promise.withResolvers();
  }
}

const RETRY_MS = 10;
/** After a response, such as that the database is not available. */
const REJECTED_RETRY_MS = 100;
/** Long enough for a busy machine, where changes of the exchange wait for each other. */
const GIVE_UP_MS = 180_000;
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

/** Returns a generator of reproducible random numbers from 0 up to 1. */
export function dice(seed: number): () => number {
  // Mulberry32: adjacent seeds give unrelated numbers.
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface Shift {
  /** Returns the server of the next attempt. */
  url: () => string;
  floor: Floor;
  journal: Journal;
  gate: Gate;
  isDone: () => boolean;
}

/** Sends the commands of one client, repeating each until it gets a response. */
export async function trade(shift: Shift, name: string, roll: () => number): Promise<void> {
  const { floor, journal, gate, isDone } = shift;
  const index = Math.floor(roll() * floor.accounts.length);
  for (let turn = 0; !isDone(); turn++) {
    await gate.pass();
    const command = next(journal, floor, index, roll);
    try {
      await send(shift, floor.accounts[index] as Account, command, `${name}-${turn}`, index);
    } finally {
      gate.leave();
    }
  }
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

async function send(shift: Shift, account: Account, command: Command, key: string, index: number) {
  const { journal } = shift;
  const { method, path, body } = command;
  const headers = {
    authorization: `Bearer ${account.token}`,
    'content-type': 'application/json',
    ...(method === 'POST' ? { 'idempotency-key': key } : {}),
  };
  let isAgain = false;
  for (const since = Date.now(); Date.now() - since < GIVE_UP_MS; isAgain = true) {
    const response = await sendForResponse(`${shift.url()}${path}`, {
      method,
      headers,
      body: body && JSON.stringify(body),
      // On a connection that it keeps, Bun sends a DELETE without a response again, and hides that it did.
      keepalive: method !== 'DELETE',
    });
    if (response?.ok) return note(journal, command, response, index);
    const code = response?.body.error?.code;
    if (isAgain && method === 'DELETE' && code === 'INVALID_TRANSITION')
      return lookUp(shift, account, path, index);
    if (BUSY.includes(code)) {
      journal.completed += 1;
      journal.refused[code] = (journal.refused[code] ?? 0) + 1;
      return;
    }
    if (response && code !== 'UNAVAILABLE' && code !== 'IDEMPOTENCY_IN_PROGRESS') {
      journal.unexpected.push(`${key} ${method} ${path}: ${JSON.stringify(response.body)}`);
      return;
    }
    journal.retries += 1;
    await Bun.sleep(response ? REJECTED_RETRY_MS : RETRY_MS);
  }
  journal.unexpected.push(`${key} ${method} ${path}: no response within ${GIVE_UP_MS} ms`);
}

/** Finds out whether a cancellation whose response was lost closed the order, or a trade did. */
async function lookUp(shift: Shift, account: Account, path: string, index: number): Promise<void> {
  const headers = { authorization: `Bearer ${account.token}` };
  for (;;) {
    const response = await sendForResponse(`${shift.url()}${path}`, { headers });
    if (response?.ok) {
      const order: Order = response.body.data;
      shift.journal.completed += 1;
      if (order.status === 'cancelled') shift.journal.cancelled.set(order.id, order);
      remember(shift.journal, order, index);
      return;
    }
    await Bun.sleep(RETRY_MS);
  }
}

interface ApiResponse {
  ok: boolean;
  isReplayed: boolean;
  body: Data;
}

function note(
  journal: Journal,
  { method }: Command,
  { body: { data }, isReplayed }: ApiResponse,
  index: number,
): void {
  journal.completed += 1;
  if (isReplayed) journal.replayed += 1;
  if (method === 'DELETE') {
    journal.cancelled.set(data.id, data);
    remember(journal, data, index);
    return;
  }
  remember(journal, data.order, index);
  for (const trade of data.trades ?? [data.trade]) {
    if (journal.trades.has(trade.id)) journal.unexpected.push(`trade ${trade.id} was reported twice`);
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

/** Returns undefined if the connection was lost before the end of the response. */
async function sendForResponse(url: string, request: RequestInit): Promise<ApiResponse | undefined> {
  try {
    const response = await fetch(url, request);
    const isReplayed = response.headers.get('idempotency-replayed') !== null;
    return { ok: response.ok, isReplayed, body: await response.json() };
  } catch {
    return undefined;
  }
}
