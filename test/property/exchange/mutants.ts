/**
 * `bun run check:mutants`: plants one bug at a time in a copy of src/exchange/orders/rules.ts and runs the property
 * checks on it. Exits with code 1 if a bug is not caught.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, commandsOf } from './check.ts';
import type { Rules } from './sim.ts';

const RULES = join(import.meta.dir, '../../../src/exchange/orders/rules.ts');
const SEEDS = 20;
const COMMANDS = 2_000;

/** Each bug: its name, the original source text and its replacement. */
const MUTANTS: [name: string, original: string, planted: string][] = [
  ['a buy pays more than its limit', 'priceCents <= limitCents', 'priceCents <= limitCents + 1'],
  ['a sell takes less than its limit', 'priceCents >= limitCents', 'priceCents >= limitCents - 1'],
  ['equal prices do not trade', 'priceCents <= limitCents', 'priceCents < limitCents'],
  ['an owner trades with their own order', 'resting.ownerId === taker.ownerId', 'resting.ownerId === ""'],
  [
    'a fill exceeds the resting quantity',
    'Math.min(state.open, resting.remaining)',
    'Math.min(state.open, resting.remaining + 1)',
  ],
  ['a taker stops after one fill', 'return state.open > 0;', 'return false;'],
  ['the value of a fill ignores its quantity', 'quantity * resting.priceCents', 'resting.priceCents'],
  ['a FOK order fills partially', "open > 0 && taker.timeInForce === 'FOK'", 'open < 0'],
  ['an IOC order rests', "taker.timeInForce === 'GTC' && taker", "taker.timeInForce !== 'FOK' && taker"],
  ['the remainder of a self-trade stays in the book', 'if (hitOwnOrder) return', 'if (false) return'],
  [
    'a killed FOK order has the wrong cancel reason',
    "hitOwnOrder ? 'selfTrade' : 'fillOrKill'",
    "'fillOrKill'",
  ],
  ['newer orders have priority', 'a.sequence < b.sequence', 'a.sequence > b.sequence'],
  ['the worst bid has priority', 'a.priceCents > b.priceCents', 'a.priceCents < b.priceCents'],
  ['the worst ask has priority', ': a.priceCents < b.priceCents', ': a.priceCents > b.priceCents'],
  [
    'a buy order reserves its quantity without its price',
    '? priceCents * remaining : remaining;\n}\n\n/**',
    '? remaining : remaining;\n}\n\n/**',
  ],
  ['a market buy requires no funds', '? valueCents :', '? 0 :'],
  ['a sell order requires no perks', 'return taker.quantity;\n  return taker', 'return 0;\n  return taker'],
  ['a buyer pays twice', ': -cents);', ': -cents * 2);'],
  [
    'perks bought by a resting order are reserved',
    "isBuy ? 'reserved' : 'available', isBuy ? -q",
    "'reserved', isBuy ? -q",
  ],
  ['nothing is reserved for the resting quantity', "'reserved', reserve)", "'available', reserve)"],
  [
    'a closed order keeps its reserve',
    "bucket: 'reserved', amount: -amount",
    "bucket: 'available', amount: -amount",
  ],
  [
    'a partially filled order has status filled',
    "< counts.quantity ? 'partiallyFilled' : 'filled'",
    "< 0 ? 'partiallyFilled' : 'filled'",
  ],
  ['a cancelled quantity does not affect the status', "if (counts.cancelled > 0) return 'cancelled';", ''],
];

const folder = mkdtempSync(join(tmpdir(), 'perkmint-mutants-'));
const source = readFileSync(RULES, 'utf8');
let escapedCount = 0;
for (const [index, [name, original, planted]] of MUTANTS.entries()) {
  if (source.split(original).length !== 2) throw new Error(`"${original}" must occur once in the rules`);
  const file = join(folder, `mutant-${index}.ts`);
  writeFileSync(file, source.replace(original, planted));
  const found = findFirstViolation((await import(file)) as Rules);
  if (!found) escapedCount += 1;
  process.stdout.write(`${found ? 'caught ' : 'ESCAPED'}  ${name}${found ? `: ${found}` : ''}\n`);
}
rmSync(folder, { recursive: true });
process.stdout.write(`${MUTANTS.length - escapedCount} of ${MUTANTS.length} planted bugs caught\n`);
process.exit(escapedCount === 0 ? 0 : 1);

function findFirstViolation(rules: Rules): string | undefined {
  for (let seed = 1; seed <= SEEDS; seed++) {
    try {
      check(commandsOf(seed, COMMANDS), rules);
    } catch (error) {
      return `seed ${seed}, ${(error as Error).message}`;
    }
  }
  return undefined;
}
