import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { JOB_LIST, type Job, runJob, ScheduledJobs } from '../../src/jobs/index.ts';
import { DAY_MS } from '../../src/platform/clock.ts';
import { createLaunchedCampaign } from '../campaigns/fixture.ts';
import {
  createHeldPerk,
  createOrder,
  createTrade,
  type Json,
  type Setup,
  setup,
} from '../exchange/fixture.ts';
import { hasPostgres } from '../support/postgres.ts';
import { NODE_SECRETS } from '../support/postgres-app.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { createTestDatabaseUrl, type TestDatabase } from '../support/test-database.ts';

/** Half the interval in which a stream polls: a commit must reach the streams of the other node before. */
const MAX_DELAY_MS = 500;
/** Other work on the machine delays single events. */
const MAX_EVENTS = 20;
const HOST = { runSelf: async () => ({ exitCode: 0, words: '' }), onDamage: () => {} };

let database: TestDatabase;
let node: Setup;
let other: TestApp;
const readers: ReadableStreamDefaultReader<Uint8Array>[] = [];

interface Frame {
  id: string;
  data: Json;
}

/** Opens a stream on a node. @returns a function that waits for its next message */
async function open(on: TestApp, path: string, headers: Record<string, string>) {
  const response = await on.send(new Request(`http://localhost/api/v1${path}`, { headers }));
  expect(response.status).toBe(200);
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  readers.push(reader);
  let text = '';
  const next = async (): Promise<Frame> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      const frame = text.slice(0, Math.max(end, 0));
      if (end !== -1) text = text.slice(end + 2);
      const [, id] = /^id: (.*)$/m.exec(frame) ?? [];
      const [, data] = /^data: (.*)$/m.exec(frame) ?? [];
      if (id && data) return { id, data: JSON.parse(data) };
      if (end !== -1) continue;
      const { value, done } = await reader.read();
      if (done) throw new Error(`The stream ended after ${text}`);
      text += new TextDecoder().decode(value);
    }
  };
  return { next, close: () => reader.cancel() };
}

const openEvents = (on: TestApp, lastEventId?: string) =>
  open(on, '/events/stream', {
    authorization: `Bearer ${node.business.token}`,
    ...(lastEventId ? { 'last-event-id': lastEventId } : {}),
  });
const openMarket = (on: TestApp, lastEventId?: string) =>
  open(on, '/exchange/market/stream', lastEventId ? { 'last-event-id': lastEventId } : {});

describe.skipIf(!hasPostgres())('two nodes of one installation', () => {
  beforeAll(async () => (await createTestDatabaseUrl()).drop());
  beforeEach(async () => {
    database = await createTestDatabaseUrl();
    const settings = { DATABASE_URL: database.url, ...NODE_SECRETS };
    node = await setup(settings);
    other = await createTestApp(settings);
    for (const { app } of [node, other]) await app.services.database.cluster.join();
  });
  afterEach(async () => {
    for (const reader of readers.splice(0)) await reader.cancel();
    await node.close();
    await other.close();
    await database.drop();
  });

  test('scheduled jobs run on the leader, and on the other node after the leader closes', async () => {
    const ran: string[] = [];
    const job: Job = {
      name: 'test',
      pattern: '* * * * * *',
      run: async ctx => ran.push(ctx.database.cluster.nodeId),
    };
    const [first, second] = [node, other].map(({ app }) => app.services.database.cluster.nodeId) as [
      string,
      string,
    ];
    const schedulers = [node, other].map(({ app }) => new ScheduledJobs(app, HOST));
    const runOnBoth = () => Promise.all(schedulers.map(scheduler => scheduler.run(job)));
    await runOnBoth();
    expect(ran).toEqual([first]);
    const { cluster } = other.app.services.database;
    const isLeading = new Promise<void>(resolve => cluster.onChange(() => cluster.isLeader && resolve()));
    await node.app.close();
    await isLeading;
    await runOnBoth();
    expect(ran).toEqual([first, second]);
  });

  test('a new leader runs the jobs whose time has just come, when the previous one may have failed', async () => {
    const ran: string[] = [];
    const createJob = (name: string): Job => ({
      name,
      pattern: '* * * * * *',
      run: async () => ran.push(name),
    });
    const scheduled = new ScheduledJobs(other.app, HOST);
    await scheduled.run(createJob('long before'));
    other.clock.advance(31_000);
    await scheduled.run(createJob('just before'));
    await scheduled.takeOver();
    expect(ran).toEqual([]);

    const { cluster } = other.app.services.database;
    const isLeading = new Promise<void>(resolve => cluster.onChange(() => cluster.isLeader && resolve()));
    await node.app.close();
    await isLeading;
    await scheduled.takeOver();
    await scheduled.takeOver();
    expect(ran).toEqual(['just before']);
  });

  test('GET /health names the node and its role', async () => {
    const status = async ({ call }: TestApp) => (await call('GET', '/health')).data.node;
    const [first, second] = [node, other].map(({ app }) => app.services.database.cluster.nodeId);
    expect(await status(node)).toEqual({ id: first, role: 'leader' });
    expect(await status(other)).toEqual({ id: second, role: 'follower' });
  });

  test('a job that runs on both nodes at once does its work once', async () => {
    for (let n = 0; n < 5; n++)
      await createLaunchedCampaign(node, { endsAt: new Date(node.clock.now() + DAY_MS).toISOString() });
    for (const { clock } of [node, other]) clock.advance(2 * DAY_MS);
    for (const job of JOB_LIST.filter(({ needsDataFolder }) => !needsDataFolder)) {
      const counts = await Promise.all([node, other].map(({ app }) => runJob(app, job, HOST)));
      if (job.name === 'expireCampaigns') expect(counts[0]! + counts[1]!).toBe(5);
    }
  });

  test('an event reaches the streams of the other node before they poll', async () => {
    const { next } = await openEvents(other);
    // Each event follows the arrival of the one before, so with polling alone, each would take a whole interval.
    let leastMs = Number.POSITIVE_INFINITY;
    for (let n = 0; n < MAX_EVENTS && leastMs > MAX_DELAY_MS; n++) {
      const startedAtMs = performance.now();
      const { id } = await createLaunchedCampaign(node);
      expect((await next()).data).toMatchObject({ type: 'campaign.created', data: { object: { id } } });
      await next();
      leastMs = Math.min(leastMs, performance.now() - startedAtMs);
    }
    expect(leastMs).toBeLessThan(MAX_DELAY_MS);
  });

  test('an event stream continues on the other node without gaps and duplicates', async () => {
    const sequences: number[] = [];
    let lastEventId: string | undefined;
    const written = (async () => {
      for (let n = 0; n < 10; n++) await createLaunchedCampaign(n % 2 ? node : { ...node, call: other.call });
    })();
    for (let n = 0; sequences.length < 20; n++) {
      const stream = await openEvents(n % 2 ? node : other, lastEventId);
      for (let left = 2; left > 0; left--) {
        const { id, data } = await stream.next();
        lastEventId = id;
        sequences.push(data.sequence);
      }
      await stream.close();
    }
    await written;
    const [first = 0] = sequences;
    expect(sequences).toEqual(Array.from({ length: 20 }, (_, n) => first + n));
  });

  test('a market stream continues on the other node without lost and repeated trades', async () => {
    const perk = await createHeldPerk(node);
    const { order } = await createOrder(node, node.ada.token, {
      type: 'sell',
      perkId: perk.id,
      quantity: 40,
      price: 1,
    });
    let { id: lastEventId } = await (await openMarket(node)).next();
    const trades: string[] = [];
    const written = (async () => {
      const times: string[] = [];
      for (let n = 0; n < 40; n++) {
        node.clock.advance(1);
        times.push(new Date(node.clock.now()).toISOString());
        await createTrade(node, node.bob.token, order.id, 1);
      }
      return times;
    })();
    for (let n = 0; trades.length < 40; n++) {
      const stream = await openMarket(n % 2 ? node : other, lastEventId);
      // The snapshot, and one update if there are more trades.
      for (let left = trades.length < 39 ? 2 : 1; left > 0 && trades.length < 40; left--) {
        const { id, data } = await stream.next();
        lastEventId = id;
        trades.push(...data.trades.map((trade: Json) => trade.executedAt));
      }
      await stream.close();
    }
    expect(trades).toEqual(await written);
  });
});
