import { afterAll, beforeAll, expect, test } from 'bun:test';
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

const COMMANDS = 400;

test.each([1, 2, 3])(
  'after the commands of seed %i, the model and the database agree',
  async seed => {
    expect(await firstDifference(operator(ctx.app), ctx.clock, sequence(seed, COMMANDS))).toBeUndefined();
  },
  60_000,
);
