import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { addActivity, LISTING_CENTS } from '../../src/exchange/market/rules/statistics.ts';
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
/** The shop has as many perks as an issuer may have; one of them expires after a day, and one is a bargain. */
let ofShop: Json[];
let ofRival: Json[];
beforeAll(async () => {
  ctx = await setup();
  ofShop = [
    await createPerk(ctx, { name: 'Bargain', listPrice: 0.5 }),
    await createPerk(ctx, { name: 'Short', expiresAt: new Date(ctx.clock.now() + DAY).toISOString() }),
  ];
  while (ofShop.length < LIMIT)
    ofShop.push(await createPerk(ctx, { name: `Coffee ${ofShop.length}`, listPrice: 4.9 }));
  ofRival = [];
  while (ofRival.length < 5) ofRival.push((await listed(`Tea ${ofRival.length}`)).data.perk);
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
  test('shows 100 perks, and counts all of them in its totals', async () => {
    const { data } = await get(ctx, '/exchange/market');
    expect([data.perks.length, data.totals.perks, data.totals.openOrders]).toEqual([100, 105, 104]);
  });

  test('shows the others on the next page, and each perk once', async () => {
    const first = (await get(ctx, '/exchange/market?page=1')).data;
    const second = (await get(ctx, '/exchange/market?page=2')).data;
    const all = [...idsOf(first), ...idsOf(second)];
    expect(new Set(all)).toEqual(new Set([...ofShop, ...ofRival].map(({ id }) => id)));
    expect([second.perks.length, second.totals]).toEqual([5, first.totals]);
    expect((await get(ctx, '/exchange/market?page=3')).data.perks).toEqual([]);
  });

  test('shows any perk by its id, in the order that was asked for, and leaves out what it does not know', async () => {
    const ids = [ofRival[2].id, 'prk_none', ofShop[0].id];
    const { data } = await get(ctx, `/exchange/market?perkId=${ids.join(',')}`);
    expect(idsOf(data)).toEqual([ids[0], ids[2]]);
    expect(data.totals.perks).toBe(105);
  });

  test('names the limit to a request for more perks than one answer holds', async () => {
    const ids = Array.from({ length: 101 }, (_, n) => `prk_${n}`);
    const { status, error } = await get(ctx, `/exchange/market?perkId=${ids.join(',')}`);
    expect([status, error.code, error.details?.[0]?.field]).toEqual([400, 'VALIDATION_ERROR', 'perkId']);
  });

  test('puts first what was traded last', async () => {
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

describe('the limit of perks of one issuer', () => {
  test('refuses the perk behind it and names itself; other issuers go on', async () => {
    const { status, error } = await listed('One too many', ctx.business.token);
    expect([status, error.code]).toEqual([409, 'LIMIT_REACHED']);
    expect(error.message).toContain('Limit of 100 perks reached');
    expect((await listed('Tea 6')).status).toBe(201);
  });

  test('counts a perk no more once it has expired, or once all its units are redeemed', async () => {
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

describe('what is computed from all perks', () => {
  test('opportunities lead with the bargain, however long ago it was listed', async () => {
    const { data } = await get(ctx, '/exchange/opportunities?perPage=1');
    expect(data.items[0]).toMatchObject({
      kind: 'belowFaceValue',
      perkId: ofShop[0].id,
      discountPercent: 90,
    });
  });

  test('opportunities leave out the perks of a program at the moment that it pauses', async () => {
    const { data: program } = await post(ctx, '/programs', { name: 'Regulars' }, ctx.otherBusiness.token);
    const { perk: held } = (
      await listed('Steal', ctx.otherBusiness.token, { programId: program.id, listPrice: 0.05 })
    ).data;
    const first = async () => (await get(ctx, '/exchange/opportunities?perPage=1')).data.items[0].perkId;
    expect(await first()).toBe(held.id);
    const pause = { status: 'paused' };
    await ctx.call('PUT', `/programs/${program.id}`, pause, { as: ctx.otherBusiness.token });
    expect(await first()).toBe(ofShop[0].id);
  });

  test('opportunities find the bid that is far above the face value', async () => {
    await creditWallet(ctx, ctx.bob.userId, 500);
    const wanted = ofShop[50].id;
    await createOrder(ctx, ctx.bob.token, { type: 'buy', perkId: wanted, quantity: 200, price: 4.8 });
    const { data } = await get(ctx, '/exchange/opportunities?perPage=100');
    expect(data.items.find(({ kind }: Json) => kind === 'demand')).toMatchObject({
      perkId: wanted,
      price: 4.8,
    });
  });

  test('the pricing oracle shows 100 perks', async () => {
    expect((await get(ctx, '/pricing')).data.perks).toHaveLength(100);
  });
});

describe('the activity of a perk', () => {
  const listing = addActivity(0, LISTING_CENTS, 0);

  test('of one listed now is that of one of which a dollar was traded now', () => {
    expect(listing).toBe(addActivity(0, 100, 0));
  });

  test('counts a trade half as much as one of the next day', () => {
    expect(addActivity(0, 200, 0)).toBe(addActivity(0, 100, DAY));
    const both = addActivity(addActivity(0, 200, 0), 100, DAY);
    expect(both).toBeCloseTo(addActivity(0, 200, DAY), -1);
  });

  test('rises with each trade, and of two perks the one stays ahead until something is traded', () => {
    const busy = addActivity(listing, 50_000, DAY);
    const later = addActivity(listing, 10_000, 2 * DAY);
    expect(busy).toBeGreaterThan(later);
    expect(addActivity(later, 50_000, 2 * DAY)).toBeGreaterThan(busy);
  });
});
