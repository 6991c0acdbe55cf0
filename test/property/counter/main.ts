/**
 * `bun run check:counter [seeds] [commands] [first seed]`, with CURRENCY=JPY for another currency than USD: compares visits, purchases, the shop, cashback, refunds
 * and reinstatements in the model with those in the database. For a seed that fails, it prints the shortest failing sequence and exits with 1.
 */
import { createTestApp } from '../../support/test-app.ts';
import { shrink } from '../money-commands.ts';
import { operator } from '../money-real.ts';
import { type Command, sequence } from './commands.ts';
import { firstDifference } from './real.ts';

const [seeds = 100, count = 10_000, first = 1] = process.argv.slice(2).map(Number);
const print = (line: string) => void process.stdout.write(`${line}\n`);

const ctx = await createTestApp();
const tryOut = (commands: Command[]) =>
  firstDifference(operator(ctx.app), ctx.clock, commands, process.env.CURRENCY);

for (let seed = first; seed < first + seeds; seed += 1) {
  const commands = sequence(seed, count);
  const difference = await tryOut(commands);
  if (!difference) {
    print(`seed ${seed}: ${count} commands agree`);
    continue;
  }
  print(`FAILED seed ${seed}: ${difference}`);
  const index = Number(/^command (\d+)/.exec(difference)?.[1] ?? count - 1);
  const fewest = await shrink(
    commands.slice(0, index + 1),
    async fewer => (await tryOut(fewer)) !== undefined,
  );
  print(`${fewest.length} commands are enough: ${await tryOut(fewest)}`);
  for (const command of fewest) print(`  ${JSON.stringify(command)}`);
  await ctx.close();
  process.exit(1);
}
print(`${seeds} seeds, ${seeds * count} commands: model and database agree`);
await ctx.close();
