/**
 * `bun test/e2e/webhooks-slow.ts [--silent 10] [--endpoints 100] [--events 60] [--pause 500]`: some endpoints accept
 * connections and never respond. Prints how long deliveries to the others took after their event; exits with 1 if the
 * 95th percentile is 2 s or more, or any delivery is missing.
 */
import { createServer } from 'node:net';
import { parseArgs } from 'node:util';
import { CAMPAIGN } from './calls.ts';
import { ServerProcess } from './server-process.ts';

const { values } = parseArgs({
  options: {
    silent: { type: 'string', default: '10' },
    endpoints: { type: 'string', default: '100' },
    events: { type: 'string', default: '60' },
    pause: { type: 'string', default: '500' },
  },
});
const [silent, endpoints] = [Number(values.silent), Number(values.endpoints)];
const [count, pauseMs] = [Number(values.events), Number(values.pause)];
const GOAL_MS = 2_000;
const WAIT_LIMIT_MS = 60_000;

const server = new ServerProcess();
const latencies: number[] = [];
let heldOpen = 0;
const hole = createServer(socket => {
  heldOpen += 1;
  socket.on('error', () => {}).resume();
});
await new Promise<void>(resolve => hole.listen(0, '127.0.0.1', resolve));
const holePort = (hole.address() as { port: number }).port;
const receiver = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: async request => {
    const { createdAt } = (await request.json()) as { createdAt: string };
    latencies.push(Date.now() - Date.parse(createdAt));
    return new Response('ok');
  },
});

await server.start();
await server.register();
for (let n = 0; n < endpoints; n++) {
  const port = n < silent ? holePort : receiver.port;
  await server.call('POST', '/webhooks', {
    url: `http://127.0.0.1:${port}/${n}`,
    events: ['campaign.'],
  });
}
for (let n = 0; n < count; n++) {
  await server.call('POST', '/campaigns', CAMPAIGN);
  await Bun.sleep(pauseMs);
}
const expected = (endpoints - silent) * count;
for (let waited = 0; latencies.length < expected && waited < WAIT_LIMIT_MS; waited += 100)
  await Bun.sleep(100);

latencies.sort((a, b) => a - b);
const ctx = (share: number) =>
  latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? -1;
console.log(
  `${silent} silent among ${endpoints} endpoints, ${count} events: ${latencies.length} of ${expected} arrived, ` +
    `${heldOpen} attempts went into the dark`,
);
console.log(
  `from event to endpoint: p50 ${ctx(0.5)} ms, p95 ${ctx(0.95)} ms, p99 ${ctx(0.99)} ms, max ${ctx(1)} ms`,
);
await server.remove();
await receiver.stop(true);
hole.close();
process.exit(latencies.length === expected && ctx(0.95) < GOAL_MS ? 0 : 1);
