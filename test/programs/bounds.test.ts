import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { atomically } from '../../src/context.ts';
import { adjust } from '../../src/programs/members/store.ts';
import {
  createApprovedSubmission,
  createProgramWithMember,
  databaseSnapshot,
  findIntegrityProblems,
  getMember,
  postCashback,
  reviewSubmission,
  type Scene,
  scene,
  submitToProgram,
} from './fixture.ts';

/** The largest order and the most generous terms that the API accepts. */
const LARGEST_ORDER = 100_000_000_000;
const GENEROUS = {
  points: { perDollar: 10_000 },
  tiers: [{ name: 'Whale', threshold: 0, multiplier: 99.99 }],
  cashback: { type: 'percentage', value: 1, holdDays: 0 },
};

let fixture: Scene;
beforeAll(async () => {
  fixture = await scene();
});
afterEach(async () => expect(await findIntegrityProblems(fixture)).toEqual([]));
afterAll(() => fixture.close());

test('an order above the limit of points per activity is rejected, and nothing is credited', async () => {
  const id = await createProgramWithMember(fixture, GENEROUS);
  const before = await databaseSnapshot(fixture);
  for (const _ of [1, 2]) {
    const { status, error } = await postCashback(fixture, id, { orderValue: LARGEST_ORDER });
    expect([status, error.code]).toEqual([409, 'LIMIT_REACHED']);
    expect(error.message).toContain('10,000,000,000,000 points');
  }
  expect(await databaseSnapshot(fixture)).toBe(before);
  const { data } = await submitToProgram(fixture, id, { orderValue: LARGEST_ORDER });
  expect((await reviewSubmission(fixture, data.id, 'approve')).error.code).toBe('LIMIT_REACHED');
  expect((await reviewSubmission(fixture, data.id, 'approve', { orderValue: 100 })).status).toBe(200);
  expect((await getMember(fixture, id)).points).toBe(99_990_000);
});

test('a member whose spend has reached the maximum earns no more, and nothing is credited', async () => {
  const id = await createProgramWithMember(fixture, { points: { perAction: 1 } });
  const { id: key } = await getMember(fixture, id);
  const ctx = fixture.app.as({ kind: 'system', id: 'cli', role: 'admin', businessId: null });
  const raise = (spendCents: number) =>
    atomically(ctx, async tx => void (await adjust(tx.db, key, { spendCents })));
  await raise(Number.MAX_SAFE_INTEGER - 99);
  const { data } = await submitToProgram(fixture, id, { orderValue: 1 });
  const before = await databaseSnapshot(fixture);
  const refused = await reviewSubmission(fixture, data.id, 'approve');
  expect([refused.status, refused.error.code]).toEqual([409, 'LIMIT_REACHED']);
  expect(await databaseSnapshot(fixture)).toBe(before);
  await reviewSubmission(fixture, data.id, 'reject');
  await createApprovedSubmission(fixture, id, { orderValue: 0.99 });
  expect((await getMember(fixture, id)).points).toBe(1);
  // Spend without an activity, which the integrity check would report.
  await raise(99 - Number.MAX_SAFE_INTEGER);
});
