/** `bun test/e2e/races.ts [rounds]` runs each race over HTTP, by default 1,000 rounds. */
import { setup } from '../campaigns/fixture.ts';
import { type CodeCounts, RACES } from '../property/races.ts';

const rounds = Number(process.argv[2] ?? 1_000);
const ctx = await setup();
let failures = 0;
for (const [name, { race, responses }] of Object.entries(RACES)) {
  const totals: CodeCounts = {};
  let wrong = 0;
  for (let round = 0; round < rounds; round += 1) {
    const outcome = await race(ctx);
    for (const [code, count] of Object.entries(outcome.responses)) totals[code] = (totals[code] ?? 0) + count;
    const isSound =
      Bun.deepEquals(outcome.responses, responses) && outcome.effects.every(effect => effect === 1);
    if (!isSound) wrong += 1;
  }
  failures += wrong;
  console.log(`${name}: ${rounds} rounds, ${rounds - wrong} with exactly one effect`, totals);
}
await ctx.close();
process.exit(failures === 0 ? 0 : 1);
