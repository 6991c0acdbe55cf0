import type { Database } from 'bun:sqlite';
import { createRecord, grouped, nextId, openRaw } from './raw-writes.ts';

export interface OrderSpec {
  file: string;
}

interface Input {
  type: 'buy' | 'sell';
  perkId: string;
  quantity: number;
  /** Cents. */
  price: number;
  ownerId: string;
}

// biome-ignore lint/suspicious/noExplicitAny: a row straight from SQLite
type Row = any;

/** The units that each account gains from a fill or a resting order. */
type Moves = Map<string, { unit: string; amount: number }>;

/**
 * Durable limit orders by hand: matched by price and age, settled in the same ledger, with the same levels,
 * statistics and events as ours, and with their indexes, checks and tallies. It checks nothing except the match.
 */
export function createOrder({ file }: OrderSpec) {
  const database = openRaw(file, 'FULL');
  const commit = grouped(database, placer(database));
  return async (request: Request): Promise<Response> => {
    const sent = (await request.json()) as Input;
    const ownerId = request.headers.get('x-owner') ?? '';
    const data = await commit({ ...sent, price: Math.round(sent.price * 100), ownerId });
    return Response.json({ success: true, data }, { status: 201 });
  };
}

interface Meeting {
  met: { row: Row; units: number }[];
  open: number;
  cents: number;
  cancelled: number;
}

function placer(database: Database) {
  const queue = database.prepare(`select * from exchange_orders where perk_id = ? and type = ?
    and status in ('open', 'partiallyFilled') and rank_cents <= ? order by rank_cents, sequence limit ?`);
  const insert =
    database.prepare(`insert into exchange_orders (id, sequence, owner_id, user_id, perk_id, type,
    order_type, price_cents, rank_cents, quantity, filled, cancelled, value_cents, status, time_in_force,
    created_at, updated_at) values (?, ?, ?, ?, ?, ?, 'limit', ?, ?, ?, ?, ?, ?, ?, 'GTC', ?, ?) returning *`);
  const perkOf = database.prepare('select business_id as businessId from perks where id = ?');
  const book = bookkeeper(database);
  const settle = settler(database, book);
  const record = createOrderRecord(database);
  const best = database.prepare(`update perks set best_ask_cents = b.ask, best_bid_cents = b.bid from (
    select (select min(rank_cents) from exchange_levels where perk_id = ?1 and type = 'sell') as ask,
      (select -min(rank_cents) from exchange_levels where perk_id = ?1 and type = 'buy') as bid) as b
    where id = ?1 and (best_ask_cents is not b.ask or best_bid_cents is not b.bid)`);
  const change = database.prepare(
    'update perks set change_sequence = (select max(change_sequence) + 1 from perks) where id = ?',
  );
  let orders = lastOf(database, 'exchange_orders');
  return (input: Input) => {
    const { type, perkId, quantity, price, ownerId } = input;
    const now = new Date().toISOString();
    const { businessId } = perkOf.get(perkId) as { businessId: string };
    const isBuy = type === 'buy';
    const rank = isBuy ? price : -price;
    const meeting = meet(queue.all(perkId, isBuy ? 'sell' : 'buy', rank, quantity) as Row[], input);
    const { met, open, cents, cancelled } = meeting;
    const filled = quantity - open - cancelled;
    const ended = cancelled > 0 ? 'cancelled' : 'filled';
    const status = open === 0 ? ended : filled > 0 ? 'partiallyFilled' : 'open';
    const terms = [type, price, -rank, quantity, filled, cancelled, cents, status] as const;
    const order = insert.get(nextId('ord'), ++orders, ownerId, ownerId, perkId, ...terms, now, now) as Row;
    record('exchange.order.created', order, now);
    const trades = met.length > 0 ? settle(order, businessId, meeting, now) : [];
    if (open > 0) {
      const [asset, unit, amount] = isBuy ? ['cash', 'USD', open * price] : [perkId, `perk:${perkId}`, open];
      const moves: Moves = new Map();
      add(moves, `exchange:${ownerId}/${asset}/available`, unit, -amount);
      add(moves, `exchange:${ownerId}/${asset}/reserved`, unit, amount);
      book.transfer('exchange.reserve', businessId, `${order.id}/rest`, moves, now);
      book.level(perkId, type, -rank, open, 1);
    } else record(`exchange.order.${ended}`, order, now);
    best.run(perkId);
    change.run(perkId);
    return { order, trades };
  };
}

/** Events of an order are its owner's, and a person has no log. */
function createOrderRecord(database: Database) {
  const record = createRecord(database);
  return (type: string, order: Row, now: string): void => {
    if (order.owner_id.startsWith('biz_')) record(order.owner_id, type, order, now);
  };
}

function lastOf(database: Database, table: string): number {
  return (database.prepare(`select coalesce(max(sequence), 0) as n from ${table}`).get() as { n: number }).n;
}

function meet(resting: Row[], { quantity, ownerId }: Input): Meeting {
  const meeting: Meeting = { met: [], open: quantity, cents: 0, cancelled: 0 };
  for (const row of resting) {
    if (meeting.open === 0) break;
    if (row.owner_id === ownerId) return { ...meeting, open: 0, cancelled: meeting.open };
    const units = Math.min(meeting.open, row.quantity - row.filled - row.cancelled);
    meeting.met.push({ row, units });
    meeting.open -= units;
    meeting.cents += units * row.price_cents;
  }
  return meeting;
}

/** Writes the fills of an order: what moves, its trades, the orders that it met. */
function settler(database: Database, book: ReturnType<typeof bookkeeper>) {
  const fill =
    database.prepare(`update exchange_orders set filled = filled + ?, value_cents = value_cents + ?,
    status = iif(filled + ? = quantity, 'filled', 'partiallyFilled'), updated_at = ? where id = ? returning *`);
  const trade =
    database.prepare(`insert into exchange_trades (id, sequence, perk_id, buy_order_id, sell_order_id,
    buy_owner_id, sell_owner_id, taker_side, price_cents, quantity, transfer_id, executed_at)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) returning *`);
  const recordTrade = createRecord(database);
  const record = createOrderRecord(database);
  let trades = lastOf(database, 'exchange_trades');
  return (order: Row, businessId: string, { met, cents }: Meeting, now: string): Row[] => {
    const perkId = order.perk_id;
    const perk = `perk:${perkId}`;
    const isBuy = order.type === 'buy';
    const sign = isBuy ? 1 : -1;
    const [gets, gives] = isBuy ? ['available', 'reserved'] : ['reserved', 'available'];
    const moves: Moves = new Map();
    for (const { row, units } of met) {
      add(moves, `exchange:${row.owner_id}/cash/${gets}`, 'USD', sign * units * row.price_cents);
      add(moves, `exchange:${row.owner_id}/${perkId}/${gives}`, perk, -sign * units);
    }
    add(moves, `exchange:${order.owner_id}/cash/available`, 'USD', -sign * cents);
    add(moves, `exchange:${order.owner_id}/${perkId}/available`, perk, sign * order.filled);
    const transferId = book.transfer('exchange.trade', businessId, `${order.id}/${trades}`, moves, now);
    book.statistics(perkId, met.at(-1)?.row.price_cents, cents, order.filled, met.length);
    return met.map(({ row, units }) => {
      const [buy, sell] = isBuy ? [order, row] : [row, order];
      const sides = [buy.id, sell.id, buy.owner_id, sell.owner_id, order.type, row.price_cents, units];
      const made = trade.get(nextId('trd'), ++trades, perkId, ...sides, transferId, now) as Row;
      recordTrade(businessId, 'exchange.trade.executed', made, now);
      const filled = fill.get(units, units * row.price_cents, units, now, row.id) as Row;
      if (filled.status === 'filled') record('exchange.order.filled', filled, now);
      book.level(perkId, row.type, row.rank_cents, -units, filled.status === 'filled' ? -1 : 0);
      return made;
    });
  };
}

function add(moves: Moves, account: string, unit: string, amount: number): void {
  moves.set(account, { unit, amount: (moves.get(account)?.amount ?? 0) + amount });
}

/** The ledger, the levels and the statistics. */
function bookkeeper(database: Database) {
  const transfer =
    database.prepare(`insert into ledger_transfers (id, kind, business_id, reference, request_id,
    created_at) values (?, ?, ?, ?, ?, ?)`);
  const account = database.prepare(`insert into ledger_accounts (id, unit, owner_id, allows_negative, balance)
    values (?, ?, ?, 0, 0) on conflict do nothing`);
  const move = database.prepare(
    'update ledger_accounts set balance = balance + ? where id = ? returning balance',
  );
  const entry =
    database.prepare(`insert into ledger_entries (transfer_id, account_id, unit, amount, balance_after)
    values (?, ?, ?, ?, ?)`);
  const level = database.prepare(`insert into exchange_levels (perk_id, type, rank_cents, quantity, orders)
    values (?, ?, ?, max(?, 0), max(?, 0)) on conflict do update set quantity = quantity + ?, orders = orders + ?
    returning orders`);
  const drop = database.prepare(
    'delete from exchange_levels where perk_id = ? and type = ? and rank_cents = ?',
  );
  const bucket =
    database.prepare(`insert into exchange_buckets values (?1, ?2, ?3, ?4, ?4, ?4, ?4, ?5, ?6, ?7)
    on conflict do update set high_cents = max(high_cents, ?4), low_cents = min(low_cents, ?4), close_cents = ?4,
    volume_cents = volume_cents + ?5, quantity = quantity + ?6, trades = trades + ?7`);
  const price = database.prepare('update perks set last_price_cents = ?, activity = ? where id = ?');
  const changed = ({ amount }: { amount: number }) => amount !== 0;
  return {
    transfer: (kind: string, businessId: string, reference: string, moves: Moves, now: string): string => {
      const id = nextId('tfr');
      transfer.run(id, kind, businessId, reference, nextId('req'), now);
      const sorted = [...moves].sort(([, a], [, b]) => b.amount - a.amount);
      for (const [name, { unit, amount }] of sorted.filter(([, each]) => changed(each))) {
        let moved = move.get(amount, name) as { balance: number } | null;
        if (!moved) {
          account.run(name, unit, name.slice('exchange:'.length).split('/')[0] ?? '');
          moved = move.get(amount, name) as { balance: number };
        }
        entry.run(id, name, unit, amount, moved.balance);
      }
      return id;
    },
    level: (perkId: string, side: string, rank: number, quantity: number, orders: number): void => {
      const left = level.get(perkId, side, rank, quantity, orders, quantity, orders) as { orders: number };
      if (left.orders === 0) drop.run(perkId, side, rank);
    },
    statistics: (perkId: string, cents: number, value: number, units: number, fills: number): void => {
      const seconds = Math.floor(Date.now() / 1000);
      for (const span of [60, 3_600]) {
        bucket.run(perkId, span, seconds - (seconds % span), cents, value, units, fills);
        bucket.run('*', span, seconds - (seconds % span), 0, value, units, fills);
      }
      price.run(cents, Date.now(), perkId);
    },
  };
}
