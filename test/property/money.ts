/**
 * `bun test/property/money.ts [--seeds 100] [--commands 10000] [--first 1] [--currency USD]`: compares perk programs in the
 * model with those in the database. For a seed that fails, it prints the shortest failing sequence and exits with 1.
 */
import { parseArgs } from 'node:util';
import { DEFAULT_CURRENCY } from '../../src/platform/currency-digits.ts';
import { createTestApp } from '../support/test-app.ts';
import { sequence, shrink } from './money-commands.ts';
import { firstDifference, operator } from './money-real.ts';
import type { Command } from './money-types.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    commands: { type: 'string', default: '10000' },
    first: { type: 'string', default: '1' },
    currency: { type: 'string', default: DEFAULT_CURRENCY },
  },
});
const [seeds, count, first] = [Number(values.seeds), Number(values.commands), Number(values.first)];
const print = (line: string) => void process.stdout.write(`${line}\n`);

const ctx = await createTestApp();
const tryOut = (commands: Command[]) =>
  firstDifference(operator(ctx.app), ctx.clock, commands, values.currency);

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
