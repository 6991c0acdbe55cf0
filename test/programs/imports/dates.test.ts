import { afterEach, beforeEach, expect, test } from 'bun:test';
import {
  createProgram,
  DAY,
  enrollMember,
  findIntegrityProblems,
  getMember,
  recordVisit,
  runJobByName,
  type Scene,
  scene,
} from '../fixture.ts';
import { createMerging } from '../merging.ts';
import { dumpBalances, importFile, undoImport } from './fixture.ts';

let ctx: Scene;
let program: string;
beforeEach(async () => {
  ctx = await scene({ INACTIVE_MEMBER_DAYS: '180' });
  const region = { country: 'US', timeZone: 'America/New_York' };
  await ctx.call('PUT', '/business', region, { as: ctx.business.token });
  program = (await createProgram(ctx)).id;
});
afterEach(async () => {
  expect(await findIntegrityProblems(ctx)).toEqual([]);
  await ctx.close();
});

const CSV = 'memberId,Member since,Last visit\na,3/7/2019,12/31/2023 6:30 PM\nb,,2024-01-05\nc,2020-02-29,';
const LAST_VISIT = '2023-12-31T23:30:00.000Z';

test('a file says since when people are members and when they last visited', async () => {
  const { data } = await importFile(ctx, program, CSV);
  expect(data).toMatchObject({
    mapping: { memberId: 'memberId', 'Member since': 'joinedAt', 'Last visit': 'lastVisitAt' },
    created: 3,
    errors: [],
  });
  const joinedAt = '2019-03-07T05:00:00.000Z';
  expect(await getMember(ctx, program, 'a')).toMatchObject({
    joinedAt,
    lastVisitAt: LAST_VISIT,
    lastActivityAt: LAST_VISIT,
  });
  const now = new Date(ctx.clock.now()).toISOString();
  expect(await getMember(ctx, program, 'b')).toMatchObject({
    joinedAt: now,
    lastVisitAt: '2024-01-05T05:00:00.000Z',
  });
  expect(await getMember(ctx, program, 'c')).toMatchObject({
    joinedAt: '2020-02-29T05:00:00.000Z',
    lastVisitAt: null,
  });
  expect((await importFile(ctx, program, CSV)).data).toMatchObject({ unchanged: 3, failed: 0 });
});

test('dates that cannot be read or are in the future are rejected', async () => {
  const { data } = await importFile(ctx, program, 'memberId,joinedAt,lastVisitAt\na,31/12/2019,2099-01-01');
  expect(data.errors).toEqual([
    { line: 2, column: 'joinedAt', issue: 'must be a date such as 2024-03-07 or 3/7/2024' },
    { line: 2, column: 'lastVisitAt', issue: 'must not be in the future' },
  ]);
});

test('an undo restores an existing member, who keeps a last visit of their own', async () => {
  await enrollMember(ctx, program, 'a');
  await enrollMember(ctx, program, 'b');
  await recordVisit(ctx, program, { memberId: 'b' });
  const before = await dumpBalances(ctx);
  const { data } = await importFile(ctx, program, CSV);
  expect(data).toMatchObject({ created: 1, updated: 1, unchanged: 1 });
  expect((await getMember(ctx, program, 'a')).lastVisitAt).toBe(LAST_VISIT);
  await undoImport(ctx, data.id);
  expect(await dumpBalances(ctx)).toBe(before);
});

test('the undo of a merge leaves each member the last visit of the import', async () => {
  const { postMerge, postUndo } = createMerging(ctx);
  await importFile(ctx, program, CSV);
  await postMerge(program, 'b', 'a');
  expect((await getMember(ctx, program, 'a')).lastVisitAt).toBe('2024-01-05T05:00:00.000Z');
  expect(await findIntegrityProblems(ctx)).toEqual([]);
  await postUndo(program, 'b');
  expect((await getMember(ctx, program, 'a')).lastVisitAt).toBe(LAST_VISIT);
  expect((await getMember(ctx, program, 'b')).lastVisitAt).toBe('2024-01-05T05:00:00.000Z');
});

test('members whose last visit is long ago are kept as long as others, counted from the import', async () => {
  await importFile(ctx, program, CSV);
  ctx.clock.advance(179 * DAY);
  expect(await runJobByName(ctx, 'eraseInactiveMembers')).toBe(0);
  ctx.clock.advance(2 * DAY);
  expect(await runJobByName(ctx, 'eraseInactiveMembers')).toBe(3);
});

test('customers of Square without a reference ID have their ID at Square', async () => {
  const csv = 'Reference ID,Square Customer ID,First Name,Email Address\nref-1,SQ1,Ada,\n,SQ2,Ben,\n';
  const { data } = await importFile(ctx, program, csv);
  expect(data).toMatchObject({
    mapping: { 'Reference ID': 'memberId', 'Square Customer ID': 'memberId' },
    created: 2,
    failed: 0,
  });
  expect(await getMember(ctx, program, 'ref-1')).toMatchObject({ name: 'Ada' });
  expect(await getMember(ctx, program, 'SQ2')).toMatchObject({ name: 'Ben' });
  const mapping = { 'Square Customer ID': 'ignore' };
  const chosen = await importFile(ctx, program, csv, { mapping });
  expect(chosen.data.errors).toMatchObject([{ line: 3, column: null }]);
});
