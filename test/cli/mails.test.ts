import { afterEach, beforeEach, expect, test } from 'bun:test';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { createBusinessWithSubmission, createRunner } from './fixture.ts';

let ctx: TestApp;
let cli: ReturnType<typeof createRunner>;
let businessId: string;
let owner: string;

beforeEach(async () => {
  ctx = await createTestApp();
  cli = createRunner(ctx);
  ({ businessId } = await createBusinessWithSubmission(ctx));
  owner = (await cli(`users list --business ${businessId} --json`)).json.items[0].email;
});
afterEach(() => ctx.close());

test('mails list shows the mails of a business, preview their texts, and test sends one', async () => {
  expect((await cli(`mails list --business ${businessId} --json`)).json.items).toEqual([]);
  const preview = await cli(`mails preview tier.reached --business ${businessId}`);
  expect(preview.out).toContain('Subject: You reached Gold at');
  const html = await cli(`mails preview tier.reached --business ${businessId} --html`);
  expect(html.out).toContain('<!doctype html>');
  expect((await cli(`mails preview unknown --business ${businessId}`)).code).toBe(2);
});

test('mails settings and set show and change what a person gets, with the source', async () => {
  const off = await cli(`mails set --user ${owner} --off business.weekly --quiet 22:00-08:00 --json`);
  expect(off.json.quietHours).toEqual({ from: '22:00', to: '08:00' });
  expect(off.json.kinds.at(-1)).toMatchObject({
    kind: 'business.weekly',
    isEnabled: false,
    consent: { source: 'cli' },
  });
  const shown = await cli(`mails settings --user ${owner}`);
  expect(shown.out).toContain('22:00-08:00');
  expect((await cli(`mails set --user ${owner} --quiet none --json`)).json.quietHours).toBeNull();
  expect((await cli(`mails set --user ${owner} --on tier.reached`)).code).toBe(2);
  expect((await cli(`mails set --user ${owner} --quiet late`)).code).toBe(2);
});
