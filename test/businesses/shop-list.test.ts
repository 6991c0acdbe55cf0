import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { CLI } from '../../src/context.ts';
import { getBestReward } from '../../src/shops/rules.ts';
import { checkIntegrity } from '../../src/system/service/integrity.ts';
import { type BusinessFixture, CAMPAIGN, createBusiness } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const DAY_MS = 86_400_000;

let ctx: TestApp;
beforeAll(async () => {
  ctx = await createTestApp({ PUBLIC_URL: 'https://perks.example' });
});
afterAll(() => ctx.close());

const launch = ({ token: as }: BusinessFixture, fields: object = {}) =>
  ctx.call('POST', '/campaigns', { ...CAMPAIGN, launch: true, ...fields }, { as });
const list = async (query = '') => (await ctx.call('GET', `/shops${query}`)).data;
const namesIn = (data: { items: { name: string }[] }) => data.items.map(({ name }) => name);

describe('GET /shops', () => {
  test('lists shops with an open campaign to anyone, by name without regard to case', async () => {
    const bakery = await createBusiness(ctx, 'bakery Nord');
    const cafe = await createBusiness(ctx, 'Cafe Ost');
    const annas = await createBusiness(ctx, 'Annas Laden');
    await createBusiness(ctx, 'Without campaigns');
    await launch(bakery, { reward: { type: 'percentage', value: 15 } });
    await launch(cafe, { reward: { type: 'item', name: 'Free cappuccino', cost: 1.4 } });
    await launch(cafe);
    await launch(annas);
    const data = await list();
    expect(namesIn(data)).toEqual(['Annas Laden', 'bakery Nord', 'Cafe Ost']);
    expect(data.pagination).toMatchObject({ page: 1, perPage: 20, total: 3, totalPages: 1 });
    expect(data.items[2]).toMatchObject({
      url: `https://perks.example/s/${data.items[2].slug}`,
      logoPath: null,
      offers: 2,
      bestReward: { type: 'fixed', value: 5 },
    });
    expect(JSON.stringify(data)).not.toContain('1.4');
  });

  test('is paged and can be searched', async () => {
    const second = await list('?perPage=2&page=2');
    expect([namesIn(second), second.pagination.totalPages]).toEqual([['Cafe Ost'], 2]);
    expect(namesIn(await list('?q=LADEN'))).toEqual(['Annas Laden']);
    expect((await list('?q=100%25')).pagination.total).toBe(0);
  });

  test('leaves out drafts, paused and ended campaigns, and those that have not started', async () => {
    const later = await createBusiness(ctx, 'Later');
    const startsAt = new Date(ctx.clock.now() + DAY_MS).toISOString();
    await launch(later, { startsAt });
    await launch(later, { launch: false });
    const { id } = (await launch(later)).data;
    const isListed = async () => namesIn(await list()).includes('Later');
    expect(await isListed()).toBe(true);
    const change = (state: string) => ctx.call('PUT', '/campaigns', { id, state }, { as: later.token });
    await change('paused');
    expect(await isListed()).toBe(false);
    await change('ended');
    expect(await isListed()).toBe(false);
    const before = (await list()).pagination.total;
    ctx.clock.advance(DAY_MS);
    expect(await isListed()).toBe(true);
    expect((await list()).pagination.total).toBe(before + 1);
    expect(await checkIntegrity(ctx.app.as(CLI))).toEqual([]);
  });
});

describe('the best reward', () => {
  const reward = (fields: object) => ({
    type: 'fixed' as const,
    value: null,
    currency: 'USD',
    name: null,
    maxAmount: null,
    expiresInDays: 30,
    ...fields,
  });

  test('is the highest amount, then an item, then the highest percentage', () => {
    const five = reward({ value: 5 });
    const ten = reward({ value: 10 });
    const item = reward({ type: 'item', name: 'Free cappuccino' });
    const half = reward({ type: 'percentage', value: 50 });
    const tenth = reward({ type: 'percentage', value: 10 });
    expect(getBestReward([tenth, item, five, ten, half])).toBe(ten);
    expect(getBestReward([tenth, item, half])).toBe(item);
    expect(getBestReward([tenth, half])).toBe(half);
    expect(getBestReward([])).toBeUndefined();
  });
});
