/** `bun test/property/long.ts [runs] [seed]`: the budget property for any number of runs; prints the seeds. */
import fc from 'fast-check';
import { setup } from '../campaigns/fixture.ts';
import { budgetProperty } from './budget.ts';

const LENGTH = 200;
const DEFAULT_RUNS = 1_000;
const [runs = String(DEFAULT_RUNS), seed] = process.argv.slice(2);

const ctx = await setup();
const parameters = { numRuns: Number(runs), seed: seed ? Number(seed) : undefined };
const details = await fc.check(budgetProperty(ctx, LENGTH), parameters);
await ctx.close();
if (details.failed) console.error(fc.defaultReportMessage(details));
else console.log(`budget: ${details.numRuns} runs of up to ${LENGTH} commands held, seed ${details.seed}`);
process.exit(details.failed ? 1 : 0);
