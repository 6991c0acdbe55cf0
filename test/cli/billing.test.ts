import { afterEach, beforeEach, expect, test } from 'bun:test';
import { type BusinessFixture, createBusiness } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { createRunner } from './fixture.ts';

let ctx: TestApp;
let cli: ReturnType<typeof createRunner>;
let owner: BusinessFixture;

beforeEach(async () => {
  ctx = await createTestApp();
  cli = createRunner(ctx);
  owner = await createBusiness(ctx);
});
afterEach(() => ctx.close());

const bill = (body: object) => ctx.call('POST', '/billing', body, { as: owner.token });

test('an invoice is listed and can be marked as paid once, and its plan is shown', async () => {
  await bill({ action: 'subscribe', planId: 'starter', interval: 'year' });
  const listed = (await cli('billing invoices --status open')).out;
  expect(listed).toMatch(/INV-2026-000001 +biz_\w+ +starter \(year\) +\$190\.00 +open +- +RF\d+ +2026-06-15/);
  expect((await cli('billing mark-paid INV-2026-000001')).out).toBe('INV-2026-000001 is paid\n');
  expect((await cli('billing mark-paid INV-2026-000001')).code).toBe(5);
  expect((await cli('billing mark-paid INV-2026-000002')).code).toBe(4);
  const status = await cli(`billing status --business ${owner.businessId} --json`);
  expect(status.json).toMatchObject({
    plan: 'starter',
    status: 'active',
    usage: { members: { used: 0, limit: 1000 } },
  });
  expect((await cli('billing status --business biz_none')).code).toBe(4);
  expect((await cli('billing status')).code).toBe(0);
  await createBusiness(ctx, 'Red Cup');
  expect((await cli('billing status')).code).toBe(2);
  expect((await cli('billing invoices --status gone')).code).toBe(2);
});

test('voiding and refunding an invoice asks for confirmation', async () => {
  await bill({ action: 'topup', amount: 5 });
  await bill({ action: 'topup', amount: 6 });
  expect((await cli('billing void INV-2026-000001')).code).toBe(2);
  expect((await cli('billing void INV-2026-000001 --yes')).out).toBe('INV-2026-000001 is void\n');
  expect((await cli('billing mark-paid INV-2026-000001')).code).toBe(5);
  expect((await cli('billing refund INV-2026-000002 --yes')).code).toBe(5);
  await cli('billing mark-paid INV-2026-000002');
  const refund = await cli('billing refund INV-2026-000002 --yes --json');
  expect(refund.json).toMatchObject({ status: 'refunded', refunded: 6 });
});

test('plans are listed with prices and limits', async () => {
  const { out } = await cli('billing plans');
  expect(out).toMatch(/starter +Starter +\$19\.00 +\$190\.00 +5 +500 +1000/);
  expect(out).toMatch(/selfHosted +Self-hosted +\$0\.00 +\$0\.00 +no limit/);
});
