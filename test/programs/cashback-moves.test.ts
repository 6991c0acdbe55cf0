import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import {
  at,
  audited,
  CASHBACK,
  DAY,
  databaseSnapshot,
  earned,
  eventsOf,
  joined,
  listed,
  member,
  move,
  redeem,
  type Scene,
  scene,
  sweep,
  watch,
} from './fixture.ts';

let ctx: Scene;
let now = 0;
beforeAll(async () => {
  ctx = await scene();
});
afterEach(async () => expect(await audited(ctx)).toEqual([]));
afterAll(() => ctx.close());

const advance = (ms: number) => {
  now += ms;
  ctx.clock.advance(ms);
};

describe('a move', () => {
  const STATES = ['pending', 'available', 'spentInPart', 'redeemed', 'void', 'reversed', 'expired'] as const;
  const ALLOWED: Record<string, [to: string, event: string]> = {
    'confirm pending': ['available', 'cashback.available'],
    'void pending': ['void', 'cashback.voided'],
    'reverse available': ['reversed', 'cashback.reversed'],
  };

  async function inState(state: (typeof STATES)[number]): Promise<[string, string]> {
    const id = await joined(ctx, { cashback: { ...CASHBACK, expiresInDays: 5 } });
    const { id: cashbackId } = await earned(ctx, id, { amount: 10 });
    if (state === 'pending') return [id, cashbackId];
    if (state === 'void') await move(ctx, id, cashbackId, 'void');
    else await move(ctx, id, cashbackId, 'confirm');
    if (state === 'reversed') await move(ctx, id, cashbackId, 'reverse');
    if (state === 'spentInPart') await redeem(ctx, id, 4);
    if (state === 'redeemed') await redeem(ctx, id, 10);
    if (state === 'expired') advance(5 * DAY);
    return [id, cashbackId];
  }

  for (const state of STATES) {
    for (const action of ['confirm', 'void', 'reverse']) {
      const [to, event] = ALLOWED[`${action} ${state}`] ?? [];
      test(`${action} of what is ${state} is ${to ?? 'INVALID_TRANSITION'}`, async () => {
        const [id, cashbackId] = await inState(state);
        await listed(ctx, id);
        const before = databaseSnapshot(ctx);
        const { kinds, answer } = await watch(ctx, () => move(ctx, id, cashbackId, action, 'A reason'));
        if (to && event) {
          expect([answer.status, answer.data.status]).toEqual([200, to]);
          expect(kinds).toEqual([event]);
          return;
        }
        expect([answer.status, answer.error.code]).toEqual([409, 'INVALID_TRANSITION']);
        expect(databaseSnapshot(ctx)).toBe(before);
      });
    }
  }

  test('void takes back what is pending, keeps the reason and the amount granted', async () => {
    const [id, cashbackId] = await inState('pending');
    const { data } = await move(ctx, id, cashbackId, 'void', 'Order cancelled');
    expect(data).toMatchObject({ status: 'void', amount: 10, remaining: 0, reason: 'Order cancelled' });
    expect((await member(ctx, id)).cashback).toEqual({ pending: 0, available: 0, redeemed: 0, lifetime: 0 });
  });

  test('reverse takes back what is available; lifetime still says that it was', async () => {
    const [id, cashbackId] = await inState('available');
    await move(ctx, id, cashbackId, 'reverse');
    expect((await member(ctx, id)).cashback).toEqual({
      pending: 0,
      available: 0,
      redeemed: 0,
      lifetime: 10,
    });
  });

  test('confirm moves the expiry along with the availability', async () => {
    const [id, cashbackId] = await inState('pending');
    advance(DAY);
    const { data } = await move(ctx, id, cashbackId, 'confirm');
    expect(data).toMatchObject({ availableAt: at(now), expiresAt: at(now + 5 * DAY) });
  });

  test('of a record of another program is 404, exactly as of none', async () => {
    const [, foreign] = await inState('pending');
    const id = await joined(ctx);
    const theirs = await move(ctx, id, foreign, 'confirm');
    const none = await move(ctx, id, 'cbk_nothing', 'confirm');
    expect(theirs.status).toBe(404);
    expect(theirs.body).toEqual(none.body);
  });
});

describe('a redemption', () => {
  test('spends the oldest first and says what is left', async () => {
    const id = await joined(ctx, { cashback: { ...CASHBACK, holdDays: 0 } });
    const first = await earned(ctx, id, { amount: 3 });
    const second = await earned(ctx, id, { amount: 4 });
    const third = await earned(ctx, id, { amount: 5 });
    const { kinds, answer } = await watch(ctx, () => redeem(ctx, id, 5.5));
    expect(answer.status).toBe(201);
    expect(answer.data).toMatchObject({ amount: 5.5, balance: 6.5 });
    expect(answer.data.cashback).toMatchObject([
      { id: first.id, status: 'redeemed', remaining: 0, amount: 3 },
      { id: second.id, status: 'available', remaining: 1.5, amount: 4 },
    ]);
    expect(kinds).toEqual(['cashback.redeemed', 'cashback.redeemed']);
    expect((await listed(ctx, id)).map(row => [row.id, row.remaining])).toEqual([
      [third.id, 5],
      [second.id, 1.5],
      [first.id, 0],
    ]);
    expect((await member(ctx, id)).cashback).toEqual({
      pending: 0,
      available: 6.5,
      redeemed: 5.5,
      lifetime: 12,
    });
  });

  test('of more than is available changes nothing', async () => {
    const id = await joined(ctx, { cashback: { ...CASHBACK, holdDays: 0 } });
    await earned(ctx, id, { amount: 3 });
    const before = databaseSnapshot(ctx);
    const answer = await redeem(ctx, id, 3.01);
    expect([answer.status, answer.error.code]).toEqual([422, 'INSUFFICIENT_BALANCE']);
    expect(databaseSnapshot(ctx)).toBe(before);
  });

  test('of a stranger is NOT_A_MEMBER', async () => {
    const id = await joined(ctx);
    expect((await redeem(ctx, id, 1, 'nobody')).error.code).toBe('NOT_A_MEMBER');
  });

  test('of many small records is paid by all of them', async () => {
    const id = await joined(ctx, { cashback: { type: 'fixed', value: 1, holdDays: 0 } });
    for (let n = 0; n < 60; n += 1) await earned(ctx, id, { orderValue: 1 });
    const { data } = await redeem(ctx, id, 59.5);
    expect([data.cashback.length, data.balance]).toEqual([60, 0.5]);
  });
});

describe('expiry', () => {
  test('takes what is left, by the job, once', async () => {
    const id = await joined(ctx, { cashback: { ...CASHBACK, holdDays: 0, expiresInDays: 10 } });
    const { id: cashbackId } = await earned(ctx, id, { amount: 10 });
    await redeem(ctx, id, 4);
    advance(10 * DAY);
    const recorded = await eventsOf(ctx, () => sweep(ctx, 'expireCashback'));
    expect(recorded.filter(event => event.data.object.id === cashbackId)).toMatchObject([
      { type: 'cashback.expired', data: { previous: { status: 'available', remaining: 6 } } },
    ]);
    expect((await listed(ctx, id))[0]).toMatchObject({ status: 'expired', amount: 10, remaining: 0 });
    expect((await member(ctx, id)).cashback).toEqual({
      pending: 0,
      available: 0,
      redeemed: 4,
      lifetime: 10,
    });
    expect(await sweep(ctx, 'expireCashback')).toBe(0);
  });

  test('is noticed by a redemption before the job comes', async () => {
    const id = await joined(ctx, { cashback: { ...CASHBACK, holdDays: 0, expiresInDays: 10 } });
    await earned(ctx, id, { amount: 10 });
    advance(10 * DAY);
    expect((await redeem(ctx, id, 1)).error.code).toBe('INSUFFICIENT_BALANCE');
  });
});
