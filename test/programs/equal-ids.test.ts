import { afterAll, beforeAll, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { members } from '../../db/schema/programs.ts';
import {
  createProgram,
  enrollMember,
  getMember,
  postCashback,
  recordVisit,
  type Scene,
  scene,
} from './fixture.ts';

const COMPOSED = 'Jos\u00e9-1';
const DECOMPOSED = 'Jose\u0301-1';
/** Other ways to type the same ID. */
const EQUAL = [DECOMPOSED, 'Jos\u00e9\u20111', 'Jos\u00e9\u20101', '\u200eJos\u00e9-1', ' Jos\u00e9-1\u200b'];

let ctx: Scene;
beforeAll(async () => {
  ctx = await scene();
});
afterAll(() => ctx.close());

test.each(EQUAL)('the member ID %j is that of the member', async typed => {
  const { id } = await createProgram(ctx, { cashback: { type: 'percentage', value: 10, holdDays: 0 } });
  await enrollMember(ctx, id, COMPOSED);
  expect((await enrollMember(ctx, id, typed)).error.code).toBe('ALREADY_ENROLLED');
  expect((await recordVisit(ctx, id, { memberId: typed, orderValue: 10 })).status).toBe(201);
  expect((await getMember(ctx, id, encodeURIComponent(typed))).memberId).toBe(COMPOSED);
});

test('a member is stored in the normal form, however it was typed', async () => {
  const { id } = await createProgram(ctx, {});
  const { data } = await enrollMember(ctx, id, DECOMPOSED, { name: 'Jose\u0301 Ferrer' });
  expect(data).toMatchObject({ memberId: COMPOSED, name: 'Jos\u00e9 Ferrer' });
});

test('a member of before, whose ID is not in the normal form, is found by either form', async () => {
  const { id } = await createProgram(ctx, {});
  await enrollMember(ctx, id, 'before');
  await ctx.app.services.database.transaction(
    async db =>
      void (await db.update(members).set({ memberId: DECOMPOSED }).where(eq(members.programId, id)).run()),
  );
  expect((await enrollMember(ctx, id, COMPOSED)).error.code).toBe('ALREADY_ENROLLED');
  for (const typed of [COMPOSED, DECOMPOSED]) {
    expect((await recordVisit(ctx, id, { memberId: typed })).status).toBe(201);
    expect((await getMember(ctx, id, encodeURIComponent(typed))).memberId).toBe(DECOMPOSED);
  }
});

test('order numbers that look equal are the same order', async () => {
  const { id } = await createProgram(ctx, { cashback: { type: 'percentage', value: 10, holdDays: 0 } });
  await enrollMember(ctx, id, 'm1');
  const order = { memberId: 'm1', orderValue: 10 };
  expect((await postCashback(ctx, id, { ...order, orderId: 'Caf\u00e9-7' })).status).toBe(201);
  const again = await postCashback(ctx, id, { ...order, orderId: 'Cafe\u0301\u20117' });
  expect(again.error.code).toBe('DUPLICATE_ORDER');
});
