import type { Journal } from './exchange-clients.ts';

/** Formats the clients' requests and responses in two lines. */
export function summaryOf({
  completed,
  orders,
  trades,
  cancelled,
  refused,
  retries,
  replayed,
}: Journal): string {
  const all = [...orders.values()].map(({ order }) => order);
  const of = (isIt: (order: (typeof all)[number]) => boolean) => all.filter(isIt).length;
  const refusals = Object.entries(refused).map(([code, count]) => `${count} ${code}`);
  const kinds = [
    `${of(order => order.orderType === 'market')} market`,
    `${of(order => order.orderType === 'limit' && order.timeInForce === 'IOC')} limit IOC or taken by name`,
    `${of(order => order.timeInForce === 'FOK')} FOK`,
    `${of(order => order.timeInForce === 'GTC')} GTC`,
  ];
  return `${completed} commands completed: ${orders.size} orders (${kinds.join(', ')}), ${trades.size} trades, ${
    cancelled.size
  } cancelled; refused: ${refusals.join(', ') || 'none'}
${retries} requests sent again, ${replayed} of them replayed`;
}
