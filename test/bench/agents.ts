import { print, verdict } from './harness.ts';
import { startInstallation } from './installation.ts';
import { sized } from './smoke.ts';

const REQUESTS = sized(20, 1);
const LARGE_BATCH = 100;
/** The most that a batch may have. */
const BATCH = 10;
const BODY_BYTES = 13_000;
/** The time after which the server has returned the memory that it returns automatically. */
const SETTLING_MS = sized(5_000, 0);
const GOAL_MS = 50;
const GOAL_GROWTH_MIB = 20;

type Message = object;

/**
 * Measures the cost of one MCP request for other clients: batches of dry runs (13 KB) and of tools/list, and the
 * latency of GET /health meanwhile. BENCH_CHECKOUT=<folder> selects another revision.
 */
export async function agents(): Promise<void> {
  const installation = await startInstallation('agents');
  const { post, rssMib, cpuMs, healthDuring } = installation;
  // The first message builds the OpenAPI document and loads the package.
  await post('/mcp', listing(0));
  const before = await rssMib();
  const rows: string[][] = [];
  /** @returns milliseconds of the processor for each request */
  const measure = async (title: string, batch: Message[], times: number) => {
    let sumMs = 0;
    let response = { status: 0, text: '' };
    const startedAt = await cpuMs();
    for (let i = 0; i < times; i++) {
      const { ms, ...rest } = await post('/mcp', batch);
      sumMs += ms;
      response = rest;
    }
    const cpuEach = ((await cpuMs()) - startedAt) / times;
    const health = await healthDuring(() => post('/mcp', batch));
    const sent = JSON.stringify(batch).length;
    const sizes = [response.status, times, sent, response.text.length].map(String);
    const measured = [sumMs, cpuEach, Math.max(...health), await rssMib()].map(figure => figure.toFixed(1));
    rows.push([title, ...sizes, ...measured]);
    return cpuEach;
  };
  await measure(`${LARGE_BATCH} dry runs`, dryRuns(LARGE_BATCH), REQUESTS);
  const dryRunMs = await measure(`${BATCH} dry runs`, dryRuns(BATCH), REQUESTS);
  await measure(`${LARGE_BATCH} tools/list`, listings(LARGE_BATCH), REQUESTS);
  const listMs = await measure(`${BATCH} tools/list`, listings(BATCH), REQUESTS);
  await Bun.sleep(SETTLING_MS);
  const after = await rssMib();
  await installation.stop();
  const head = [
    'batch',
    'status',
    'times',
    'bytes in',
    'bytes out',
    'ms in all',
    'cpu ms',
    'health ms',
    'RSS MiB',
  ];
  print(`MCP requests (RSS before ${before.toFixed(0)} MiB, 5 s later ${after.toFixed(0)} MiB)`, head, rows);
  const worst = Math.max(dryRunMs, listMs);
  verdict('processor ms of an allowed batch', worst, GOAL_MS, worst <= GOAL_MS);
  verdict('growth in MiB', after - before, GOAL_GROWTH_MIB, after - before <= GOAL_GROWTH_MIB);
}

const listings = (count: number) => Array.from({ length: count }, (_, id) => listing(id));
const listing = (id: number): Message => ({ jsonrpc: '2.0', id, method: 'tools/list', params: {} });

/** A 13 KB request body about a record that does not exist. */
function dryRuns(count: number): Message[] {
  const call = (id: number, name: string): Message => {
    const given = { id: 'cmp_1', name, dryRun: true };
    return {
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'update_campaign', arguments: given },
    };
  };
  const bare = JSON.stringify(Array.from({ length: count }, (_, id) => call(id, ''))).length;
  const name = 'x'.repeat(Math.max(1, Math.min(200, Math.floor((BODY_BYTES - bare) / count))));
  return Array.from({ length: count }, (_, id) => call(id, name));
}
