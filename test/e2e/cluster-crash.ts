/**
 * `bun test/e2e/cluster-crash.ts [--writes 20000] [--kills 20] [--stops 5] [--clients 64] [--standby]`: clients write to
 * two servers with one PostgreSQL. At random times, a server is killed (SIGKILL) or PostgreSQL is shut down immediately,
 * and restarted. With --standby, PostgreSQL has a synchronous standby, all its processes are killed half-way, and the
 * standby is promoted. A client whose request failed repeats it with its key on the other server. Every acknowledged
 * write must exist exactly once, every event must be delivered, and `perkmint db check` must pass. Exits with 1
 * otherwise.
 */
import { parseArgs } from 'node:util';
import { countAcknowledged, killNodes, prepareRun, runClients, verifyRun } from './cluster/cluster-run.ts';
import { createDatabaseAddress } from './cluster/database-address.ts';
import { NodeProcess } from './cluster/node-process.ts';
import { PostgresProcess } from './cluster/postgres-process.ts';
import { WebhookReceiver } from './cluster/webhook-receiver.ts';
import { summaryOf } from './exchange-summary.ts';
import { openRows } from './stored-rows.ts';

const SHOWN_FAULTS = 10;
const SECOND_MS = 1_000;
const NODES = 2;
const MAX_OUTAGE_MS = 500;
const DATABASE = 'perkmint';
const { values } = parseArgs({
  options: {
    writes: { type: 'string', default: '20000' },
    kills: { type: 'string', default: '20' },
    stops: { type: 'string', default: '5' },
    clients: { type: 'string', default: '64' },
    standby: { type: 'boolean', default: false },
  },
});
const [writes, kills, stops] = [Number(values.writes), Number(values.kills), Number(values.stops)];
const clients = Number(values.clients);

// The servers end with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

let primary = new PostgresProcess();
await primary.start();
await primary.query(
  `create database ${DATABASE} template template0 encoding 'UTF8' locale_provider libc locale 'C'`,
);
const servers = [primary];
if (values.standby) {
  await primary.stop();
  const standby = primary.createStandby();
  servers.unshift(standby);
  await primary.start();
  await standby.start();
  await primary.requireStandby();
}
const address = await createDatabaseAddress(primary.port);
const databaseUrl = primary.url(DATABASE, values.standby ? address.port : primary.port);
const nodes = Array.from({ length: NODES }, () => new NodeProcess(databaseUrl));
await Promise.all(nodes.map(node => node.start()));
let stored = openRows({ DATA_DIR: '', DATABASE_URL: databaseUrl });
const receiver = new WebhookReceiver();
const cluster = { nodes, receiver, stored };

let failoverMs = 0;
const done = { kills: 0, stops: 0, promotions: 0 };
const killNode = async () => {
  await (nodes[Math.floor(Math.random() * NODES)] as NodeProcess).kill();
  done.kills++;
};
const stopPostgres = async () => {
  await primary.stopImmediately();
  await Bun.sleep(Math.random() * MAX_OUTAGE_MS);
  await primary.start();
  done.stops++;
};
const promoteStandby = async () => {
  const startedAt = performance.now();
  await primary.kill();
  primary = servers[0] as PostgresProcess;
  await primary.promote();
  address.switchTo(primary.port);
  failoverMs = performance.now() - startedAt;
  done.promotions++;
};

const failures = shuffle([...Array(kills).fill(killNode), ...Array(stops).fill(stopPostgres)]);
if (values.standby) failures.splice(Math.floor(failures.length / 2), 0, promoteStandby);

function shuffle<T>(all: T[]): T[] {
  return all
    .map(one => ({ one, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}

const run = await prepareRun(cluster, clients);
const startedAt = performance.now();
await runClients(run, writes, failures);
const seconds = (performance.now() - startedAt) / SECOND_MS;
// The connection of the preparation did not survive the failures.
await stored.close();
stored = openRows({ DATA_DIR: '', DATABASE_URL: databaseUrl });
cluster.stored = stored;
await killNodes(cluster);
const faults = await verifyRun(run);
await receiver.drain(stored);
const pending = await stored.readNumber(`select count(*) from deliveries where status = 'pending'`);
if (pending > 0) faults.push(`webhooks: ${pending} deliveries are still pending`);
faults.push(...(await receiver.verify(stored)).map(problem => `webhooks: ${problem}`));
const { ledger, journal } = run;
const kinds = Object.entries(Object.groupBy(ledger.acknowledged, write => write.kind));
const count = (prefix: string) => faults.filter(fault => fault.startsWith(prefix)).length;
const starts = nodes.reduce((sum, node) => sum + node.starts, 0);
process.stdout.write(
  `${countAcknowledged(run)} acknowledged writes in ${seconds.toFixed(1)} s by ${clients} clients on ${NODES} nodes
${kinds.map(([kind, of]) => `${of?.length} ${kind}`).join(', ')}; ${ledger.retries} requests sent again, ${ledger.replayed} of them replayed
exchange: ${summaryOf(journal)}
${done.kills} nodes killed (${starts} starts), ${done.stops} immediate shutdowns of PostgreSQL, ${done.promotions} standby promoted${
    done.promotions ? ` after ${Math.round(failoverMs)} ms` : ''
  }; the longest time without a write was ${Math.round(run.longestPauseMs)} ms
${run.repeated} of ${ledger.acknowledged.length} got an identical response when all were sent again
${receiver.received} events received in ${receiver.attempts} attempts
${count('lost')} lost, ${count('doubled')} doubled, ${count('half done')} half done, ${count('exchange')} differences of the exchange, ${count('webhooks')} of webhooks
db check ${faults.some(fault => fault.startsWith('db check')) ? 'FAILED' : 'clean'}
`,
);
for (const fault of faults.slice(0, SHOWN_FAULTS)) process.stdout.write(`  ${fault}\n`);
const logged = Object.entries(
  Object.groupBy(
    nodes.flatMap(node => node.errors),
    messageOf,
  ),
);
for (const [message, all] of logged) process.stdout.write(`  ${all?.length} in the logs: ${message}\n`);

/** Returns the message of a line of a node's log. */
function messageOf(line: string): string {
  try {
    const { message, cause = '' } = JSON.parse(line);
    return `${message}: ${cause.split('\n')[0]}`;
  } catch {
    return line.slice(0, 80);
  }
}

await stored.close();
for (const node of nodes) await node.remove();
await receiver.close();
address.close();
for (const server of servers) await server.remove();
process.exit(faults.length === 0 ? 0 : 1);
