import { expect, test } from 'bun:test';
import { createSingleFlight } from '../../src/platform/runtime/in-order.ts';

test('work runs one at a time, and once more for all requests during a run', async () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const request = createSingleFlight(() => {
    const run = Promise.withResolvers<void>();
    runs.push(run);
    return run.promise;
  });
  for (let n = 0; n < 3; n++) request();
  expect(runs).toHaveLength(1);
  runs[0]?.resolve();
  await runs[0]?.promise;
  await Promise.resolve();
  expect(runs).toHaveLength(2);
  runs[1]?.resolve();
  await runs[1]?.promise;
  await Promise.resolve();
  request();
  expect(runs).toHaveLength(3);
});
