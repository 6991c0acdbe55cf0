/**
 * `bun run check:exchange [seeds] [commands] [first seed]`, with CURRENCY=JPY for another currency than USD: commands on the model and on the database side by
 * side; every 1,000 commands `db check` looks at everything.
 */
import { createTestApp } from '../../support/test-app.ts';
import { commandsOf } from './check.ts';
import { playBoth } from './compare.ts';

const [seeds = 100, commands = 10_000, first = 1] = process.argv.slice(2).map(Number);

for (let seed = first; seed < first + seeds; seed++) {
  const ctx = await createTestApp();
  try {
    await playBoth(ctx, commandsOf(seed, commands), process.env.CURRENCY);
  } catch (error) {
    process.stderr.write(`seed ${seed}: ${(error as Error).stack}\n`);
    process.exit(1);
  }
  await ctx.close();
  process.stdout.write(`seed ${seed}: model and database agree over ${commands} commands\n`);
}
process.exit(0);
