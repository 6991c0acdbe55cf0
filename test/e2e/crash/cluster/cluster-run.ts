import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NODE_SECRETS } from '../../../support/postgres-app.ts';
import { ServerProcess } from '../../server-process.ts';
import { createJournal, type Trader, trade } from '../orders/clients.ts';
import { furnish } from '../orders/floor.ts';
import { compareExchange, look } from '../orders/verify.ts';
import { createTraders, summaryOf } from '../orders/workload.ts';
import { createTraffic } from '../requests.ts';
import type { WebhookReceiver } from '../webhook-receiver.ts';
import type { Installation, Run } from '../workload.ts';
import { hireClients } from '../writes/setup.ts';
import { compareWrites } from '../writes/verify.ts';
import { Ledger } from '../writes/workload.ts';

/** One of this many clients trades on the exchange; the others work for businesses. */
const TRADER_OF = 4;

export interface ClusterRun extends Run {
  ledger: Ledger;
}

/** Creates a server of several, which is started again whenever it ends. @param main the entry file of another version */
export function createNode(databaseUrl: string, main?: string): ServerProcess {
  const storage = {
    DATA_DIR: mkdtempSync(join(tmpdir(), 'perkmint-node-')),
    DATABASE_URL: databaseUrl,
    ...NODE_SECRETS,
  };
  return new ServerProcess(storage, {
    ...(main && { program: [process.execPath, main] }),
    isSupervised: true,
  });
}

/** Returns what the runner needs of supervised servers with one PostgreSQL. The list of servers may grow. */
export function describeNodes(servers: ServerProcess[], databaseUrl: string): Installation {
  return {
    servers,
    storage: { DATA_DIR: '', DATABASE_URL: databaseUrl },
    failures: [],
    restart: async () => {
      await Promise.all(servers.map(server => server.kill()));
      await Promise.all(servers.map(server => server.isListening));
    },
    close: async () => {
      await Promise.all(servers.map(server => server.remove()));
    },
  };
}

/** Registers businesses with endpoints, clients, and accounts of the exchange. */
export async function prepareRun(
  installation: Installation,
  receiver: WebhookReceiver,
  count: number,
  accounts?: number,
): Promise<ClusterRun> {
  const { servers, storage } = installation;
  const [first] = servers as [ServerProcess];
  const traders = Math.max(1, Math.floor(count / TRADER_OF));
  const clients = await hireClients(first.url, count - traders);
  const floor = await furnish(first, accounts);
  for (const tenant of new Set(clients.map(client => client.tenant)))
    await receiver.register(first.url, storage, tenant);
  const beginning = await look(first, floor);
  const journal = createJournal();
  const traffic = createTraffic();
  let attempt = 0;
  const nextUrl = () => (servers[attempt++ % servers.length] as ServerProcess).url;
  const ledger = new Ledger(clients, nextUrl, traffic);
  const shift = { nextUrl, floor, journal, traffic };
  const trading = createTraders(traders, floor, 0);
  return {
    installation,
    traffic,
    ledger,
    // Rejected commands of the exchange wrote nothing.
    progress: () => ledger.acknowledged.length + journal.completed - journal.refused,
    act: client =>
      client < traders ? trade(shift, trading[client] as Trader) : ledger.write(client - traders),
    verify: async stored => {
      const market = servers.at(-1) as ServerProcess;
      const trades = await compareExchange({ market, stored, hasNodes: true }, floor, journal, beginning);
      return [
        ...(await ledger.repeatAll()),
        ...(await compareWrites(stored, ledger.acknowledged)),
        ...trades.map(problem => `exchange: ${problem}`),
        ...(await receiver.verify(stored)).map(problem => `webhooks: ${problem}`),
      ];
    },
    summary: () => `${ledger.summary()}\n${summaryOf(journal)}\n${receiver.summary()}`,
    close: () => receiver.close(),
  };
}
