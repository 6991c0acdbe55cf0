import { afterAll, beforeAll, expect, test } from 'bun:test';
import { isShortOnPostgres } from '../../support/postgres-app.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { operator } from '../money-real.ts';
import { sequence } from './commands.ts';
import { firstDifference } from './real.ts';

/** A short run of the property; `bun run check:counter` runs it at length. */
let ctx: TestApp;
beforeAll(async () => {
  ctx = await createTestApp();
});
afterAll(() => ctx.close());

const COMMANDS = isShortOnPostgres ? 150 : 400;

test.each([
  [1, 'USD'],
  [2, 'JPY'],
  [3, 'KWD'],
])(
  'after the commands of seed %i in %s, the model and the database agree',
  async (seed, currency) => {
    const commands = sequence(seed, COMMANDS);
    expect(await firstDifference(operator(ctx.app), ctx.clock, commands, currency)).toBeUndefined();
  },
  60_000,
);
