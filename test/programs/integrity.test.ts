import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import {
  buyReward,
  createProgramWithMember,
  findIntegrityProblems,
  recordVisit,
  type Scene,
  scene,
} from './fixture.ts';
import { COFFEE, STAMP_CARD } from './terms.ts';

let ctx: Scene;
beforeAll(async () => {
  ctx = await scene();
  const shop = [{ id: 'cake', name: 'Cake', points: 40, reward: COFFEE }];
  const id = await createProgramWithMember(ctx, { points: { perDollar: 1 }, goals: [STAMP_CARD], shop });
  await recordVisit(ctx, id, { quantity: 12, orderValue: 100 });
  await buyReward(ctx, id, 'cake');
});
afterAll(() => ctx.close());

const CORRUPTIONS: [string, string, string, RegExp][] = [
  [
    'a visit that is missing',
    'update visits set quantity = 11',
    'update visits set quantity = 12',
    /^member mem_\w+ stores 12 visits, the last at \S+, but there are 11 visits/,
  ],
  [
    'a last visit that never was',
    "update members set last_visit_at = '2020-01-01T00:00:00.000Z'",
    'update members set last_visit_at = (select max(created_at) from visits)',
    /^member mem_\w+ stores 12 visits, the last at 2020-01-01/,
  ],
  [
    'visits that no activity added',
    'update member_steps set visits = 7 where visits = 12',
    'update member_steps set visits = 12 where visits = 7',
    /visits 12, but its activities add up to .*visits 7/,
  ],
  [
    'visits that the program does not count',
    'update programs set visit_count = 3',
    'update programs set visit_count = 12',
    /^program prg_\w+ stores .*visits 3, but its members add up to .*visits 12/,
  ],
  [
    'a completion that was not recorded',
    'update member_goals set completions = 2',
    'update member_goals set completions = 1',
    /^the goal of member mem_\w+ card stores 2 completions, .*but there are 1 completions/,
  ],
  [
    'a used-up count that no completion explains',
    'update member_goals set consumed = 9',
    'update member_goals set consumed = 10',
    /^the goal of member mem_\w+ card stores 1 completions, 9 used up/,
  ],
  [
    'a completion whose reward belongs to another customer',
    "update rewards set user_id = 'm2' where source = 'goal'",
    "update rewards set user_id = 'm1' where source = 'goal'",
    /^reward rwd_\w+ was issued as goal prg_\w+ m1, but is stored as goal prg_\w+ m2/,
  ],
  [
    'points spent without a purchase',
    'update members set points_spent = 41',
    'update members set points_spent = 40',
    /^member mem_\w+ stores 41 points spent, but the purchases add up to 40/,
  ],
  [
    'a void reward of a purchase that was not canceled',
    "update rewards set status = 'void' where source = 'shop'",
    "update rewards set status = 'issued' where source = 'shop'",
    /^reward rwd_\w+ was issued as shop prg_\w+ m1, but is stored as canceled shop prg_\w+ m1/,
  ],
  [
    'a member who is not found by its ID',
    "delete from member_terms where term = 'm1'",
    "insert into member_terms (member_key, term, program_id, business_id) select id, 'm1', program_id, business_id from members where member_id = 'm1'",
    /^member mem_\w+ is not found by "m1"$/,
  ],
  [
    'a stale text of a member',
    "insert into member_terms (member_key, term, program_id, business_id) select id, 'zoe', program_id, business_id from members where member_id = 'm1'",
    "delete from member_terms where term = 'zoe'",
    /^member mem_\w+ is found by "zoe", which it does not have$/,
  ],
  [
    'a stock counter that is off',
    'update shop_counts set bought = 5',
    'update shop_counts set bought = 1',
    /^the shop item of (prg|mem)_\w+ cake stores 5 purchases, but there are 1$/,
  ],
];

describe('perkmint db check', () => {
  const write = (statement: string) =>
    ctx.app.services.database.transaction(async db => {
      await db.run(sql.raw(statement));
    });

  test('finds nothing in a program with visits, goals and a shop', async () => {
    expect(await findIntegrityProblems(ctx)).toEqual([]);
  });

  test.each(CORRUPTIONS)('finds %s', async (_, corrupt, repair, problem) => {
    await write(corrupt);
    expect((await findIntegrityProblems(ctx)).join('\n')).toMatch(new RegExp(problem.source, 'm'));
    await write(repair);
    expect(await findIntegrityProblems(ctx)).toEqual([]);
  });
});
