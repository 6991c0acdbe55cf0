import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import {
  at,
  captureEventKinds,
  createProgramWithMember,
  DAY,
  databaseSnapshot,
  enrollMember,
  findIntegrityProblems,
  getProgress,
  HOUR,
  listCashback,
  MINUTE,
  postCashback,
  recordVisit,
  type Scene,
  scene,
  transitionCashback,
  updateProgram,
} from './fixture.ts';
import { STAMP_CARD } from './terms.ts';

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

describe('Recording a visit', () => {
  test('returns the visit, who recorded it, and the member', async () => {
    const id = await createProgramWithMember(ctx);
    const { response, kinds } = await captureEventKinds(ctx, () => recordVisit(ctx, id));
    expect(response.status).toBe(201);
    expect(response.data).toEqual({
      id: expect.stringMatching(/^vis_[0-9a-z]{26}$/),
      programId: id,
      memberId: 'm1',
      quantity: 1,
      currency: 'USD',
      orderValue: null,
      orderId: null,
      points: 0,
      cashbackId: null,
      recordedBy: { kind: 'user', id: expect.stringMatching(/^usr_/) },
      reversedAt: null,
      createdAt: at(now),
      member: expect.objectContaining({ visits: 1, lastVisitAt: at(now), lastActivityAt: at(now) }),
      rewards: [],
    });
    expect(kinds).toEqual(['member.visited']);
    expect((await getProgress(ctx, id, 'm1')).totals.visits).toBe(1);
    expect((await getProgress(ctx, id)).summary.visits).toBe(1);
  });

  test('an order value also earns spend, points and cashback, as an order does', async () => {
    const id = await createProgramWithMember(ctx, {
      points: { perDollar: 2 },
      cashback: { type: 'percentage', value: 10 },
    });
    const { data } = await recordVisit(ctx, id, { orderValue: 12.5, orderId: 'V-1' });
    expect(data).toMatchObject({ orderValue: 12.5, orderId: 'V-1', points: 25 });
    const [cashback] = await listCashback(ctx, id);
    expect(cashback).toMatchObject({ id: data.cashbackId, amount: 1.25, orderValue: 12.5, orderId: 'V-1' });
    expect(data.member).toMatchObject({ points: 25, pointsBalance: 25, visits: 1 });
    expect((await getProgress(ctx, id, 'm1')).totals).toMatchObject({ spend: 12.5, points: 25, visits: 1 });
    await transitionCashback(ctx, id, data.cashbackId, 'void');
    expect((await getProgress(ctx, id, 'm1')).totals).toMatchObject({ spend: 0, points: 0, visits: 1 });
  });

  test('an order earns points without a cashback rule, and when the cap on cashback is used up', async () => {
    const plain = await createProgramWithMember(ctx, { points: { perDollar: 1 } });
    expect((await recordVisit(ctx, plain, { orderValue: 5 })).data).toMatchObject({
      points: 5,
      cashbackId: null,
    });
    const capped = await createProgramWithMember(ctx, {
      points: { perDollar: 1 },
      cashback: { type: 'fixed', value: 3, maxPerMember: 3 },
    });
    expect((await recordVisit(ctx, capped, { orderValue: 5 })).data.cashbackId).not.toBeNull();
    expect((await recordVisit(ctx, capped, { orderValue: 5 })).data).toMatchObject({
      points: 5,
      cashbackId: null,
    });
  });

  test('an order counts once per program, as a visit or for cashback', async () => {
    const id = await createProgramWithMember(ctx, { cashback: { type: 'percentage', value: 10 } });
    await postCashback(ctx, id, { orderValue: 10, orderId: 'A' });
    await recordVisit(ctx, id, { orderId: 'B' });
    const before = await databaseSnapshot(ctx);
    const repeated = [
      await recordVisit(ctx, id, { orderId: 'A' }),
      await recordVisit(ctx, id, { orderId: 'B', orderValue: 10 }),
      await postCashback(ctx, id, { orderValue: 10, orderId: 'B' }),
    ];
    expect(repeated.map(({ status, error }) => [status, error.code])).toEqual([
      [409, 'DUPLICATE_ORDER'],
      [409, 'DUPLICATE_ORDER'],
      [409, 'DUPLICATE_ORDER'],
    ]);
    expect(await databaseSnapshot(ctx)).toBe(before);
  });

  test('finds the member by phone number', async () => {
    const id = await createProgramWithMember(ctx);
    await enrollMember(ctx, id, 'm2', { phone: '+1 202 555 0143' });
    const visit = { memberId: undefined, phone: '+12025550143' };
    expect((await recordVisit(ctx, id, visit)).data).toMatchObject({ memberId: 'm2', quantity: 1 });
    const unknown = await recordVisit(ctx, id, { ...visit, phone: '+12025550199' });
    expect([unknown.status, unknown.error.details?.[0]?.field]).toEqual([404, 'phone']);
  });

  test('finds the member by a scanned card', async () => {
    const id = await createProgramWithMember(ctx);
    const path = `/programs/${id}/members/m1/card`;
    const { card } = (await ctx.call('GET', path, undefined, { as: ctx.business.token })).data;
    const { data } = await recordVisit(ctx, id, { memberId: undefined, card });
    expect(data.memberId).toBe('m1');
  });

  const REFUSED: [string, object, number, string, string | undefined][] = [
    ['no member', { memberId: undefined }, 400, 'VALIDATION_ERROR', 'memberId'],
    ['a quantity of 0', { quantity: 0 }, 400, 'VALIDATION_ERROR', 'quantity'],
    ['a quantity above 100', { quantity: 101 }, 400, 'VALIDATION_ERROR', 'quantity'],
    ['half a stamp', { quantity: 1.5 }, 400, 'VALIDATION_ERROR', 'quantity'],
    ['an order without a value', { orderValue: 0 }, 400, 'VALIDATION_ERROR', 'orderValue'],
    ['a customer who is not a member', { memberId: 'stranger' }, 422, 'NOT_A_MEMBER', undefined],
  ];
  test.each(REFUSED)('refuses %s', async (_, fields, status, code, field) => {
    const id = await createProgramWithMember(ctx);
    const response = await recordVisit(ctx, id, fields as never);
    expect([response.status, response.error.code]).toEqual([status, code]);
    expect(response.error.details?.[0]?.field).toBe(field);
  });

  test('a suspended member and a paused program refuse visits', async () => {
    const id = await createProgramWithMember(ctx);
    await ctx.call('PUT', `/programs/${id}/members/m1`, { status: 'suspended' }, { as: ctx.business.token });
    expect((await recordVisit(ctx, id)).error.code).toBe('MEMBER_SUSPENDED');
    await updateProgram(ctx, id, { status: 'paused' });
    expect((await recordVisit(ctx, id)).error.code).toBe('PROGRAM_NOT_ACTIVE');
  });
});

describe('Limits on visits', () => {
  test('the cooldown applies between two visits of one member', async () => {
    const id = await createProgramWithMember(ctx);
    await enrollMember(ctx, id, 'm2');
    const { data } = await updateProgram(ctx, id, { visits: { cooldownMinutes: 30 } });
    expect(data.visits).toEqual({ cooldownMinutes: 30, maxPerDay: null });
    await recordVisit(ctx, id, { quantity: 3 });
    advance(29 * MINUTE);
    const refused = await recordVisit(ctx, id);
    expect([refused.status, refused.error.code]).toEqual([409, 'LIMIT_REACHED']);
    expect(refused.error.details).toEqual([
      {
        field: 'visits.cooldownMinutes',
        issue: 'must pass between two visits; 1 of them remain',
        rule: 'minimum',
        limit: 30,
      },
    ]);
    expect((await recordVisit(ctx, id, { memberId: 'm2' })).status).toBe(201);
    advance(MINUTE);
    expect((await recordVisit(ctx, id)).status).toBe(201);
  });

  test('the daily limit counts the quantity, and starts again at midnight UTC', async () => {
    const id = await createProgramWithMember(ctx);
    await updateProgram(ctx, id, { visits: { maxPerDay: 3 } });
    advance(DAY - ((ctx.clock.now() + DAY) % DAY));
    expect((await recordVisit(ctx, id, { quantity: 2 })).status).toBe(201);
    advance(23 * HOUR);
    const before = await databaseSnapshot(ctx);
    const refused = await recordVisit(ctx, id, { quantity: 2 });
    expect(refused.error).toMatchObject({
      code: 'LIMIT_REACHED',
      details: [
        { field: 'visits.maxPerDay', issue: 'would be exceeded; 1 left today', rule: 'maximum', limit: 3 },
      ],
    });
    expect(await databaseSnapshot(ctx)).toBe(before);
    expect((await recordVisit(ctx, id)).status).toBe(201);
    advance(HOUR);
    expect((await recordVisit(ctx, id, { quantity: 3 })).status).toBe(201);
  });

  test("the daily limit starts again at the shop's midnight", async () => {
    const id = await createProgramWithMember(ctx);
    await ctx.call('PUT', '/business', { timeZone: 'America/New_York' }, { as: ctx.business.token });
    await updateProgram(ctx, id, { visits: { maxPerDay: 1 } });
    advance(Date.parse('2027-03-14T04:30:00.000Z') - ctx.clock.now());
    // Half past eleven in the evening; the clocks go forward in the night.
    expect((await recordVisit(ctx, id)).status).toBe(201);
    advance(HOUR);
    expect((await recordVisit(ctx, id)).status).toBe(201);
    advance(22 * HOUR);
    expect((await recordVisit(ctx, id)).error.code).toBe('LIMIT_REACHED');
    advance(HOUR);
    expect((await recordVisit(ctx, id)).status).toBe(201);
  });

  test('do not stop a purchase without a visit, which earns points and cashback, and extends no cooldown', async () => {
    const terms = {
      points: { perDollar: 2 },
      goals: [STAMP_CARD],
      cashback: { type: 'percentage', value: 10, holdDays: 0 },
    };
    const id = await createProgramWithMember(ctx, terms);
    await updateProgram(ctx, id, { visits: { cooldownMinutes: 30, maxPerDay: 1 } });
    await recordVisit(ctx, id);
    const stampedAt = at(now);
    advance(MINUTE);
    expect((await recordVisit(ctx, id, { orderValue: 8.4 })).error.code).toBe('LIMIT_REACHED');
    const { status, data } = await recordVisit(ctx, id, { quantity: 0, orderValue: 8.4, orderId: 'A-1' });
    expect(status).toBe(201);
    expect(data).toMatchObject({ quantity: 0, orderValue: 8.4, orderId: 'A-1', points: 16, rewards: [] });
    expect(data.member).toMatchObject({
      visits: 1,
      points: 16,
      lastVisitAt: stampedAt,
      lastActivityAt: at(now),
    });
    expect((await recordVisit(ctx, id, { quantity: 0, orderValue: 1, orderId: 'A-1' })).error.code).toBe(
      'DUPLICATE_ORDER',
    );
    const refund = { action: 'refund', visitId: data.id };
    const refunded = await postCashback(ctx, id, refund);
    expect(refunded.data).toMatchObject({ points: 16, visits: 0, refunded: 8.4 });
    const member = await ctx.call('GET', `/programs/${id}/members/m1`, undefined, { as: ctx.business.token });
    expect(member.data).toMatchObject({ visits: 1, points: 0, lastVisitAt: stampedAt });
  });

  test('a change keeps the limit that it omits', async () => {
    const id = await createProgramWithMember(ctx);
    await updateProgram(ctx, id, { visits: { cooldownMinutes: 5, maxPerDay: 2 } });
    const { data } = await updateProgram(ctx, id, { visits: { cooldownMinutes: null } });
    expect(data.visits).toEqual({ cooldownMinutes: null, maxPerDay: 2 });
  });

  test('of 20 visits at once, as many as the daily limit allows are recorded', async () => {
    const id = await createProgramWithMember(ctx, { goals: [{ ...STAMP_CARD, target: 5 }] });
    await updateProgram(ctx, id, { visits: { maxPerDay: 5 } });
    const answers = await Promise.all(Array.from({ length: 20 }, () => recordVisit(ctx, id)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(answers.flatMap(({ data }) => data?.rewards ?? [])).toHaveLength(1);
  });
});

describe('The list of visits', () => {
  test('filters by member and time, newest first', async () => {
    const id = await createProgramWithMember(ctx);
    await enrollMember(ctx, id, 'm2');
    const start = now;
    for (const memberId of ['m1', 'm2', 'm1']) {
      await recordVisit(ctx, id, { memberId });
      advance(HOUR);
    }
    const list = async (query: string) =>
      (await ctx.call('GET', `/programs/${id}/visits?${query}`, undefined, { as: ctx.business.token })).data;
    expect((await list('')).items.map((visit: { memberId: string }) => visit.memberId)).toEqual([
      'm1',
      'm2',
      'm1',
    ]);
    expect((await list('memberId=m1')).pagination.total).toBe(2);
    expect((await list(`createdFrom=${at(start + HOUR)}`)).pagination.total).toBe(2);
    expect((await list(`createdTo=${at(start + HOUR)}`)).pagination.total).toBe(1);
    expect((await list('memberId=unknown')).items).toEqual([]);
    const [first] = (await list('include=member&perPage=1')).items;
    expect(first.member).toEqual({ memberId: 'm1', name: null });
  });

  test('shows customers only their own visits, without who recorded them', async () => {
    const id = await createProgramWithMember(ctx);
    const { token, userId } = ctx.ada;
    await enrollMember(ctx, id, userId, { as: token });
    await recordVisit(ctx, id, { memberId: userId });
    await recordVisit(ctx, id);
    const list = async (query: string) =>
      (await ctx.call('GET', `/programs/${id}/visits?${query}`, undefined, { as: token })).data.items;
    expect(await list('')).toEqual([expect.objectContaining({ memberId: userId, recordedBy: null })]);
    expect(await list('memberId=m1')).toEqual([]);
  });
});
