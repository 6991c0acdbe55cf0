/** The peer of the exchange benchmark: nodejs-order-book behind Bun.serve, all in memory, nothing kept. */
import { OrderBook } from 'nodejs-order-book';

const book = new OrderBook();
let orders = 0;

type Side = Parameters<OrderBook['market']>[0]['side'];

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: async request => {
    const { type, quantity, price } = (await request.json()) as {
      type: Side;
      quantity: number;
      price: number;
    };
    orders += 1;
    const id = `ord_${orders}`;
    const { done, partial, quantityLeft } = book.limit({ id, side: type, size: quantity, price });
    return Response.json({ success: true, data: { id, done, partial, quantityLeft } }, { status: 201 });
  },
});
process.send?.({ port: server.port });
