import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type BusinessFixture, CAMPAIGN, createBusiness } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { expectInvalidFields } from './fixture.ts';

let ctx: TestApp;
let owner: BusinessFixture;
beforeAll(async () => {
  ctx = await createTestApp();
  owner = await createBusiness(ctx);
  for (const name of ['one', 'two', 'three']) {
    await ctx.call('POST', '/campaigns', { ...CAMPAIGN, name }, { as: owner.token });
    ctx.clock.advance(1);
  }
});
afterAll(() => ctx.close());

const get = (query: string, path = '/campaigns') =>
  ctx.call('GET', `${path}?${query}`, undefined, { as: owner.token });

const WRONG = [
  '0',
  '-1',
  '1.5',
  'abc',
  '',
  'NaN',
  'null',
  'true',
  '1e1',
  '0x10',
  '99999999999999999999',
  '1;2',
  '[1]',
];
const LISTS = [
  '/campaigns',
  '/submissions',
  '/rewards',
  '/events',
  '/api-keys',
  '/business/users',
  '/actions',
];

describe('pagination', () => {
  for (const name of ['page', 'perPage']) {
    for (const value of [...WRONG, ...(name === 'perPage' ? ['101'] : [])]) {
      test(`rejects ${name}=${value} and names the parameter`, async () => {
        const response = await get(`${name}=${encodeURIComponent(value)}`);
        expect(expectInvalidFields(response)).toEqual([name]);
        expect(response.error.message).toMatch(/^\w+ must be (a whole number|at least 1$|at most 100$)/);
      });
    }
  }

  for (const path of LISTS) {
    test(`rejects page and perPage outside their limits on ${path}`, async () => {
      for (const wrong of ['page=0', 'perPage=0', 'perPage=108', 'perPage=x']) {
        expect(expectInvalidFields(await get(wrong, path))).toEqual([wrong.split('=')[0] as string]);
      }
      expect((await get('page=1&perPage=1', path)).status).toBe(200);
    });
  }

  test('names page and perPage if both are invalid', async () => {
    expect(expectInvalidFields(await get('page=0&perPage=0')).sort()).toEqual(['page', 'perPage']);
  });

  test('uses page 1 with 20 items by default', async () => {
    const { pagination } = (await get('')).data;
    expect(pagination).toEqual({ page: 1, perPage: 20, total: 3, totalPages: 1, next: null, previous: null });
  });

  test('accepts perPage=1 and perPage=100', async () => {
    expect((await get('perPage=1')).data.pagination).toMatchObject({
      page: 1,
      perPage: 1,
      total: 3,
      totalPages: 3,
    });
    expect((await get('perPage=100')).data.pagination.perPage).toBe(100);
  });

  test('returns an empty page for any page past the end', async () => {
    for (const page of ['2', '4000', '1000000000']) {
      const { data } = await get(`page=${page}`);
      expect(data).toEqual({
        items: [],
        pagination: { page: Number(page), perPage: 20, total: 3, totalPages: 1, next: null, previous: null },
      });
    }
  });

  test('lists each record once, newest first', async () => {
    const pages = await Promise.all([1, 2, 3].map(page => get(`perPage=1&page=${page}`)));
    expect(pages.map(({ data }) => data.items[0].name)).toEqual(['three', 'two', 'one']);
  });
});

describe('query parameters', () => {
  test('ignores unknown parameters and names them in X-Ignored-Fields', async () => {
    const response = await get('perpage=1&zzz=2&page=1');
    expect(response.status).toBe(200);
    expect(response.headers.get('x-ignored-fields')).toBe('perpage, zzz');
  });

  test('names unknown parameters on a route without parameters', async () => {
    const response = await get('zzz=2', '/auth');
    expect([response.status, response.headers.get('x-ignored-fields')]).toEqual([200, 'zzz']);
  });

  test('names a repeated unknown parameter once', async () => {
    expect((await get('zzz=1&zzz=2')).headers.get('x-ignored-fields')).toBe('zzz');
  });

  for (const query of [
    'page=1&page=1',
    'page=1&page=2',
    'state=active&state=draft',
    'page=1&p%61ge=1',
    'page&page',
  ]) {
    test(`rejects a repeated known parameter: ${query}`, async () => {
      const response = await get(query);
      expect(expectInvalidFields(response)).toEqual([query.split(/[=&]/)[0] as string]);
    });
  }

  test('trims values', async () => {
    expect((await get('perPage=%202%20&state=%20draft')).data.items).toHaveLength(2);
  });

  test('treats the names of prototype properties as unknown parameters', async () => {
    const response = await get('__proto__=1&constructor=2&toString=3&hasOwnProperty=4');
    expect(response.headers.get('x-ignored-fields')).toBe('__proto__, constructor, toString, hasOwnProperty');
  });

  test('names the allowed values of an enum, not the value sent', async () => {
    const response = await get('state=FROZEN');
    expect(expectInvalidFields(response)).toEqual(['state']);
    expect(response.error.message).toBe(
      'state must be one or more of draft, active, paused, ended, expired, without duplicates, separated by commas',
    );
  });

  test('a list request does not fail with a 5xx for arrays, objects or broken encodings', async () => {
    for (const query of [
      'page[]=1',
      'page[a]=1',
      'page={}',
      '%',
      '%zz=1',
      'state=%ff',
      'page=%',
      '=',
      '&&&',
      '?page=1',
      'a'.repeat(5_000),
    ]) {
      expect((await get(query)).status).toBeLessThan(500);
    }
  });

  test('rejects other spellings of integers and booleans in filters', async () => {
    for (const query of [
      'effort=1.5',
      'effort=6',
      'effort=x',
      'effort=',
      'rewardable=yes',
      'rewardable=1',
      'rewardable=',
    ]) {
      expect(expectInvalidFields(await get(query, '/actions'))).toEqual([query.split('=')[0] as string]);
    }
    const { data } = await get('effort=2&rewardable=true', '/actions');
    expect(data.items.length).toBeGreaterThan(0);
    expect(data.items.every(({ effort }: { effort: number }) => effort === 2)).toBe(true);
  });
});

test.each(['a%00b', 'a%1bb', '%7f'])('rejects control characters in a search: %s', async text => {
  expect(expectInvalidFields(await get(`search=${text}`, '/influencers'))).toEqual(['search']);
});
