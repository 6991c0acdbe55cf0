import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { findIntegrityProblems, type Scene, scene } from '../fixture.ts';
import { connect, earned, enroll, listOrders, post, type Shop, SOURCES } from './fixture.ts';
import { bodiesOf } from './webhooks.ts';

let ctx: Scene;
const shops = new Map<string, Shop>();
beforeAll(async () => {
  ctx = await scene();
  for (const source of SOURCES) shops.set(source, await connect(ctx, source));
});
afterAll(async () => {
  expect(await findIntegrityProblems(ctx)).toEqual([]);
  await ctx.close();
});

const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
];
/** Half of the order is given back, in two parts. */
const PARTS = { cents: 10_000, refunds: [3_000, 2_000] };
const LEFT = { points: 50, visits: 1, cashback: 5 };

describe.each(SOURCES)('webhooks of %s', source => {
  test('lead to the same balances in any order, three times each', async () => {
    const shop = shops.get(source) as Shop;
    for (const [number, order] of ORDERS.entries()) {
      const email = `buyer${number}@people.example`;
      await enroll(ctx, shop, `m${number}`, { email });
      const bodies = bodiesOf(source, { number, email, ...PARTS });
      for (const at of [...order, ...order, ...order.toReversed()])
        expect((await post(ctx, shop, bodies[at] as string)).status).toBe(200);
      expect([order, await earned(ctx, shop, `m${number}`)]).toEqual([order, LEFT]);
    }
    const states = (await listOrders(ctx, shop)).map(({ status, refunded, reversed }) => ({
      status,
      refunded,
      reversed,
    }));
    expect(states).toEqual(ORDERS.map(() => ({ status: 'credited', refunded: 50, reversed: 50 })));
  });

  test('answer a replay with duplicate, and count it once', async () => {
    const shop = shops.get(source) as Shop;
    await enroll(ctx, shop, 'again', { email: 'again@people.example' });
    const [body = ''] = bodiesOf(source, { number: 41, email: 'Again@People.Example', cents: 2_450 });
    expect((await post(ctx, shop, body)).data).toEqual({ received: true });
    for (let i = 0; i < 3; i++)
      expect((await post(ctx, shop, body)).data).toEqual({ received: true, duplicate: true });
    expect(await earned(ctx, shop, 'again')).toEqual({ points: 24, visits: 1, cashback: 2.45 });
  });

  test('sent at the same time count once', async () => {
    const shop = shops.get(source) as Shop;
    await enroll(ctx, shop, 'race', { email: 'race@people.example' });
    const bodies = bodiesOf(source, { number: 42, email: 'race@people.example', ...PARTS });
    const answers = await Promise.all([...bodies, ...bodies, ...bodies].map(body => post(ctx, shop, body)));
    expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(200));
    expect(await earned(ctx, shop, 'race')).toEqual(LEFT);
  });

  test('about an order that is refunded in full leave nothing, whichever comes first', async () => {
    const shop = shops.get(source) as Shop;
    const whole = { cents: 5_000, refunds: [5_000] };
    for (const [number, order] of [
      [43, [0, 1]],
      [44, [1, 0]],
    ] as const) {
      const email = `whole${number}@people.example`;
      await enroll(ctx, shop, `whole${number}`, { email });
      const bodies = bodiesOf(source, { number, email, ...whole });
      for (const at of order) await post(ctx, shop, bodies[at] as string);
      expect(await earned(ctx, shop, `whole${number}`)).toEqual({ points: 0, visits: 0, cashback: 0 });
    }
  });

  test('of an unknown buyer are parked with their refunds, and the member gets the rest', async () => {
    const shop = shops.get(source) as Shop;
    const email = 'later@people.example';
    for (const body of bodiesOf(source, { number: 45, email, ...PARTS })) await post(ctx, shop, body);
    const [parked] = await listOrders(ctx, shop, '&status=parked');
    expect(parked).toMatchObject({ status: 'parked', reason: { code: 'UNKNOWN_BUYER' }, email, amount: 100 });
    const member = await enroll(ctx, shop, 'later', { email });
    expect([member.points, member.visits, member.cashback.available]).toEqual([50, 1, 5]);
    const [counted] = await listOrders(ctx, shop, '&memberId=later');
    expect(counted).toMatchObject({ id: parked.id, status: 'credited', email: null, reason: null });
  });

  test('that are no paid order change nothing', async () => {
    const shop = shops.get(source) as Shop;
    const before = await listOrders(ctx, shop);
    for (const body of [
      '{}',
      '{"id":5,"status":"pending","total":"5.00","currency":"USD"}',
      '{"type":"ping"}',
    ])
      expect((await post(ctx, shop, body)).data).toEqual({ received: true, ignored: true });
    expect(await listOrders(ctx, shop)).toEqual(before);
  });
});
