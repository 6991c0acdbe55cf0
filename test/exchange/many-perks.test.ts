import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { addActivity, LISTING_VALUE } from '../../src/exchange/market/rules/statistics.ts';
import { DAY } from '../campaigns/fixture.ts';
import {
  createOrder,
  createPerk,
  creditWallet,
  findIntegrityProblems,
  get,
  type Json,
  post,
  type Setup,
  setup,
} from './fixture.ts';

const LIMIT = 100;

let ctx: Setup;
/** The business has the maximum number of perks; one expires after a day, and one has a large discount. */
let businessPerks: Json[];
let competitorPerks: Json[];
beforeAll(async () => {
  ctx = await setup();
  businessPerks = [
    await createPerk(ctx, { name: 'Bargain', listPrice: 0.5 }),
    await createPerk(ctx, { name: 'Short', expiresAt: new Date(ctx.clock.now() + DAY).toISOString() }),
  ];
  while (businessPerks.length < LIMIT)
    businessPerks.push(await createPerk(ctx, { name: `Coffee ${businessPerks.length}`, listPrice: 4.9 }));
  competitorPerks = [];
  while (competitorPerks.length < 5)
    competitorPerks.push((await listed(`Tea ${competitorPerks.length}`)).data.perk);
});
afterAll(async () => {
  expect(await findIntegrityProblems(ctx)).toEqual([]);
  await ctx.close();
});

function listed(name: string, as = ctx.otherBusiness.token, fields: object = {}) {
  const terms = { name, faceValue: 5, supply: 3, listPrice: 4.9, ...fields };
  return post(ctx, '/exchange/enroll', { role: 'issuer', perk: terms }, as);
}

const idsOf = (market: Json): string[] => market.perks.map(({ perkId }: Json) => perkId);

describe('GET /exchange/market with more perks than it shows', () => {
  test('returns 100 perks and includes all perks in its totals', async () => {
    const { data } = await get(ctx, '/exchange/market');
    expect([data.perks.length, data.totals.perks, data.totals.openOrders]).toEqual([100, 105, 104]);
  });

  test('returns the other perks on the next page, each perk once', async () => {
    const first = (await get(ctx, '/exchange/market?page=1')).data;
    const second = (await get(ctx, '/exchange/market?page=2')).data;
    const all = [...idsOf(first), ...idsOf(second)];
    expect(new Set(all)).toEqual(new Set([...businessPerks, ...competitorPerks].map(({ id }) => id)));
    expect([second.perks.length, second.totals]).toEqual([5, first.totals]);
    expect((await get(ctx, '/exchange/market?page=3')).data.perks).toEqual([]);
  });

  test('returns perks by ID in the requested order and omits unknown IDs', async () => {
    const ids = [competitorPerks[2].id, 'prk_none', businessPerks[0].id];
    const { data } = await get(ctx, `/exchange/market?perkId=${ids.join(',')}`);
    expect(idsOf(data)).toEqual([ids[0], ids[2]]);
    expect(data.totals.perks).toBe(105);
  });

  test('rejects a request for too many perks with an error that states the limit', async () => {
    const ids = Array.from({ length: 101 }, (_, n) => `prk_${n}`);
    const { status, error } = await get(ctx, `/exchange/market?perkId=${ids.join(',')}`);
    expect([status, error.code, error.details?.[0]?.field]).toEqual([400, 'VALIDATION_ERROR', 'perkId']);
  });

  test('lists the most recently traded perk first', async () => {
    const quiet = idsOf((await get(ctx, '/exchange/market?page=2')).data)[0] as string;
    await createOrder(ctx, ctx.ada.token, { type: 'buy', perkId: quiet, quantity: 1, price: 5 });
    expect(idsOf((await get(ctx, '/exchange/market')).data)[0]).toBe(quiet);
  });

  test('streams a perk that is not among the first 100', async () => {
    const [id] = idsOf((await get(ctx, '/exchange/market?page=2')).data);
    const url = `http://localhost/api/v1/exchange/market/stream?perkId=${id}`;
    const reader = ((await ctx.send(new Request(url))).body as ReadableStream<Uint8Array>).getReader();
    const { value } = await reader.read();
    await reader.cancel();
    const data = new TextDecoder().decode(value).match(/^data: (.*)$/m)?.[1] as string;
    expect(idsOf(JSON.parse(data))).toEqual([id as string]);
  });
});

describe('The limit of perks per issuer', () => {
  test('rejects a perk above the limit with an error that states it; other issuers are unaffected', async () => {
    const { status, error } = await listed('One too many', ctx.business.token);
    expect([status, error.code]).toEqual([409, 'LIMIT_REACHED']);
    expect(error.message).toContain('Limit of 100 perks reached');
    expect((await listed('Tea 6')).status).toBe(201);
  });

  test('the limit of perks per issuer does not count perks that have expired or are fully redeemed', async () => {
    ctx.clock.advance(DAY);
    const made = await listed('In place of the expired one', ctx.business.token, {
      supply: 2,
      listPrice: null,
    });
    expect(made.status).toBe(201);
    expect((await listed('Too many again', ctx.business.token)).status).toBe(409);
    const redemption = { perkId: made.data.perk.id, quantity: 2 };
    expect((await post(ctx, '/exchange/redemptions', redemption, ctx.business.token)).status).toBe(201);
    expect((await listed('In place of the redeemed one', ctx.business.token)).status).toBe(201);
  });
});

describe('Opportunities and prices over all perks', () => {
  test('opportunities list the best discount first, regardless of the listing date', async () => {
    const { data } = await get(ctx, '/exchange/opportunities?perPage=1');
    expect(data.items[0]).toMatchObject({
      kind: 'belowFaceValue',
      perkId: businessPerks[0].id,
      discountPercent: 90,
    });
  });

  test("opportunities exclude a program's perks as soon as it pauses", async () => {
    const { data: program } = await post(ctx, '/programs', { name: 'Regulars' }, ctx.otherBusiness.token);
    const { perk: held } = (
      await listed('Steal', ctx.otherBusiness.token, { programId: program.id, listPrice: 0.05 })
    ).data;
    const first = async () => (await get(ctx, '/exchange/opportunities?perPage=1')).data.items[0].perkId;
    expect(await first()).toBe(held.id);
    const pause = { status: 'paused' };
    await ctx.call('PUT', `/programs/${program.id}`, pause, { as: ctx.otherBusiness.token });
    expect(await first()).toBe(businessPerks[0].id);
  });

  test('opportunities include a bid far above face value', async () => {
    await creditWallet(ctx, ctx.bob.userId, 500);
    const demandedId = businessPerks[50].id;
    await createOrder(ctx, ctx.bob.token, { type: 'buy', perkId: demandedId, quantity: 200, price: 4.8 });
    const { data } = await get(ctx, '/exchange/opportunities?perPage=100');
    expect(data.items.find(({ kind }: Json) => kind === 'demand')).toMatchObject({
      perkId: demandedId,
      price: 4.8,
    });
  });

  test('the pricing oracle returns 100 perks', async () => {
    expect((await get(ctx, '/pricing')).data.perks).toHaveLength(100);
  });
});

describe('addActivity()', () => {
  const listing = addActivity(0, LISTING_VALUE, 0);

  test('a newly listed perk ranks like a perk with a one-dollar trade now', () => {
    expect(listing).toBe(addActivity(0, 1, 0));
  });

  test('a trade counts half as much as one a day later', () => {
    expect(addActivity(0, 2, 0)).toBe(addActivity(0, 1, DAY));
    const both = addActivity(addActivity(0, 2, 0), 1, DAY);
    expect(both).toBeCloseTo(addActivity(0, 2, DAY), -1);
  });

  test('activity rises with each trade, and the order of two perks stays the same until the next trade', () => {
    const busy = addActivity(listing, 50_000, DAY);
    const later = addActivity(listing, 10_000, 2 * DAY);
    expect(busy).toBeGreaterThan(later);
    expect(addActivity(later, 50_000, 2 * DAY)).toBeGreaterThan(busy);
  });
});
