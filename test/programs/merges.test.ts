import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { createStaff } from '../support/accounts.ts';
import {
  buyReward,
  captureEvents,
  createApprovedSubmission,
  createProgram,
  enrollMember,
  findIntegrityProblems,
  getMember,
  getProgress,
  type Json,
  listCashback,
  recordVisit,
  redeemCashback,
  refundOrder,
  reverseSubmission,
  type Scene,
  scene,
} from './fixture.ts';
import { createMerging, done, TERMS } from './merging.ts';

let ctx: Scene;
let merging: ReturnType<typeof createMerging>;
beforeAll(async () => {
  ctx = await scene();
  merging = createMerging(ctx);
});
afterEach(async () => expect(await findIntegrityProblems(ctx)).toEqual([]));
afterAll(() => ctx.close());

describe('A merge', () => {
  test('adds up balances, history and goals, fills contact data, and completes what both reach together', async () => {
    const id = await merging.createPair();
    await buyReward(ctx, id, 'coffee', { memberId: 'm1' });
    await redeemCashback(ctx, id, 1, 'm1');
    const merged = await done(merging.postMerge(id, 'm1', 'm2'));
    expect(merged).toMatchObject({ programId: id, memberId: 'm1', into: 'm2', undoneAt: null });
    expect(merged.member).toMatchObject({
      memberId: 'm2',
      name: 'Ada Martin',
      email: 'ada@people.example',
      phone: '+12025550143',
      points: 110,
      pointsBalance: 90,
      visits: 12,
      tier: 'Silver',
      cashback: { pending: 0, available: 10, redeemed: 1, lifetime: 11 },
    });
    expect(merged.rewards).toMatchObject([{ source: 'goal', status: 'issued' }]);
    const progress = await getProgress(ctx, id, 'm2');
    expect(progress.goals[0]).toMatchObject({ completions: 1, current: 2 });
    expect(progress.totals).toMatchObject({ spend: 110, cashback: 11 });
    const visits = await ctx.call('GET', `/programs/${id}/visits?memberId=m2`, undefined, {
      as: ctx.business.token,
    });
    expect(visits.data.items).toHaveLength(2);
    expect(await listCashback(ctx, id, '?memberId=m2')).toHaveLength(2);
    // The coffee of the shop and that of the stamp card.
    expect((await getMember(ctx, id, 'm2')).openRewards).toHaveLength(2);
  });

  test('lets the merged reference, card and number find the other member', async () => {
    const id = await merging.createPair();
    const { data: card } = await ctx.call('GET', `/programs/${id}/members/m1/card`, undefined, {
      as: ctx.business.token,
    });
    await done(merging.postMerge(id, 'm1', 'm2'));
    expect((await getMember(ctx, id, 'm1')).memberId).toBe('m2');
    expect((await recordVisit(ctx, id, { memberId: 'm1' })).data.memberId).toBe('m2');
    const scanned = await recordVisit(ctx, id, { memberId: undefined, card: card.card });
    expect(scanned.data.memberId).toBe('m2');
    const called = await recordVisit(ctx, id, { memberId: undefined, phone: '+12025550143' });
    expect(called.data.memberId).toBe('m2');
    expect((await enrollMember(ctx, id, 'm1')).error.code).toBe('ALREADY_ENROLLED');
    const path = `/programs/${id}/members?q=`;
    for (const q of ['m1', 'ada mart', 'm2', '0143', 'm']) {
      const found = await ctx.call('GET', path + encodeURIComponent(q), undefined, {
        as: ctx.business.token,
      });
      expect([q, found.data.items.map((item: Json) => item.memberId)]).toEqual([q, ['m2']]);
    }
    const list = await ctx.call('GET', `/programs/${id}/members?status=left`, undefined, {
      as: ctx.business.token,
    });
    expect(list.data.items).toMatchObject([{ memberId: 'm1', status: 'left', points: 0, visits: 0 }]);
    expect((await getMember(ctx, id, 'm2')).merged).toEqual([{ memberId: 'm1', name: 'Ada Martin' }]);
  });

  test('is followed by no card of either after the card was replaced', async () => {
    const id = await merging.createPair();
    const cardOf = (memberId: string) => `/programs/${id}/members/${memberId}/card`;
    const { data: old } = await ctx.call('GET', cardOf('m1'), undefined, { as: ctx.business.token });
    await done(merging.postMerge(id, 'm1', 'm2'));
    await ctx.call('POST', cardOf('m2'), undefined, { as: ctx.business.token });
    const scanned = await recordVisit(ctx, id, { memberId: undefined, card: old.card });
    expect(scanned.error.code).toBe('NOT_FOUND');
  });

  test('keeps orders, purchases, redemptions and proof reversible', async () => {
    const id = await merging.createPair();
    const { data: bought } = await buyReward(ctx, id, 'coffee', { memberId: 'm1' });
    const { data: redeemed } = await redeemCashback(ctx, id, 2, 'm1');
    const proof = await createApprovedSubmission(ctx, id, { memberId: 'm1', orderValue: 30 });
    await done(merging.postMerge(id, 'm1', 'm2'));
    const back = await refundOrder(ctx, id, { redemptionId: redeemed.redemptionId });
    expect(back.data).toMatchObject({ memberId: 'm2', balance: 14 });
    const order = await refundOrder(ctx, id, { orderId: 'm1-order' });
    expect(order.data).toMatchObject({ memberId: 'm2', cashback: 6, points: 60, balance: 8 });
    const canceled = await ctx.call(
      'POST',
      `/programs/${id}/redemptions/${bought.id}/cancel`,
      {},
      { as: ctx.business.token },
    );
    expect(canceled.data.memberId).toBe('m2');
    expect((await reverseSubmission(ctx, proof)).status).toBe(200);
    expect(await getMember(ctx, id, 'm2')).toMatchObject({
      points: 50,
      pointsBalance: 50,
      cashback: { available: 5 },
    });
  });

  test('is recorded as an event, and as a change of both members', async () => {
    const id = await merging.createPair();
    const events = await captureEvents(ctx, () => done(merging.postMerge(id, 'm1', 'm2')));
    expect(events.map(({ type }) => type).sort()).toEqual([
      'member.goalCompleted',
      'member.merged',
      'member.tierChanged',
      'member.updated',
      'member.updated',
      'reward.issued',
    ]);
    const left = events.find(({ type, data }) => type === 'member.updated' && data.object.memberId === 'm1');
    expect(left.data).toMatchObject({
      object: { status: 'left', points: 0 },
      previous: { status: 'active', points: 60 },
    });
  });

  test('of an account frees it, so that the person can enroll again', async () => {
    const { id } = await createProgram(ctx, TERMS);
    await enrollMember(ctx, id, ctx.ada.userId, { as: ctx.ada.token });
    await enrollMember(ctx, id, 'm2');
    await recordVisit(ctx, id, { memberId: ctx.ada.userId });
    await done(merging.postMerge(id, ctx.ada.userId, 'm2'));
    const own = await ctx.call('GET', `/programs/${id}/members`, undefined, { as: ctx.ada.token });
    expect(own.data.items).toEqual([]);
    await done(merging.postUndo(id, ctx.ada.userId));
    expect(await getMember(ctx, id, ctx.ada.userId, ctx.ada.token)).toMatchObject({
      visits: 1,
      status: 'active',
    });
    await done(merging.postMerge(id, ctx.ada.userId, 'm2'));
    expect((await enrollMember(ctx, id, ctx.ada.userId, { as: ctx.ada.token })).status).toBe(201);
    await merging.expectRejected(() => merging.postUndo(id, 'm2'), 409, 'CONFLICT');
  });

  test('is not followed by a person who claims another card of the reference', async () => {
    const { id } = await createProgram(ctx, TERMS);
    const { id: other } = await createProgram(ctx, TERMS);
    for (const program of [id, other]) await enrollMember(ctx, program, 'till-8');
    await enrollMember(ctx, id, 'till-9');
    await recordVisit(ctx, id, { memberId: 'till-9' });
    await done(merging.postMerge(id, 'till-8', 'till-9'));
    const path = `/programs/${other}/members/till-8/claim`;
    const { data: issued } = await ctx.call('POST', path, {}, { as: ctx.business.token });
    const claimed = await ctx.call('POST', '/claims', { code: issued.code }, { as: ctx.ada.token });
    expect(claimed.data.memberships).toMatchObject([{ programId: other }]);
    const own = await ctx.call('GET', `/programs/${id}/members`, undefined, { as: ctx.ada.token });
    expect(own.data.items).toEqual([]);
    expect((await getMember(ctx, id, 'till-8')).memberId).toBe('till-9');
  });

  test('is erased with the other member, but not what its person has elsewhere', async () => {
    const { id } = await createProgram(ctx, TERMS);
    const { id: other } = await createProgram(ctx, TERMS);
    for (const program of [id, other]) await enrollMember(ctx, program, 'till-6', { name: 'Eve Elsewhere' });
    await enrollMember(ctx, id, 'till-7');
    await recordVisit(ctx, other, { memberId: 'till-6' });
    await done(merging.postMerge(id, 'till-6', 'till-7'));
    const path = `/programs/${id}/members/till-7`;
    const { data } = await ctx.call('DELETE', path, undefined, { as: ctx.business.token });
    expect(data.memberships).toHaveLength(2);
    expect(await getMember(ctx, id, 'till-6')).toMatchObject({ name: null, status: 'left' });
    expect(await getMember(ctx, other, 'till-6')).toMatchObject({ name: 'Eve Elsewhere', visits: 1 });
  });

  test('into an account gives it everything of a card from the counter', async () => {
    const { id } = await createProgram(ctx, TERMS);
    await enrollMember(ctx, id, ctx.bob.userId, { as: ctx.bob.token });
    await enrollMember(ctx, id, 'till-9');
    await createApprovedSubmission(ctx, id, { memberId: 'till-9' });
    await recordVisit(ctx, id, { memberId: 'till-9', quantity: 10 });
    await done(merging.postMerge(id, 'till-9', ctx.bob.userId));
    const own = await getMember(ctx, id, ctx.bob.userId, ctx.bob.token);
    expect(own).toMatchObject({ points: 7, visits: 10 });
    expect(own.openRewards).toHaveLength(1);
    await done(merging.postUndo(id, 'till-9'));
    expect(await getMember(ctx, id, ctx.bob.userId)).toMatchObject({ points: 0, visits: 0, openRewards: [] });
    expect((await getMember(ctx, id, 'till-9')).openRewards).toHaveLength(1);
  });
});

describe('A merge is rejected, and nothing changes,', () => {
  test('for the member itself, unknown members, a second time and foreign ones', async () => {
    const id = await merging.createPair();
    const foreign = await merging.createPair();
    await enrollMember(ctx, foreign, 'm9');
    const itself = await merging.expectRejected(
      () => merging.postMerge(id, 'm1', 'm1'),
      400,
      'VALIDATION_ERROR',
    );
    expect(itself.details[0].field).toBe('into');
    const unknown = await merging.expectRejected(() => merging.postMerge(id, 'm1', 'm9'), 404, 'NOT_FOUND');
    expect(unknown.details[0].field).toBe('into');
    await merging.expectRejected(() => merging.postMerge(id, 'm9', 'm1'), 404, 'NOT_FOUND');
    await merging.expectRejected(
      () => merging.postMerge(id, 'm1', 'm2', ctx.otherBusiness.token),
      404,
      'NOT_FOUND',
    );
    const staff = await createStaff(ctx, ctx.business);
    await merging.expectRejected(() => merging.postMerge(id, 'm1', 'm2', staff), 403, 'FORBIDDEN');
    await merging.expectRejected(() => merging.postUndo(id, 'm1'), 409, 'INVALID_TRANSITION');
    await done(merging.postMerge(id, 'm1', 'm2'));
    await merging.expectRejected(() => merging.postMerge(id, 'm1', 'm2'), 409, 'INVALID_TRANSITION');
    await merging.expectRejected(() => merging.postMerge(id, 'm2', 'm1'), 400, 'VALIDATION_ERROR');
    await merging.expectRejected(() => merging.postUndo(id, 'm1', ctx.otherBusiness.token), 404, 'NOT_FOUND');
  });

  test('into a member who is suspended; one who is can be merged, and is suspended again afterwards', async () => {
    const id = await merging.createPair();
    await ctx.call('PUT', `/programs/${id}/members/m1`, { status: 'suspended' }, { as: ctx.business.token });
    await merging.expectRejected(() => merging.postMerge(id, 'm2', 'm1'), 403, 'MEMBER_SUSPENDED');
    await done(merging.postMerge(id, 'm1', 'm2'));
    await done(merging.postUndo(id, 'm1'));
    expect((await getMember(ctx, id, 'm1')).status).toBe('suspended');
  });

  test('after one of both was erased', async () => {
    const { id } = await createProgram(ctx, TERMS);
    await enrollMember(ctx, id, 'planted-1', { name: 'Planted Name', phone: '+12025550177' });
    await enrollMember(ctx, id, 'planted-2');
    await recordVisit(ctx, id, { memberId: 'planted-1' });
    await done(merging.postMerge(id, 'planted-1', 'planted-2'));
    const path = `/programs/${id}/members/planted-2`;
    const { data } = await ctx.call('DELETE', path, undefined, { as: ctx.business.token });
    expect(data.memberships).toHaveLength(2);
    const tables = ['members', 'member_terms', 'member_merges', 'visits', 'events', 'idempotency_keys'];
    for (const table of tables) {
      const rows = await ctx.app.services.database.reader.all(`select * from ${table}`);
      expect([table, /planted|2025550177/i.test(JSON.stringify(rows))]).toEqual([table, false]);
    }
    await merging.expectRejected(() => merging.postUndo(id, data.memberId), 409, 'CONFLICT');
  });
});
