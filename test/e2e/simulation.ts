/**
 * `bun run check:simulation [--seeds 20] [--first 1] [--rounds 200]`: a whole installation in simulated time, over a network,
 * a disk and a clock that fail, with a process that is killed at any commit, delivery or mail. Customers and shops carry out
 * commands; the models of test/property, `db check` and the receivers of webhooks and mails judge. Two runs of a seed are
 * the same, which the first one is checked for. Exits with 1 after a problem, with the command that plays its seed again.
 */
import { parseArgs } from 'node:util';
import { play, type Result } from './simulation/run.ts';

const HOURS_A_DAY = 24;
/** The limit of a seed that never ends, on any machine. */
const SEED_LIMIT_MS = 300_000;
const SHOWN_PROBLEMS = 5;
const SHOWN_COUNTS = [
  'rounds',
  'requests',
  'kills',
  'stops',
  'full disks',
  'wrong clocks',
  'messages lost',
  'deliveries',
  'mails',
  'failed receptions',
];
/** Seeds that are played at the same time. */
const AT_ONCE = 2;

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '20' },
    first: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '200' },
    /** Plays one seed in this process, and prints everything that happens. */
    seed: { type: 'string' },
    /** Plays one seed in this process, and prints the result as JSON. */
    json: { type: 'string' },
  },
});
const [seeds, first, rounds] = [Number(values.seeds), Number(values.first), Number(values.rounds)];
if ([seeds, first, rounds].some(Number.isNaN)) throw new Error('Each option takes a number');
const print = (line: string) => void process.stdout.write(`${line}\n`);

if (values.json !== undefined) {
  print(JSON.stringify(await play(Number(values.json), rounds)));
  process.exit(0);
}
if (values.seed !== undefined) {
  const { problems } = await play(Number(values.seed), rounds, print);
  process.exit(problems.length === 0 ? 0 : 1);
}

const startMs = performance.now();
const waiting = Array.from({ length: seeds }, (_, n) => first + n);
const results = new Map<number, Result>();
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
      const result = await playApart(seed);
      results.set(seed, result);
      report(seed, result);
    }
  }),
);
const seconds = (performance.now() - startMs) / 1000;

const failed = [...results.values()].filter(({ problems }) => problems.length > 0).length;
const isSame = failed > 0 || (await playApart(first)).sum === results.get(first)?.sum;
if (failed === 0)
  print(isSame ? `seed ${first} is the same in a second run` : `seed ${first} DIFFERS in a second run`);
const days = sum('hours') / HOURS_A_DAY;
print(
  `${seeds} seeds, ${days.toFixed(0)} days in ${seconds.toFixed(0)} s (${(days / seconds).toFixed(1)} per second): ${describe(sum)}`,
);
print(`${seeds - failed} passed, ${failed} failed`);
process.exit(failed === 0 && isSame ? 0 : 1);

/** Plays a seed in another process, whose time it replaces. */
async function playApart(seed: number): Promise<Result> {
  const command = [process.execPath, import.meta.path, '--json', String(seed), '--rounds', String(rounds)];
  const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'pipe', timeout: SEED_LIMIT_MS });
  const [output, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) === 0) return JSON.parse(output);
  const reason = child.signalCode ?? /^error: .*/m.exec(errors)?.[0] ?? errors;
  return { problems: [`the run ended: ${reason}`], sum: '', counts: {} };
}

function report(seed: number, { problems, counts }: Result): void {
  print(
    `seed ${seed}: ${((counts.hours ?? 0) / HOURS_A_DAY).toFixed(1)} days, ${describe(name => counts[name] ?? 0)}`,
  );
  for (const problem of problems.slice(0, SHOWN_PROBLEMS)) print(`  FAILED: ${problem}`);
  if (problems.length > 0) print(`  again: bun run check:simulation --seed ${seed} --rounds ${rounds}`);
}

function sum(name: string): number {
  return [...results.values()].reduce((total, { counts }) => total + (counts[name] ?? 0), 0);
}

function describe(count: (name: string) => number): string {
  return SHOWN_COUNTS.map(name => `${count(name)} ${name}`).join(', ');
}
