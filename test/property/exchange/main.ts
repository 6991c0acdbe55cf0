/**
 * `bun run check:book [seeds] [commands] [first seed]`: the rules of the exchange on a model in memory, every
 * invariant after every command, and fills and depth equal to those of nodejs-order-book.
 */
import { checkAndShrink } from './check.ts';
import { compareWithOracle } from './oracle.ts';

const [seeds = 100, commands = 10_000, first = 1] = process.argv.slice(2).map(Number);

let trades = 0;
let fills = 0;
for (let seed = first; seed < first + seeds; seed++) {
  try {
    trades += checkAndShrink(seed, commands);
    fills += compareWithOracle(seed, commands);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
}
process.stdout.write(
  `${seeds} seeds × ${commands} commands: every invariant held over ${trades} trades; ` +
    `${fills} fills equal those of nodejs-order-book, as does the depth after each command\n`,
);
