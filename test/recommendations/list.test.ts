import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { CLI } from '../../src/context.ts';
import { listRecommendations } from '../../src/recommendations/service.ts';
import { at, DAY, launched, read, type Scene, scene } from '../campaigns/scene.ts';
import { adminOf } from '../support/scene.ts';
import { type Stage, stageOf } from './support.ts';

let here: Scene;
let stage: Stage;
beforeEach(async () => {
  here = await scene();
  stage = stageOf(here);
});
afterEach(() => here.close());

describe('GET /recommendations', () => {
  test('keeps ids, puts the most urgent first and pages', async () => {
    await launched(here, { platform: 'google', actionType: 'review' });
    await launched(here, { reward: { type: 'fixed', value: 5 }, disclosure: { required: false } });
    const all = await stage.recommendations();
    expect(all.map(item => item.type)).toEqual(['forbiddenAction', 'undisclosedAction', 'rewardOffOracle']);
    expect((await stage.recommendations()).map(item => item.id)).toEqual(all.map(item => item.id));
    expect(new Set(all.map(item => item.id)).size).toBe(3);
    const { data } = await here.call('GET', '/recommendations?perPage=2&page=2', undefined, {
      as: here.shop.token,
    });
    expect(data.items).toEqual(all.slice(2));
    expect(data.pagination).toEqual({ page: 2, perPage: 2, total: 3, totalPages: 2 });
  });

  test('is about the own business; a foreign and an unknown one are 404, a customer is refused', async () => {
    const ask = (query: string, as: string) =>
      here.call('GET', `/recommendations${query}`, undefined, { as });
    await launched(here, { platform: 'google', actionType: 'review' });
    expect((await stage.recommendations(`?businessId=${here.shop.businessId}`)).length).toBe(1);
    expect((await stage.recommendations('', here.rival.token))[0].type).toBe('notEnoughData');
    const foreign = await ask(`?businessId=${here.rival.businessId}`, here.shop.token);
    const unknown = await ask('?businessId=biz_00000000000000000000000000', here.shop.token);
    expect([foreign.status, foreign.error.code]).toEqual([404, 'NOT_FOUND']);
    expect(foreign.body).toEqual(unknown.body);
    expect((await ask('', here.ada.token)).status).toBe(403);
    expect((await here.call('GET', '/recommendations')).status).toBe(401);
  });

  test('an admin names the business', async () => {
    const admin = here.app.as(CLI);
    const query = { page: 1, perPage: 20 };
    await expect(listRecommendations(admin, query)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    const named = await listRecommendations(admin, { ...query, businessId: here.rival.businessId });
    expect(named.items[0]?.type).toBe('notEnoughData');
    await expect(listRecommendations(admin, { ...query, businessId: 'biz_x' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('an ended campaign is nothing to speak of', async () => {
    const { id } = await launched(here, { platform: 'google', actionType: 'review', endsAt: at(DAY) });
    here.clock.advance(DAY);
    expect(await stage.ofType('forbiddenAction')).toBeUndefined();
    expect((await read(here, id)).state).toBe('expired');
  });

  test('looks at a bounded number of submissions, by an index', () => {
    const db = here.app.services.database.reader;
    const pending = "business_id = 'b' and status = 'pending' order by created_at, id limit 1000";
    const recent = "business_id = 'b' order by created_at desc, id desc limit 500";
    for (const rest of [pending, recent]) {
      const plan = db.all<{ detail: string }>(
        `explain query plan select campaign_id from submissions where ${rest}`,
      );
      const steps = plan.map(({ detail }) => detail).join('; ');
      expect(steps).toContain('USING INDEX submissions_by_business');
      expect(steps).not.toContain('TEMP B-TREE');
    }
  });
});

test('an admin may send what it is recommended for a business, too', async () => {
  const root = await adminOf(here);
  const { data } = await here.call('GET', `/recommendations?businessId=${here.shop.businessId}`, undefined, {
    as: root,
  });
  const { path, body } = data.items[0].apply;
  const { status, data: draft } = await here.call('POST', path.replace('/api/v1', ''), body, { as: root });
  expect([status, draft.businessId]).toEqual([201, here.shop.businessId]);
});
