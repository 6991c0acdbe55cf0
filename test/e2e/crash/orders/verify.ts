import type { Order } from '../../../../src/exchange/orders/model.ts';
import { call, type Data } from '../../calls.ts';
import type { StoredRows } from '../../stored-rows.ts';
import type { Journal } from './clients.ts';
import type { Floor, Market } from './floor.ts';

/** Cash in cents and perks of an account, available and reserved. */
type Pots = Record<string, { free: number; reserved: number }>;

/** The initial balances of each account. */
export type Beginning = Pots[];

export async function look({ url }: Market, { accounts }: Floor): Promise<Beginning> {
  return Promise.all(
    accounts.map(async ({ token }) => {
      const wallet = await call(url, 'GET', '/exchange/wallet', undefined, token);
      const pots: Pots = { cash: { free: cents(wallet.cash), reserved: cents(wallet.cashReserved) } };
      for (const { perkId, available, reserved } of wallet.perks)
        pots[perkId] = { free: available, reserved };
      return pots;
    }),
  );
}

function cents(dollars: number): number {
  return Math.round(dollars * 100);
}

/** An order as it must be according to the journal. */
interface Expected {
  order: Order;
  account: number;
  filled: number;
  cancelled: number;
  remaining: number;
}

/** The servers and what they have stored. */
export interface Installation {
  market: Market;
  stored: StoredRows;
  /** Whether several servers create orders. The order of their IDs is then not that of the queue. */
  hasNodes?: boolean;
}

/**
 * Compares the clients' responses with the server and its database: each order with its trades and cancellation, the
 * queue of each order book, depth, trades and wallets. No request may be in flight.
 * @returns a sentence for each difference
 */
export async function compareExchange(
  { market, stored, hasNodes = false }: Installation,
  floor: Floor,
  journal: Journal,
  beginning: Beginning,
): Promise<string[]> {
  const problems: string[] = [];
  const expected = addUp(journal, problems);
  await compareOrders(stored, expected, problems);
  await compareTrades(stored, journal, problems);
  const { perks } = await call(market.url, 'GET', '/exchange/market');
  for (const perkId of floor.perkIds) {
    const { depth } = perks.find((each: Data) => each.perkId === perkId);
    const queues = await readQueues(stored, perkId, hasNodes ? 'id' : 'sequence');
    compareBook({ perkId, depth, queues }, expected, problems);
  }
  const found = await look(market, floor);
  const wanted = walletsOf(floor, journal, expected, beginning);
  for (const [account, pots] of wanted.entries())
    for (const [asset, { free, reserved }] of Object.entries(pots)) {
      const now = found[account]?.[asset] ?? { free: 0, reserved: 0 };
      if (now.free !== free || now.reserved !== reserved)
        problems.push(
          `account ${account} has ${now.free}+${now.reserved} of ${asset}, the journal says ${free}+${reserved}`,
        );
    }
  compareTotals(found, beginning, problems);
  return problems;
}

function addUp({ orders, trades, cancelled }: Journal, problems: string[]): Map<string, Expected> {
  const filled = new Map<string, number>();
  for (const { buyOrderId, sellOrderId, quantity } of trades.values())
    for (const id of [buyOrderId, sellOrderId]) filled.set(id, (filled.get(id) ?? 0) + quantity);
  for (const id of filled.keys())
    if (!orders.has(id)) problems.push(`a trade names ${id}, an order that no client placed`);
  const expected = new Map<string, Expected>();
  for (const [id, { order, account }] of orders) {
    const all = filled.get(id) ?? 0;
    const isEnded = cancelled.has(id) || order.status === 'cancelled';
    const rest = order.quantity - all;
    const own = isEnded ? { cancelled: rest, remaining: 0 } : { cancelled: 0, remaining: rest };
    if (rest < 0) problems.push(`order ${id} was filled ${all} of ${order.quantity}`);
    if (order.filledQuantity > all) problems.push(`order ${id} was reported as filled beyond its trades`);
    expected.set(id, { order, account, filled: all, ...own });
  }
  return expected;
}

async function compareOrders({ read }: StoredRows, expected: Map<string, Expected>, problems: string[]) {
  const rows = await read('select id, filled, cancelled, status from exchange_orders');
  const stored = new Map(rows.map(row => [row.id, row]));
  for (const [id, { order, filled, cancelled, remaining }] of expected) {
    const row = stored.get(id);
    if (!row) problems.push(`order ${id} is lost`);
    else if (row.filled !== filled || row.cancelled !== cancelled)
      problems.push(`order ${id} is ${row.filled}/${row.cancelled}, the journal says ${filled}/${cancelled}`);
    else if ((row.status === 'open' || row.status === 'partiallyFilled') !== remaining > 0)
      problems.push(`order ${id} of ${order.quantity} with ${remaining} left is ${row.status}`);
  }
}

async function compareTrades({ read }: StoredRows, { trades }: Journal, problems: string[]) {
  const known = [...trades.keys()].sort();
  if (known.length === 0) return;
  const rows = await read('select id from exchange_trades where id >= ?', known[0] as string);
  const stored = new Set(rows.map(row => row.id));
  const lost = known.filter(id => !stored.has(id));
  if (lost.length > 0) problems.push(`${lost.length} trades are lost, first ${lost[0]}`);
  if (stored.size > known.length)
    problems.push(`${stored.size - known.length} trades that were reported to no client`);
}

type Side = 'buy' | 'sell';
type Queue = { id: string; remaining: number }[];

interface Book {
  perkId: string;
  depth: Data;
  queues: Record<Side, Queue>;
}

/** Reads the open orders of a perk, the best first. */
async function readQueues({ read }: StoredRows, perkId: string, tieBreak: 'id' | 'sequence') {
  const select = (side: Side): Promise<Queue> =>
    read(
      `select id, quantity - filled - cancelled as remaining from exchange_orders
       where perk_id = ? and type = ? and status in ('open', 'partiallyFilled') order by rank_cents, ${tieBreak}`,
      perkId,
      side,
    );
  return { buy: await select('buy'), sell: await select('sell') };
}

/** Compares the queue of each side in the database and the depth of the market. */
function compareBook(
  { perkId, depth, queues }: Book,
  expected: Map<string, Expected>,
  problems: string[],
): void {
  for (const side of ['buy', 'sell'] as const) {
    const sign = side === 'buy' ? -1 : 1;
    const wanted = [...expected.values()]
      .filter(({ order, remaining }) => order.perkId === perkId && order.type === side && remaining > 0)
      .sort(
        (a, b) =>
          sign * ((a.order.price as number) - (b.order.price as number)) ||
          (a.order.id < b.order.id ? -1 : 1),
      );
    const text = (all: Queue) => all.map(each => `${each.id}×${each.remaining}`);
    const queue = wanted.map(({ order, remaining }) => ({ id: order.id, remaining }));
    if (text(queues[side]).join() !== text(queue).join())
      problems.push(
        `the ${side} queue of ${perkId} has ${queues[side].length} orders, the journal ${queue.length}`,
      );
    const levels = levelsOf(wanted);
    const shown = depth[side === 'buy' ? 'bids' : 'asks'];
    if (JSON.stringify(shown) !== JSON.stringify(levels.slice(0, 10)))
      problems.push(`the ${side} depth of ${perkId} is ${JSON.stringify(shown)}`);
  }
}

function levelsOf(queue: Expected[]): { price: number; quantity: number }[] {
  const levels: { price: number; quantity: number }[] = [];
  for (const { order, remaining } of queue) {
    const last = levels.at(-1);
    if (last?.price === order.price) last.quantity += remaining;
    else levels.push({ price: order.price as number, quantity: remaining });
  }
  return levels;
}

function walletsOf(
  { accounts }: Floor,
  { trades }: Journal,
  expected: Map<string, Expected>,
  beginning: Beginning,
): Beginning {
  const wallets = structuredClone(beginning);
  const ownerOf = (id: string) => expected.get(id)?.account ?? accounts.length;
  const add = (account: number, asset: string, pot: 'free' | 'reserved', amount: number) => {
    const wallet = wallets[account] ?? {};
    wallet[asset] ??= { free: 0, reserved: 0 };
    wallet[asset][pot] += amount;
  };
  for (const { buyOrderId, sellOrderId, perkId, quantity, total } of trades.values()) {
    add(ownerOf(buyOrderId), 'cash', 'free', -cents(total));
    add(ownerOf(sellOrderId), 'cash', 'free', cents(total));
    add(ownerOf(buyOrderId), perkId, 'free', quantity);
    add(ownerOf(sellOrderId), perkId, 'free', -quantity);
  }
  for (const { order, account, remaining } of expected.values()) {
    const isBuy = order.type === 'buy';
    const reserve = isBuy ? remaining * cents(order.price ?? 0) : remaining;
    add(account, isBuy ? 'cash' : order.perkId, 'free', -reserve);
    add(account, isBuy ? 'cash' : order.perkId, 'reserved', reserve);
  }
  return wallets;
}

/** Checks that the total cash and perks of all accounts are unchanged. */
function compareTotals(found: Beginning, beginning: Beginning, problems: string[]): void {
  const total = (wallets: Beginning, asset: string) =>
    wallets.reduce((sum, pots) => sum + (pots[asset]?.free ?? 0) + (pots[asset]?.reserved ?? 0), 0);
  const assets = new Set([...beginning, ...found].flatMap(pots => Object.keys(pots)));
  for (const asset of assets)
    if (total(found, asset) !== total(beginning, asset))
      problems.push(`${asset}: ${total(found, asset)} around, ${total(beginning, asset)} before`);
}
