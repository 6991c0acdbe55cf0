import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from './fixture.ts';
import { median, print, verdict } from './harness.ts';
import { rssMib, spawnServer } from './installation.ts';
import { sized } from './smoke.ts';

const ROOT = join(import.meta.dir, '../..');
/** The built binary, if there is one. */
export const BINARY = ['dist/perkmint', 'perkmint'].map(name => join(ROOT, name)).find(existsSync);
const RUNS = sized(9, 1);
const GOAL_MS = 80;
const GOAL_MIB = 80;
/** Idle is measured after the start, when its memory has been released (cli/serve/serve.ts). */
const SETTLING_MS = sized(2_000, 0);

/** From the start of the process to its first response on an existing database, and its memory when idle. */
export async function start(): Promise<void> {
  const source = join(ROOT, 'cli/main.ts');
  const command = BINARY ? [BINARY] : existsSync(source) ? [process.execPath, source] : undefined;
  if (!command) {
    process.stdout.write('\nStart: found neither a binary (bun run build) nor cli/main.ts\n');
    return;
  }
  const fixture = await createFixture('start', () => {});
  const runs = [];
  for (let run = 0; run < RUNS; run++) runs.push(await once(command, fixture.env));
  fixture.remove();
  const [ms, mib] = [median(runs.map(run => run.ms)), median(runs.map(run => run.mib))];
  print(
    `Start: ${command.join(' ')} serve`,
    ['ms to the first response', 'MiB idle'],
    [[ms.toFixed(0), mib.toFixed(0)]],
  );
  verdict('milliseconds', ms, GOAL_MS, ms <= GOAL_MS);
  verdict('MiB', mib, GOAL_MIB, mib <= GOAL_MIB);
}

async function once(command: string[], env: Record<string, string>): Promise<{ ms: number; mib: number }> {
  const server = await spawnServer(command, env);
  await Bun.sleep(SETTLING_MS);
  const mib = await rssMib(server.pid);
  await server.stop();
  return { ms: server.startMs, mib };
}
