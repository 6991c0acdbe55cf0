import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  createProgram,
  DAY,
  type Json,
  redeemCashback,
  refundOrder,
  runJobByName,
  type Scene,
  scene,
  updateProgram,
} from '../fixture.ts';
import { importFile } from '../imports/fixture.ts';
import { createMerging, done } from '../merging.ts';
import { connect, earned, enroll, listOrders, put, retry, type Shop, TERMS, tell } from './fixture.ts';

let ctx: Scene;
let shop: Shop;
let number = 0;
beforeAll(async () => {
  ctx = await scene();
  // A key outlives the clock's jumps, unlike a session.
  const { data } = await ctx.call('POST', '/api-keys', { name: 'Till' }, { as: ctx.business.token });
  ctx.business.token = (data as Json).key;
  shop = await connect(ctx, 'shopify');
});
afterAll(() => ctx.close());

/** Sends an order of $10 unless it says otherwise. @returns it as it is listed */
async function order(fields: Partial<Parameters<typeof tell>[2]>): Promise<Json> {
  number += 1;
  await tell(ctx, shop, { number, email: null, cents: 1_000, ...fields });
  return (await listOrders(ctx, shop))[0];
}

async function enrollSelf(token: string, fields: object = {}): Promise<Json> {
  const { userId } = token === ctx.ada.token ? ctx.ada : ctx.bob;
  const body = { memberId: userId, ...fields };
  return (await ctx.call('POST', `/programs/${shop.programId}/members`, body, { as: token })).data;
}

describe('The buyer of an order', () => {
  test('is the member with the phone number, in the notation of their country', async () => {
    await enroll(ctx, shop, 'phone', { phone: '+12025550143' });
    expect(await order({ phone: '(202) 555-0143' })).toMatchObject({ status: 'credited', memberId: 'phone' });
  });

  test('is the member with the email address rather than the one with the phone number', async () => {
    await enroll(ctx, shop, 'mail', { email: 'both@people.example' });
    const both = await order({ email: 'both@people.example', phone: '+12025550143' });
    expect(both).toMatchObject({ status: 'credited', memberId: 'mail' });
  });

  test('is unknown if two members have the email address', async () => {
    for (const id of ['twin1', 'twin2']) await enroll(ctx, shop, id, { email: 'twins@people.example' });
    expect(await order({ email: 'twins@people.example' })).toMatchObject({ status: 'parked' });
  });

  test('is not a customer who typed the address of someone else', async () => {
    await enrollSelf(ctx.ada.token, { email: 'victim@people.example', phone: '+12025550199' });
    const taken = await order({ email: 'victim@people.example', phone: '+12025550199' });
    expect(taken).toMatchObject({ status: 'parked', email: 'victim@people.example', phone: '+12025550199' });
    const path = `/programs/${shop.programId}/members/${ctx.ada.userId}`;
    await ctx.call('PUT', path, { email: 'victim@people.example' }, { as: ctx.ada.token });
    expect((await listOrders(ctx, shop))[0]).toMatchObject({ status: 'parked' });
  });

  test('is a customer whose phone number the business has confirmed', async () => {
    const path = `/programs/${shop.programId}/members/${ctx.ada.userId}`;
    await ctx.call('PUT', path, { phoneConfirmed: true }, { as: ctx.business.token });
    expect((await listOrders(ctx, shop))[0]).toMatchObject({ status: 'credited', memberId: ctx.ada.userId });
    expect(await order({ phone: '+12025550199' })).toMatchObject({ memberId: ctx.ada.userId });
  });

  test('is the account with the confirmed email address', async () => {
    const parked = await order({ email: 'bob@people.example' });
    expect(parked.status).toBe('parked');
    const system = ctx.app.as({ kind: 'system', id: 'cli', role: 'admin', businessId: null });
    const { confirmEmail } = await import('../../../src/auth/store.ts');
    const { atomically } = await import('../../../src/context.ts');
    await atomically(system, tx => confirmEmail(tx.db, ctx.bob.userId, '2026-06-01T12:00:00.000Z'));
    expect((await enrollSelf(ctx.bob.token)).visits).toBe(1);
    expect(await order({ email: 'bob@people.example' })).toMatchObject({ memberId: ctx.bob.userId });
  });

  test('is the member into whom the one with the email address was merged', async () => {
    for (const id of ['former', 'kept']) await enroll(ctx, shop, id, { email: `${id}@people.example` });
    await done(createMerging(ctx).postMerge(shop.programId, 'former', 'kept'));
    expect(await order({ email: 'former@people.example' })).toMatchObject({ memberId: 'kept' });
  });

  test('is found by the job once an import, or the proof of an address, makes the buyer known', async () => {
    const strangers = await order({ email: 'imported@people.example' });
    await importFile(ctx, shop.programId, 'memberId,email\nimported,imported@people.example\n');
    const others = await order({ email: 'still-unknown@people.example' });
    ctx.clock.advance(DAY);
    expect(await runJobByName(ctx, 'settleOpenOrders')).toBe(1);
    const orders = new Map((await listOrders(ctx, shop)).map(each => [each.id, each]));
    expect(orders.get(strangers.id)).toMatchObject({ status: 'credited', memberId: 'imported' });
    expect(orders.get(others.id)).toEqual(others);
  });

  test('can be named by hand, once', async () => {
    const { id } = await order({ email: 'unknown@people.example' });
    await enroll(ctx, shop, 'by-hand');
    expect((await retry(ctx, shop, id, { memberId: 'card-0' })).error.code).toBe('NOT_A_MEMBER');
    for (let i = 0; i < 2; i++)
      expect((await retry(ctx, shop, id, { memberId: 'by-hand' })).data).toMatchObject({
        status: 'credited',
      });
    expect((await retry(ctx, shop, id, { memberId: 'phone' })).error.code).toBe('INVALID_TRANSITION');
    expect(await earned(ctx, shop, 'by-hand')).toEqual({ points: 10, visits: 1, cashback: 1 });
  });

  test('is found when the business corrects the address of a member', async () => {
    const { id } = await order({ email: 'corrected@people.example' });
    await enroll(ctx, shop, 'typo', { email: 'corected@people.example' });
    const path = `/programs/${shop.programId}/members/typo`;
    const { data } = await ctx.call(
      'PUT',
      path,
      { email: 'corrected@people.example' },
      { as: ctx.business.token },
    );
    expect(data.visits).toBe(1);
    expect((await listOrders(ctx, shop)).find(each => each.id === id).status).toBe('credited');
  });

  test('is deleted after 180 days', async () => {
    const { id } = await order({ email: 'old@people.example' });
    ctx.clock.advance(181 * DAY);
    await runJobByName(ctx, 'cleanUp');
    const old = (await listOrders(ctx, shop)).find(each => each.id === id);
    expect(old).toMatchObject({ status: 'parked', email: null, phone: null });
  });
});

describe('An order that can not be counted', () => {
  test('in another currency is refused with the reason, and never converted', async () => {
    const foreign = await order({ email: 'mail@people.example', currency: 'EUR' });
    expect(foreign).toMatchObject({
      status: 'refused',
      reason: { code: 'CURRENCY_MISMATCH' },
      currency: 'EUR',
      amount: 10,
      email: null,
    });
    expect((await retry(ctx, shop, foreign.id, { memberId: 'phone' })).data.status).toBe('refused');
  });

  test('without a value is refused', async () => {
    expect(await order({ cents: 0 })).toMatchObject({ status: 'refused', reason: { code: 'NO_VALUE' } });
  });

  test('of a paused program or a suspended member is counted by a retry afterwards', async () => {
    await enroll(ctx, shop, 'paused', { email: 'paused@people.example' });
    await updateProgram(ctx, shop.programId, { status: 'paused' });
    const waiting = await order({ email: 'paused@people.example' });
    expect(waiting).toMatchObject({ status: 'refused', reason: { code: 'PROGRAM_NOT_ACTIVE' } });
    await updateProgram(ctx, shop.programId, { status: 'active' });
    const path = `/programs/${shop.programId}/members/paused`;
    await ctx.call('PUT', path, { status: 'suspended' }, { as: ctx.business.token });
    expect((await retry(ctx, shop, waiting.id)).data.reason.code).toBe('MEMBER_SUSPENDED');
    await ctx.call('PUT', path, { status: 'active' }, { as: ctx.business.token });
    expect((await retry(ctx, shop, waiting.id)).data).toMatchObject({ status: 'credited', reason: null });
  });

  test('of a suspended member is counted when it is sent again, or by the job', async () => {
    await enroll(ctx, shop, 'back', { email: 'back@people.example' });
    const path = `/programs/${shop.programId}/members/back`;
    const set = (status: string) => ctx.call('PUT', path, { status }, { as: ctx.business.token });
    await set('suspended');
    const story = { number: 95, email: 'back@people.example', cents: 1_000 };
    await tell(ctx, shop, story);
    expect(await order({ email: 'back@people.example' })).toMatchObject({ status: 'refused' });
    await set('active');
    expect(await tell(ctx, shop, story)).toEqual([{ received: true, duplicate: true }]);
    expect((await earned(ctx, shop, 'back')).visits).toBe(1);
    expect(await runJobByName(ctx, 'settleOpenOrders')).toBe(1);
    expect((await earned(ctx, shop, 'back')).visits).toBe(2);
  });

  test('moves with its system to another program until it is counted', async () => {
    const { id } = await order({ email: 'mover@people.example' });
    const { id: programId } = await createProgram(ctx, TERMS);
    await put(ctx, 'shopify', { programId });
    await enroll(ctx, { ...shop, programId }, 'mover', { email: 'mover@people.example' });
    const moved = (await listOrders(ctx, shop)).find(each => each.id === id);
    expect(moved).toMatchObject({ status: 'credited', programId });
    await put(ctx, 'shopify', { programId: shop.programId });
  });
});

describe('A refund', () => {
  test('of spent cashback stays open with the reason until the cashback is back', async () => {
    await enroll(ctx, shop, 'spender', { email: 'spender@people.example' });
    const story = { number: 99, email: 'spender@people.example', cents: 10_000 };
    await tell(ctx, shop, story);
    const { data: spent } = await redeemCashback(ctx, shop.programId, 8, 'spender');
    await tell(ctx, shop, { ...story, refunds: [5_000] });
    const [open] = await listOrders(ctx, shop, '&memberId=spender');
    expect(open).toMatchObject({ refunded: 50, reversed: 0, reason: { code: 'INSUFFICIENT_BALANCE' } });
    expect((await retry(ctx, shop, open.id)).data.reversed).toBe(0);
    await refundOrder(ctx, shop.programId, { redemptionId: spent.redemptionId });
    expect(await runJobByName(ctx, 'settleOpenOrders')).toBe(1);
    expect((await retry(ctx, shop, open.id)).data).toMatchObject({ reversed: 50, reason: null });
    expect(await earned(ctx, shop, 'spender')).toEqual({ points: 50, visits: 1, cashback: 5 });
  });

  test.each([
    ['of the whole order', 100, [10_000], 0],
    ['of a part', 40, [4_000], 60],
    ['of a part, before the rest in the shop', 40, [10_000], 0],
  ])('at the counter %s counts toward that of the shop', async (_, amount, refunds, left) => {
    const who = `counter-${amount}-${refunds}`;
    await enroll(ctx, shop, who, { email: `${who}@people.example` });
    const story = { number: 1_000 + amount + 2 * left, email: `${who}@people.example`, cents: 10_000 };
    await tell(ctx, shop, story);
    const [order] = await listOrders(ctx, shop, `&memberId=${who}`);
    await refundOrder(ctx, shop.programId, { visitId: order.visitId, amount });
    await tell(ctx, shop, { ...story, refunds });
    const reversed = refunds[0]! / 100;
    expect(await listOrders(ctx, shop, `&memberId=${who}`)).toMatchObject([{ reversed, reason: null }]);
    expect((await earned(ctx, shop, who)).points).toBe(left);
  });

  test('is not limited to the refund window of the counter', async () => {
    await enroll(ctx, shop, 'slow', { email: 'slow@people.example' });
    const story = { number: 97, email: 'slow@people.example', cents: 10_000 };
    await tell(ctx, shop, story);
    ctx.clock.advance(60 * DAY);
    await tell(ctx, shop, { ...story, refunds: [10_000] });
    expect(await earned(ctx, shop, 'slow')).toEqual({ points: 0, visits: 0, cashback: 0 });
  });
});
