/**
 * `bun run check:mutants`: plants one bug at a time in a copy of src/exchange/rules.ts and demands that the
 * property checks find it. Exit code 1 when one gets away.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check, commandsOf } from './check.ts';
import type { Rules } from './sim.ts';

const RULES = join(import.meta.dir, '../../../src/exchange/rules.ts');
const SEEDS = 20;
const COMMANDS = 2_000;

/** Each bug: its name, what stands in the rules, and what stands there instead. */
const MUTANTS: [name: string, original: string, planted: string][] = [
  ['a buy pays more than its limit', 'priceCents <= limitCents', 'priceCents <= limitCents + 1'],
  ['a sell takes less than its limit', 'priceCents >= limitCents', 'priceCents >= limitCents - 1'],
  ['equal prices do not trade', 'priceCents <= limitCents', 'priceCents < limitCents'],
  ['an owner trades with itself', 'resting.ownerId === taker.ownerId', 'resting.ownerId === ""'],
  [
    'a fill is larger than what rests',
    'Math.min(meeting.open, resting.remaining)',
    'Math.min(meeting.open, resting.remaining + 1)',
  ],
  ['a taker stops after one fill', 'return meeting.open > 0;', 'return false;'],
  ['the value of a fill forgets its quantity', 'quantity * resting.priceCents', 'resting.priceCents'],
  ['FOK fills in part', "open > 0 && taker.timeInForce === 'FOK'", 'open < 0'],
  ['IOC rests', "taker.timeInForce === 'GTC' && taker", "taker.timeInForce !== 'FOK' && taker"],
  ['the rest of a self trade goes into the book', 'if (hasMetItself) return', 'if (false) return'],
  ['a killed FOK names the wrong reason', "hasMetItself ? 'selfTrade' : 'fillOrKill'", "'fillOrKill'"],
  ['younger orders come first', 'a.sequence < b.sequence', 'a.sequence > b.sequence'],
  ['the worst bid comes first', 'a.priceCents > b.priceCents', 'a.priceCents < b.priceCents'],
  ['the worst ask comes first', ': a.priceCents < b.priceCents', ': a.priceCents > b.priceCents'],
  [
    'a buy reserves no price',
    '? priceCents * remaining : remaining;\n}\n\n/**',
    '? remaining : remaining;\n}\n\n/**',
  ],
  ['a market buy need not be covered', '? valueCents :', '? 0 :'],
  ['a sell need not be covered', 'return taker.quantity;\n  return taker', 'return 0;\n  return taker'],
  ['a seller is not paid', ': -cents);', ': -cents * 2);'],
  [
    'perks of a resting buy go to its reserve',
    "isBuy ? 'reserved' : 'available', isBuy ? -q",
    "'reserved', isBuy ? -q",
  ],
  ['nothing is reserved for the rest', "'reserved', reserve)", "'available', reserve)"],
  [
    'an ended order keeps its reserve',
    "pot: 'reserved', amount: -amount",
    "pot: 'available', amount: -amount",
  ],
  [
    'a partly filled order counts as filled',
    "< counts.quantity ? 'partiallyFilled' : 'filled'",
    "< 0 ? 'partiallyFilled' : 'filled'",
  ],
  ['a cancelled part does not show', "if (counts.cancelled > 0) return 'cancelled';", ''],
];

const folder = mkdtempSync(join(tmpdir(), 'perkmint-mutants-'));
const source = readFileSync(RULES, 'utf8');
let escaped = 0;
for (const [index, [name, original, planted]] of MUTANTS.entries()) {
  if (source.split(original).length !== 2) throw new Error(`"${original}" must stand once in the rules`);
  const file = join(folder, `mutant-${index}.ts`);
  writeFileSync(file, source.replace(original, planted));
  const found = firstFinding((await import(file)) as Rules);
  if (!found) escaped += 1;
  process.stdout.write(`${found ? 'caught ' : 'ESCAPED'}  ${name}${found ? `: ${found}` : ''}\n`);
}
rmSync(folder, { recursive: true });
process.stdout.write(`${MUTANTS.length - escaped} of ${MUTANTS.length} planted bugs caught\n`);
process.exit(escaped === 0 ? 0 : 1);

function firstFinding(rules: Rules): string | undefined {
  for (let seed = 1; seed <= SEEDS; seed++) {
    try {
      check(commandsOf(seed, COMMANDS), rules);
    } catch (error) {
      return `seed ${seed}, ${(error as Error).message}`;
    }
  }
  return undefined;
}
