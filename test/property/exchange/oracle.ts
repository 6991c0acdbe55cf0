import { OrderBook } from 'nodejs-order-book';
import * as rules from '../../../src/exchange/orders/rules.ts';
import { commandsOf } from './check.ts';
import type { Command } from './sim.ts';

interface Order {
  id: string;
  ownerId: string;
  sequence: number;
  side: rules.Side;
  priceCents: number;
  remaining: number;
}

type Queues = Record<rules.Side, Order[]>;

/**
 * Streams the orders and cancels of a seed through our order book and that of nodejs-order-book, each order with a
 * different owner, and compares fills and depth after each command.
 * @returns the number of fills compared
 * @throws Error for the first command with different results
 */
export function compareWithOracle(seed: number, count: number): number {
  const book = new OrderBook();
  const queues: Queues = { buy: [], sell: [] };
  const ids: string[] = [];
  let fills = 0;
  for (const [index, command] of commandsOf(seed, count).entries()) {
    const [ours, theirs] = step(command, { book, queues, ids, id: `${index}` });
    const said = JSON.stringify([ours, depthOf(queues)]);
    const expected = JSON.stringify([theirs, theirDepth(book)]);
    if (said !== expected)
      throw new Error(
        `seed ${seed}, command ${index} ${JSON.stringify(command)}:\nours   ${said}\ntheirs ${expected}`,
      );
    fills += ours.length;
  }
  return fills;
}

type TheirSide = Parameters<OrderBook['market']>[0]['side'];
type TheirTime = Parameters<OrderBook['limit']>[0]['timeInForce'];
type Size = [id: string, quantity: number];

interface Step {
  book: OrderBook;
  queues: Queues;
  ids: string[];
  id: string;
}

/** One command on both books: what each says was filled, by resting order. */
function step(command: Command, at: Step): [Size[], Size[]] {
  if (command.kind === 'cancel') {
    const id = at.ids[at.ids.length - 1 - command.pick] ?? '';
    for (const side of ['buy', 'sell'] as const)
      at.queues[side] = at.queues[side].filter(order => order.id !== id);
    if (at.book.order(id)) at.book.cancel(id);
    return [[], []];
  }
  if (command.kind !== 'place') return [[], []];
  at.ids.push(at.id);
  const others = new Map(
    at.queues[rules.oppositeSide(command.side)].map(order => [order.id, order.remaining]),
  );
  return [placeOurs(command, at), placeTheirs(command, at, others)];
}

function placeOurs({ side, price, quantity, timeInForce }: Command & { kind: 'place' }, at: Step): Size[] {
  const { queues, id } = at;
  const other = rules.oppositeSide(side);
  const taker = { ownerId: id, side, quantity, limitCents: price, timeInForce };
  const found = rules.match(taker, queues[other]);
  for (const { resting, quantity: size } of found.fills) resting.remaining -= size;
  queues[other] = queues[other].filter(({ remaining }) => remaining > 0);
  if (found.rest > 0) {
    const sequence = Number(id);
    const order = { id, ownerId: id, sequence, side, priceCents: price ?? 0, remaining: found.rest };
    const place = queues[side].findIndex(each => rules.hasPriority(side, order, each));
    queues[side].splice(place === -1 ? queues[side].length : place, 0, order);
  }
  return found.fills.map(fill => [fill.resting.id, fill.quantity]);
}

function placeTheirs(
  { side, price, quantity, timeInForce }: Command & { kind: 'place' },
  { book, id }: Step,
  others: Map<string, number>,
): Size[] {
  const options = { side: side as TheirSide, size: quantity };
  // A market order of theirs knows no FOK: it fills what it can, and so does ours unless it could not fill whole.
  const total = [...others.values()].reduce((sum, each) => sum + each, 0);
  if (price === null && timeInForce === 'FOK' && total < quantity) return [];
  const result =
    price === null
      ? book.market(options)
      : book.limit({ ...options, id, price, timeInForce: timeInForce as TheirTime });
  if (result.err) return [];
  const fills: Size[] = [];
  for (const order of result.done) if (order.id !== id) fills.push([order.id, others.get(order.id) ?? -1]);
  const { partial } = result;
  if (partial && partial.id !== id) fills.push([partial.id, result.partialQuantityProcessed]);
  return fills;
}

type Depth = [number, number][];

function depthOf({ buy, sell }: Queues): [Depth, Depth] {
  const levels = (queue: Order[]): Depth => {
    const sums = new Map<number, number>();
    for (const { priceCents, remaining } of queue)
      sums.set(priceCents, (sums.get(priceCents) ?? 0) + remaining);
    return [...sums].sort(([a], [b]) => a - b);
  };
  return [levels(sell), levels(buy)];
}

function theirDepth(book: OrderBook): [Depth, Depth] {
  const [asks, bids] = book.depth();
  const sorted = (levels: Depth) => [...levels].sort(([a], [b]) => a - b);
  return [sorted(asks), sorted(bids)];
}
