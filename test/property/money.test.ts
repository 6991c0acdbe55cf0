import { afterAll, beforeAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { isShortOnPostgres } from '../support/postgres-app.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { commandsOf, sequence, shrink } from './money-commands.ts';
import { firstDifference, operator } from './money-real.ts';

/** A short run of the property; test/property/money.ts runs it at length. */
let ctx: TestApp;
beforeAll(async () => {
  ctx = await createTestApp();
});
afterAll(() => ctx.close());

const SHORT = 60;
const LONG = isShortOnPostgres ? 150 : 600;

test('after any sequence of commands, the model and the database agree', async () => {
  const commands = fc.array(commandsOf(3), { maxLength: SHORT });
  await fc.assert(
    fc.asyncProperty(commands, async list => {
      expect(await firstDifference(operator(ctx.app), ctx.clock, list)).toBeUndefined();
    }),
    { numRuns: isShortOnPostgres ? 10 : 40 },
  );
});

test.each([
  [7, 'USD'],
  [8, 'JPY'],
  [9, 'EUR'],
  [10, 'KWD'],
])(
  'after the long sequence of seed %i in %s, the model and the database agree',
  async (seed, currency) => {
    const commands = sequence(seed, LONG);
    expect(await firstDifference(operator(ctx.app), ctx.clock, commands, currency)).toBeUndefined();
  },
  60_000,
);

test('a failing sequence is shrunk to the relevant commands', async () => {
  const fails = async (list: number[]) => list.includes(13) && list.includes(77);
  expect(
    await shrink(
      Array.from({ length: 100 }, (_, n) => n),
      fails,
    ),
  ).toEqual([13, 77]);
});
