import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  createProgram,
  earnCashback,
  enrollMember,
  findIntegrityProblems,
  getMember,
  type Json,
  refundOrder,
  type Scene,
  scene,
  updateProgram,
} from './fixture.ts';

let ctx: Scene;
beforeAll(async () => {
  ctx = await scene();
});
afterAll(async () => {
  expect(await findIntegrityProblems(ctx)).toEqual([]);
  await ctx.close();
});

const REFERRAL = {
  referrer: { type: 'fixed', value: 5 },
  referee: { type: 'item', name: 'Coffee', cost: 1.2 },
  maxPerMember: 2,
};
const REWARDS = { cashback: { type: 'percentage', value: 10, holdDays: 0 }, points: { perDollar: 1 } };

/** Creates a program with the referrer `a`. @returns its ID and the code of `a` */
async function prepare(fields: object = {}, referrer: object = {}): Promise<{ id: string; code: string }> {
  const { id } = await createProgram(ctx, REWARDS, { referral: REFERRAL, ...fields });
  await enrollMember(ctx, id, 'a', { ...referrer });
  return { id, code: (await getMember(ctx, id, 'a')).referralCode };
}

const enroll = (id: string, memberId: string, code: string, fields: object = {}) =>
  enrollMember(ctx, id, memberId, { referredBy: { code }, ...fields });

const visit = (id: string, memberId: string, fields: object = {}) =>
  ctx.call('POST', `/programs/${id}/visits`, { memberId, ...fields }, { as: ctx.business.token });

/** Returns the rewards of a member from referrals, as `name or value: status`. */
async function rewardsOf(id: string, memberId: string): Promise<string[]> {
  const { data } = await ctx.call('GET', '/rewards?perPage=100', undefined, { as: ctx.business.token });
  const own = (data as Json).items.filter(
    (each: Json) => each.programId === id && each.userId === memberId && each.source === 'referral',
  );
  return own.map(({ name, value, status }: Json) => `${name ?? value}: ${status}`);
}

async function statuses(id: string, query = ''): Promise<string[]> {
  const path = `/programs/${id}/referrals?perPage=100${query}`;
  const { data } = await ctx.call('GET', path, undefined, { as: ctx.business.token });
  return (data as Json).items.map(
    ({ referrer, referee, status }: Json) => `${referrer}>${referee} ${status}`,
  );
}

describe('A referral', () => {
  test('pays both sides at the first purchase, once', async () => {
    const { id, code } = await prepare();
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
    expect((await enroll(id, 'b', code)).status).toBe(201);
    expect(await statuses(id)).toEqual(['a>b pending']);
    expect([await rewardsOf(id, 'a'), await rewardsOf(id, 'b')]).toEqual([[], []]);
    await earnCashback(ctx, id, { memberId: 'b', orderValue: 10, orderId: 'o1' });
    await earnCashback(ctx, id, { memberId: 'b', orderValue: 10, orderId: 'o2' });
    await visit(id, 'b');
    expect([await rewardsOf(id, 'a'), await rewardsOf(id, 'b')]).toEqual([['5: issued'], ['Coffee: issued']]);
    expect(await statuses(id)).toEqual(['a>b paid']);
  });

  test('pays once when purchases come at the same time', async () => {
    const { id, code } = await prepare();
    await enroll(id, 'b', code);
    const orders = Array.from({ length: 8 }, (_, at) => visit(id, 'b', { orderValue: 5, orderId: `r${at}` }));
    expect((await Promise.all(orders)).map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect([await rewardsOf(id, 'a'), await rewardsOf(id, 'b')]).toEqual([['5: issued'], ['Coffee: issued']]);
  });

  test('is paid by a visit, whose answer has the code of the new member', async () => {
    const { id, code } = await prepare();
    await enroll(id, 'b', ` ${code.toLowerCase().slice(0, 5)}-${code.slice(5)} `);
    const { data } = await visit(id, 'b');
    expect((data as Json).rewards).toMatchObject([{ source: 'referral', name: 'Coffee' }]);
  });

  test('is not paid by cashback that is granted without a purchase', async () => {
    const { id, code } = await prepare();
    await enroll(id, 'b', code);
    await earnCashback(ctx, id, { memberId: 'b', amount: 3 });
    expect(await statuses(id)).toEqual(['a>b pending']);
  });

  test('is taken back with the whole purchase, and paid again by the next one', async () => {
    const { id, code } = await prepare();
    await enroll(id, 'b', code);
    await earnCashback(ctx, id, { memberId: 'b', orderValue: 10, orderId: 'o1' });
    await refundOrder(ctx, id, { orderId: 'o1', amount: 4 });
    expect(await statuses(id)).toEqual(['a>b paid']);
    await refundOrder(ctx, id, { orderId: 'o1' });
    expect([await rewardsOf(id, 'a'), await statuses(id)]).toEqual([['5: void'], ['a>b pending']]);
    await earnCashback(ctx, id, { memberId: 'b', orderValue: 10, orderId: 'o2' });
    expect([await rewardsOf(id, 'a'), await statuses(id)]).toEqual([['5: issued', '5: void'], ['a>b paid']]);
  });

  test('stays paid when a reward was redeemed before the refund', async () => {
    const { id, code } = await prepare();
    await enroll(id, 'b', code);
    const { data } = await visit(id, 'b', { orderValue: 10, orderId: 'o1' });
    const [coffee] = (data as Json).rewards;
    await ctx.call('POST', '/rewards/redeem', { code: coffee.code }, { as: ctx.business.token });
    await refundOrder(ctx, id, { orderId: 'o1' });
    await visit(id, 'b');
    expect([await rewardsOf(id, 'a'), await rewardsOf(id, 'b')]).toEqual([['5: void'], ['Coffee: redeemed']]);
  });

  test('beyond maxPerMember is refused, and one accepted before is closed without a reward', async () => {
    const { id, code } = await prepare();
    for (const member of ['b', 'c', 'd']) await enroll(id, member, code);
    for (const member of ['b', 'c', 'd']) await visit(id, member);
    expect(await statuses(id)).toEqual(['a>d capped', 'a>c paid', 'a>b paid']);
    expect(await statuses(id, '&status=capped,flagged&memberId=a')).toEqual(['a>d capped']);
    expect(await rewardsOf(id, 'd')).toEqual([]);
    const { status, error } = await enroll(id, 'e', code);
    expect([status, error.code, error.details?.[0]]).toMatchObject([409, 'LIMIT_REACHED', { limit: 2 }]);
    expect((await enrollMember(ctx, id, 'e')).status).toBe(201);
  });
});

describe('A code', () => {
  test.each([
    ['with the same email address', { email: 'eve@people.example' }, { email: 'EVE@people.example' }],
    ['with a tag in the email address', { email: 'eve@people.example' }, { email: 'eve+2@people.example' }],
  ])('of the same person %s is refused', async (_, referrer, referee) => {
    const { id, code } = await prepare({}, referrer);
    const { error } = await enroll(id, 'b', code, referee);
    expect(error.details?.[0]).toMatchObject({ field: 'referredBy.code', rule: 'conflict' });
    expect(await statuses(id)).toEqual([]);
  });

  test('of the same person is refused when an account is the other side', async () => {
    const { id, code } = await prepare({}, { email: 'ada+shop@people.example' });
    const body = { memberId: ctx.ada.userId, referredBy: { code } };
    const { error } = await ctx.call('POST', `/programs/${id}/members`, body, { as: ctx.ada.token });
    expect(error.details?.[0]).toMatchObject({ field: 'referredBy.code', rule: 'conflict' });
  });

  test('of the same person is flagged when the contact data tells it later, and nothing is paid', async () => {
    const { id, code } = await prepare({}, { email: 'eve@people.example' });
    await enroll(id, 'b', code);
    const path = `/programs/${id}/members/b`;
    await ctx.call('PUT', path, { email: 'eve@people.example' }, { as: ctx.business.token });
    await visit(id, 'b');
    expect([await statuses(id), await rewardsOf(id, 'a')]).toEqual([['a>b flagged'], []]);
  });

  test('of a suspended member, an unknown one and one of another program are unknown', async () => {
    const { id, code } = await prepare();
    const other = await prepare();
    await ctx.call('PUT', `/programs/${id}/members/a`, { status: 'suspended' }, { as: ctx.business.token });
    for (const each of [code, other.code, 'AAAAAAAAAA', '----'])
      expect((await enroll(id, 'b', each)).error.details?.[0]).toMatchObject({ rule: 'unknown' });
  });

  test('can be used by customers, who see only their own code', async () => {
    const { id, code } = await prepare();
    const body = { memberId: ctx.bob.userId, referredBy: { code } };
    expect((await ctx.call('POST', `/programs/${id}/members`, body, { as: ctx.bob.token })).status).toBe(201);
    expect((await getMember(ctx, id, ctx.bob.userId, ctx.bob.token)).referralCode).toHaveLength(10);
    const foreign = await ctx.call('GET', `/programs/${id}/members/a`, undefined, { as: ctx.bob.token });
    expect(foreign.status).toBe(403);
  });
});

describe('program.referral', () => {
  test('is null by default, and then there are no codes', async () => {
    const { id, referral } = await createProgram(ctx, REWARDS);
    expect(referral).toBeNull();
    await enrollMember(ctx, id, 'a');
    expect((await getMember(ctx, id, 'a')).referralCode).toBeNull();
    expect((await enroll(id, 'b', 'AAAAAAAAAA')).error.details?.[0]).toMatchObject({ field: 'referredBy' });
  });

  test('has a default limit, can be changed and turned off, which pays nothing any more', async () => {
    const { id, code } = await prepare({ referral: { referee: { type: 'percentage', value: 20 } } });
    const { data } = await updateProgram(ctx, id, { name: 'Renamed' });
    expect(data.referral).toEqual({
      referrer: null,
      referee: expect.objectContaining({ type: 'percentage', value: 20 }),
      maxPerMember: 20,
    });
    await enroll(id, 'b', code);
    expect((await updateProgram(ctx, id, { referral: null })).data.referral).toBeNull();
    await visit(id, 'b');
    expect(await rewardsOf(id, 'b')).toEqual([]);
  });

  test.each([
    ['no side', {}, 'referral'],
    ['a percentage above 100', { referee: { type: 'percentage', value: 120 } }, 'referral.referee.value'],
    ['an item without a name', { referrer: { type: 'item' } }, 'referral.referrer.name'],
    ['a limit of none', { ...REFERRAL, maxPerMember: 0 }, 'referral.maxPerMember'],
  ])('with %s is a validation error', async (_, referral, field) => {
    const body = { name: 'Regulars', referral };
    const { status, error } = await ctx.call('POST', '/programs', body, { as: ctx.business.token });
    expect([status, error.details?.[0]?.field]).toEqual([400, field]);
  });
});
