import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from './fixture.ts';
import { median, print, verdict } from './harness.ts';

const ROOT = join(import.meta.dir, '../..');
const BINARIES = ['dist/perkmint', 'perkmint'];
const RUNS = 9;
const GOAL_MS = 100;
const GOAL_MIB = 90;
/** Idle is what it is when the start is over and its leavings are given back (cli/serve.ts). */
const SETTLING_MS = 2_000;

/** From the start of the process to its first answer on an existing database, and its memory when idle. */
export async function start(): Promise<void> {
  const binary = BINARIES.map(name => join(ROOT, name)).find(existsSync);
  const source = join(ROOT, 'cli/main.ts');
  const command = binary ? [binary] : existsSync(source) ? [process.execPath, source] : undefined;
  if (!command) {
    process.stdout.write('\nStart: neither a binary (bun run build) nor cli/main.ts is here\n');
    return;
  }
  const fixture = await createFixture('start', () => {});
  const runs = [];
  for (let run = 0; run < RUNS; run++) runs.push(await once(command, fixture.env));
  fixture.remove();
  const [ms, mib] = [median(runs.map(run => run.ms)), median(runs.map(run => run.mib))];
  print(
    `Start: ${command.join(' ')} serve`,
    ['ms to the first answer', 'MiB idle'],
    [[ms.toFixed(0), mib.toFixed(0)]],
  );
  verdict('milliseconds', ms, GOAL_MS, ms <= GOAL_MS);
  verdict('MiB', mib, GOAL_MIB, mib <= GOAL_MIB);
}

async function once(command: string[], env: Record<string, string>): Promise<{ ms: number; mib: number }> {
  const port = freePort();
  const startedAt = performance.now();
  const child = Bun.spawn([...command, 'serve'], {
    env: { ...process.env, ...env, PORT: String(port), NODE_ENV: 'production' },
    stdout: 'ignore',
    stderr: 'ignore',
  });
  while (!(await answers(port))) await Bun.sleep(1);
  const ms = performance.now() - startedAt;
  await Bun.sleep(SETTLING_MS);
  const status = await Bun.file(`/proc/${child.pid}/status`)
    .text()
    .catch(() => '');
  child.kill('SIGKILL');
  await child.exited;
  return { ms, mib: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024 };
}

async function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/api/v1/health`).then(
    answer => answer.ok,
    () => false,
  );
}

function freePort(): number {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() });
  const { port } = server;
  server.stop(true);
  return port as number;
}
