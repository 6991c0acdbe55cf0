import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Fixtures, seedFixtures } from '../support/fixtures.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let ctx: TestApp;
let own: Fixtures;

beforeAll(async () => {
  ctx = await createTestApp();
  own = await seedFixtures(ctx);
});
afterAll(() => ctx.close());

const read = async (path: string) => (await ctx.call('GET', path, undefined, { as: own.owner })).data;

test.each(['campaigns', 'programs', 'rewards', 'submissions'])(
  '%s include their business in lists and alone, and by default nothing',
  async collection => {
    const { items } = await read(`/${collection}?include=business`);
    expect(items.length).toBeGreaterThan(0);
    for (const { business, businessId, id } of items) {
      // Submissions do not show the ID of the business that received them.
      expect(business).toEqual({ id: businessId ?? business.id, name: 'Blue Cup' });
      expect((await read(`/${collection}/${id}?include=business`)).business).toEqual(business);
      expect(await read(`/${collection}/${id}`)).not.toHaveProperty('business');
    }
    expect((await read(`/${collection}`)).items[0]).not.toHaveProperty('business');
    const unknown = await ctx.call('GET', `/${collection}?include=weather`, undefined, { as: own.owner });
    expect([unknown.status, unknown.error.details]).toMatchObject([
      400,
      [{ field: 'include', rule: 'enum' }],
    ]);
  },
);

test('a submission alone includes its campaign and reward like the list', async () => {
  const query = 'include=campaign,reward,names';
  const { items } = await read(`/submissions?${query}`);
  for (const item of items) {
    const { campaign, reward, names } = await read(`/submissions/${item.id}?${query}`);
    expect({ campaign, reward, names }).toEqual({
      campaign: item.campaign,
      reward: item.reward,
      names: item.names,
    });
  }
});
