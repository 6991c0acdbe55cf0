import { addCampaigns, createFixture } from './fixture.ts';
import { startServer } from './harness.ts';
import { sized } from './smoke.ts';

const RECORDS = sized(100_000);
const METRICS_TOKEN = 'a token of 32 characters or more, to read metrics';
const SAMPLE_MS = 100;
const SECOND_MS = 1_000;
const KIB = 1024;
const MIB = KIB * KIB;
/** The longest that the event loop may be held. */
const GOAL_MS = 50;

/** Memory and the lag of the event loop while 100,000 campaigns are sent as CSV, without and with a filter. */
export async function csv(): Promise<void> {
  const fixture = await createFixture('csv', (app, id) => addCampaigns(app, [id], RECORDS));
  const server = await startServer('ours.ts', { env: { ...fixture.env, METRICS_TOKEN } });
  const origin = `http://127.0.0.1:${server.port}/api/v1`;
  const headers = { authorization: `Bearer ${fixture.token}` };
  for (const query of ['format=csv', 'format=csv&sort=createdAt&state=draft,active']) {
    await (await fetch(`${origin}/campaigns?perPage=100`, { headers })).text();
    const before = await readMemory(server.pid);
    const samples: number[] = [];
    await readMaxLagMs(server.port);
    const timer = setInterval(async () => samples.push(await readMemory(server.pid)), SAMPLE_MS);
    const startedAt = performance.now();
    const { lines, bytes } = await download(`${origin}/campaigns?${query}`, headers);
    const seconds = (performance.now() - startedAt) / SECOND_MS;
    clearInterval(timer);
    const lagMs = await readMaxLagMs(server.port);
    const quarters = [0.25, 0.5, 0.75, 1].map(part => samples[Math.ceil(samples.length * part) - 1] ?? 0);
    process.stdout.write(
      `  GET /campaigns?${query}: ${lines} lines, ${(bytes / MIB).toFixed(1)} MiB in ${seconds.toFixed(1)} s\n` +
        `  memory ${before} MiB before, then by quarter ${quarters.join(', ')}, at most ${Math.max(...samples)} MiB\n` +
        `  event loop held for ${lagMs.toFixed(0)} ms at most (goal below ${GOAL_MS})\n`,
    );
  }
  await server.stop();
  fixture.remove();
}

async function download(url: string, headers: Record<string, string>) {
  let [lines, bytes] = [0, 0];
  const { body } = await fetch(url, { headers });
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 0x0a) lines += 1;
  }
  return { lines, bytes };
}

/** Returns the resident memory of a process in MiB, without the parts of the database file that are mapped. */
async function readMemory(pid: number): Promise<number> {
  const status = await Bun.file(`/proc/${pid}/status`).text();
  return Math.round(Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) / KIB);
}

/** Returns the longest lag of the server's event loop since the last call, in milliseconds. */
async function readMaxLagMs(port: number): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`, { headers })).text();
  return Number(/^perkmint_event_loop_lag_max_seconds (\S+)/m.exec(text)?.[1] ?? Number.NaN) * SECOND_MS;
}
