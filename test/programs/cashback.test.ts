import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import {
  at,
  CASHBACK,
  captureEventKinds,
  createProgramWithMember,
  DAY,
  databaseSnapshot,
  earnCashback,
  enrollMember,
  findIntegrityProblems,
  getMember,
  getProgress,
  listCashback,
  postCashback,
  redeemCashback,
  runJobByName,
  type Scene,
  scene,
  transitionCashback,
  updateProgram,
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

describe('Earning cashback', () => {
  test('returns the record, pending for 14 days', async () => {
    const id = await createProgramWithMember(ctx, { cashback: CASHBACK });
    const { response, kinds } = await captureEventKinds(ctx, () =>
      postCashback(ctx, id, { orderValue: 24.55, orderId: 'A-1', description: 'Friday' }),
    );
    expect(response.status).toBe(201);
    expect(response.data).toEqual({
      id: expect.stringMatching(/^cbk_[0-9a-z]{26}$/),
      programId: id,
      memberId: 'm1',
      submissionId: null,
      orderId: 'A-1',
      amount: 2.45,
      remaining: 2.45,
      refunded: 0,
      orderValue: 24.55,
      rate: 10,
      currency: 'USD',
      status: 'pending',
      description: 'Friday',
      reason: null,
      availableAt: at(now + 14 * DAY),
      expiresAt: null,
      createdAt: at(now),
    });
    expect(kinds).toEqual(['cashback.created']);
    expect((await getMember(ctx, id)).cashback).toEqual({
      pending: 2.45,
      available: 0,
      redeemed: 0,
      lifetime: 0,
    });
  });

  const terms: [string, object, object, number, number | null][] = [
    [
      'a percentage floors to the cent',
      { type: 'percentage', value: 12.5 },
      { orderValue: 9.99 },
      1.24,
      12.5,
    ],
    ['a percentage keeps to maxPerTransaction', CASHBACK, { orderValue: 1000 }, 20, 10],
    ['a fixed one is the same for each order', { type: 'fixed', value: 3 }, { orderValue: 1 }, 3, null],
    ['an amount by hand is what is named', CASHBACK, { amount: 7.5 }, 7.5, null],
    ['an amount by hand keeps to maxPerTransaction', CASHBACK, { amount: 21 }, 20, null],
  ];
  test.each(terms)('%s', async (_, terms, fields, amount, rate) => {
    const id = await createProgramWithMember(ctx, { cashback: terms });
    expect(await earnCashback(ctx, id, fields as never)).toMatchObject({ amount, rate });
  });

  test('an amount requires no cashback terms', async () => {
    const id = await createProgramWithMember(ctx);
    expect(await earnCashback(ctx, id, { amount: 5 })).toMatchObject({
      amount: 5,
      status: 'pending',
      orderValue: null,
    });
  });

  test('maxPerMember grants the rest and then returns LIMIT_REACHED; voided cashback can be granted again', async () => {
    const id = await createProgramWithMember(ctx, { cashback: CASHBACK });
    await earnCashback(ctx, id, { orderValue: 200 });
    const second = await earnCashback(ctx, id, { orderValue: 200 });
    expect((await earnCashback(ctx, id, { orderValue: 200 })).amount).toBe(10);
    const before = await databaseSnapshot(ctx);
    const full = await postCashback(ctx, id, { orderValue: 200 });
    expect([full.status, full.error.code]).toEqual([409, 'LIMIT_REACHED']);
    expect(await databaseSnapshot(ctx)).toBe(before);
    await transitionCashback(ctx, id, second.id, 'void');
    expect((await earnCashback(ctx, id, { amount: 30 })).amount).toBe(20);
  });

  test('holdDays 0 makes cashback available immediately', async () => {
    const id = await createProgramWithMember(ctx, {
      cashback: { type: 'fixed', value: 4, holdDays: 0, expiresInDays: 30 },
    });
    const { response, kinds } = await captureEventKinds(ctx, () => postCashback(ctx, id, { orderValue: 10 }));
    expect(response.data).toMatchObject({
      status: 'available',
      availableAt: at(now),
      expiresAt: '2026-07-01T23:59:59.999Z',
    });
    expect(kinds).toEqual(['cashback.created', 'cashback.available']);
    expect((await getMember(ctx, id)).cashback).toEqual({
      pending: 0,
      available: 4,
      redeemed: 0,
      lifetime: 4,
    });
  });

  test('an order earns once per program, even if its cashback was voided', async () => {
    const id = await createProgramWithMember(ctx, { cashback: CASHBACK });
    const first = await earnCashback(ctx, id, { orderValue: 10, orderId: 'B-1' });
    await transitionCashback(ctx, id, first.id, 'void');
    const again = await postCashback(ctx, id, { orderValue: 10, orderId: 'B-1' });
    expect([again.status, again.error.code]).toEqual([409, 'DUPLICATE_ORDER']);
    const other = await createProgramWithMember(ctx, { cashback: CASHBACK });
    expect((await postCashback(ctx, other, { orderValue: 10, orderId: 'B-1' })).status).toBe(201);
  });

  const refused: [string, object, number, string][] = [
    ['neither amount nor order value', {}, 400, 'VALIDATION_ERROR'],
    ['both', { amount: 1, orderValue: 1 }, 400, 'VALIDATION_ERROR'],
    ['an order that earns no cent', { orderValue: 0.09 }, 400, 'VALIDATION_ERROR'],
    ['three decimals', { amount: 1.234 }, 400, 'VALIDATION_ERROR'],
    ['nothing', { amount: 0 }, 400, 'VALIDATION_ERROR'],
    ['an unknown action', { action: 'spend', amount: 1 }, 400, 'VALIDATION_ERROR'],
    ['a stranger', { memberId: 'unknown', amount: 1 }, 422, 'NOT_A_MEMBER'],
  ];
  test.each(refused)('rejects %s', async (_, fields, status, code) => {
    const id = await createProgramWithMember(ctx, { cashback: CASHBACK });
    const before = await databaseSnapshot(ctx);
    const response = await postCashback(ctx, id, fields as never);
    expect([response.status, response.error.code]).toEqual([status, code]);
    expect(await databaseSnapshot(ctx)).toBe(before);
  });

  test('an order value is rejected without cashback terms', async () => {
    const id = await createProgramWithMember(ctx);
    const { status, error } = await postCashback(ctx, id, { orderValue: 10 });
    expect([status, error.details?.[0]?.field]).toEqual([400, 'orderValue']);
  });

  for (const status of ['suspended', 'left']) {
    test(`a member that is ${status} earns nothing but can redeem their balance`, async () => {
      const id = await createProgramWithMember(ctx, { cashback: { ...CASHBACK, holdDays: 0 } });
      await earnCashback(ctx, id, { amount: 10 });
      await ctx.call('PUT', `/programs/${id}/members/m1`, { status }, { as: ctx.business.token });
      const { error, ...response } = await postCashback(ctx, id, { amount: 1 });
      expect([response.status, error.code]).toEqual([403, 'MEMBER_SUSPENDED']);
      expect((await redeemCashback(ctx, id, 4)).data.balance).toBe(6);
    });
  }

  for (const status of ['paused', 'ended']) {
    test(`a program that is ${status} grants nothing, but balances can be redeemed`, async () => {
      const id = await createProgramWithMember(ctx, { cashback: { ...CASHBACK, holdDays: 0 } });
      await earnCashback(ctx, id, { amount: 10 });
      await updateProgram(ctx, id, { status });
      const { error, ...response } = await postCashback(ctx, id, { amount: 1 });
      expect([response.status, error.code]).toEqual([409, 'PROGRAM_NOT_ACTIVE']);
      expect((await getMember(ctx, id)).cashback.available).toBe(10);
      expect((await redeemCashback(ctx, id, 10)).status).toBe(201);
    });
  }
});

describe('The hold period', () => {
  test('the job ends the hold period once', async () => {
    const id = await createProgramWithMember(ctx, { cashback: { ...CASHBACK, holdDays: 3 } });
    const { id: cashbackId } = await earnCashback(ctx, id, { amount: 5 });
    advance(3 * DAY - 1);
    expect(await runJobByName(ctx, 'releaseCashback')).toBe(0);
    advance(1);
    const { kinds } = await captureEventKinds(ctx, () => runJobByName(ctx, 'releaseCashback'));
    expect(kinds).toEqual(['cashback.available']);
    expect(await runJobByName(ctx, 'releaseCashback')).toBe(0);
    expect((await listCashback(ctx, id))[0]).toMatchObject({ id: cashbackId, status: 'available' });
    expect((await getMember(ctx, id)).cashback).toEqual({
      pending: 0,
      available: 5,
      redeemed: 0,
      lifetime: 5,
    });
  });

  test('the hold period is over for reads and redemptions before the job runs', async () => {
    const id = await createProgramWithMember(ctx, { cashback: CASHBACK });
    await earnCashback(ctx, id, { amount: 5 });
    expect((await redeemCashback(ctx, id, 5)).error.code).toBe('INSUFFICIENT_BALANCE');
    advance(14 * DAY);
    expect((await getMember(ctx, id)).cashback.available).toBe(5);
    expect((await redeemCashback(ctx, id, 5)).status).toBe(201);
  });

  test('the hold period is also over for void and reverse requests before the job runs', async () => {
    const id = await createProgramWithMember(ctx, { cashback: CASHBACK });
    const { id: cashbackId } = await earnCashback(ctx, id, { amount: 5 });
    advance(14 * DAY);
    expect((await transitionCashback(ctx, id, cashbackId, 'void')).error.code).toBe('INVALID_TRANSITION');
    expect((await transitionCashback(ctx, id, cashbackId, 'reverse')).data.status).toBe('reversed');
  });
});

describe('Concurrent requests', () => {
  test('50 identical requests with one Idempotency-Key create one record and 49 identical replays', async () => {
    const id = await createProgramWithMember(ctx, { cashback: { ...CASHBACK, holdDays: 0 } });
    const options = { as: ctx.business.token, headers: { 'idempotency-key': 'till-1' } };
    const body = { memberId: 'm1', orderValue: 50, orderId: 'P-1' };
    const post = () => ctx.call('POST', `/programs/${id}/cashback`, body, options);
    const responses = [];
    let open = 50;
    // Requests during the first one get a conflict and are retried, as clients must do.
    while (open > 0) {
      const round = await Promise.all(Array.from({ length: open }, post));
      const done = round.filter(response => response.status === 201);
      expect(round.filter(response => response.status !== 201).every(busy)).toBe(true);
      responses.push(...done);
      open -= done.length;
    }
    expect(responses.length).toBe(50);
    expect(responses.filter(response => response.headers.get('idempotency-replayed') === 'true').length).toBe(
      49,
    );
    expect(new Set(responses.map(response => JSON.stringify(response.body))).size).toBe(1);
    expect((await listCashback(ctx, id)).length).toBe(1);
    expect((await getMember(ctx, id)).cashback.available).toBe(5);
  });

  const busy = (response: { status: number; error: { code: string } }) =>
    response.error.code === 'IDEMPOTENCY_IN_PROGRESS';

  test('exactly 10 of 30 concurrent redemptions succeed if the balance covers 10', async () => {
    const id = await createProgramWithMember(ctx, { cashback: { type: 'fixed', value: 10, holdDays: 0 } });
    await earnCashback(ctx, id, { orderValue: 10 });
    const responses = await Promise.all(Array.from({ length: 30 }, () => redeemCashback(ctx, id, 1)));
    expect(responses.filter(response => response.status === 201).length).toBe(10);
    const refused = responses.filter(response => response.status !== 201);
    expect(refused.every(response => response.error.code === 'INSUFFICIENT_BALANCE')).toBe(true);
    expect((await getMember(ctx, id)).cashback).toEqual({
      pending: 0,
      available: 0,
      redeemed: 10,
      lifetime: 10,
    });
  });

  test('only one of 20 concurrent requests with the same orderId earns cashback', async () => {
    const id = await createProgramWithMember(ctx, { cashback: CASHBACK });
    const order = { orderValue: 10, orderId: 'Q-1' };
    const responses = await Promise.all(Array.from({ length: 20 }, () => postCashback(ctx, id, order)));
    expect(responses.filter(response => response.status === 201).length).toBe(1);
    expect((await getProgress(ctx, id)).summary.cashback.pending).toBe(1);
  });
});

describe('GET /programs/:id/cashback', () => {
  test('lists cashback newest first, by member and status, with totals', async () => {
    const id = await createProgramWithMember(ctx, { cashback: CASHBACK });
    await enrollMember(ctx, id, 'm2');
    const first = await earnCashback(ctx, id, { amount: 1 });
    const second = await earnCashback(ctx, id, { amount: 2, memberId: 'm2' });
    const third = await earnCashback(ctx, id, { amount: 3 });
    await transitionCashback(ctx, id, third.id, 'void');
    const ids = async (query: string) => (await listCashback(ctx, id, query)).map(row => row.id);
    expect(await ids('')).toEqual([third.id, second.id, first.id]);
    expect(await ids('?memberId=m1')).toEqual([third.id, first.id]);
    expect(await ids('?status=pending')).toEqual([second.id, first.id]);
    expect(await ids('?memberId=m1&status=void')).toEqual([third.id]);
    expect(await ids('?memberId=unknown')).toEqual([]);
    const path = `/programs/${id}/cashback?perPage=2&page=2`;
    const { data } = await ctx.call('GET', path, undefined, { as: ctx.business.token });
    expect(data.items.length).toBe(1);
    expect(data.pagination).toMatchObject({ page: 2, perPage: 2, total: 3, totalPages: 2 });
  });
});
