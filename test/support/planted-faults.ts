/**
 * `bun run check:faults [part of a layer or name]…` plants one fault at a time in a copy of the source, and runs the tests
 * of `.ci/run` that must catch it. Exits with 1 if a fault is missed or its original text no longer occurs once.
 */
import { CLI_FAULTS } from './planted-faults/cli.ts';
import { CONTRACT_FAULTS } from './planted-faults/contract.ts';
import type { PlantedFault } from './planted-faults/fault.ts';
import { LEDGER_FAULTS } from './planted-faults/ledger.ts';
import { PAGES_FAULTS } from './planted-faults/pages.ts';
import { POSTGRES_FAULTS } from './planted-faults/postgres.ts';
import { RULES_FAULTS } from './planted-faults/rules.ts';
import { TENANCY_FAULTS } from './planted-faults/tenancy.ts';
import { UPDATE_FAULTS } from './planted-faults/updates.ts';
import { SourceCopy } from './source-copy.ts';

const LAYERS: Record<string, readonly PlantedFault[]> = {
  rules: RULES_FAULTS,
  'HTTP contract': CONTRACT_FAULTS,
  tenancy: TENANCY_FAULTS,
  'ledger and exchange': LEDGER_FAULTS,
  CLI: CLI_FAULTS,
  updates: UPDATE_FAULTS,
  pages: PAGES_FAULTS,
  PostgreSQL: POSTGRES_FAULTS,
};

/** Ends a test that hangs. */
const TEST_TIMEOUT_MS = '300000';
const FAILED_TEST = /^\(fail\) (?!\(unnamed\))|^failed: /m;
const FAILED_HOOK = /^\(fail\) \(unnamed\)/m;
const PASSED_TEST = /^ *[1-9]\d* pass$/m;
const SHOWN_LINES = 8;

// `check:nightly` asks for all operations, but `.ci/run` must catch the faults with its sample of them.
delete process.env.TEST_LONG;

const wanted = process.argv.slice(2);
const chosen = Object.entries(LAYERS).flatMap(([layer, faults]) =>
  faults
    .filter(
      ({ name }) => wanted.length === 0 || wanted.some(part => layer.includes(part) || name.includes(part)),
    )
    .map(fault => ({ ...fault, layer })),
);

const copy = new SourceCopy();
let passed = 0;
let failed = 0;
try {
  for (const on of new Set(chosen.map(fault => fault.on))) await checkWithoutFaults(on);
  for (const fault of chosen) await check(fault);
} finally {
  copy.remove();
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

/** Runs all tests on the source as it is: tests that fail there would catch everything. */
async function checkWithoutFaults(on: PlantedFault['on']): Promise<void> {
  const tests = [...new Set(chosen.filter(fault => fault.on === on).flatMap(fault => fault.tests))];
  // A run of scenes plays those of one text.
  for (const each of on === 'browser' ? tests.map(test => [test]) : [tests]) {
    const start = performance.now();
    const { exitCode, output } = await copy.run(...toCommand(each, on));
    if (exitCode !== 0) failed += 1;
    print(exitCode === 0 ? 'passes' : 'FAILS', start, `without a fault: ${on ?? 'SQLite'}`);
    if (exitCode !== 0) printEnd(output);
  }
}

async function check({ layer, name, tests, on, ...mutation }: (typeof chosen)[number]): Promise<void> {
  const start = performance.now();
  const result = await copy.with(mutation, () => copy.run(...toCommand(tests, on)));
  const isCaught = result !== undefined && result.exitCode !== 0 && hasFailedTest(result.output);
  if (isCaught) passed += 1;
  else failed += 1;
  const reason = result ? '' : ` (does not apply: the text must occur once in ${mutation.file})`;
  print(isCaught ? 'caught' : 'MISSED', start, `${layer}: ${name}${reason}`);
  if (result && !isCaught) printEnd(result.output);
}

/**
 * Returns whether a test failed, or a check after the tests. A program that doesn't start would fail every test, so that a
 * failure before the first one doesn't count.
 */
function hasFailedTest(output: string): boolean {
  return FAILED_TEST.test(output) || (FAILED_HOOK.test(output) && PASSED_TEST.test(output));
}

/** Returns the arguments of Bun that run tests. */
function toCommand(tests: readonly string[], on: PlantedFault['on']): string[] {
  if (on === 'browser') return ['test/e2e/browser/main.ts', ...tests.flatMap(title => ['--only', title])];
  const paths = tests.map(path => `./${path}`);
  if (on === 'postgres') return ['test/support/run-on-postgres.ts', '--only-failures', ...paths];
  return ['test', '--timeout', TEST_TIMEOUT_MS, '--only-failures', ...paths];
}

function print(result: string, start: number, text: string): void {
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${result.padEnd(6)} ${seconds.padStart(6)} s  ${text}`);
}

/** Prints the last lines of an output, which say what happened instead. */
function printEnd(output: string): void {
  console.log(output.trim().split('\n').slice(-SHOWN_LINES).join('\n').replace(/^/gm, '      '));
}
