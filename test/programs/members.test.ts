import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import {
  at,
  captureEventKinds,
  createApprovedSubmission,
  createProgram,
  createProgramWithMember,
  enrollMember,
  findIntegrityProblems,
  getMember,
  getProgress,
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

const TIERS = [
  { name: 'Silver', threshold: 20, multiplier: 1.5 },
  { name: 'Gold', threshold: 50, multiplier: 2 },
];
const put = (id: string, memberId: string, body: object, as = ctx.business.token) =>
  ctx.call('PUT', `/programs/${id}/members/${memberId}`, body, { as });
const get = (id: string, memberId: string, as: string) =>
  ctx.call('GET', `/programs/${id}/members/${memberId}`, undefined, { as });
const list = async (id: string, query = '', as = ctx.business.token) =>
  (await ctx.call('GET', `/programs/${id}/members${query}`, undefined, { as })).data;

describe('POST /programs/:id/members', () => {
  test('returns the whole record', async () => {
    const { id } = await createProgram(ctx);
    const details = {
      name: 'Ada',
      email: 'ada@people.example',
      phone: '+12025550143',
      metadata: { birthday: '05-17' },
    };
    const { kinds, response } = await captureEventKinds(ctx, () => enrollMember(ctx, id, 'till-1', details));
    expect(response.status).toBe(201);
    expect(response.data).toEqual({
      id: expect.stringMatching(/^mem_[0-9a-z]{26}$/),
      programId: id,
      memberId: 'till-1',
      enrolledAs: null,
      mergedInto: null,
      ...details,
      phoneConfirmed: true,
      status: 'active',
      tier: null,
      points: 0,
      pointsBalance: 0,
      visits: 0,
      lastVisitAt: null,
      currency: 'USD',
      cashback: { pending: 0, available: 0, redeemed: 0, lifetime: 0 },
      joinedAt: at(0),
      lastActivityAt: null,
    });
    expect(kinds).toEqual(['member.enrolled']);
  });

  test('returns ALREADY_ENROLLED for a member, even after leaving', async () => {
    const id = await createProgramWithMember(ctx);
    expect((await enrollMember(ctx, id, 'm1')).error.code).toBe('ALREADY_ENROLLED');
    await put(id, 'm1', { status: 'left' });
    const { status, error } = await enrollMember(ctx, id, 'm1');
    expect([status, error.code]).toEqual([409, 'ALREADY_ENROLLED']);
  });

  test("lets customers enroll only themselves, in any business's program", async () => {
    const { id } = await createProgram(ctx);
    const { token, userId } = ctx.ada;
    expect((await enrollMember(ctx, id, ctx.bob.userId, { as: token })).error.code).toBe('FORBIDDEN');
    expect((await enrollMember(ctx, id, userId, { as: token })).data.memberId).toBe(userId);
  });

  test('a new member starts in the tier with threshold 0', async () => {
    const { id } = await createProgram(ctx, { tiers: [{ name: 'Basic', threshold: 0 }, ...TIERS] });
    expect((await enrollMember(ctx, id, 'm1')).data.tier).toBe('Basic');
  });

  const refused: [string, object, string][] = [
    ['without a memberId', {}, 'memberId'],
    ['with a memberId that is too long', { memberId: 'x'.repeat(129) }, 'memberId'],
    [
      'with more than 16 KiB of metadata',
      { memberId: 'm', metadata: { note: 'x'.repeat(17_000) } },
      'metadata',
    ],
    ['with metadata that is a list', { memberId: 'm', metadata: [] }, 'metadata'],
  ];
  test.each(refused)('rejects %s with VALIDATION_ERROR', async (_, body, field) => {
    const { id } = await createProgram(ctx);
    const response = await ctx.call('POST', `/programs/${id}/members`, body, { as: ctx.business.token });
    expect([response.status, response.error.details?.[0]?.field]).toEqual([400, field]);
  });

  test('20 concurrent requests create one member', async () => {
    const { id } = await createProgram(ctx);
    const responses = await Promise.all(Array.from({ length: 20 }, () => enrollMember(ctx, id, 'm1')));
    expect(responses.filter(response => response.status === 201).length).toBe(1);
    expect((await getProgress(ctx, id)).summary.members).toBe(1);
  });
});

describe('PUT /programs/:id/members/:memberId', () => {
  test('records member.updated with the previous values', async () => {
    const id = await createProgramWithMember(ctx);
    const { kinds, response } = await captureEventKinds(ctx, () =>
      put(id, 'm1', { status: 'suspended', name: 'New' }),
    );
    expect(response.data).toMatchObject({ status: 'suspended', name: 'New' });
    expect(kinds).toEqual(['member.updated']);
    const path = `/events?resourceId=${response.data.id}&type=member.updated`;
    const { data } = await ctx.call('GET', path, undefined, { as: ctx.business.token });
    expect(data.items[0].data.previous).toEqual({ status: 'active', name: null });
    expect((await getProgress(ctx, id)).summary).toMatchObject({ members: 1, activeMembers: 0 });
  });

  test('records nothing if the values are the same', async () => {
    const id = await createProgramWithMember(ctx);
    const { kinds } = await captureEventKinds(ctx, () => put(id, 'm1', { status: 'active' }));
    expect(kinds).toEqual([]);
  });

  test('returns VALIDATION_ERROR without fields and NOT_FOUND for an unknown member', async () => {
    const id = await createProgramWithMember(ctx);
    expect((await put(id, 'm1', {})).status).toBe(400);
    expect((await put(id, 'unknown', { name: 'x' })).status).toBe(404);
  });

  test('lets members leave, but not change their status otherwise', async () => {
    const { id } = await createProgram(ctx);
    const { token, userId } = ctx.ada;
    await enrollMember(ctx, id, userId, { as: token });
    for (const body of [{ status: 'suspended' }, { status: 'active' }, { metadata: {} }]) {
      expect((await put(id, userId, body, token)).error.code).toBe('FORBIDDEN');
    }
    expect((await put(id, userId, { status: 'left' }, token)).data.status).toBe('left');
    expect((await put(id, userId, { status: 'active' }, token)).status).toBe(403);
    expect((await put(id, userId, { status: 'active' })).data.status).toBe('active');
  });
});

describe('Access to members', () => {
  test('customers see only themselves; another member returns 403', async () => {
    const { id } = await createProgram(ctx);
    await enrollMember(ctx, id, ctx.ada.userId, { as: ctx.ada.token });
    await enrollMember(ctx, id, ctx.bob.userId, { as: ctx.bob.token });
    expect((await get(id, ctx.ada.userId, ctx.ada.token)).status).toBe(200);
    expect((await get(id, ctx.bob.userId, ctx.ada.token)).error.code).toBe('FORBIDDEN');
    expect((await list(id, '', ctx.ada.token)).items.map((m: { memberId: string }) => m.memberId)).toEqual([
      ctx.ada.userId,
    ]);
    const path = `/programs/${id}/progress?memberId=${ctx.bob.userId}`;
    expect((await ctx.call('GET', path, undefined, { as: ctx.ada.token })).status).toBe(403);
  });
});

describe('GET /programs/:id/members', () => {
  test('lists members newest first, by status and tier, with totals', async () => {
    const id = await createProgramWithMember(ctx, { points: { perAction: 20 }, tiers: TIERS });
    await enrollMember(ctx, id, 'm2');
    await enrollMember(ctx, id, 'm3');
    await createApprovedSubmission(ctx, id, { memberId: 'm2' });
    await put(id, 'm3', { status: 'suspended' });
    const ids = async (query: string) => {
      const { items, pagination } = await list(id, query);
      expect(pagination.total).toBe(items.length);
      return items.map((m: { memberId: string }) => m.memberId);
    };
    expect(await ids('')).toEqual(['m3', 'm2', 'm1']);
    expect(await ids('?status=active')).toEqual(['m2', 'm1']);
    expect(await ids('?tier=Silver')).toEqual(['m2']);
    expect(await ids('?status=suspended&tier=Silver')).toEqual([]);
    expect(await ids('?status=active&tier=Silver')).toEqual(['m2']);
    expect(await ids('?tier=Gold')).toEqual([]);
    expect((await list(id, '?page=2&perPage=2')).pagination).toMatchObject({
      page: 2,
      perPage: 2,
      total: 3,
      totalPages: 2,
    });
  });
});

describe('Changing tiers', () => {
  test('a change of tiers applies to every member immediately, with an event for each tier change', async () => {
    const id = await createProgramWithMember(ctx, { points: { perAction: 30 }, tiers: TIERS });
    await enrollMember(ctx, id, 'm2');
    await createApprovedSubmission(ctx, id);
    expect((await getMember(ctx, id)).tier).toBe('Silver');
    const tiers = [{ name: 'Gold', threshold: 30, multiplier: 2 }];
    const { kinds } = await captureEventKinds(ctx, () => updateProgram(ctx, id, { rewards: { tiers } }));
    expect(kinds).toEqual(['program.updated', 'member.tierChanged']);
    expect((await getMember(ctx, id)).tier).toBe('Gold');
    expect((await getMember(ctx, id, 'm2')).tier).toBeNull();
  });
});
