import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { atomically } from '../../src/context.ts';
import { adjust } from '../../src/programs/members-store.ts';
import {
  approved,
  audited,
  cashback,
  contents,
  joined,
  member,
  review,
  type Scene,
  scene,
  submit,
} from './scene.ts';

/** The largest order that the API takes, with terms as generous as it takes. */
const LARGEST_ORDER = 1_000_000_000;
const GENEROUS = {
  points: { perDollar: 10_000 },
  tiers: [{ name: 'Whale', threshold: 0, multiplier: 99.99 }],
  cashback: { type: 'percentage', value: 1, holdDays: 0 },
};

let here: Scene;
beforeAll(async () => {
  here = await scene();
});
afterEach(async () => expect(await audited(here)).toEqual([]));
afterAll(() => here.close());

test('an order that would earn more points than one step may is refused, and nothing is credited', async () => {
  const id = await joined(here, GENEROUS);
  const before = contents(here);
  for (const _ of [1, 2]) {
    const { status, error } = await cashback(here, id, { orderValue: LARGEST_ORDER });
    expect([status, error.code]).toEqual([409, 'LIMIT_REACHED']);
    expect(error.message).toContain('1,000,000,000 points');
  }
  expect(contents(here)).toBe(before);
  const { data } = await submit(here, id, { orderValue: LARGEST_ORDER });
  expect((await review(here, data.id, 'approve')).error.code).toBe('LIMIT_REACHED');
  expect((await review(here, data.id, 'approve', { orderValue: 100 })).status).toBe(200);
  expect((await member(here, id)).points).toBe(99_990_000);
});

test('a member whose spending has reached the bound of the counters earns no more, and nothing is credited', async () => {
  const id = await joined(here, { points: { perAction: 1 } });
  const { id: key } = await member(here, id);
  const ctx = here.app.as({ kind: 'system', id: 'cli', role: 'admin', businessId: null });
  const raise = (spendCents: number) => atomically(ctx, async tx => void adjust(tx.db, key, { spendCents }));
  await raise(Number.MAX_SAFE_INTEGER - 99);
  const { data } = await submit(here, id, { orderValue: 1 });
  const before = contents(here);
  const refused = await review(here, data.id, 'approve');
  expect([refused.status, refused.error.code]).toEqual([409, 'LIMIT_REACHED']);
  expect(contents(here)).toBe(before);
  await review(here, data.id, 'reject');
  await approved(here, id, { orderValue: 0.99 });
  expect((await member(here, id)).points).toBe(1);
  // Spending that no step made, which the check would report.
  await raise(99 - Number.MAX_SAFE_INTEGER);
});
