import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import {
  at,
  CASHBACK,
  captureEventKinds,
  captureEvents,
  createProgramWithMember,
  DAY,
  databaseSnapshot,
  earnCashback,
  findIntegrityProblems,
  getMember,
  HOUR,
  listCashback,
  redeemCashback,
  runJobByName,
  type Scene,
  scene,
  transitionCashback,
} from './fixture.ts';

let ctx: Scene;
let now = 0;
beforeAll(async () => {
  ctx = await scene();
});
afterEach(async () => expect(await findIntegrityProblems(ctx)).toEqual([]));
afterAll(() => ctx.close());

const advance = (ms: number) => {
  now += ms;
  ctx.clock.advance(ms);
};

describe('Confirming, voiding and reversing cashback', () => {
  const STATES = ['pending', 'available', 'spentInPart', 'redeemed', 'void', 'reversed', 'expired'] as const;
  const ALLOWED: Record<string, [to: string, event: string]> = {
    'confirm pending': ['available', 'cashback.available'],
    'void pending': ['void', 'cashback.voided'],
    'reverse available': ['reversed', 'cashback.reversed'],
  };

  async function inState(state: (typeof STATES)[number]): Promise<[string, string]> {
    const id = await createProgramWithMember(ctx, { cashback: { ...CASHBACK, expiresInDays: 5 } });
    const { id: cashbackId } = await earnCashback(ctx, id, { amount: 10 });
    if (state === 'pending') return [id, cashbackId];
    if (state === 'void') await transitionCashback(ctx, id, cashbackId, 'void');
    else await transitionCashback(ctx, id, cashbackId, 'confirm');
    if (state === 'reversed') await transitionCashback(ctx, id, cashbackId, 'reverse');
    if (state === 'spentInPart') await redeemCashback(ctx, id, 4);
    if (state === 'redeemed') await redeemCashback(ctx, id, 10);
    if (state === 'expired') advance(6 * DAY);
    return [id, cashbackId];
  }

  for (const state of STATES) {
    for (const action of ['confirm', 'void', 'reverse']) {
      const [to, event] = ALLOWED[`${action} ${state}`] ?? [];
      test(`${action} changes ${state} cashback to ${to ?? 'INVALID_TRANSITION'}`, async () => {
        const [id, cashbackId] = await inState(state);
        await listCashback(ctx, id);
        const before = await databaseSnapshot(ctx);
        const { kinds, response } = await captureEventKinds(ctx, () =>
          transitionCashback(ctx, id, cashbackId, action, 'A reason'),
        );
        if (to && event) {
          expect([response.status, response.data.status]).toEqual([200, to]);
          expect(kinds).toEqual([event]);
          return;
        }
        expect([response.status, response.error.code]).toEqual([409, 'INVALID_TRANSITION']);
        expect(await databaseSnapshot(ctx)).toBe(before);
      });
    }
  }

  test('void cancels pending cashback and keeps the reason and the amount granted', async () => {
    const [id, cashbackId] = await inState('pending');
    const { data } = await transitionCashback(ctx, id, cashbackId, 'void', 'Order cancelled');
    expect(data).toMatchObject({ status: 'void', amount: 10, remaining: 0, reason: 'Order cancelled' });
    expect((await getMember(ctx, id)).cashback).toEqual({
      pending: 0,
      available: 0,
      redeemed: 0,
      lifetime: 0,
    });
  });

  test('reverse cancels available cashback, which still counts as lifetime cashback', async () => {
    const [id, cashbackId] = await inState('available');
    await transitionCashback(ctx, id, cashbackId, 'reverse');
    expect((await getMember(ctx, id)).cashback).toEqual({
      pending: 0,
      available: 0,
      redeemed: 0,
      lifetime: 10,
    });
  });

  test('confirm counts the days until the expiry from now', async () => {
    const [id, cashbackId] = await inState('pending');
    advance(DAY);
    const { data } = await transitionCashback(ctx, id, cashbackId, 'confirm');
    expect(data).toMatchObject({ availableAt: at(now), expiresAt: at(now + 5 * DAY + 12 * HOUR - 1) });
  });

  test('returns 404 for cashback of another program, as for an unknown one', async () => {
    const [, foreign] = await inState('pending');
    const id = await createProgramWithMember(ctx);
    const theirs = await transitionCashback(ctx, id, foreign, 'confirm');
    const none = await transitionCashback(ctx, id, 'cbk_nothing', 'confirm');
    expect(theirs.status).toBe(404);
    expect(theirs.body).toEqual(none.body);
  });
});

describe('Redeeming cashback', () => {
  test('spends the oldest cashback first and returns the remaining balance', async () => {
    const id = await createProgramWithMember(ctx, { cashback: { ...CASHBACK, holdDays: 0 } });
    const first = await earnCashback(ctx, id, { amount: 3 });
    const second = await earnCashback(ctx, id, { amount: 4 });
    const third = await earnCashback(ctx, id, { amount: 5 });
    const { kinds, response } = await captureEventKinds(ctx, () => redeemCashback(ctx, id, 5.5));
    expect(response.status).toBe(201);
    expect(response.data).toMatchObject({ amount: 5.5, balance: 6.5 });
    expect(response.data.cashback).toMatchObject([
      { id: first.id, status: 'redeemed', remaining: 0, amount: 3 },
      { id: second.id, status: 'available', remaining: 1.5, amount: 4 },
    ]);
    expect(kinds).toEqual(['cashback.redeemed', 'cashback.redeemed']);
    expect((await listCashback(ctx, id)).map(row => [row.id, row.remaining])).toEqual([
      [third.id, 5],
      [second.id, 1.5],
      [first.id, 0],
    ]);
    expect((await getMember(ctx, id)).cashback).toEqual({
      pending: 0,
      available: 6.5,
      redeemed: 5.5,
      lifetime: 12,
    });
  });

  test('changes nothing if the amount exceeds the available cashback', async () => {
    const id = await createProgramWithMember(ctx, { cashback: { ...CASHBACK, holdDays: 0 } });
    await earnCashback(ctx, id, { amount: 3 });
    const before = await databaseSnapshot(ctx);
    const response = await redeemCashback(ctx, id, 3.01);
    expect([response.status, response.error.code]).toEqual([422, 'INSUFFICIENT_BALANCE']);
    expect(await databaseSnapshot(ctx)).toBe(before);
  });

  test('returns NOT_A_MEMBER for a person who is not a member', async () => {
    const id = await createProgramWithMember(ctx);
    expect((await redeemCashback(ctx, id, 1, 'unknown')).error.code).toBe('NOT_A_MEMBER');
  });

  test('spends many small records together', async () => {
    const id = await createProgramWithMember(ctx, { cashback: { type: 'fixed', value: 1, holdDays: 0 } });
    for (let n = 0; n < 60; n += 1) await earnCashback(ctx, id, { orderValue: 1 });
    const { data } = await redeemCashback(ctx, id, 59.5);
    expect([data.cashback.length, data.balance]).toEqual([60, 0.5]);
  });
});

describe('Cashback expiry', () => {
  test('the job expires the remaining amount once', async () => {
    const id = await createProgramWithMember(ctx, {
      cashback: { ...CASHBACK, holdDays: 0, expiresInDays: 10 },
    });
    const { id: cashbackId } = await earnCashback(ctx, id, { amount: 10 });
    await redeemCashback(ctx, id, 4);
    advance(11 * DAY);
    const recorded = await captureEvents(ctx, () => runJobByName(ctx, 'expireCashback'));
    expect(recorded.filter(event => event.data.object.id === cashbackId)).toMatchObject([
      { type: 'cashback.expired', data: { previous: { status: 'available', remaining: 6 } } },
    ]);
    expect((await listCashback(ctx, id))[0]).toMatchObject({ status: 'expired', amount: 10, remaining: 0 });
    expect((await getMember(ctx, id)).cashback).toEqual({
      pending: 0,
      available: 0,
      redeemed: 4,
      lifetime: 10,
    });
    expect(await runJobByName(ctx, 'expireCashback')).toBe(0);
  });

  test('a redemption sees the expiry before the job runs', async () => {
    const id = await createProgramWithMember(ctx, {
      cashback: { ...CASHBACK, holdDays: 0, expiresInDays: 10 },
    });
    await earnCashback(ctx, id, { amount: 10 });
    advance(11 * DAY);
    expect((await redeemCashback(ctx, id, 1)).error.code).toBe('INSUFFICIENT_BALANCE');
  });
});
