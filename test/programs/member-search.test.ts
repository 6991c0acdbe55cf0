import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createProgram, enrollMember, MINUTE, type Scene, scene } from './fixture.ts';

let ctx: Scene;
let programId: string;
beforeAll(async () => {
  ctx = await scene();
  ({ id: programId } = await createProgram(ctx));
  for (const [memberId, fields] of Object.entries(MEMBERS)) {
    ctx.clock.advance(MINUTE);
    expect((await enrollMember(ctx, programId, memberId, fields)).status).toBe(201);
  }
});
afterAll(() => ctx.close());

const MEMBERS = {
  'till-1': { name: 'Ada Martin', email: 'ada@people.example', phone: '+1 202 555 0143' },
  'till-2': { name: 'José Núñez', phone: '+34 612 34 56 78' },
  'till-3': { name: "Anna-Lena O'Brien", email: 'lena@people.example' },
  'till-4': { name: 'Anna Smith', phone: '+49 170 1234567' },
  'till-5': { name: 'Johnson Carter' },
  'card-77': {},
};

const call = (path: string, as = ctx.business.token) => ctx.call('GET', path, undefined, { as });
const ids = (response: { data: { items: { memberId: string }[] } }) =>
  response.data.items.map(({ memberId }) => memberId);
const search = async (q: string, filter = '') =>
  ids(await call(`/programs/${programId}/members?q=${encodeURIComponent(q)}${filter}`));

describe('GET /programs/:id/members?q=', () => {
  const cases: [string, string, string[]][] = [
    ['the first letters of a first name', 'ad', ['till-1']],
    ['the first letters of a last name', 'mart', ['till-1']],
    ['several members, most recent first', 'anna', ['till-4', 'till-3']],
    ['first letters of two words in either order', 'mar ad', ['till-1']],
    ['a word and the beginning of another', 'anna smi', ['till-4']],
    ['accents left out', 'jose nunez', ['till-2']],
    ['accents typed', 'núñ', ['till-2']],
    ['a name without its apostrophe', 'obrien', ['till-3']],
    ['a name with its apostrophe and hyphen', "anna-lena o'b", ['till-3']],
    ['a phone number in national notation', '0170 123', ['till-4']],
    ['a phone number in international notation', '+49 170', ['till-4']],
    ['a phone number with 00', '0049170', ['till-4']],
    ['the last four digits of a phone number', '0143', ['till-1']],
    ['the last five digits of a phone number', '50143', ['till-1']],
    ['the last seven digits of a phone number', '555-0143', ['till-1']],
    ['the beginning of an email address', 'LENA@p', ['till-3']],
    ['the beginning of a member ID', 'card', ['card-77']],
    ['two letters in the wrong order', 'jonhson', ['till-5']],
    ['a wrong letter', 'smath', ['till-4']],
    ['a missing letter', 'smth', ['till-4']],
    ['an extra letter', 'carrter', ['till-5']],
    ['a typing error in one of two words', 'anna smoth', ['till-4']],
  ];
  for (const [name, q, expected] of cases)
    test(`finds ${name}`, async () => expect(await search(q)).toEqual(expected));

  const misses: [string, string][] = [
    ['the middle of a name', 'tin'],
    ['two typing errors', 'jhonosn'],
    ['a typing error in three letters', 'abe'],
    ['one word of two', 'anna martin'],
    ['a word twice', 'ada ada'],
    ['punctuation', '%_'],
    ['seven digits that end like a phone number', '5540143'],
  ];
  for (const [name, q] of misses)
    test(`finds nothing for ${name}`, async () => expect(await search(q)).toEqual([]));

  test('lists all members for an empty search, the most recent first', async () => {
    const all = Object.keys(MEMBERS).toReversed();
    expect(await search('')).toEqual(all);
    const { data } = await call(`/programs/${programId}/members?q=&perPage=2&page=2`);
    expect(data.pagination).toMatchObject({ page: 2, perPage: 2, total: 6, totalPages: 3 });
    expect(ids({ data })).toEqual(all.slice(2, 4));
  });

  test('lists whole words before beginnings', async () => {
    await enrollMember(ctx, programId, 'till-6', { name: 'Carl' });
    await enrollMember(ctx, programId, 'till-7', { name: 'Carla' });
    expect(await search('carl')).toEqual(['till-6', 'till-7']);
  });

  test('applies the filters and pages the matches', async () => {
    await ctx.call(
      'PUT',
      `/programs/${programId}/members/till-4`,
      { status: 'suspended' },
      {
        as: ctx.business.token,
      },
    );
    expect(await search('anna', '&status=active')).toEqual(['till-3']);
    expect(await search('anna', '&perPage=1&page=2')).toEqual(['till-3']);
  });

  test('finds a member by changed fields and no longer by the former ones', async () => {
    await enrollMember(ctx, programId, 'till-8', { name: 'Grace Hopper', phone: '+12025550188' });
    const change = { name: 'Grace Murray', phone: null };
    await ctx.call('PUT', `/programs/${programId}/members/till-8`, change, { as: ctx.business.token });
    expect(await search('murray')).toEqual(['till-8']);
    expect(await search('hopper')).toEqual([]);
    expect(await search('2025550188')).toEqual([]);
    expect(await search('grace')).toEqual(['till-8']);
  });

  test('finds members of this program only', async () => {
    const other = await createProgram(ctx);
    await enrollMember(ctx, other.id, 'else-1', { name: 'Ada Elsewhere' });
    expect(await search('elsewhere')).toEqual([]);
  });

  test('shows a customer only their own membership', async () => {
    await enrollMember(ctx, programId, ctx.ada.userId, { as: ctx.ada.token });
    const response = await call(`/programs/${programId}/members?q=ada`, ctx.ada.token);
    expect(ids(response)).toEqual([ctx.ada.userId]);
  });
});

describe('GET /members', () => {
  test('searches all programs of the business', async () => {
    expect(ids(await call('/members?q=ada'))).toEqual(['else-1', 'till-1']);
  });

  test('lists all members without a search, the most recent first', async () => {
    const { data } = await call('/members?perPage=1');
    expect(data.items).toHaveLength(1);
    expect(data.pagination.total).toBe(11);
  });

  test("does not find another business's members", async () => {
    const { data } = await call('/members?q=ada', ctx.otherBusiness.token);
    expect(data.items).toEqual([]);
    expect((await call('/members', ctx.otherBusiness.token)).data.pagination.total).toBe(0);
    const named = await call(`/members?businessId=${ctx.business.businessId}`, ctx.otherBusiness.token);
    expect(named.data.items).toEqual([]);
  });

  test('is not for customers', async () => {
    expect((await call('/members?q=ada', ctx.ada.token)).status).toBe(403);
  });
});
