import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Setup, setup } from '../campaigns/fixture.ts';
import { RACES } from './races.ts';

const ROUNDS = 20;

let ctx: Setup;
beforeAll(async () => {
  ctx = await setup();
});
afterAll(() => ctx.close());

for (const [name, { race, responses }] of Object.entries(RACES)) {
  test(`${name}: exactly one takes effect, ${ROUNDS} rounds`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const outcome = await race(ctx);
      expect(outcome).toEqual({ responses, effects: outcome.effects.map(() => 1) });
    }
  });
}
