import fc from 'fast-check';
import type { Command } from './money-types.ts';

const ORDERS = 1_000;
/** Identifies records by the number of newer ones, so that most exist and are not closed. */
const NEWEST = 12;

/** Number of members in the commands. */
export function commandsOf(members: number): fc.Arbitrary<Command> {
  const member = fc.nat(members - 1);
  const record = fc.nat(NEWEST);
  const cents = fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 40_000 }));
  const word = <const W extends string>(...words: W[]) => fc.constantFrom(...words);
  const of = <T extends Command>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });
  return fc.oneof(
    of(6, fc.record({ do: word('enroll'), member })),
    of(6, fc.record({ do: word('amount'), member, cents })),
    of(10, fc.record({ do: word('order'), member, cents, order: fc.option(fc.nat(ORDERS)) })),
    of(12, fc.record({ do: word('confirm', 'void', 'reverse'), cashback: record })),
    of(8, fc.record({ do: word('redeem'), member, cents: fc.integer({ min: 1, max: 3_000 }) })),
    of(10, fc.record({ do: word('submit'), member, cents: fc.option(cents) })),
    of(14, fc.record({ do: word('approve', 'reject', 'undo', 'override'), submission: record })),
    of(2, fc.record({ do: word('suspend', 'readmit', 'readmit', 'readmit'), member })),
    of(2, fc.record({ do: word('pause', 'resume', 'resume', 'resume', 'resume', 'resume', 'resume') })),
    of(4, fc.record({ do: word('wait'), hours: fc.integer({ min: 1, max: 60 }) })),
  ) as fc.Arbitrary<Command>;
}

/** Longer sequences use more members, because each has a maximum grant. */
const COMMANDS_A_MEMBER = 100;
const FEWEST_MEMBERS = 3;

/** Generates the commands of a seed. */
export function sequence(seed: number, count: number): Command[] {
  const members = Math.max(FEWEST_MEMBERS, Math.ceil(count / COMMANDS_A_MEMBER));
  return fc.sample(commandsOf(members), { seed, numRuns: count });
}

/**
 * Fewer commands that fail as well: first up to the failure, then without ever smaller pieces.
 * @param fails whether a list of commands still fails
 */
export async function shrink<T>(commands: T[], fails: (fewer: T[]) => Promise<boolean>): Promise<T[]> {
  let best = commands;
  for (let size = Math.ceil(best.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let start = 0; start < best.length; ) {
      const fewer = best.toSpliced(start, size);
      if (fewer.length < best.length && (await fails(fewer))) best = fewer;
      else start += size;
    }
  }
  return best;
}
