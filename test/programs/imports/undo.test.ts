import { afterEach, beforeEach, expect, test } from 'bun:test';
import {
  createProgram,
  enrollMember,
  findIntegrityProblems,
  getMember,
  listEvents,
  recordVisit,
  type Scene,
  scene,
} from '../fixture.ts';
import { STAMP_CARD } from '../terms.ts';
import { dumpBalances, importFile, undoImport } from './fixture.ts';

let ctx: Scene;
let program: string;
beforeEach(async () => {
  ctx = await scene();
  const goals = [STAMP_CARD, { id: 'regular', name: 'Regular', metric: 'points', target: 50 }];
  const tiers = [{ name: 'Gold', threshold: 100, multiplier: 2 }];
  program = (
    await createProgram(ctx, {
      points: { perDollar: 1 },
      goals,
      tiers,
      cashback: { type: 'percentage', value: 10, holdDays: 0 },
    })
  ).id;
});
afterEach(() => ctx.close());

const CSV = [
  'name,email,phone,memberId,points,visits,cashback',
  'Ada,ada@people.example,+12025550143,a,120,27,4.50',
  'Ben,ben@people.example,,b,40,9,',
  'Cem,,+12025550144,,,,0.01',
].join('\n');
const getProgress = async (id: string) =>
  (
    await ctx.call('GET', `/programs/${program}/progress?memberId=${id}`, undefined, {
      as: ctx.business.token,
    })
  ).data;

test('an undo restores byte-equal balances and removes the members that the import created', async () => {
  await enrollMember(ctx, program, 'a', { name: 'Ada' });
  await recordVisit(ctx, program, { memberId: 'a', quantity: 12, orderValue: 30 });
  await enrollMember(ctx, program, 'z');
  const before = await dumpBalances(ctx);
  const { data } = await importFile(ctx, program, CSV);
  expect(data).toMatchObject({ created: 2, updated: 1, failed: 0 });
  expect(await getMember(ctx, program, 'a')).toMatchObject({
    points: 150,
    visits: 39,
    tier: 'Gold',
    cashback: { available: 7.5 },
  });
  expect(await findIntegrityProblems(ctx)).toEqual([]);

  const undone = await undoImport(ctx, data.id);
  expect(undone.data).toMatchObject({ status: 'undone', undone: true, kept: 0 });
  expect(await dumpBalances(ctx)).toBe(before);
  expect(await findIntegrityProblems(ctx)).toEqual([]);
  expect((await listEvents(ctx)).at(-1)).toMatchObject({
    type: 'import.undone',
    data: { object: { id: data.id } },
  });

  expect((await importFile(ctx, program, CSV)).data).toMatchObject({ created: 2, updated: 1 });
});

test('an undo happens once', async () => {
  const { data } = await importFile(ctx, program, CSV);
  await undoImport(ctx, data.id);
  const { status, body } = await undoImport(ctx, data.id);
  expect([status, body.error.code]).toEqual([409, 'INVALID_TRANSITION']);
  const checked = await importFile(ctx, program, CSV, { dryRun: true });
  expect((await undoImport(ctx, checked.data.id)).body.error.code).toBe('INVALID_TRANSITION');
});

test('an undo is rejected naming the members who have acted since, or leaves them as they are', async () => {
  const { data } = await importFile(ctx, program, CSV);
  await recordVisit(ctx, program, { memberId: 'a' });
  const { status, body } = await undoImport(ctx, data.id);
  expect([status, body.error.code]).toEqual([409, 'CONFLICT']);
  expect(body.error.message).toContain('since the import: a. ');
  expect(await getMember(ctx, program, 'b')).toMatchObject({ points: 40 });

  const { data: undone } = await undoImport(ctx, data.id, { keepChanged: true });
  expect(undone).toMatchObject({ undone: true, kept: 1 });
  expect(await getMember(ctx, program, 'a')).toMatchObject({ points: 120, visits: 28 });
  const { data: listed } = await ctx.call('GET', `/programs/${program}/members`, undefined, {
    as: ctx.business.token,
  });
  expect(listed.items.map(({ memberId }: never) => memberId)).toEqual(['a']);
  expect(await findIntegrityProblems(ctx)).toEqual([]);
});

test('opening balances complete no goal, and stamps continue the last card', async () => {
  await importFile(ctx, program, CSV);
  expect((await getMember(ctx, program, 'a')).openRewards).toEqual([]);
  const goalsOf = async (id: string) =>
    (await getProgress(id)).goals.map(({ id: goal, current, status }: never) => [goal, current, status]);
  expect(await goalsOf('a')).toEqual([
    ['card', 7, 'inProgress'],
    ['regular', 120, 'completed'],
  ]);
  expect(await goalsOf('b')).toEqual([
    ['card', 9, 'inProgress'],
    ['regular', 40, 'inProgress'],
  ]);
  await recordVisit(ctx, program, { memberId: 'b' });
  expect((await getMember(ctx, program, 'b')).openRewards).toHaveLength(1);
  expect(await findIntegrityProblems(ctx)).toEqual([]);
});

test('opening cashback and points can be spent like any other', async () => {
  await importFile(ctx, program, CSV);
  const { status, data } = await ctx.call(
    'POST',
    `/programs/${program}/cashback`,
    { action: 'redeem', memberId: 'a', amount: 4.5 },
    { as: ctx.business.token },
  );
  expect([status, data.balance]).toEqual([201, 0]);
  expect(await findIntegrityProblems(ctx)).toEqual([]);
});

test('a program whose rows were only checked can be deleted', async () => {
  await importFile(ctx, program, CSV, { dryRun: true });
  const { status } = await ctx.call('DELETE', `/programs/${program}`, undefined, { as: ctx.business.token });
  expect(status).toBe(200);
});

test('an undo keeps members who have brought new ones', async () => {
  const { id } = await createProgram(ctx, {}, { referral: { referrer: { type: 'fixed', value: 5 } } });
  const { data } = await importFile(ctx, id, 'memberId,name\nr,Rita\ns,Sam');
  const path = `/programs/${id}/members`;
  const { data: rita } = await ctx.call('GET', `${path}/r`, undefined, { as: ctx.business.token });
  await enrollMember(ctx, id, 'new', { referredBy: { code: rita.referralCode } });
  expect((await undoImport(ctx, data.id)).error.details).toMatchObject([{ field: 'r', rule: 'conflict' }]);
  expect((await undoImport(ctx, data.id, { keepChanged: true })).status).toBe(200);
  const { data: left } = await ctx.call('GET', path, undefined, { as: ctx.business.token });
  expect(left.items.map(({ memberId }: { memberId: string }) => memberId)).toEqual(['new', 'r']);
});
