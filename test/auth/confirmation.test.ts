import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { issueResetLinkAsAdmin } from '../../src/auth/service/links.ts';
import { CLI } from '../../src/context.ts';
import { expectFailure, expectInvalidFields } from '../http/fixture.ts';
import { type BusinessFixture, createBusiness, createCustomer, PASSWORD } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { login, postAuth, readMailedToken, whoAmI } from './fixture.ts';

const CEO = 'ceo@victim.example';
const CHOSEN = 'a password of my own';
let ctx: TestApp;
let owner: BusinessFixture;
beforeEach(async () => {
  ctx = await createTestApp();
  owner = await createBusiness(ctx);
});
afterEach(() => ctx.close());

/** Adds the stranger's address to the business. @returns the data of the response */
const capture = async (fields: object = { password: PASSWORD }) => {
  const person = { email: CEO, name: 'Cleo', ...fields };
  return (await ctx.call('POST', '/business/users', person, { as: owner.token })).data;
};
const people = async () =>
  (await ctx.call('GET', '/business/users', undefined, { as: owner.token })).data.items as {
    email: string;
    emailConfirmed: boolean;
  }[];
/** The token of a link that is mailed to the address. */
const linkByMail = async (email = CEO) => {
  await postAuth(ctx, 'forgotPassword', { email });
  await ctx.app.services.backgroundTasks.settled();
  return readMailedToken(ctx);
};
const tokenIn = (link: string) => new URL(link).searchParams.get('token') ?? '';
const reset = (token: string, fields: object = {}) =>
  postAuth(ctx, 'resetPassword', { token, password: CHOSEN, ...fields });

describe("account that an owner created with another person's address", () => {
  test('the address cannot be registered, and the error explains how to recover it', async () => {
    await capture();
    const refused = await postAuth(ctx, 'register', { email: CEO, password: CHOSEN, name: 'The CEO' });
    expectFailure(refused, 409, 'EMAIL_TAKEN');
    expect(refused.error.message).toContain('reset your password');
  });

  test('the person can leave the business permanently through the emailed link', async () => {
    const captured = await capture();
    const session = (await login(ctx, CEO)).data;
    const response = await reset(await linkByMail(), { leaveBusiness: true });
    expect([response.status, response.data]).toEqual([200, { reset: true, left: true }]);
    expectFailure(await whoAmI(ctx, session.accessToken), 401, 'UNAUTHENTICATED');
    expectFailure(await login(ctx, CEO), 401, 'INVALID_CREDENTIALS');
    const { user } = (await login(ctx, CEO, CHOSEN)).data;
    expect(user).toMatchObject({ role: 'customer', businessId: null, position: null, emailConfirmed: true });
    expect([user.id === captured.id, user.name]).toEqual([false, 'ceo']);
    expect((await people()).map(({ email }) => email)).toEqual(['owner@blue-cup.example']);
    expect(await capture()).toBeUndefined();
  });

  test('the person can stay in the business with a new password that the owner does not know', async () => {
    const captured = await capture();
    const response = await reset(await linkByMail());
    expect(response.data).toEqual({ reset: true });
    const { user } = (await login(ctx, CEO, CHOSEN)).data;
    expect(user).toMatchObject({ id: captured.id, businessId: owner.businessId, emailConfirmed: true });
    expectFailure(await login(ctx, CEO), 401, 'INVALID_CREDENTIALS');
    const listed = (await people()).find(({ email }) => email === CEO);
    expect(listed?.emailConfirmed).toBe(true);
  });

  test('the emailed link works even if the owner removes and re-adds the account', async () => {
    const { id } = await capture();
    const token = await linkByMail();
    await ctx.call('DELETE', `/business/users/${id}`, undefined, { as: owner.token });
    await capture();
    expect((await reset(token, { leaveBusiness: true })).status).toBe(200);
    expect((await login(ctx, CEO, CHOSEN)).data.user).toMatchObject({
      businessId: null,
      emailConfirmed: true,
    });
  });

  test('the emailed link works even if the password is changed', async () => {
    await capture();
    const { accessToken } = (await login(ctx, CEO)).data;
    const token = await linkByMail();
    const fields = { currentPassword: PASSWORD, newPassword: 'another good password' };
    expect((await postAuth(ctx, 'changePassword', fields, { as: accessToken })).status).toBe(200);
    expect((await reset(token)).status).toBe(200);
  });

  test('the emailed link works even if the owner uses the invitation', async () => {
    const { inviteLink } = await capture({});
    const token = await linkByMail();
    expect((await reset(tokenIn(inviteLink), { password: PASSWORD })).status).toBe(200);
    expect((await reset(token)).status).toBe(200);
    expectFailure(await login(ctx, CEO), 401, 'INVALID_CREDENTIALS');
  });

  test('the emailed link is invalid once the account is removed', async () => {
    const { id } = await capture();
    const token = await linkByMail();
    await ctx.call('DELETE', `/business/users/${id}`, undefined, { as: owner.token });
    expectFailure(await reset(token), 401, 'UNAUTHENTICATED');
  });

  test("an admin's reset link works without a mail server", async () => {
    await capture();
    const token = tokenIn(await issueResetLinkAsAdmin(ctx.app.as(CLI), CEO));
    expect((await reset(token, { leaveBusiness: true })).data).toEqual({ reset: true, left: true });
    expect((await login(ctx, CEO, CHOSEN)).data.user).toMatchObject({
      businessId: null,
      emailConfirmed: true,
    });
  });

  test("leaving revokes the API keys created in the person's name", async () => {
    await capture({ password: PASSWORD, position: 'owner' });
    const { accessToken } = (await login(ctx, CEO)).data;
    const { key, id } = (await ctx.call('POST', '/api-keys', { name: 'x' }, { as: accessToken })).data;
    await reset(await linkByMail(), { leaveBusiness: true });
    expectFailure(await whoAmI(ctx, key), 401, 'INVALID_API_KEY');
    const events = await ctx.call('GET', '/events?type=apiKey.revoked', undefined, { as: owner.token });
    expect(events.data.items[0]).toMatchObject({ data: { object: { id } }, actor: { kind: 'user' } });
  });
});

describe('invitation', () => {
  test('an invitation does not confirm the address, because the inviter has seen its link', async () => {
    const { inviteLink } = await capture({});
    expect((await reset(tokenIn(inviteLink))).status).toBe(200);
    expect((await login(ctx, CEO, CHOSEN)).data.user.emailConfirmed).toBe(false);
    await reset(await linkByMail(), { password: PASSWORD });
    expect((await login(ctx, CEO)).data.user.emailConfirmed).toBe(true);
  });

  test('an invitation can be declined by leaving the business', async () => {
    const { inviteLink } = await capture({});
    expect((await reset(tokenIn(inviteLink), { leaveBusiness: true })).data.left).toBe(true);
    const { user } = (await login(ctx, CEO, CHOSEN)).data;
    expect(user).toMatchObject({ role: 'customer', businessId: null, emailConfirmed: false });
  });
});

describe('leaving a business', () => {
  test('only business users can leave a business', async () => {
    await createCustomer(ctx);
    const token = await linkByMail('ada@people.example');
    expect(expectInvalidFields(await reset(token, { leaveBusiness: true }))).toEqual(['leaveBusiness']);
    expect((await reset(token)).status).toBe(200);
  });

  test('the last owner with a confirmed address cannot leave', async () => {
    const email = 'owner@blue-cup.example';
    await reset(await linkByMail(email));
    ctx.clock.advance(1);
    expectFailure(await reset(await linkByMail(email), { leaveBusiness: true }), 409, 'CONFLICT');
    expect((await login(ctx, email, CHOSEN)).data.user.position).toBe('owner');
  });

  test('the last owner can leave if the address was never confirmed', async () => {
    const token = await linkByMail('owner@blue-cup.example');
    expect((await reset(token, { leaveBusiness: true })).data.left).toBe(true);
  });
});

describe('the description of a password link for its page', () => {
  const describeLink = async (token: string) => {
    const request = new Request('http://localhost/session/link', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-perkmint-page': '1' },
      body: JSON.stringify({ token }),
    });
    const response = await ctx.send(request);
    return { status: response.status, ...((await response.json()) as { data: object }) };
  };

  test('an invitation names the business, the inviter and the position', async () => {
    const { inviteLink } = await capture({ position: 'manager' });
    expect((await describeLink(tokenIn(inviteLink))).data).toMatchObject({
      purpose: 'invite',
      email: CEO,
      position: 'manager',
      businessName: 'Blue Cup',
      invitedBy: 'Blue Cup owner',
    });
  });

  test('a reset link of a customer names no business', async () => {
    await createCustomer(ctx);
    const { data } = await describeLink(await linkByMail('ada@people.example'));
    expect(data).toMatchObject({ purpose: 'reset', businessName: null, invitedBy: null, position: null });
  });

  test('an unknown link is a 401', async () => {
    expect((await describeLink('unknown')).status).toBe(401);
  });
});
