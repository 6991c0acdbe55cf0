import { expect, test } from 'bun:test';
import { loopLagMs, watchLoop } from '../../src/platform/loop.ts';

const HELD_MS = 100;

test('an event loop that was held up says for how long', async () => {
  watchLoop();
  await Bun.sleep(50);
  const startedAt = performance.now();
  while (performance.now() - startedAt < HELD_MS);
  await Bun.sleep(50);
  expect(loopLagMs()).toBeGreaterThan(HELD_MS / 2);
  expect(loopLagMs()).toBeGreaterThan(HELD_MS / 2);
});
