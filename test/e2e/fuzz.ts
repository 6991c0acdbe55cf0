import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fuzz } from './fuzz/run.ts';

/**
 * `bun run fuzz [--requests 100000 | --runs 20] [--seed n] [--only operationId] [--server-dir folder]`: sends
 * requests of all kinds to every operation of the OpenAPI document and every MCP tool, as every caller. Prints the results
 * and fails if there is any finding. `--runs` is per operation and kind; `--server-dir` tests the server of another
 * checkout.
 */
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    requests: { type: 'string' },
    runs: { type: 'string' },
    seed: { type: 'string', default: '7' },
    only: { type: 'string' },
    'server-dir': { type: 'string', default: join(import.meta.dir, '../..') },
  },
});
const DEFAULT_REQUESTS = 20_000;
const MIB = 1024 * 1024;
const CHECK_FAILED = 7;
const mib = (bytes: number) => `${(bytes / MIB).toFixed(1)} MiB`;

const print = (text: string) => void process.stdout.write(`${text}\n`);
const runs = values.runs === undefined ? undefined : Number(values.runs);
const startedAt = performance.now();
const result = await fuzz({
  runs,
  requests: runs === undefined ? Number(values.requests ?? DEFAULT_REQUESTS) : undefined,
  only: values.only,
  seed: Number(values.seed),
  folder: values['server-dir'],
  readsMemory: values.only === undefined,
  say: print,
});
const { operations, requests, refusals, sequences, reads, suspicions, longestMs, findings, memory } = result;
const seconds = (performance.now() - startedAt) / 1_000;
print(`operations and tools ${operations}, sequences ${sequences}, ${seconds.toFixed(0)} s`);
print(`requests ${requests}, refusals ${refusals}, lists and records read again ${reads}`);
print(`slow once and repeated ${suspicions}, longest standstill that comes back ${longestMs.toFixed(1)} ms`);
for (const line of findings.report()) print(line);
if (memory) {
  const { first, second } = memory;
  const lines = [
    ['RSS', first.rssBytes, second.rssBytes],
    ['RSS without compiled code and free pages', first.keptBytes, second.keptBytes],
  ] as const;
  for (const [name, early, late] of lines) {
    const growth = (late / early - 1) * 100;
    print(`${name} after 1,000 requests ${mib(early)}, after 10,000 ${mib(late)}: ${growth.toFixed(1)} %`);
  }
}
process.exitCode = findings.count > 0 || memory?.hasGrown ? CHECK_FAILED : 0;
