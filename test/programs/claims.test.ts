import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  captureEvents,
  createProgram,
  DAY,
  earnCashback,
  enrollMember,
  findIntegrityProblems,
  getMember,
  HOUR,
  type Json,
  type Scene,
  scene,
} from './fixture.ts';

let ctx: Scene;
beforeAll(async () => {
  ctx = await scene();
});
afterAll(async () => {
  expect(await findIntegrityProblems(ctx)).toEqual([]);
  await ctx.close();
});

const REWARDS = {
  cashback: { type: 'percentage', value: 10, holdDays: 0 },
  points: { perDollar: 1, perSubmission: 0 },
  goals: [
    {
      id: 'tenth',
      name: '2nd coffee',
      metric: 'visits',
      target: 2,
      reward: { type: 'item', name: 'Coffee', cost: 1 },
      repeats: true,
    },
  ],
};
let people = 0;

/** Signs a customer in with a mailed code, which proves the address. */
async function signIn(email = `person-${++people}@people.example`): Promise<{ id: string; token: string }> {
  await ctx.call('POST', '/auth', { action: 'requestCode', email });
  await ctx.app.services.backgroundTasks.settled();
  const { subject = '' } = ctx.mail.findLast(({ to }) => to === email) ?? {};
  const { data } = await ctx.call('POST', '/auth', { action: 'codeLogin', email, code: subject.slice(0, 6) });
  return { id: (data as Json).user.id, token: (data as Json).accessToken };
}

/** Enrolls a member at the counter, with stamps, points, cashback and a reward. */
async function enrollAtCounter(memberId: string, fields: object = {}): Promise<string> {
  const { id } = await createProgram(ctx, REWARDS);
  expect((await enrollMember(ctx, id, memberId, { name: 'Ada', ...fields })).status).toBe(201);
  for (const orderId of ['o1', 'o2', 'o3'])
    await ctx.call(
      'POST',
      `/programs/${id}/visits`,
      { memberId, orderValue: 20, orderId },
      { as: ctx.business.token },
    );
  return id;
}

const issue = (id: string, memberId: string, body: object = {}, as: string = ctx.business.token) =>
  ctx.call('POST', `/programs/${id}/members/${memberId}/claim`, body, { as });

const claim = (token: string, body: object) => ctx.call('POST', '/claims', body, { as: token });

const read = (token: string, path: string) => ctx.call('GET', path, undefined, { as: token });

describe('A membership from the counter', () => {
  test('becomes the own one of the person with the code, and everything in it', async () => {
    const id = await enrollAtCounter('till-1', { phone: '+12025550101' });
    const { data: issued, status } = await issue(id, 'till-1');
    expect([status, issued.code, issued.sent]).toEqual([
      201,
      expect.stringMatching(/^\w{4}-\w{4}-\w{4}$/),
      false,
    ]);
    expect(issued.url).toEndWith(`/claim#${issued.code}`);
    const preview = await ctx.call('POST', '/claims/preview', { code: issued.code.toLowerCase() });
    expect(preview.data.memberships).toMatchObject([{ points: 60, visits: 3, cashback: 6, openRewards: 1 }]);
    expect(JSON.stringify(preview.data)).not.toMatch(/Ada|2025550101|till-1/);
    const ada = await signIn();
    const { data, status: claimed } = await claim(ada.token, { code: issued.code });
    expect([claimed, data.memberships[0].memberId]).toEqual([201, ada.id]);
    expect(data.memberships[0]).toMatchObject({ enrolledAs: 'till-1', points: 60, visits: 3, name: 'Ada' });
    const own = await read(ada.token, `/programs/${id}/members/${ada.id}`);
    expect(own.data).toMatchObject({ cashback: { available: 6 }, openRewards: [{ name: 'Coffee' }] });
    const progress = await read(ada.token, `/programs/${id}/progress`);
    expect(progress.data.goals[0]).toMatchObject({ current: 1, target: 2, completions: 1 });
    const rewards = await read(ada.token, '/rewards');
    expect(rewards.data.items.map(({ name }: Json) => name)).toEqual(['Coffee']);
    expect((await read(ada.token, `/programs/${id}/cashback`)).data.items).toHaveLength(3);
  });

  test('is still found by the reference of the business', async () => {
    const id = await enrollAtCounter('till-2');
    const { data } = await issue(id, 'till-2');
    const ada = await signIn();
    await claim(ada.token, { code: data.code });
    expect((await getMember(ctx, id, 'till-2')).memberId).toBe(ada.id);
    await earnCashback(ctx, id, { memberId: 'till-2', orderValue: 10, orderId: 'o9' });
    expect((await getMember(ctx, id, ada.id)).cashback.available).toBe(7);
    expect((await enrollMember(ctx, id, 'till-2')).error.code).toBe('ALREADY_ENROLLED');
    const found = await read(ctx.business.token, `/programs/${id}/members?q=till-2`);
    expect(found.data.items.map(({ memberId }: Json) => memberId)).toEqual([ada.id]);
  });

  test('is claimed in all programs of the business under the same reference', async () => {
    const first = await enrollAtCounter('till-3');
    const second = await enrollAtCounter('till-3');
    const { data } = await issue(second, 'till-3');
    const ada = await signIn();
    const claimed = await claim(ada.token, { code: data.code });
    expect(claimed.data.memberships.map(({ programId }: Json) => programId)).toEqual([first, second]);
  });

  test('is offered without a code to the person with its confirmed address', async () => {
    const email = 'grace@people.example';
    const id = await enrollAtCounter('till-4', { email });
    const grace = await signIn(email);
    const other = await signIn();
    expect((await read(other.token, '/account/claims')).data.memberships).toEqual([]);
    const [offered] = (await read(grace.token, '/account/claims')).data.memberships;
    expect(offered).toMatchObject({ programId: id, points: 60 });
    expect((await claim(other.token, { membershipId: offered.id })).status).toBe(404);
    expect((await claim(grace.token, { membershipId: offered.id })).status).toBe(201);
    expect((await read(grace.token, '/account/claims')).data.memberships).toEqual([]);
  });

  test('replaces an unused membership of the person, but not one with points', async () => {
    const id = await enrollAtCounter('till-5');
    const ada = await signIn();
    await enrollMember(ctx, id, ada.id, { as: ada.token, name: 'Ada' });
    const { data } = await issue(id, 'till-5');
    expect((await claim(ada.token, { code: data.code })).status).toBe(201);
    expect(await getMember(ctx, id, ada.id)).toMatchObject({ points: 60, enrolledAs: 'till-5' });
    await enrollMember(ctx, id, 'till-6');
    const { data: next } = await issue(id, 'till-6');
    const refused = await claim(ada.token, { code: next.code });
    expect([refused.status, refused.error.code]).toEqual([409, 'ALREADY_ENROLLED']);
  });

  test('is announced by one event, which has the earlier reference', async () => {
    const id = await enrollAtCounter('till-7');
    const { data } = await issue(id, 'till-7');
    const ada = await signIn();
    const events = await captureEvents(ctx, () => claim(ada.token, { code: data.code }));
    expect(events.map(({ type }) => type)).toEqual(['member.claimed']);
    expect(events[0]?.data.previous).toEqual({ memberId: 'till-7', enrolledAs: null });
  });
});

describe('A code', () => {
  test('works once, until it is replaced and for seven days', async () => {
    const id = await enrollAtCounter('till-10');
    const ada = await signIn();
    const { data: first } = await issue(id, 'till-10');
    const { data: second } = await issue(id, 'till-10');
    expect((await claim(ada.token, { code: first.code })).status).toBe(404);
    expect(second.expiresAt).toMatch(/T23:59:59\.999Z$/);
    expect(Date.parse(second.expiresAt) - ctx.clock.now()).toBeGreaterThanOrEqual(7 * DAY);
    ctx.clock.advance(8 * DAY);
    const expired = await signIn();
    expect((await claim(expired.token, { code: second.code })).status).toBe(404);
    const { data: third } = await issue(id, 'till-10');
    expect((await claim(expired.token, { code: third.code })).status).toBe(201);
    expect((await claim(expired.token, { code: third.code })).status).toBe(404);
    expect((await issue(id, 'till-10')).error.code).toBe('CONFLICT');
  });

  test('can be guessed ten times per hour', async () => {
    const ada = await signIn();
    for (let guess = 0; guess < 10; guess += 1)
      expect((await claim(ada.token, { code: 'WWWW-WWWW-WWWW' })).status).toBe(404);
    expect((await claim(ada.token, { code: 'WWWW-WWWW-WWWW' })).error.code).toBe('RATE_LIMITED');
    ctx.clock.advance(HOUR);
    const later = await signIn();
    expect((await claim(later.token, { code: 'WWWW-WWWW-WWWW' })).status).toBe(404);
  });

  test('is used up by one of two people who send it at the same time', async () => {
    const id = await enrollAtCounter('till-11');
    const { data } = await issue(id, 'till-11');
    const [ada, grace] = [await signIn(), await signIn()];
    const claims = await Promise.all([ada, grace].map(({ token }) => claim(token, { code: data.code })));
    expect(claims.map(({ status }) => status).sort()).toEqual([201, 404]);
  });

  test('is mailed in the look and language of the shop, with isolated names and codes in Arabic', async () => {
    const put = (fields: object) => ctx.call('PUT', '/business', fields, { as: ctx.business.token });
    await put({ accentColor: '#8a3ffc', locale: 'ar' });
    const id = await enrollAtCounter('till-15', { email: 'mo@people.example' });
    const { data } = await issue(id, 'till-15', { send: true });
    const { subject, text, html } = ctx.mail.findLast(({ to }) => to === 'mo@people.example') ?? {};
    await put({ accentColor: null, locale: 'en' });
    expect(html).toContain('<html lang="ar" dir="rtl">');
    expect(html).toContain('background:#8a3ffc');
    expect(html).toContain(`href="${data.url}"`);
    for (const part of [subject, text]) expect(part).toContain('\u2068Blue Cup\u2069');
    expect(text).toContain(`\u2066${data.code}\u2069`);
  });

  test('is mailed to the address of the member in the name of the shop', async () => {
    const id = await enrollAtCounter('till-12', { email: 'lin@people.example' });
    const { data } = await issue(id, 'till-12', { send: true });
    expect(data.sent).toBe(true);
    const mail = ctx.mail.findLast(({ to }) => to === 'lin@people.example');
    expect(mail?.text).toContain(data.url);
    expect(mail?.fromName).toBeString();
    await enrollMember(ctx, id, 'till-13');
    expect((await issue(id, 'till-13', { send: true })).error.code).toBe('VALIDATION_ERROR');
  });

  test('is issued by the business of the program only, and claimed by customers only', async () => {
    const id = await enrollAtCounter('till-14');
    const ada = await signIn();
    expect((await issue(id, 'till-14', {}, ada.token)).status).toBe(403);
    const { data } = await issue(id, 'till-14');
    expect((await claim(ctx.business.token, { code: data.code })).status).toBe(403);
    expect((await claim(ada.token, {})).status).toBe(400);
    expect(
      (await claim(ada.token, { code: data.code, membershipId: 'mem_01jwnkr2g0f5v9t8d6mxyq4h03' })).status,
    ).toBe(400);
  });
});
