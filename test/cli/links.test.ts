import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createBusiness } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { createRunner } from './fixture.ts';

let ctx: TestApp;
let cli: ReturnType<typeof createRunner>;
let business: string;

beforeAll(async () => {
  ctx = await createTestApp();
  cli = createRunner(ctx);
  business = (await createBusiness(ctx)).businessId;
});
afterAll(() => ctx.close());

const open = (url: string) => ctx.call('GET', new URL(url.trim()).pathname.replace('/api/v1', ''));

test('a link to the calendar is created, listed and revoked', async () => {
  const { out, err } = await cli(`links create getCalendar --business ${business}`);
  expect(out).toMatch(/^http\S+\/api\/v1\/exports\/\w{32}\n$/);
  expect(err).toContain('Copy the URL now');
  expect((await open(out)).body).toStartWith('BEGIN:VCALENDAR');
  const listed = await cli(`links list --business ${business}`);
  expect(listed.out).toMatch(/exl_\w+ +getCalendar +- +\w{4} +/);
  const [{ id }] = (await cli(`links list --business ${business} --json`)).json.items;
  expect((await cli(`links revoke ${id} --yes`)).out).toBe(`${id} is revoked\n`);
  expect((await open(out)).status).toBe(404);
  expect((await cli(`links revoke ${id} --yes`)).code).toBe(4);
});

test('a link to a list has its parameters', async () => {
  const { out } = await cli(
    `links create listSubmissions --business ${business} --set status=approved --set bom=true`,
  );
  expect((await open(out)).body).toStartWith('id,');
  const listed = await cli(`links list --business ${business} --json`);
  expect(listed.json.items[0].query).toEqual({ status: 'approved', bom: 'true' });
});

test.each([
  ['createCampaign', 'operationId'],
  ['listNothing', 'operationId'],
  ['listSubmissions --set color=blue', 'query.color'],
  ['listSubmissions --set page=2', 'query.page'],
  ['listMembers', 'query.id'],
])('links create %s is rejected', async (words, field) => {
  const { code, err } = await cli(`links create ${words} --business ${business}`);
  expect([code, err]).toEqual([2, expect.stringContaining(field)]);
});

test('a parameter needs a value', async () => {
  expect((await cli(`links create listCampaigns --business ${business} --set state`)).code).toBe(2);
});
