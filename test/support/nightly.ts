/**
 * `bun run check:nightly [part of a name]… [--except part]` runs everything that takes too long to decide what lands, one after
 * the other, and prints a table at the end: all tests over all operations, the files `*.nightly.ts`, all tests on PostgreSQL, the
 * pages in Chromium, and the long runs of test/README.md. Exits with 1 if any fails. The output of each is in the folder
 * that the table names.
 */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const ROOT = join(import.meta.dir, '../..');
const LONG_FILES = [...new Bun.Glob('test/**/*.nightly.ts').scanSync(ROOT)].sort().map(path => `./${path}`);

/** The arguments of Bun for each check. */
const CHECKS: Record<string, string[]> = {
  'all operations': ['run', 'test', '--only-failures'],
  'nightly files': ['run', 'test:files', '--only-failures', ...LONG_FILES],
  'all on PostgreSQL': ['run', 'test:postgres', '--only-failures'],
  pages: ['run', 'check:pages'],
  fuzz: ['run', 'fuzz', '--requests', '100000'],
  'order book': ['run', 'check:book'],
  exchange: ['run', 'check:exchange'],
  counter: ['run', 'check:counter'],
  planner: ['run', 'check:planner'],
  'planted bugs of the exchange': ['run', 'check:mutants'],
  'planted bugs of the ledger': ['test/property/mutants.ts'],
  'planted bugs of the counter': ['test/property/counter/mutants.ts'],
  'planted faults': ['run', 'check:faults'],
  'kills under writes': ['test/e2e/crash/run.ts', 'writes', '--kills', '200'],
  'kills under orders': ['test/e2e/crash/run.ts', 'orders'],
  'kills at the counter': ['run', 'check:counter-crash'],
  'kills under agents': ['run', 'check:agents'],
  'kills with webhooks': ['test/e2e/crash/run.ts', 'webhooks'],
  'kills with mail': ['run', 'check:mail'],
  'kills of two nodes': ['run', 'check:cluster'],
  'order of syncs': ['test/e2e/sync-order.ts'],
  'losses of power': ['run', 'check:power-loss'],
  'simulated time': ['run', 'check:simulation', '--seeds', '100'],
  'faults found in simulated time': ['test/e2e/simulation/faults.ts'],
  restores: ['test/e2e/restores.ts'],
  faults: ['test/e2e/faults/main.ts'],
  load: ['run', 'check:load'],
  attackers: ['run', 'check:attackers'],
  'copy to PostgreSQL': ['test/e2e/copy.ts'],
  'certificates with pebble': ['run', 'check:https'],
  'kills of restores and renewals': ['run', 'check:kills', '--every', '3'],
  'broken updates': ['run', 'check:updates'],
  'memory of CSV': ['run', 'check:csv'],
  integrators: ['run', 'check:integrators'],
  speed: ['run', 'bench', '--json'],
  soak: ['run', 'check:soak'],
};

const logs = mkdtempSync(join(tmpdir(), 'perkmint-nightly-'));
const { values, positionals: wanted } = parseArgs({
  options: { except: { type: 'string' } },
  allowPositionals: true,
});
const chosen = Object.entries(CHECKS).filter(
  ([name]) =>
    (wanted.length === 0 || wanted.some(part => name.includes(part))) &&
    (values.except === undefined || !name.includes(values.except)),
);
const rows: string[] = [];
let failed = 0;
for (const [name, args] of chosen) {
  console.log(`${name}: bun ${args.join(' ')}`);
  const log = Bun.file(join(logs, `${name.replaceAll(' ', '-')}.log`));
  const start = performance.now();
  const child = Bun.spawn([process.execPath, ...args], {
    cwd: ROOT,
    env: { ...process.env, TEST_LONG: '1' },
    stdin: 'ignore',
    stdout: log,
    stderr: log,
  });
  const exitCode = await child.exited;
  if (exitCode !== 0) failed += 1;
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  const [last = ''] = (await log.text()).trim().split('\n').slice(-1);
  rows.push(`${exitCode === 0 ? 'ok  ' : 'FAIL'} ${seconds.padStart(6)} s  ${name}: ${last.slice(0, 100)}`);
}
console.log(`\n${rows.join('\n')}\noutput in ${logs}\n${chosen.length - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
