/** `bun test/e2e/races.ts [rounds]` runs each race over HTTP, by default 1,000 rounds. */
import { setup } from '../campaigns/fixture.ts';
import { RACES, type Tally } from '../property/races.ts';

const rounds = Number(process.argv[2] ?? 1_000);
const ctx = await setup();
let unsound = 0;
for (const [name, { race, responses }] of Object.entries(RACES)) {
  const told: Tally = {};
  let wrong = 0;
  for (let round = 0; round < rounds; round += 1) {
    const outcome = await race(ctx);
    for (const [code, count] of Object.entries(outcome.responses)) told[code] = (told[code] ?? 0) + count;
    const isSound =
      Bun.deepEquals(outcome.responses, responses) && outcome.effects.every(effect => effect === 1);
    if (!isSound) wrong += 1;
  }
  unsound += wrong;
  console.log(`${name}: ${rounds} rounds, ${rounds - wrong} with exactly one effect`, told);
}
await ctx.close();
process.exit(unsound === 0 ? 0 : 1);
