/**
 * `bun run check:load [slow|overload|stop]…`, all by default: the real server with stalled clients, at three
 * times its capacity, and stopped while it serves requests. Exits with 1 if a check fails.
 */
import { CAMPAIGN } from '../bench/fixture.ts';
import { cpuMicrosOf } from '../bench/harness.ts';
import { Connection, closedLoop, openLoop, quantile, type TimedResponse } from './load-client.ts';
import { startLoadServer } from './load-server.ts';

type Server = Awaited<ReturnType<typeof startLoadServer>>;

const say = (text: string) => process.stdout.write(`${text}\n`);

const LIST = '/campaigns?perPage=20';
const STALLED = 1_000;
const SLOW_ROUNDS = 3;
/** The maximum ratio of the 95th percentile with stalled clients to that without. */
const SLOW_GOAL = 1.5;

/** Half of the stalled requests lack the end of their headers, half lack most of their body. */
async function slow(server: Server): Promise<boolean> {
  const { port, request } = server;
  const measure = async () => {
    const responses = await closedLoop(port, request('GET', LIST), 16, 2_000);
    if (responses.some(({ status }) => status !== 200)) throw new Error('Not every response is 200');
    return quantile(
      responses.map(({ ms }) => ms),
      0.95,
    );
  };
  const body = JSON.stringify(CAMPAIGN);
  const whole = request('POST', '/campaigns', body);
  const parts = [request('GET', LIST).slice(0, 60), whole.slice(0, -body.length + 5)];
  const pairs: [without: number, beside: number][] = [];
  await measure();
  for (let round = 0; round < SLOW_ROUNDS; round++) {
    const without = await measure();
    const stalled = await Promise.all(Array.from({ length: STALLED }, () => Connection.open(port)));
    for (const [index, connection] of stalled.entries()) connection.write(parts[index % 2] as string);
    pairs.push([without, await measure()]);
    for (const connection of stalled) connection.close();
  }
  const [without, beside] = [0, 1].map(index =>
    quantile(
      pairs.map(pair => pair[index] as number),
      0.5,
    ),
  ) as [number, number];
  say(
    `slow: p95 of 16 clients ${without.toFixed(1)} ms, beside ${STALLED} stalled requests ${beside.toFixed(1)} ms`,
  );
  return beside <= without * SLOW_GOAL;
}

/** A request whose cost is mostly computation, not bytes. */
const HEAVY = '/campaigns?perPage=100';
const TIMES = 3;
const CONNECTIONS = 4_000;
const OVERLOAD_ROUNDS = 3;
/** Later responses are of no use to the client. */
const PATIENCE_MS = 1_000;
const GOODPUT_GOAL = 0.8;

async function overload({ port, request, child }: Server): Promise<boolean> {
  const heavy = request('HEAD', HEAVY);
  const timed = async <T>(work: () => Promise<T>) => {
    const [cpuBefore, startedAt] = [await cpuMicrosOf(child.pid), performance.now()];
    const result = await work();
    const seconds = (performance.now() - startedAt) / 1000;
    return { result, seconds, cpuSeconds: ((await cpuMicrosOf(child.pid)) - cpuBefore) / 1_000_000 };
  };
  await closedLoop(port, heavy, 32, 1_500);
  const rounds: { byClock: number; byCpu: number }[] = [];
  const all: TimedResponse[] = [];
  let [cut, unsent] = [0, 0];
  for (let round = 0; round < OVERLOAD_ROUNDS; round++) {
    const peak = await timed(() => closedLoop(port, heavy, 32, 2_000));
    const perSecond = peak.result.length / peak.seconds;
    const over = await timed(() => openLoop(port, heavy, perSecond * TIMES, 8_000, CONNECTIONS));
    const good = over.result.responses.filter(isGood).length;
    rounds.push({
      byClock: good / over.seconds / perSecond,
      byCpu: good / over.cpuSeconds / (peak.result.length / peak.cpuSeconds),
    });
    all.push(...over.result.responses);
    cut += over.result.cut;
    unsent += over.result.unsent;
    // Abandoned requests are still processed; after that, no request may be rejected.
    await closedLoop(port, request('GET', LIST), 4, 2_000);
  }
  const after = await closedLoop(port, request('GET', LIST), 4, 500);
  const refused = all.filter(({ status, hasRetryAfter }) => status === 503 && hasRetryAfter);
  const late = all.filter(response => response.status === 200 && !isGood(response)).length;
  const others = all.filter(({ status }) => status !== 200).length - refused.length;
  const isWell = after.every(({ status }) => status === 200);
  const byClock = quantile(
    rounds.map(each => each.byClock),
    0.5,
  );
  const byCpu = quantile(
    rounds.map(each => each.byCpu),
    0.5,
  );
  say(
    `overload: ${TIMES} times the peak: ${byClock.toFixed(2)} of its goodput by the clock, ${byCpu.toFixed(2)} by processor time; ` +
      `${late} responses came after ${PATIENCE_MS} ms, ${refused.length} were 503 with Retry-After, ${others} anything else, ` +
      `${cut} cut, ${unsent} not sent for want of a connection; well after it: ${isWell}`,
  );
  const goodput = Number.isNaN(byCpu) ? byClock : byCpu;
  return goodput >= GOODPUT_GOAL && refused.length > 0 && others === 0 && cut === 0 && isWell;
}

function isGood({ status, ms }: TimedResponse): boolean {
  return status === 200 && ms <= PATIENCE_MS;
}

const IN_FLIGHT = 200;
const STOP_LIMIT_MS = 10_000;

/** Half of the requests have started but lack the end of their body; the other half arrive with the signal. */
async function stop({ port, request, child }: Server): Promise<boolean> {
  const connections = await Promise.all(Array.from({ length: IN_FLIGHT }, () => Connection.open(port)));
  const body = JSON.stringify(CAMPAIGN);
  const whole = request('POST', '/campaigns', body);
  const [begun, fresh] = [connections.slice(0, IN_FLIGHT / 2), connections.slice(IN_FLIGHT / 2)];
  for (const connection of begun) connection.write(whole.slice(0, -5));
  // The response to a later request shows that everything sent before has arrived.
  await closedLoop(port, request('GET', LIST), 1, 200);
  const asked = fresh.map(connection => connection.ask(whole));
  const signalledAt = performance.now();
  child.kill('SIGTERM');
  await Bun.sleep(50);
  asked.push(...begun.map(connection => connection.ask(whole.slice(-5))));
  const responses = await Promise.all(asked);
  const code = await child.exited;
  const tookMs = performance.now() - signalledAt;
  const count = (status: number | undefined) =>
    responses.filter(response => response?.status === status).length;
  say(
    `stop: ${IN_FLIGHT} requests at SIGTERM: ${count(201)} done, ${count(503)} rejected with 503, ${count(undefined)} cut; ` +
      `exit ${code} after ${tookMs.toFixed(0)} ms`,
  );
  return (
    count(201) + count(503) === IN_FLIGHT &&
    count(201) >= begun.length &&
    code === 0 &&
    tookMs <= STOP_LIMIT_MS
  );
}

const CHECKS: Record<string, (server: Server) => Promise<boolean>> = { slow, overload, stop };
const wanted = process.argv.slice(2);
let failed = 0;
for (const [name, check] of Object.entries(CHECKS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const server = await startLoadServer();
  const isKept = await check(server);
  await server.stop();
  if (!isKept) {
    failed++;
    say(`${name}: not kept`);
  }
}
process.exit(failed > 0 ? 1 : 0);
