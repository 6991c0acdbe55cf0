import { type Client, type Ledger, repeat, work } from '../crash-clients.ts';
import { divide, hireClients } from '../crash-setup.ts';
import { verify } from '../crash-verify.ts';
import { createJournal, dice, Gate, type Journal, trade } from '../exchange-clients.ts';
import { type Floor, furnish } from '../exchange-floor.ts';
import { type Beginning, look, verify as verifyExchange } from '../exchange-verify.ts';
import type { StoredRows } from '../stored-rows.ts';
import type { NodeProcess } from './node-process.ts';
import type { WebhookReceiver } from './webhook-receiver.ts';

/** One of this many clients trades on the exchange; the others work for businesses. */
const TRADER_OF = 4;
const MAX_FAULTS = 10;
const SAMPLE_MS = 20;
/** A failure follows its write by up to this long, so that it meets any step of a request. */
const MAX_DELAY_MS = 20;
/** No failure happens after this share of the writes, so that the clients survive the last one. */
const LAST_FAILURE = 0.98;

export interface Cluster {
  nodes: NodeProcess[];
  stored: StoredRows;
  receiver: WebhookReceiver;
}

/** The clients of several servers, and what they have received. */
export interface Run {
  cluster: Cluster;
  clients: Client[];
  ledger: Ledger;
  floor: Floor;
  beginning: Beginning;
  journal: Journal;
  /** How often the clients have started, which tells the keys of their writes apart. */
  rounds: number;
  /** The longest time without an acknowledged write. */
  longestPauseMs: number;
  /** How many writes got an identical response when all were sent again. */
  repeated: number;
}

/** Registers businesses with endpoints, clients, and accounts of the exchange. */
export async function prepareRun(cluster: Cluster, count: number, accounts?: number): Promise<Run> {
  const [first] = cluster.nodes as [NodeProcess];
  const traders = Math.max(1, Math.floor(count / TRADER_OF));
  const clients = await hireClients(first.url, count - traders);
  const floor = await furnish(first, accounts);
  for (const tenant of new Set(clients.map(client => client.tenant)))
    await cluster.receiver.register(first.url, tenant, cluster.stored);
  return {
    cluster,
    clients,
    ledger: { acknowledged: [], retries: 0, replayed: 0, unexpected: [] },
    floor,
    beginning: await look(first, floor),
    journal: createJournal(),
    rounds: 0,
    longestPauseMs: 0,
    repeated: 0,
  };
}

/** The number of writes that were acknowledged. Rejected commands of the exchange wrote nothing. */
export function countAcknowledged({ ledger, journal }: Run): number {
  const refused = Object.values(journal.refused).reduce((sum, count) => sum + count, 0);
  return ledger.acknowledged.length + journal.completed - refused;
}

/**
 * Lets the clients write until `writes` are acknowledged. Each failure happens at a random time.
 * @param failures in their order
 */
export async function runClients(run: Run, writes: number, failures: (() => Promise<void>)[]): Promise<void> {
  const { cluster, clients, ledger, floor, journal } = run;
  const hasFaults = () => ledger.unexpected.length + journal.unexpected.length >= MAX_FAULTS;
  const isDone = () => countAcknowledged(run) >= writes || hasFaults();
  const urls = cluster.nodes.map(({ url }) => url);
  const round = run.rounds++;
  const workers = clients.map(client => ({ ...client, name: `${client.name}-${round}` }));
  const traders = Array.from(
    { length: Math.max(1, Math.round(clients.length / (TRADER_OF - 1))) },
    (_, n) => {
      let attempt = n;
      const url = () => urls[attempt++ % urls.length] as string;
      return trade({ url, floor, journal, gate: new Gate(), isDone }, `trader-${n}-${round}`, dice(n));
    },
  );
  const working = Promise.all([...workers.map(client => work(client, urls, ledger, isDone)), ...traders]);
  const stopSampling = samplePauses(run);
  const moments = failures.map(() => Math.random() * writes * LAST_FAILURE).sort((a, b) => a - b);
  for (const [index, moment] of moments.entries()) {
    while (countAcknowledged(run) < moment && !hasFaults()) await Bun.sleep(1);
    await Bun.sleep(Math.random() * MAX_DELAY_MS);
    await failures[index]?.();
  }
  await working;
  stopSampling();
}

function samplePauses(run: Run): () => void {
  let [count, since] = [0, performance.now()];
  const timer = setInterval(() => {
    const [now, found] = [performance.now(), countAcknowledged(run)];
    run.longestPauseMs = Math.max(run.longestPauseMs, now - since);
    if (found > count) [count, since] = [found, now];
  }, SAMPLE_MS);
  return () => clearInterval(timer);
}

/** Kills all nodes at once and waits until they listen again. */
export async function killNodes({ nodes }: Cluster): Promise<void> {
  await Promise.all(nodes.map(node => node.kill()));
  await Promise.all(nodes.map(node => node.isListening));
}

/**
 * Sends every write again with its key, and compares what is stored with the responses.
 * @returns what is lost, doubled or inconsistent
 */
export async function verifyRun(run: Run): Promise<string[]> {
  const { ledger, journal, floor, beginning, cluster } = run;
  const { nodes, stored, receiver } = cluster;
  const urls = nodes.map(({ url }) => url);
  const again: Ledger = { ...ledger, acknowledged: [], retries: 0, replayed: 0 };
  const shares = divide(ledger.acknowledged, run.clients.length);
  const others = (await Promise.all(shares.map(share => repeat(urls, share, again)))).flat();
  run.repeated = ledger.acknowledged.length - others.length;
  const { lost, duplicated, broken } = await verify(stored, ledger);
  const newest = nodes.at(-1) as NodeProcess;
  const trades = await verifyExchange({ market: newest, stored, hasNodes: true }, floor, journal, beginning);
  const deliveries = await receiver.verify(stored);
  const check = await newest.cli('db', 'check');
  return [
    ...ledger.unexpected,
    ...journal.unexpected,
    ...others,
    ...lost.map(write => `lost: ${write}`),
    ...duplicated.map(write => `doubled: ${write}`),
    ...broken.map(write => `half done: ${write}`),
    ...trades.map(problem => `exchange: ${problem}`),
    ...deliveries.map(problem => `webhooks: ${problem}`),
    ...(check.isClean ? [] : [`db check: ${check.out}`]),
  ];
}
