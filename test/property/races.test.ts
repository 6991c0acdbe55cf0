import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Scene, scene } from '../campaigns/scene.ts';
import { RACES } from './races.ts';

const ROUNDS = 20;

let here: Scene;
beforeAll(async () => {
  here = await scene();
});
afterAll(() => here.close());

for (const [name, { race, answers }] of Object.entries(RACES)) {
  test(`${name}: exactly one takes effect, ${ROUNDS} rounds`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const outcome = await race(here);
      expect(outcome).toEqual({ answers, effects: outcome.effects.map(() => 1) });
    }
  });
}
