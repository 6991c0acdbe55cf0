import { afterEach, beforeEach, expect, test } from 'bun:test';
import { createBusiness } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { createRunner } from './fixture.ts';

let ctx: TestApp;
let cli: ReturnType<typeof createRunner>;
let business: string;

beforeEach(async () => {
  ctx = await createTestApp();
  cli = createRunner(ctx);
  business = (await createBusiness(ctx)).businessId;
});
afterEach(() => ctx.close());

test('a plan is printed as a table with bars, or with --json as the API returns it', async () => {
  const { out, err, code } = await cli(`plan --business ${business} --budget 300 --goals sales,reviews`);
  expect(code).toBe(0);
  expect(out).toContain('CAMPAIGN');
  expect(out).toContain('$300.00 per month');
  expect(out).toMatch(/█+░*/);
  expect(out).toContain('sales, reviews');
  expect(err).toContain('--json');
  const { json } = await cli(`plan --business ${business} --budget 300 --json`);
  expect(json.budget).toMatchObject({ monthly: 300 });
  expect(json.timeline).toHaveLength(4);
});

test('a plan needs an existing business and valid input', async () => {
  expect((await cli('plan --budget 300')).code).toBe(0);
  await createBusiness(ctx, 'Red Cup');
  expect((await cli('plan --budget 300')).code).toBe(2);
  expect((await cli('plan --business biz_none')).code).toBe(4);
  expect((await cli(`plan --business ${business} --budget -5`)).code).toBe(2);
  expect(await cli(`plan --business ${business} --budget lots`)).toMatchObject({
    code: 2,
    err: expect.stringContaining("argument 'lots' is invalid. It must be a number such as 1250.50."),
  });
  expect((await cli(`plan --business ${business} --reviews-per-week 0`)).code).toBe(2);
  const poor = await cli(`plan --business ${business} --budget 1`);
  expect([poor.code, poor.err.includes('No campaign fits')]).toEqual([0, true]);
});
