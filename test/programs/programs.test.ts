import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import {
  at,
  CASHBACK,
  captureEventKinds,
  createProgram,
  createProgramWithMember,
  databaseSnapshot,
  earnCashback,
  enrollMember,
  findIntegrityProblems,
  type Scene,
  scene,
  updateProgram,
} from './fixture.ts';

let ctx: Scene;
beforeAll(async () => {
  ctx = await scene();
});
afterEach(async () => expect(await findIntegrityProblems(ctx)).toEqual([]));
afterAll(() => ctx.close());

const post = (body: object, as = ctx.business.token) => ctx.call('POST', '/programs', body, { as });
const get = (id: string, as = ctx.business.token) => ctx.call('GET', `/programs/${id}`, undefined, { as });
const remove = (id: string, as = ctx.business.token) =>
  ctx.call('DELETE', `/programs/${id}`, undefined, { as });

describe('POST /programs', () => {
  test('creates an active program and returns every field', async () => {
    const { kinds, response } = await captureEventKinds(ctx, () =>
      post({ name: ' Regulars ', description: 'For friends', rewards: { points: { perAction: 5 } } }),
    );
    expect(response.status).toBe(201);
    expect(response.data).toEqual({
      id: expect.stringMatching(/^prg_[0-9a-z]{26}$/),
      name: 'Regulars',
      description: 'For friends',
      businessId: ctx.business.businessId,
      currency: 'USD',
      status: 'active',
      memberCount: 0,
      rewards: { points: { perAction: 5 } },
      visits: { cooldownMinutes: null, maxPerDay: null },
      autoCreditLimit: 0,
      card: 'static',
      referral: null,
      createdAt: at(0),
      updatedAt: at(0),
    });
    expect(kinds).toEqual(['program.created']);
  });

  test('fills in default rewards and keeps unknown reward fields', async () => {
    const rewards = {
      cashback: { type: 'percentage', value: 5, memo: 'x' },
      tiers: [{ name: 'Gold', threshold: 100 }],
      goals: [{ name: 'Ten', metric: 'submissions', target: 10, reward: { cups: 1 } }],
      stamps: [1, 2],
    };
    expect((await createProgram(ctx, rewards)).rewards).toEqual({
      cashback: { type: 'percentage', value: 5, memo: 'x', holdDays: 14 },
      tiers: [{ name: 'Gold', threshold: 100, multiplier: 1 }],
      goals: [{ id: 'goal-1', name: 'Ten', metric: 'submissions', target: 10, reward: { cups: 1 } }],
      stamps: [1, 2],
    });
  });

  const tier = (name: string, threshold: number) => ({ name, threshold, multiplier: 1 });
  const goal = (fields: object) => ({ name: 'G', metric: 'points', target: 10, ...fields });
  const refused: [string, object, string][] = [
    ['without a name', { rewards: {} }, 'name'],
    [
      'with a percentage above 100',
      { rewards: { cashback: { type: 'percentage', value: 101 } } },
      'rewards.cashback.value',
    ],
    [
      'with three decimals',
      { rewards: { cashback: { type: 'fixed', value: 1.005 } } },
      'rewards.cashback.value',
    ],
    ['with another type', { rewards: { cashback: { type: 'stamps', value: 1 } } }, 'rewards.cashback.type'],
    [
      'with a negative hold',
      { rewards: { cashback: { type: 'fixed', value: 1, holdDays: -1 } } },
      'rewards.cashback.holdDays',
    ],
    ['with half a point an action', { rewards: { points: { perAction: 0.5 } } }, 'rewards.points.perAction'],
    ['with a tier twice', { rewards: { tiers: [tier('A', 1), tier('A', 2)] } }, 'rewards.tiers'],
    ['with a threshold twice', { rewards: { tiers: [tier('A', 1), tier('B', 1)] } }, 'rewards.tiers'],
    [
      'with a multiplier of 0',
      { rewards: { tiers: [{ ...tier('A', 1), multiplier: 0 }] } },
      'rewards.tiers.0.multiplier',
    ],
    ['with a goal twice', { rewards: { goals: [goal({ id: 'g' }), goal({ id: 'g' })] } }, 'rewards.goals'],
    [
      'with half a submission',
      { rewards: { goals: [goal({ metric: 'submissions', target: 0.5 })] } },
      'rewards.goals.0.target',
    ],
    [
      'with an unknown metric',
      { rewards: { goals: [goal({ metric: 'smiles' })] } },
      'rewards.goals.0.metric',
    ],
    ['with a list of rewards', { rewards: [] }, 'rewards'],
    ['with more than 16 KiB of rewards', { rewards: { note: 'x'.repeat(17_000) } }, 'rewards'],
  ];
  test.each(refused)('rejects %s with VALIDATION_ERROR', async (_, fields, field) => {
    const body = field === 'name' ? fields : { name: 'Regulars', ...fields };
    const { status, error } = await post(body);
    expect([status, error.code, error.details?.[0]?.field]).toEqual([400, 'VALIDATION_ERROR', field]);
  });

  test('returns FORBIDDEN to customers', async () => {
    expect((await post({ name: 'Mine' }, ctx.ada.token)).error.code).toBe('FORBIDDEN');
  });
});

describe('Changing the status of a program', () => {
  const MOVES: Record<string, string> = {
    'active paused': 'program.paused',
    'paused active': 'program.resumed',
    'active ended': 'program.ended',
    'paused ended': 'program.ended',
  };
  for (const from of ['active', 'paused', 'ended']) {
    for (const to of ['active', 'paused', 'ended']) {
      const event = MOVES[`${from} ${to}`];
      const outcome = from === to ? 'unchanged, without event' : (event ?? 'INVALID_TRANSITION');
      test(`${from} to ${to}: ${outcome}`, async () => {
        const { id } = await createProgram(ctx);
        if (from !== 'active') await updateProgram(ctx, id, { status: from });
        const { kinds, response } = await captureEventKinds(ctx, () =>
          updateProgram(ctx, id, { status: to }),
        );
        expect(kinds).toEqual(event ? [event] : []);
        if (from !== to && !event) {
          expect([response.status, response.error.code]).toEqual([409, 'INVALID_TRANSITION']);
          expect(response.error.message).toMatch(new RegExp(`${from}.*${to}`));
        } else expect([response.status, response.data.status]).toEqual([200, to]);
      });
    }
  }

  test('a paused or ended program accepts no members', async () => {
    const { id } = await createProgram(ctx);
    for (const status of ['paused', 'ended']) {
      await updateProgram(ctx, id, { status });
      const responses = [
        await enrollMember(ctx, id, 'm1'),
        await enrollMember(ctx, id, ctx.ada.userId, { as: ctx.ada.token }),
      ];
      expect(responses.map(response => [response.status, response.error.code])).toEqual([
        [409, 'PROGRAM_NOT_ACTIVE'],
        [409, 'PROGRAM_NOT_ACTIVE'],
      ]);
    }
  });
});

describe('PUT /programs/:id', () => {
  test('records both events when fields and status change, with the previous values', async () => {
    const { id } = await createProgram(ctx);
    const { kinds, response } = await captureEventKinds(ctx, () =>
      updateProgram(ctx, id, { name: 'New', status: 'paused' }),
    );
    expect(response.data).toMatchObject({ name: 'New', status: 'paused' });
    expect(kinds).toEqual(['program.updated', 'program.paused']);
    const path = `/events?resourceId=${id}&type=program.updated`;
    const { data } = await ctx.call('GET', path, undefined, { as: ctx.business.token });
    expect(data.items[0].data.previous).toEqual({ name: 'Regulars' });
  });

  test('changes and records nothing if the values are the same', async () => {
    const { id } = await createProgram(ctx, { cashback: CASHBACK });
    const before = await databaseSnapshot(ctx);
    expect((await updateProgram(ctx, id, { name: 'Regulars', rewards: { cashback: CASHBACK } })).status).toBe(
      200,
    );
    expect(await databaseSnapshot(ctx)).toBe(before);
  });

  test('returns VALIDATION_ERROR without fields to update', async () => {
    const { id } = await createProgram(ctx);
    for (const fields of [{}, { color: 'red' }, { businessId: ctx.business.businessId }]) {
      expect((await updateProgram(ctx, id, fields)).error.code).toBe('VALIDATION_ERROR');
    }
  });

  test('replaces rewards as a whole', async () => {
    const { id } = await createProgram(ctx, { cashback: CASHBACK });
    const { data } = await updateProgram(ctx, id, { rewards: { points: { perAction: 1 } } });
    expect(data.rewards).toEqual({ points: { perAction: 1 } });
  });
});

describe('DELETE /programs/:id', () => {
  test('deletes a program without members and detaches its campaigns', async () => {
    const { id } = await createProgram(ctx);
    const campaign = { name: 'C', platform: 'x', actionType: 'post', reward: { type: 'fixed', value: 1 } };
    const made = await ctx.call(
      'POST',
      '/campaigns',
      { ...campaign, programId: id },
      { as: ctx.business.token },
    );
    expect(made.data.programId).toBe(id);
    const { kinds, response } = await captureEventKinds(ctx, () => remove(id));
    expect([response.status, response.data]).toEqual([200, { id, deleted: true }]);
    expect(kinds).toEqual(['campaign.updated', 'program.deleted']);
    expect((await get(id)).status).toBe(404);
    const path = `/campaigns/${made.data.id}`;
    expect((await ctx.call('GET', path, undefined, { as: ctx.business.token })).data.programId).toBeNull();
  });

  test('returns PROGRAM_HAS_MEMBERS for a program with members, even if they have left', async () => {
    const id = await createProgramWithMember(ctx);
    await ctx.call('PUT', `/programs/${id}/members/m1`, { status: 'left' }, { as: ctx.business.token });
    const { status, error } = await remove(id);
    expect([status, error.code]).toEqual([409, 'PROGRAM_HAS_MEMBERS']);
  });

  test("returns NOT_FOUND for another business's program and rejects customers", async () => {
    const { id } = await createProgram(ctx);
    expect((await remove(id, ctx.otherBusiness.token)).status).toBe(404);
    expect((await remove(id, ctx.ada.token)).status).toBe(403);
  });
});

describe('The programId of a campaign', () => {
  test('the programId of a campaign must be a program of the same business, or NOT_FOUND is returned', async () => {
    const { id } = await createProgram(ctx);
    const campaign = { name: 'C', platform: 'x', actionType: 'post', reward: { type: 'fixed', value: 1 } };
    const as = ctx.otherBusiness.token;
    const foreign = await ctx.call('POST', '/campaigns', { ...campaign, programId: id }, { as });
    const none = await ctx.call('POST', '/campaigns', { ...campaign, programId: 'prg_none' }, { as });
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(none.body);
    const own = await ctx.call('POST', '/campaigns', campaign, { as });
    const change = { id: own.data.id, programId: id };
    expect((await ctx.call('PUT', '/campaigns', change, { as })).status).toBe(404);
  });
});

describe('Access to programs', () => {
  test('customers see active programs of all businesses and those they have joined', async () => {
    const { id } = await createProgram(ctx, {}, { name: 'Seen' });
    const { id: mine } = await createProgram(ctx, {}, { name: 'Mine' });
    await enrollMember(ctx, mine, ctx.ada.userId, { as: ctx.ada.token });
    for (const each of [id, mine]) await updateProgram(ctx, each, { status: 'paused' });
    expect((await get(id, ctx.ada.token)).status).toBe(404);
    expect((await get(mine, ctx.ada.token)).data.status).toBe('paused');
    const { data } = await ctx.call('GET', '/programs?perPage=100', undefined, { as: ctx.ada.token });
    expect(data.items.length).toBeGreaterThan(5);
    expect(data.items.every((item: { status: string }) => item.status === 'active')).toBe(true);
    expect(data.pagination.total).toBe(data.items.length);
  });

  test("a business sees its own programs; another's return 404, as unknown ones", async () => {
    const { id } = await createProgram(ctx);
    const [foreign, none] = [
      await get(id, ctx.otherBusiness.token),
      await get('prg_none', ctx.otherBusiness.token),
    ];
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(none.body);
    const { data } = await ctx.call('GET', '/programs', undefined, { as: ctx.otherBusiness.token });
    expect(data.items).toEqual([]);
    const own = await ctx.call('GET', '/programs?status=paused&perPage=1', undefined, {
      as: ctx.business.token,
    });
    expect(own.data.pagination.total).toBeGreaterThan(0);
  });

  test('memberCount is the number of members', async () => {
    const id = await createProgramWithMember(ctx, { cashback: CASHBACK });
    await enrollMember(ctx, id, 'm2');
    await earnCashback(ctx, id, { amount: 1 });
    expect((await get(id)).data.memberCount).toBe(2);
  });
});
