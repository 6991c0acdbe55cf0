import fc from 'fast-check';
import * as realRules from '../../../src/exchange/orders/rules.ts';
import { broken, brokenOrder } from './invariants.ts';
import { type Command, createSim, OWNERS, PERKS, type Rules, run, type Sim } from './sim.ts';

const owner = fc.nat(OWNERS - 1);
const perk = fc.nat(PERKS - 1);
/** Prefers recent orders, which are more often open. */
const pick = fc.oneof(fc.nat(8), fc.nat(60));
const LOWEST_CENTS = 95;

const place = fc.record({
  kind: fc.constant('place' as const),
  owner,
  perk,
  side: fc.constantFrom('buy' as const, 'sell' as const),
  price: fc.option(
    fc.nat(10).map(step => LOWEST_CENTS + step),
    { freq: 8, nil: null },
  ),
  quantity: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 150 })),
  timeInForce: fc.constantFrom(
    'GTC' as const,
    'GTC' as const,
    'GTC' as const,
    'IOC' as const,
    'FOK' as const,
  ),
  lifetime: fc.option(fc.integer({ min: 1, max: 20 }), { freq: 1, nil: null }),
});

/** A mix of commands that keeps the books a few dozen orders deep. */
export const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 6_000, arbitrary: place },
  { weight: 2_500, arbitrary: fc.record({ kind: fc.constant('cancel' as const), owner, pick }) },
  {
    weight: 800,
    arbitrary: fc.record({
      kind: fc.constant('take' as const),
      owner,
      pick,
      quantity: fc.option(fc.integer({ min: 1, max: 6 })),
    }),
  },
  {
    weight: 100,
    arbitrary: fc.record({
      kind: fc.constant('redeem' as const),
      owner,
      perk,
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 200,
    arbitrary: fc.record({ kind: fc.constant('deposit' as const), owner, cents: fc.nat(5_000) }),
  },
  {
    weight: 600,
    arbitrary: fc.record({ kind: fc.constant('advance' as const), by: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('expirePerk' as const), perk }) },
);

/** Commands between checks of closed orders. */
const FINAL_CHECK_EVERY = 500;

/**
 * Runs commands and checks every invariant after each.
 * @returns the number of trades
 * @throws Error naming the first command that broke one
 */
export function check(commands: readonly Command[], rules: Rules = realRules): number {
  const sim = createSim();
  const accepted: Command[] = [];
  const finals = new Map<number, string>();
  for (const [index, each] of commands.entries()) {
    const before = { trades: sim.trades.length, orders: sim.orders.length };
    const state = digest(sim);
    const outcome = run(rules, sim, each);
    if (outcome === 'ok') accepted.push(each);
    const problem = outcome === 'ok' ? broken(sim, before) : changed(sim, state, outcome);
    if (problem) throw new Error(`command ${index} ${JSON.stringify(each)}: ${problem}`);
    if (index % FINAL_CHECK_EVERY === 0) checkFinals(sim, finals);
  }
  checkFinals(sim, finals);
  const again = createSim();
  for (const each of accepted) run(rules, again, each);
  if (digest(again) !== digest(sim)) throw new Error('the journal replayed gives another book');
  return sim.trades.length;
}

/** Snapshots every balance and every order in the book. */
function digest({ cash, perks, books, orders }: Sim): string {
  let text = `${orders.length}`;
  for (const holdings of [cash, ...perks]) {
    for (const { available, reserved } of holdings.values()) text += `,${available},${reserved}`;
  }
  for (const { buy, sell } of books) {
    text += ';';
    for (const order of buy) text += `${order.sequence}:${order.remaining},`;
    for (const order of sell) text += `${order.sequence}:${order.remaining},`;
  }
  return text;
}

function changed(sim: Sim, state: string, outcome: string): string | undefined {
  return digest(sim) === state ? undefined : `was refused with ${outcome}, but changed something`;
}

function checkFinals({ orders }: Sim, finals: Map<number, string>): void {
  for (const order of orders) {
    if (order.remaining > 0) continue;
    const text = JSON.stringify(order);
    const known = finals.get(order.sequence);
    const problem =
      known !== undefined && known !== text ? `changed after its end: ${text}` : brokenOrder(order);
    if (problem) throw new Error(`order ${order.sequence} ${problem}`);
    finals.set(order.sequence, text);
  }
}

/** Generates the commands of a seed. */
export function commandsOf(seed: number, count: number): Command[] {
  return fc.sample(fc.array(command, { minLength: count, maxLength: count, size: 'max' }), {
    seed,
    numRuns: 1,
  })[0] as Command[];
}

/** Same as check, but shrinks a failing sequence before reporting it. */
export function checkAndShrink(seed: number, count: number, rules: Rules = realRules): number {
  const commands = commandsOf(seed, count);
  try {
    return check(commands, rules);
  } catch (error) {
    const small = shrink(commands, rules);
    const lines = small.map(each => `  ${JSON.stringify(each)}`).join('\n');
    throw new Error(`seed ${seed}: ${(error as Error).message}\nmade small:\n${lines}\n${why(small, rules)}`);
  }
}

function why(commands: readonly Command[], rules: Rules): string | undefined {
  try {
    check(commands, rules);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Removes smaller and smaller parts while the sequence still fails. */
export function shrink(commands: readonly Command[], rules: Rules): Command[] {
  let left = [...commands];
  for (let part = left.length >> 1; part >= 1; part >>= 1) {
    for (let at = 0; at < left.length; ) {
      const without = [...left.slice(0, at), ...left.slice(at + part)];
      if (why(without, rules)) left = without;
      else at += part;
    }
  }
  return left;
}
