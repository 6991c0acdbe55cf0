import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { launched, type Scene, scene, submitted, type Wire } from '../campaigns/scene.ts';

let here: Scene;
let first: Wire;
let second: Wire;

beforeAll(async () => {
  here = await scene();
  first = await launched(here, { name: 'First', limits: { perUser: 9 } });
  second = await launched(here, { name: 'Second', limits: { perUser: 9 } });
  for (const { id } of [first, second, first]) {
    await submitted(here, id, { as: here.ada.token });
    here.clock.advance(1);
  }
});
afterAll(() => here.close());

const list = (query: string, as = here.shop.token) =>
  here.call('GET', `/submissions${query}`, undefined, { as });

describe('GET /submissions?include=campaign', () => {
  test('brings each submission with its campaign, as GET /campaigns/:id answers it', async () => {
    const { data } = await list('?include=campaign');
    expect(data.items.map(({ campaign }: Wire) => campaign.name)).toEqual(['First', 'Second', 'First']);
    for (const { campaign, campaignId } of data.items) {
      const alone = await here.call('GET', `/campaigns/${campaignId}`, undefined, { as: here.shop.token });
      expect(campaign).toEqual(alone.data);
    }
  });

  test('adds nothing unless it is asked for, and refuses what cannot be included', async () => {
    const { data } = await list('');
    expect(data.items.some((item: Wire) => 'campaign' in item)).toBe(false);
    const refused = await list('?include=reward');
    expect([refused.status, refused.error.details?.[0]?.field]).toEqual([400, 'include']);
  });

  test('shows a customer no campaign that it could not read by itself', async () => {
    const names = async () =>
      (await list('?include=campaign', here.ada.token)).data.items.map(
        ({ campaign }: Wire) => campaign?.name ?? null,
      );
    expect(await names()).toEqual(['First', 'Second', 'First']);
    await here.call('PUT', '/campaigns', { id: second.id, state: 'paused' }, { as: here.shop.token });
    expect(await names()).toEqual(['First', null, 'First']);
  });

  test('has no campaign for proof that was sent to a program', async () => {
    const { data: program } = await here.call(
      'POST',
      '/programs',
      { name: 'Regulars' },
      { as: here.shop.token },
    );
    const member = { memberId: here.ada.userId };
    await here.call('POST', `/programs/${program.id}/members`, member, { as: here.shop.token });
    const proof = { proofUrl: 'https://www.instagram.com/p/program/' };
    await here.call('POST', `/programs/${program.id}/submit`, proof, { as: here.ada.token });
    const { data } = await list('?include=campaign&perPage=1');
    expect(data.items[0]).toMatchObject({ campaignId: null, programId: program.id, campaign: null });
  });
});
