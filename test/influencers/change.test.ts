import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { CLI } from '../../src/context.ts';
import { checkIntegrity } from '../../src/system/service/integrity.ts';
import { captureEventKinds, type Json, type Setup, setup } from '../campaigns/fixture.ts';
import { newInfluencer } from '../support/fixtures.ts';

let ctx: Setup;
beforeAll(async () => {
  ctx = await setup();
});
afterAll(() => ctx.close());

const post = (body: object, as = ctx.business.token) => ctx.call('POST', '/influencers', body, { as });
const list = async (query: string): Promise<Json> =>
  (await ctx.call('GET', `/influencers${query}`, undefined, { as: ctx.business.token })).data;
const listHandles = (page: Json) => page.items.map((item: Json) => item.platforms[0].handle);

describe('PUT and DELETE /influencers/:id', () => {
  const put = (id: string, body: object, as = ctx.business.token) =>
    ctx.call('PUT', `/influencers/${id}`, body, { as });
  const remove = (id: string, as = ctx.business.token) =>
    ctx.call('DELETE', `/influencers/${id}`, undefined, { as });

  test('changes the sent fields, keeps the others, and reports the previous values', async () => {
    const { data } = await post({ ...newInfluencer('moving'), notes: 'Met at the fair', country: 'DE' });
    const platforms = [{ platform: 'TikTok', handle: 'moved', followers: 2_500 }];
    const change = { status: 'contacted', notes: null, platforms };
    const { kinds, response } = await captureEventKinds(ctx, () => put(data.id, change));
    expect([response.status, kinds]).toEqual([200, ['influencer.updated']]);
    const { suggestedPrices, ...rest } = response.data as Json;
    const { suggestedPrices: _, ...before } = data;
    expect(rest).toEqual({
      ...before,
      status: 'contacted',
      notes: null,
      platforms: [{ platform: 'tiktok', handle: 'moved', followers: 2_500 }],
    });
    expect(suggestedPrices.map((price: Json) => price.platform)).toEqual(['tiktok']);
    expect(listHandles(await list('?status=contacted'))).toEqual(['moved']);
    expect(listHandles(await list('?search=moved&minFollowers=2000&platform=tiktok'))).toEqual(['moved']);
    expect(listHandles(await list('?search=moving&platform=instagram'))).toEqual([]);
    const event = (
      await ctx.call('GET', '/events?type=influencer.updated', undefined, { as: ctx.business.token })
    ).data.items[0];
    expect(event.data.previous).toEqual({
      status: 'lead',
      notes: 'Met at the fair',
      platforms: data.platforms,
    });
  });

  test('records no event if nothing changed, and frees replaced accounts for others', async () => {
    const { data } = await post(newInfluencer('stays'));
    const same = { name: data.name, email: data.email, platforms: data.platforms };
    const { kinds, response } = await captureEventKinds(ctx, () => put(data.id, same));
    expect([response.status, kinds]).toEqual([200, []]);
    await put(data.id, { platforms: [{ platform: 'x', handle: 'gone', followers: 1 }] });
    const successor = { ...newInfluencer('successor'), platforms: data.platforms };
    expect((await post(successor)).status).toBe(201);
  });

  test('rejects the email address and the account of another influencer, and changes nothing', async () => {
    await post(newInfluencer('taken'));
    const { data } = await post(newInfluencer('wishful'));
    for (const change of [
      { email: newInfluencer('taken').email },
      { platforms: newInfluencer('taken').platforms },
      { name: 'Renamed', platforms: newInfluencer('taken').platforms },
    ]) {
      const { status, error } = await put(data.id, change);
      expect([status, error.code]).toEqual([409, 'INFLUENCER_EXISTS']);
    }
    const { data: after } = await ctx.call('GET', `/influencers/${data.id}`, undefined, {
      as: ctx.business.token,
    });
    expect(after).toEqual(data);
    const { status, error } = await put(data.id, { status: 'friend' });
    expect([status, error.details?.[0]?.field]).toEqual([400, 'status']);
  });

  test('deletes an influencer, whose email address and accounts can be added again', async () => {
    const body = newInfluencer('leaving');
    const { data } = await post(body);
    const { kinds, response } = await captureEventKinds(ctx, () => remove(data.id));
    expect([response.data, kinds]).toEqual([{ id: data.id, deleted: true }, ['influencer.deleted']]);
    expect((await remove(data.id)).status).toBe(404);
    expect((await put(data.id, { name: 'Ghost' })).status).toBe(404);
    expect((await post(body)).status).toBe(201);
    expect(await checkIntegrity(ctx.app.as(CLI))).toEqual([]);
  });

  test('removes the person from all events', async () => {
    const body = { ...newInfluencer('forgotten'), notes: 'Pays late', rateCard: [] };
    const { data } = await post(body);
    await put(data.id, { name: 'Forgotten Renamed', niches: ['coffee'] });
    const { data: kept } = await post(newInfluencer('remembered'));
    const read = async () =>
      (await ctx.call('GET', '/events?type=influencer.&perPage=100', undefined, { as: ctx.business.token }))
        .data.items;
    const before = JSON.stringify(await read());
    expect(before).toContain(body.email);
    await remove(data.id);
    const events = await read();
    const about = events.filter(({ data: { object } }: Json) => object.id === data.id);
    expect(about.map(({ type }: Json) => type)).toEqual([
      ...['influencer.deleted', 'influencer.updated', 'influencer.created'],
    ]);
    expect(JSON.stringify(about)).not.toMatch(/forgotten|Pays late|coffee/i);
    expect(JSON.stringify(events)).toContain(kept.email);
  });
});
