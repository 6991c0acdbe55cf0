import { afterEach, beforeEach, expect, test } from 'bun:test';
import { zipSync } from 'fflate';
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
import { importFile } from './fixture.ts';

let ctx: Scene;
let program: string;
beforeEach(async () => {
  ctx = await scene();
  program = (await createProgram(ctx, { points: { perDollar: 1 } })).id;
});
afterEach(() => ctx.close());

/** The beginning of a file of Excel. */
const WORKBOOK = zipSync({ '[Content_Types].xml': new Uint8Array(2_000).map((_, at) => at * 31) });
const HEAD = 'name,email,phone,memberId,points,visits,cashback';
const ADA = 'Ada Martin,ada@people.example,+12025550143,till-1,120,7,4.50';

test('a file creates members with their balances, and the totals are equal to the cent', async () => {
  const csv = [HEAD, ADA, 'Ben Okafor,ben@people.example,,,40,,0.05', ',,+12025550144,,,3,1000000.01'].join(
    '\r\n',
  );
  const { status, data } = await importFile(ctx, program, csv);
  expect(status).toBe(201);
  expect(data).toMatchObject({
    kind: 'members',
    format: 'generic',
    status: 'completed',
    dryRun: false,
    progress: 100,
    undone: false,
    rows: 3,
    created: 3,
    updated: 0,
    unchanged: 0,
    failed: 0,
    errors: [],
    totals: { points: 160, visits: 10, cashback: 1000004.56 },
  });
  expect(await getMember(ctx, program, 'till-1')).toMatchObject({
    name: 'Ada Martin',
    email: 'ada@people.example',
    phone: '+12025550143',
    status: 'active',
    points: 120,
    pointsBalance: 120,
    visits: 7,
    lastVisitAt: null,
    lastActivityAt: null,
    cashback: { pending: 0, available: 4.5, redeemed: 0, lifetime: 4.5 },
  });
  expect(await findIntegrityProblems(ctx)).toEqual([]);
  const { data: listed } = await ctx.call('GET', `/programs/${program}/members?q=ben`, undefined, {
    as: ctx.business.token,
  });
  expect(listed.items).toMatchObject([{ name: 'Ben Okafor', memberId: expect.stringMatching(/^m-\w{26}$/) }]);
});

test('one event reports the import, and none its members', async () => {
  await importFile(ctx, program, `${HEAD}\n${ADA}`);
  const kinds = (await listEvents(ctx)).map(({ type }) => type);
  expect(kinds).toContain('import.completed');
  expect(kinds.filter(type => type.startsWith('member.') || type.startsWith('cashback.'))).toEqual([]);
});

test('the same file changes nothing the second time', async () => {
  const csv = `${HEAD}\n${ADA}\nBen,ben@people.example,,,40,2,\nCem,,+12025550145,,1,,\n`;
  await importFile(ctx, program, csv);
  const before = await getMember(ctx, program, 'till-1');
  const { data } = await importFile(ctx, program, csv);
  expect(data).toMatchObject({ rows: 3, created: 0, updated: 0, unchanged: 3, failed: 0 });
  expect(data.totals).toEqual({ points: 0, visits: 0, cashback: 0, spend: 0, rewards: 0 });
  expect(await getMember(ctx, program, 'till-1')).toEqual(before);
});

test('a member is found by memberId, else by phone, else by email, and keeps existing values', async () => {
  await enrollMember(ctx, program, 'a', { name: 'Kept' });
  await enrollMember(ctx, program, 'b', { phone: '+12025550150' });
  await enrollMember(ctx, program, 'c', { email: 'cleo@people.example' });
  const csv = [
    HEAD,
    'New name,a@people.example,,a,10,,',
    'Bea,,+12025550150,old-b,20,,',
    'Cleo,CLEO@people.example,,old-c,30,,',
  ].join('\n');
  const { data } = await importFile(ctx, program, csv);
  expect(data).toMatchObject({ created: 0, updated: 3, failed: 0 });
  expect(await getMember(ctx, program, 'a')).toMatchObject({
    name: 'Kept',
    email: 'a@people.example',
    points: 10,
  });
  expect(await getMember(ctx, program, 'b')).toMatchObject({ name: 'Bea', points: 20 });
  expect(await getMember(ctx, program, 'c')).toMatchObject({ name: 'Cleo', points: 30 });
  expect(await findIntegrityProblems(ctx)).toEqual([]);
});

test('a later export adds only what is new, and a lower balance is rejected', async () => {
  await importFile(ctx, program, `memberId,points,visits\na,100,5`);
  await recordVisit(ctx, program, { memberId: 'a' });
  const { data } = await importFile(ctx, program, `memberId,points,visits\na,130,4`);
  expect(data.errors).toEqual([
    {
      line: 2,
      column: 'visits',
      issue: 'is less than the 5 that an earlier import added; undo that import first',
    },
  ]);
  expect((await importFile(ctx, program, `memberId,points\na,130`)).data.totals.points).toBe(30);
  expect(await getMember(ctx, program, 'a')).toMatchObject({ points: 130, visits: 6 });
  expect(await findIntegrityProblems(ctx)).toEqual([]);
});

test('a broken row names its line and column and does not stop the others', async () => {
  const csv = [
    HEAD,
    ADA,
    '',
    'Bad phone and points,,12,b,-1,,',
    'Long phone,,0012025550144,b,1,,',
    'Bad points,,,c,1.5,,',
    '"Two\nlines",,,d,1,,',
    'Bad money,,,e,,,1.005',
    'No identity,,,,5,,',
    'Unclosed,"x,,f,1,,',
    'Many,,,g,1,,,,extra',
    'Same,,+12025550143,h,1,,',
    'Bad email,ada@,,i,1,,',
    'Last,,,z,9,,',
  ].join('\n');
  const { data } = await importFile(ctx, program, csv);
  expect(data).toMatchObject({ rows: 12, created: 4, failed: 8 });
  expect(data.errors.map(({ line, column, issue }: never) => [line, column, issue])).toEqual([
    [
      4,
      'phone',
      expect.stringMatching(/^must be a valid phone number with country code, such as \+12025550143; for/),
    ],
    [4, 'points', 'must be a whole number of at least 0'],
    [6, 'points', 'must be a whole number of at least 0'],
    [9, 'cashback', 'must have at most 2 decimal places'],
    [10, null, 'must have a memberId, phone or email'],
    [11, null, 'has a quotation mark that is never closed'],
    [12, null, 'has 9 cells, but the first row has 7'],
    [13, 'phone', 'is the same as on line 2'],
    [14, 'email', 'must be a valid email address'],
  ]);
  expect(await getMember(ctx, program, 'z')).toMatchObject({ points: 9 });
});

test('a dry run only checks the rows', async () => {
  const csv = `${HEAD}\n${ADA}\nBad,,12,b,1,,\n`;
  const { data } = await importFile(ctx, program, csv, { dryRun: true });
  expect(data).toMatchObject({
    dryRun: true,
    status: 'completed',
    rows: 2,
    created: 1,
    failed: 1,
    undone: false,
  });
  expect(data.errors).toMatchObject([{ line: 3, column: 'phone' }]);
  expect(
    (await ctx.call('GET', `/programs/${program}`, undefined, { as: ctx.business.token })).data.memberCount,
  ).toBe(0);
  expect((await listEvents(ctx)).map(({ type }) => type)).not.toContain('import.completed');
});

test('columns are assigned with a mapping', async () => {
  const csv = 'Kundennr.;Vorname;Nachname;Guthaben;name\n4711;Ada;Martin;"1.234,50 €";x\n';
  const mapping = {
    'Kundennr.': 'memberId',
    Vorname: 'firstName',
    Nachname: 'lastName',
    Guthaben: 'cashback',
    name: 'ignore',
  };
  const { data } = await importFile(ctx, program, csv, { mapping });
  const { name: _, ...used } = mapping;
  expect(data).toMatchObject({ created: 1, mapping: used, totals: { cashback: 1234.5 } });
  expect(await getMember(ctx, program, '4711')).toMatchObject({ name: 'Ada Martin' });
});

test.each([
  [
    'Square',
    'square',
    'First Name,Last Name,Email Address,Phone Number,Reference ID,Square Customer ID,First Visit,Total Spend',
    'Ada,Martin,ada@people.example,\'+12025550143,a,SQ1,2024-03-07,"$1,234.50"',
    { spend: 1234.5 },
  ],
  [
    'Stamp Me',
    'stampMe',
    'Name,Mobile,Email,Stamps,Active Stamps,Completed Stamps',
    'Ada Martin,+12025550143,,17,2,15',
    { visits: 2 },
  ],
  [
    'Smile',
    'smile',
    'id,First name,Last name,Email,Points balance,Referral URL',
    'a,Ada,Martin,ada@people.example,300,http://x',
    { points: 300 },
  ],
  [
    'Stamped',
    'stamped',
    'first_name,last_name,email,points,birthday,vip_tier',
    'Ada,Martin,ada@people.example,5000,,Gold',
    { points: 5000 },
  ],
  [
    'Loopy Loyalty',
    'loopyLoyalty',
    'id,Name,Email,Phone,currentStamps,totalStampsEarned,totalRewardsEarned',
    'a,Ada Martin,,+12025550143,4,14,1',
    { visits: 4 },
  ],
])('the export of %s is recognized', async (_, format, head, row, totals) => {
  const { data } = await importFile(ctx, program, `${head}\n${row}\n`);
  expect(data).toMatchObject({ format, created: 1, failed: 0, totals });
  const { data: listed } = await ctx.call('GET', `/programs/${program}/members`, undefined, {
    as: ctx.business.token,
  });
  expect(listed.items).toMatchObject([{ name: 'Ada Martin' }]);
});

test.each([
  ['no rows', '', 'file must have a header row'],
  ['the content of a workbook', WORKBOOK, 'file must be a CSV file; save the workbook as CSV first'],
  [
    'no column that identifies members',
    'Title,Points\nx,1',
    /^file must have a column for memberId, phone or email/,
  ],
])('a file with %s is rejected', async (_, csv, message) => {
  const { status, body } = await importFile(ctx, program, csv);
  expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  expect(body.error.message).toMatch(message);
});

test.each([
  ['the same column twice', 'memberId,points,points\na,1,2', {}, 'file has the column points twice'],
  [
    'a column in two spellings',
    'memberId,E-mail,email\na,,',
    {},
    /^file has the column (E-mail|email) twice/,
  ],
  [
    'two columns for one field',
    'memberId,Old,New\na,1,2',
    { Old: 'points', New: 'points' },
    'mapping assigns points to Old and New',
  ],
])('a file with %s is rejected, because only one would be read', async (_, csv, mapping, message) => {
  const { status, body } = await importFile(ctx, program, csv, { mapping });
  expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  expect(body.error.message).toMatch(message);
});

test('a column in two spellings is read when the other one is ignored', async () => {
  const mapping = { Points: 'ignore' };
  const { data } = await importFile(ctx, program, 'memberId,points,Points\na,1,2', { mapping });
  expect(data).toMatchObject({ created: 1, totals: { points: 1 } });
});

test('a mapping of an unknown column, field or form is rejected', async () => {
  const invalid: (string | Record<string, string>)[] = [{ Nope: 'points' }, { memberId: 'shoes' }, 'x', '[]'];
  for (const mapping of [...invalid, '{"memberId":1}']) {
    const { status, body } = await importFile(ctx, program, 'memberId\na', { mapping });
    expect([status, body.error.details[0].field]).toEqual([400, 'mapping']);
  }
});

test('only the business of the program imports members and reads the result', async () => {
  const { data } = await importFile(ctx, program, 'memberId\na');
  expect((await importFile(ctx, program, 'memberId\na', { as: ctx.otherBusiness.token })).status).toBe(404);
  for (const [method, path] of [
    ['GET', ''],
    ['POST', '/undo'],
  ] as const) {
    const { status } = await ctx.call(
      method,
      `/imports/${data.id}${path}`,
      method === 'POST' ? {} : undefined,
      {
        as: ctx.otherBusiness.token,
      },
    );
    expect(status).toBe(404);
  }
  const list = (as: string) => ctx.call('GET', '/imports', undefined, { as });
  expect((await list(ctx.business.token)).data.items).toMatchObject([{ id: data.id }]);
  expect((await list(ctx.otherBusiness.token)).data.items).toEqual([]);
});
