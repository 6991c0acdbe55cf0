import { createNumbers } from '../../../support/random.ts';
import { openInstallation } from '../installation.ts';
import { createTraffic } from '../requests.ts';
import type { Workload } from '../workload.ts';
import { createJournal, openShop, Till } from './clients.ts';
import { compareCounter } from './verify.ts';

/** Clients stamp, sell, redeem, reinstate and refund. All records, codes and members must match the responses. */
export const counter: Workload = {
  options: { kills: 10, actions: 1_000, clients: 6, seed: 1 },
  target: 'actions',
  isVerifiedOften: true,
  setup: async ({ kills, clients, seed = 1 }) => {
    const installation = await openInstallation(kills);
    const { url } = installation.server;
    const shop = await openShop(url, clients);
    const journal = createJournal(shop);
    const traffic = createTraffic();
    const shift = { nextUrl: () => url, shop, journal, traffic };
    const tills = Array.from(
      { length: clients },
      (_, n) => new Till(shift, n, createNumbers(seed * 1_000 + n)),
    );
    return {
      installation,
      traffic,
      progress: () => journal.actions,
      act: async client => tills[client]?.act(),
      verify: stored => compareCounter(url, shop, stored, journal),
      summary: () =>
        `${journal.actions} actions at the counter: ${journal.visits.length} visits, ${journal.purchases.length} purchases, ${journal.bought.length} purchases in the shop, ${journal.codes.size} codes`,
    };
  },
};
