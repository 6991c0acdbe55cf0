import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { atomically, CLI } from '../../src/context.ts';
import { listProgramProblems } from '../../src/programs/service/integrity.ts';
import {
  createProgramWithMember,
  earnCashback,
  redeemCashback,
  refundOrder,
  type Scene,
  scene,
} from './fixture.ts';

const TERMS = { cashback: { type: 'percentage', value: 10, holdDays: 0 }, points: { perDollar: 3 } };

let ctx: Scene;
beforeAll(async () => {
  ctx = await scene();
});
afterAll(() => ctx.close());

describe('The integrity check reports', () => {
  const damages: [string, string, RegExp][] = [
    [
      'a refund above the order',
      'update cashback_refunds set total_cents = 1500, amount_cents = 1500 where subject_id = @cashback and number = 1',
      /has refunds of 2500 with the latest number 2, but it can have 2 refunds of/,
    ],
    [
      'a missing refund',
      'delete from cashback_refunds where subject_id = @cashback and number = 1',
      /with the latest number 2, but it can have 1 refunds/,
    ],
    [
      'refunded cashback',
      'update cashbacks set refunded_cents = 199 where id = @cashback',
      /cashback \w+ stores refunds of 199 cents, but they add up to 200/,
    ],
    [
      'a refunded redemption',
      'update cashback_redemptions set refunded_cents = 0 where id = @redemption',
      /redemption \w+ stores 150, refunded 0 and 0, but its parts and refunds add up to 150, refunded 50 and 50/,
    ],
    [
      'a part of a redemption',
      'update cashback_redemption_parts set refunded_cents = 0 where redemption_id = @redemption',
      /refunded 50 and 50, but its parts and refunds add up to 150, refunded 0 and 50/,
    ],
    [
      'cashback that was spent',
      'update cashbacks set remaining_cents = remaining_cents + 60 where id = @cashback',
      /cashback \w+ stores 40 cents as spent, but redemptions deducted 100/,
    ],
    [
      'points',
      'update cashback_refunds set points = points + 1 where subject_id = @cashback and number = 1',
      /activity \S+ and its refunds have 121 points, but its transfer granted 120/,
    ],
  ];
  test.each(damages)('damage to %s', async (_, statement, sentence) => {
    const id = await createProgramWithMember(ctx, TERMS);
    const { id: cashback } = await earnCashback(ctx, id, { orderValue: 40, orderId: 'A-1' });
    for (const _part of [1, 2]) await refundOrder(ctx, id, { orderId: 'A-1', amount: 10 });
    const { redemptionId: redemption } = (await redeemCashback(ctx, id, 1.5)).data;
    await refundOrder(ctx, id, { redemptionId: redemption, amount: 0.5 });
    const rollback = new Error('undone');
    const damaged = atomically(ctx.app.as(CLI), async tx => {
      const values = { '@cashback': cashback, '@redemption': redemption };
      let sql = statement;
      for (const [name, value] of Object.entries(values)) sql = sql.replaceAll(name, `'${value}'`);
      await tx.db.run(sql);
      expect((await listProgramProblems(tx)).join('\n')).toMatch(sentence);
      throw rollback;
    });
    expect(await damaged.catch(error => error)).toBe(rollback);
  });
});
