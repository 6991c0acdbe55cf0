import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { createRunner } from './fixture.ts';

let ctx: TestApp;
let cli: ReturnType<typeof createRunner>;
beforeAll(async () => {
  ctx = await createTestApp();
  cli = createRunner(ctx);
});
afterAll(() => ctx.close());

test('actions are those of the API, with filters', async () => {
  expect((await cli('actions --json')).json.items).toHaveLength(107);
  const { out } = await cli('actions --platform instagram --rewardable --effort 2');
  expect(out).toContain('instagram-story-mention');
  expect(out).toContain('$2.25');
  expect(out.trimEnd().split('\n')).toHaveLength(2);
  expect((await cli('actions --type selfie')).code).toBe(2);
  expect((await cli('actions --effort 6')).code).toBe(2);
});

test('benchmarks print the resolved industry on stderr', async () => {
  const { out, err } = await cli('benchmarks cafe');
  expect(err).toBe('"cafe" belongs to "Restaurants and food"; showing its figures.\n');
  expect(out).toContain('engagementRate');
  expect((await cli('benchmarks blockchain')).err).toContain('overall figures');
  expect((await cli('benchmarks --json')).json.items[0].industry).toBe('all');
});

test('pricing lists suggested prices', async () => {
  const { out } = await cli('pricing --platform instagram');
  expect(out).toMatch(/^instagram-story-mention +\$0\.60 +\$1\.00 +\$2\.25 +\$11\.97 +\$0\.70 +-$/m);
  expect((await cli('pricing --platform myspace')).err).toBe('No results\n');
  expect((await cli('pricing --json')).json).toMatchObject({
    currency: 'USD',
    plans: [{ id: 'selfHosted' }, {}, {}],
  });
});
