import type { ServerProcess } from '../../server-process.ts';
import { WebhookReceiver } from '../webhook-receiver.ts';
import type { Workload } from '../workload.ts';
import { createNode, describeNodes, prepareRun } from './cluster-run.ts';
import { createDatabaseAddress } from './database-address.ts';
import { PostgresProcess } from './postgres-process.ts';

const NODES = 2;
const MAX_OUTAGE_MS = 500;
const DATABASE = 'perkmint';

/**
 * Clients write to two servers with one PostgreSQL. A server is killed, or PostgreSQL is shut down immediately, and
 * restarted. With --standby, PostgreSQL has a synchronous standby, all its processes are killed half-way, and the standby
 * is promoted. A client whose request failed repeats it with its key on the other server. Every acknowledged write must
 * exist exactly once, and every event must be delivered.
 */
export const cluster: Workload = {
  options: { writes: 20_000, kills: 20, stops: 5, clients: 64, standby: false },
  target: 'writes',
  isVerifiedOften: false,
  setup: async ({ kills, stops = 0, clients, standby }) => {
    let primary = new PostgresProcess();
    await primary.start();
    await primary.query(
      `create database ${DATABASE} template template0 encoding 'UTF8' locale_provider libc locale 'C'`,
    );
    const databases = [primary];
    if (standby) {
      await primary.stop();
      databases.unshift(primary.createStandby());
      for (const database of databases.toReversed()) await database.start();
      await primary.requireStandby();
    }
    const address = await createDatabaseAddress(primary.port);
    const databaseUrl = primary.url(DATABASE, standby ? address.port : primary.port);
    const nodes = Array.from({ length: NODES }, () => createNode(databaseUrl));
    await Promise.all(nodes.map(node => node.start()));

    const done = { stops: 0, promotion: '' };
    const failures: (() => Promise<void>)[] = [
      ...Array.from(
        { length: kills },
        () => () => (nodes[Math.floor(Math.random() * NODES)] as ServerProcess).kill(),
      ),
      ...Array.from({ length: stops }, () => async () => {
        await primary.stopImmediately();
        await Bun.sleep(Math.random() * MAX_OUTAGE_MS);
        await primary.start();
        done.stops += 1;
      }),
    ]
      .map(failure => ({ failure, at: Math.random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ failure }) => failure);
    if (standby)
      failures.splice(Math.floor(failures.length / 2), 0, async () => {
        const startedAt = performance.now();
        await primary.kill();
        primary = databases[0] as PostgresProcess;
        await primary.promote();
        address.switchTo(primary.port);
        done.promotion = `, the standby promoted after ${Math.round(performance.now() - startedAt)} ms`;
      });

    const receiver = new WebhookReceiver();
    const installation = describeNodes(nodes, databaseUrl);
    const run = await prepareRun(installation, receiver, clients);
    return {
      ...run,
      installation: {
        ...installation,
        failures,
        close: async isKept => {
          await installation.close(isKept);
          address.close();
          for (const database of databases) await database.remove();
        },
      },
      verify: async stored => [
        ...(await run.verify(stored)),
        ...(await receiver.drain(stored)),
        ...(await receiver.verify(stored)).map(problem => `webhooks: ${problem}`),
      ],
      summary: () => `${run.summary()}
${NODES} servers started ${nodes.reduce((sum, node) => sum + node.starts, 0)} times, of those ${nodes.reduce(
        (sum, node) => sum + node.failures,
        0,
      )} after they ended unexpectedly; ${done.stops} immediate shutdowns of PostgreSQL${done.promotion}`,
    };
  },
};
