import { afterEach, beforeEach, expect, test } from 'bun:test';
import { rewards } from '../../../db/schema/rewards.ts';
import { atomically } from '../../../src/context.ts';
import { insert as insertPass } from '../../../src/passes/store.ts';
import { DAY_MS, nowIso } from '../../../src/platform/clock.ts';
import {
  createProgram,
  enrollMember,
  expectRejected,
  findIntegrityProblems,
  getMember,
  getProgress,
  type Json,
  listEvents,
  type Scene,
  scene,
} from '../fixture.ts';
import { createMerging, done } from '../merging.ts';
import { STAMP_CARD } from '../terms.ts';
import { dumpBalances, importFile, undoImport } from './fixture.ts';

const SPENDER = { id: 'spender', name: 'Spender', metric: 'spend', target: 100, reward: STAMP_CARD.reward };
const CARD = { ...STAMP_CARD, reward: { ...STAMP_CARD.reward, expiresInDays: 30 } };
const CSV = 'memberId,visits,rewards,spend\na,3,2,120.50\nb,0,1,\nc,4,,0.05\n';

let ctx: Scene;
let program: string;
beforeEach(async () => {
  ctx = await scene();
  program = (await createProgram(ctx, { goals: [SPENDER, CARD] })).id;
});
afterEach(() => ctx.close());

const as = () => ({ as: ctx.business.token });
const listOpen = async (memberId: string): Promise<Json[]> =>
  (await getMember(ctx, program, memberId)).openRewards;
const listRows = () => ctx.app.services.database.reader.select().from(rewards).all();

/** Acts on a reward in one of the ways after which an undo must not delete it. */
async function use(action: string, id: string): Promise<void> {
  if (action !== 'pass')
    return void (await change(action, id, action === 'redeem' ? undefined : 'By mistake'));
  const pass = { id: 'pas_1', platform: 'google', kind: 'reward', recordId: id } as const;
  const now = nowIso(ctx.clock);
  const system = ctx.app.as({ kind: 'system', id: 'cli', role: 'admin', businessId: null });
  await atomically(system, tx =>
    insertPass(tx.db, {
      ...pass,
      businessId: ctx.business.businessId,
      subject: `reward:${id}`,
      createdAt: now,
      updatedAt: now,
    }),
  );
}

const change = (action: string, rewardId: string, reason?: string) =>
  done(ctx.call('POST', `/rewards/${action}`, { rewardId, reason }, as()));

test('open rewards are issued as the reward of the stamp card, and spending counts without a reward', async () => {
  const { data } = await importFile(ctx, program, CSV);
  expect(data).toMatchObject({ created: 3, failed: 0, totals: { visits: 7, rewards: 3, spend: 120.55 } });
  expect((await listOpen('a')).map(({ name, source }) => [name, source])).toEqual([
    ['Coffee', 'goal'],
    ['Coffee', 'goal'],
  ]);
  const progress = await getProgress(ctx, program, 'a');
  expect(progress.totals.spend).toBe(120.5);
  expect(progress.goals).toMatchObject([
    { id: 'spender', status: 'completed', completions: 1 },
    { id: 'card', current: 3, completions: 0 },
  ]);
  const types = (await listEvents(ctx)).map(({ type }) => type);
  expect(types.filter(type => type.startsWith('reward.'))).toEqual([]);
  expect(await findIntegrityProblems(ctx)).toEqual([]);
  const [first] = await listOpen('a');
  await change('redeem', first?.id);
  expect(await listOpen('a')).toHaveLength(1);
});

test('the same file issues nothing the second time, a later one what is new, and fewer are rejected', async () => {
  await importFile(ctx, program, CSV);
  expect((await importFile(ctx, program, CSV)).data).toMatchObject({
    unchanged: 3,
    totals: { rewards: 0, spend: 0 },
  });
  const { data } = await importFile(ctx, program, 'memberId,rewards,spend\na,3,130\nb,0,\nc,,0.04\n');
  expect(data).toMatchObject({ updated: 1, totals: { rewards: 1, spend: 9.5 } });
  const advice = 'that an earlier import added; undo that import first';
  expect(data.errors).toEqual([
    { line: 3, column: 'rewards', issue: `is less than the 1 ${advice}` },
    { line: 4, column: 'spend', issue: `is less than the 0.05 ${advice}` },
  ]);
  expect(await listOpen('a')).toHaveLength(3);
});

test('an undo removes the rewards and restores the rest byte by byte, also after they have expired', async () => {
  await enrollMember(ctx, program, 'a');
  const before = await dumpBalances(ctx);
  const { data } = await importFile(ctx, program, CSV);
  expect(await listRows()).toHaveLength(3);
  ctx.clock.advance(31 * DAY_MS);
  expect(await listOpen('a')).toEqual([]);
  expect((await undoImport(ctx, data.id)).data).toMatchObject({ undone: true, kept: 0 });
  expect(await dumpBalances(ctx)).toBe(before);
  expect(await findIntegrityProblems(ctx)).toEqual([]);
});

test.each([
  ['redeemed', ['redeem']],
  ['redeemed and reinstated', ['redeem', 'reinstate']],
  ['voided', ['void']],
  ['added to a wallet', ['pass']],
])('a member of whom a reward was %s stops the undo, or stays', async (_, actions) => {
  const { data } = await importFile(ctx, program, CSV);
  const [reward] = await listOpen('b');
  for (const action of actions) await use(action, reward?.id);
  await expectRejected(ctx, () => undoImport(ctx, data.id), [409, 'CONFLICT']);
  expect((await undoImport(ctx, data.id, { keepChanged: true })).data).toMatchObject({
    undone: true,
    kept: 1,
  });
  const left = await listRows();
  expect(left.map(({ id }) => id)).toEqual([reward?.id]);
  expect(await findIntegrityProblems(ctx)).toEqual([]);
});

test('a member who was merged stays, with the rewards', async () => {
  const { data } = await importFile(ctx, program, CSV);
  await done(createMerging(ctx).postMerge(program, 'a', 'b'));
  expect((await undoImport(ctx, data.id, { keepChanged: true })).data).toMatchObject({
    undone: true,
    kept: 2,
  });
  expect(await listOpen('b')).toHaveLength(3);
  expect(await findIntegrityProblems(ctx)).toEqual([]);
});

test('a check issues nothing, and a program without a goal with a reward refuses open rewards', async () => {
  const check = await importFile(ctx, program, CSV, { dryRun: true });
  expect(check.data).toMatchObject({ created: 3, totals: { rewards: 3, spend: 120.55 } });
  expect(await listRows()).toEqual([]);
  const plain = (await createProgram(ctx, { name: 'Plain', points: { perDollar: 1 } })).id;
  const { data } = await importFile(
    ctx,
    plain,
    'memberId,Rewards available,Total spent\na,1,5\nb,0,101\nc,101,1\nd,,-1\n',
  );
  expect(data).toMatchObject({ created: 1, totals: { rewards: 0, spend: 101 } });
  expect(data.errors).toEqual([
    {
      line: 2,
      column: 'Rewards available',
      issue: 'needs a goal of the program with a reward, as which they are issued',
    },
    { line: 4, column: 'Rewards available', issue: 'must be at most 100' },
    { line: 5, column: 'Total spent', issue: 'must be an amount of at least 0, such as 12.50' },
  ]);
});
