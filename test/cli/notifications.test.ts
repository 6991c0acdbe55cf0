import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { createBusinessWithSubmission, createRunner, PASSWORD } from './fixture.ts';

let ctx: TestApp;
let cli: ReturnType<typeof createRunner>;
let email: string;

beforeEach(async () => {
  ctx = await createTestApp();
  cli = createRunner(ctx);
  const shop = await createBusinessWithSubmission(ctx);
  const { json } = await cli(`users list --business ${shop.businessId} --json`);
  email = json.items[0].email;
});
afterEach(() => ctx.close());

describe('notifications', () => {
  test('lists what needs the attention of a user, and marks it as seen for that user', async () => {
    const { json } = await cli(`notifications list --user ${email} --json`);
    expect(json).toMatchObject({ unseen: 1, pendingSubmissions: 1 });
    expect(json.items[0]).toMatchObject({ type: 'submission.created', isSeen: false });
    const { out } = await cli(`notifications list --user ${email}`);
    expect(out).toContain('submission.created');
    const one = `notifications seen --user ${email} --notification ${json.items[0].id}`;
    expect((await cli(one)).out).toBe('0 new notifications remain\n');
    expect((await cli(`notifications seen --user ${email} --json`)).json).toEqual({
      unseen: 0,
      pendingSubmissions: 1,
    });
    expect((await cli(`notifications list --user ${email} --json`)).json.items[0].isSeen).toBe(true);
  });

  test('needs a user who exists, and a notification of the business', async () => {
    expect((await cli('notifications list')).code).toBe(2);
    expect((await cli('notifications list --user unknown@x.example')).code).toBe(4);
    expect((await cli(`notifications seen --user ${email} --notification evt_none`)).code).toBe(4);
  });
});

describe('public-address', () => {
  test('shows, sets and resets the address', async () => {
    const before = (await cli('public-address show --json')).json;
    expect(before).toMatchObject({ source: 'default', canChange: true });
    const set = await cli('public-address set https://perks.bluecup.example');
    expect(set.out).toBe('The public address is https://perks.bluecup.example\n');
    expect((await cli('public-address --json')).json.source).toBe('setting');
    expect((await cli('public-address set not-an-address')).code).toBe(2);
    expect((await cli('public-address reset --json')).json).toEqual(before);
  });
});

describe('users invite', () => {
  test('prints a new invitation link until the user has a password', async () => {
    const { data } = await ctx.call('POST', '/auth', { action: 'login', email, password: PASSWORD });
    const colleague = { email: 'sam@shop.example', name: 'Sam' };
    const added = await ctx.call('POST', '/business/users', colleague, { as: data.accessToken });
    const { json } = await cli('users invite sam@shop.example --json');
    expect(json).toMatchObject({ id: added.data.id, email: 'sam@shop.example' });
    expect(json.inviteLink).toStartWith('http');
    expect(json.inviteLink).not.toBe(added.data.inviteLink);
    expect((await cli(`users invite ${email}`)).code).toBe(5);
    expect((await cli('users invite unknown@x.example')).code).toBe(4);
  });
});
