import { createNumbers } from '../../../support/random.ts';
import { openInstallation } from '../installation.ts';
import { createTraffic } from '../requests.ts';
import type { Workload } from '../workload.ts';
import { createJournal, type Journal, type Trader, trade } from './clients.ts';
import { type Floor, furnish } from './floor.ts';
import { compareExchange, look } from './verify.ts';

/** Clients trade on the exchange. All orders, queues, depth, trades and wallets must match the responses. */
export const orders: Workload = {
  options: { kills: 50, commands: 10_000, clients: 64, seed: 1 },
  target: 'commands',
  isVerifiedOften: true,
  setup: async ({ kills, clients, seed = 1 }) => {
    const installation = await openInstallation(kills);
    const { server } = installation;
    const floor = await furnish(server);
    const beginning = await look(server, floor);
    const journal = createJournal();
    const traffic = createTraffic();
    const traders = createTraders(clients, floor, seed);
    const shift = { nextUrl: () => server.url, floor, journal, traffic };
    return {
      installation,
      traffic,
      progress: () => journal.completed,
      act: client => trade(shift, traders[client] as Trader),
      verify: stored => compareExchange({ market: server, stored }, floor, journal, beginning),
      summary: () => summaryOf(journal),
    };
  },
};

export function createTraders(count: number, { accounts }: Floor, seed: number): Trader[] {
  return Array.from({ length: count }, (_, n) => {
    const roll = createNumbers(seed * 1_000 + n);
    return { name: `trader-${n}`, index: Math.floor(roll() * accounts.length), turn: 0, roll };
  });
}

/** Formats the counts of the clients' commands. */
export function summaryOf({ completed, orders, trades, cancelled }: Journal): string {
  const all = [...orders.values()].map(({ order }) => order);
  const of = (isIt: (order: (typeof all)[number]) => boolean) => all.filter(isIt).length;
  const kinds = [
    `${of(order => order.orderType === 'market')} market`,
    `${of(order => order.orderType === 'limit' && order.timeInForce === 'IOC')} limit IOC or taken by name`,
    `${of(order => order.timeInForce === 'FOK')} FOK`,
    `${of(order => order.timeInForce === 'GTC')} GTC`,
  ];
  return `${completed} commands completed: ${orders.size} orders (${kinds.join(', ')}), ${trades.size} trades, ${
    cancelled.size
  } cancelled`;
}
