import { parseArgs } from 'node:util';
import { type Counts, fuzz } from './fuzz-run.ts';

/**
 * `bun run fuzz [--runs 500] [--seed n]`: valid and broken requests for every operation of the API description,
 * so many of either; prints what came of them and fails when anything is not as it must be.
 */
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: { runs: { type: 'string', default: '500' }, seed: { type: 'string', default: '7' } },
});
const print = (text: string) => void process.stdout.write(`${text}\n`);
const counts: Counts = await fuzz({ runs: Number(values.runs), seed: Number(values.seed), say: print });
const { operations, requests, refusals, serverErrors, accepted, stored } = counts;
print(`operations ${operations}, requests ${requests}, refusals ${refusals}`);
print(`5xx ${serverErrors.length}, stored by refused requests ${stored.length}`);
print(`broken requests that were accepted ${accepted.length}`);
const SHOWN = 10;
for (const line of [...serverErrors, ...stored, ...accepted].slice(0, SHOWN))
  print(`  ${line.slice(0, 2000)}`);
process.exitCode = serverErrors.length + stored.length + accepted.length > 0 ? 7 : 0;
