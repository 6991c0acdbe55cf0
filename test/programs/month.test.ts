import { afterAll, beforeAll, expect, test } from 'bun:test';
import * as ledger from '../../src/ledger/service.ts';
import {
  createApprovedSubmission,
  createProgramWithMember,
  DAY,
  earnCashback,
  findIntegrityProblems,
  getMember,
  getProgress,
  listCashback,
  postCashback,
  redeemCashback,
  type Scene,
  scene,
  transitionCashback,
} from './fixture.ts';

/**
 * A month of one member, calculated by hand: 5%, up to 10.00 per transaction and 30.00 per member, held for 7 days;
 * 10 points per approval and 1 per dollar; Silver from 100 points (× 1.5), Gold from 300 (× 2).
 *
 * day  what                       cashback             points                          total  tier
 *   1  order 40.00                2.00                 40 × 1               = 40          40  –
 *   3  approval, order 55.50      2.775 → 2.77         (10 + 55.5) × 1      = 65.5 → 65  105  Silver
 *   5  order 300.00               15.00 → 10.00 (cap)  300 × 1.5            = 450        555  Gold
 *   8  (day 1 becomes available: 2.00)
 *   9  redeems 1.50 of 2.00
 *  10  refund of day 5 (held)    −10.00                −450                              105  Silver
 *  12  order 180.00               9.00                 180 × 1.5            = 270        375  Gold
 *  13  (day 3 became available on day 10: 2.77)
 *  15  order 400.00               20.00 → 10.00 (cap)  400 × 2              = 800       1175  Gold
 *  20  order 250.00               12.50 → 10.00 → 6.23 (2.00 + 2.77 + 9.00 + 10.00 = 23.77 of 30.00)
 *                                                      250 × 2              = 500       1675  Gold
 *  21  order 10.00                LIMIT_REACHED, nothing changes
 *  30  all is available: 0.50 + 2.77 + 9.00 + 10.00 + 6.23 = 28.50 available, 1.50 redeemed, 30.00 ever available
 */
let fixture: Scene;
let id: string;
let today = 1;
beforeAll(async () => {
  fixture = await scene();
  id = await createProgramWithMember(fixture, {
    cashback: { type: 'percentage', value: 5, maxPerTransaction: 10, maxPerMember: 30, holdDays: 7 },
    points: { perAction: 10, perDollar: 1 },
    tiers: [
      { name: 'Silver', threshold: 100, multiplier: 1.5 },
      { name: 'Gold', threshold: 300, multiplier: 2 },
    ],
  });
});
afterAll(() => fixture.close());

const on = (day: number) => {
  fixture.clock.advance((day - today) * DAY);
  today = day;
};
const pay = (orderValue: number) => earnCashback(fixture, id, { orderValue, orderId: `day-${today}` });

test('a month calculated by hand matches the program', async () => {
  const history: unknown[] = [];
  const tell = async () => {
    const { points, tier, cashback } = await getMember(fixture, id);
    history.push([today, points, tier, cashback.pending, cashback.available, cashback.redeemed]);
  };
  await pay(40);
  await tell();
  on(3);
  await createApprovedSubmission(fixture, id, { orderValue: 55.5 });
  await tell();
  on(5);
  const large = await pay(300);
  await tell();
  on(9);
  await redeemCashback(fixture, id, 1.5);
  await tell();
  on(10);
  await transitionCashback(fixture, id, large.id, 'void', 'Refunded');
  await tell();
  on(12);
  await pay(180);
  await tell();
  on(15);
  await pay(400);
  await tell();
  on(20);
  await pay(250);
  await tell();
  on(21);
  expect((await postCashback(fixture, id, { orderValue: 10 })).error.code).toBe('LIMIT_REACHED');
  on(30);
  await tell();
  expect(history).toEqual([
    [1, 40, null, 2, 0, 0],
    [3, 105, 'Silver', 4.77, 0, 0],
    [5, 555, 'Gold', 14.77, 0, 0],
    [9, 555, 'Gold', 12.77, 0.5, 1.5],
    [10, 105, 'Silver', 0, 3.27, 1.5],
    [12, 375, 'Gold', 9, 3.27, 1.5],
    [15, 1175, 'Gold', 19, 3.27, 1.5],
    [20, 1675, 'Gold', 16.23, 12.27, 1.5],
    [30, 1675, 'Gold', 0, 28.5, 1.5],
  ]);
  expect((await listCashback(fixture, id)).map(row => [row.status, row.amount, row.remaining])).toEqual([
    ['available', 6.23, 6.23],
    ['available', 10, 10],
    ['available', 9, 9],
    ['void', 10, 0],
    ['available', 2.77, 2.77],
    ['available', 2, 0.5],
  ]);
  expect((await getProgress(fixture, id, 'm1')).totals).toEqual({
    pointsBalance: 1_675,
    visits: 0,
    submissions: 1,
    approved: 1,
    points: 1675,
    // 40 + 55.50 + 180 + 400 + 250; the refunded 300 do not count
    spend: 925.5,
    cashback: 30,
  });
});

test("the member's statement matches, line by line", async () => {
  const ctx = fixture.app.as({ kind: 'system', id: 'cli', role: 'admin', businessId: null });
  const { id: key } = await getMember(fixture, id);
  const lines = await ledger.listStatementLines(ctx, `member:${key}/cashback/available`, 100);
  expect(lines.toReversed().map(line => [line.kind, line.amount, line.balanceAfter])).toEqual([
    ['cashback.released', 200, 200],
    ['cashback.redeemed', -150, 50],
    ['cashback.released', 277, 327],
    ['cashback.released', 900, 1227],
    ['cashback.released', 1000, 2227],
    ['cashback.released', 623, 2850],
  ]);
  expect(await ledger.getBalance(ctx, `program:${id}/cashback/issued`)).toBe(-3000);
  expect(await ledger.getBalance(ctx, `program:${id}/cashback/redeemed`)).toBe(150);
  expect(await findIntegrityProblems(fixture)).toEqual([]);
});
