/** The peer of the exchange benchmark: nodejs-order-book behind Bun.serve, all in memory, nothing kept. */
import { OrderBook } from 'nodejs-order-book';
import { type Served, serveAsChild } from './child.ts';

type Side = Parameters<OrderBook['market']>[0]['side'];

interface Order {
  type: Side;
  quantity: number;
  price: number;
}

export function serve(): Served {
  const book = new OrderBook();
  let orders = 0;
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: async request => {
      const { type, quantity, price } = (await request.json()) as Order;
      orders += 1;
      const id = `ord_${orders}`;
      const { done, partial, quantityLeft } = book.limit({ id, side: type, size: quantity, price });
      return Response.json({ success: true, data: { id, done, partial, quantityLeft } }, { status: 201 });
    },
  });
  return { port: server.port as number, stats: () => ({}), stop: () => server.stop(true) };
}

if (import.meta.main) await serveAsChild(serve);
