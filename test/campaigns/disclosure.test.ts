import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createCampaign, type Json, type Setup, setup, updateCampaign } from './fixture.ts';

let ctx: Setup;
beforeAll(async () => {
  ctx = await setup();
});
afterAll(() => ctx.close());

const CUP = { type: 'item', name: 'Cappuccino', cost: 2 };
const DISCOUNT = '#ad - Blue Cup gives me a discount for this post.';
const FREE_CUP = '#ad - For this post, Blue Cup gives me something for free: Cappuccino.';

const launch = (fields: object): Promise<Json> => createCampaign(ctx, { launch: true, ...fields });
const readLink = async (id: string): Promise<Json> =>
  (await ctx.call('GET', `/links/${id}`)).data.campaign.disclosure;

describe('The disclosure that customers read', () => {
  const REWARDS: [string, object, text: string, notice: string][] = [
    ['an amount', { type: 'fixed', value: 5 }, DISCOUNT, 'post-discount'],
    ['a percentage', { type: 'percentage', value: 10 }, DISCOUNT, 'post-discount'],
    ['an item', CUP, FREE_CUP, 'post-gift'],
  ];
  test.each(REWARDS)('fits a reward that is %s', async (_, reward, text, notice) => {
    const { id, disclosure } = await launch({ reward });
    expect(disclosure).toEqual({ required: true, text });
    expect(await readLink(id)).toEqual({ required: true, text, notice });
  });

  test("is the owner's own text as she wrote it, and a text close to the default is her own", async () => {
    for (const text of ['Anzeige: Ein Cappuccino von Blue Cup', DISCOUNT.replace('Blue Cup', '@bluecup')]) {
      const { id } = await launch({ reward: CUP, disclosure: { required: true, text } });
      expect(await readLink(id)).toEqual({ required: true, text, notice: null });
    }
  });

  test('fits an item if an earlier version saved the text about a discount', async () => {
    const { id } = await launch({ reward: CUP, disclosure: { required: true, text: DISCOUNT } });
    expect(await readLink(id)).toEqual({ required: true, text: FREE_CUP, notice: 'post-gift' });
  });

  test('is the default if the owner requires a disclosure without a text, and none if she requires none', async () => {
    const { id } = await launch({ disclosure: { required: true, text: null } });
    expect(await readLink(id)).toEqual({ required: true, text: DISCOUNT, notice: 'post-discount' });
    const { id: open } = await launch({ disclosure: { required: false, text: null } });
    expect(await readLink(open)).toEqual({ required: false, text: null, notice: null });
  });

  test('follows a changed reward unless the text is her own', async () => {
    const { id } = await createCampaign(ctx);
    const { data } = await updateCampaign(ctx, id, { reward: CUP });
    expect(data.disclosure.text).toBe(FREE_CUP);
    const own = await createCampaign(ctx, { disclosure: { required: true, text: 'Werbung' } });
    expect((await updateCampaign(ctx, own.id, { reward: CUP })).data.disclosure.text).toBe('Werbung');
  });
});
