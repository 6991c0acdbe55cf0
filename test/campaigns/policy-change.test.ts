import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { CLI } from '../../src/context.ts';
import { applyBundle, previewBundle, undoBundle } from '../../src/reference/service/bundles.ts';
import { createBundle, forbidAction, TRUST } from '../reference/stricter.ts';
import { captureEvents, createCampaign, type Json, runJobByName, type Setup, setup } from './fixture.ts';

let ctx: Setup;
beforeEach(async () => {
  ctx = await setup(TRUST);
});
afterEach(() => ctx.close());

const REEL = { platform: 'instagram', actionType: 'content', actionId: 'instagram-reel', launch: true };
const PHOTO = { ...REEL, actionId: 'instagram-feed-photo' };
const read = async (id: string): Promise<Json> =>
  (await ctx.call('GET', `/campaigns/${id}`, undefined, { as: ctx.business.token })).data;
const put = (body: object) => ctx.call('PUT', '/campaigns', body, { as: ctx.business.token });
const guard = (policyGuard: string) =>
  ctx.call('PUT', '/business', { policyGuard }, { as: ctx.business.token });
const recheck = () => runJobByName(ctx, 'recheckPolicies');

async function forbidReels(): Promise<void> {
  const cli = ctx.app.as(CLI);
  await applyBundle(
    cli,
    await previewBundle(cli, JSON.stringify(createBundle(forbidAction('instagram-reel')))),
  );
}

describe('a rule that becomes stricter', () => {
  test('flags exactly the active and scheduled campaigns of its action, once', async () => {
    const scheduled = { ...REEL, startsAt: '2026-07-01T00:00:00.000Z' };
    const affected = [await createCampaign(ctx, REEL), await createCampaign(ctx, scheduled)];
    const others = [
      await createCampaign(ctx, PHOTO),
      await createCampaign(ctx, { ...REEL, launch: false }),
      await createCampaign(ctx, { ...REEL, platform: 'email', actionType: 'referral', actionId: undefined }),
    ];
    expect(await recheck()).toBe(0);
    await forbidReels();
    const recorded = await captureEvents(ctx, async () => {
      expect([await recheck(), await recheck()]).toEqual([2, 0]);
    });
    expect(recorded.map(event => [event.type, event.data.object.id])).toEqual(
      affected.map(({ id }) => ['campaign.policyChanged', id]),
    );
    for (const { id } of affected) {
      const { state, warnings, policyChange } = await read(id);
      expect([state, warnings[0].code]).toEqual(['active', 'policyForbidden']);
      expect(policyChange).toMatchObject({ from: 'disclose', to: 'forbidden', acknowledgedAt: null });
    }
    for (const { id } of others) expect((await read(id)).policyChange).toBeNull();
    const { data } = await ctx.call('GET', '/notifications', undefined, { as: ctx.business.token });
    expect(data.items.map((item: Json) => item.type)).toEqual(Array(2).fill('campaign.policyChanged'));
  });

  test('is acknowledged by a person, whom the compliance card names', async () => {
    const { id } = await createCampaign(ctx, REEL);
    await forbidReels();
    await recheck();
    expect((await put({ id })).status).toBe(400);
    expect((await put({ id, acknowledgePolicy: true })).data.policyChange.acknowledgedAt).toBeString();
    expect((await put({ id, acknowledgePolicy: true })).error.code).toBe('VALIDATION_ERROR');
    const card = await ctx.call('GET', `/campaigns/${id}/compliance`, undefined, { as: ctx.business.token });
    expect(card.data).toMatchObject({
      level: 'forbidden',
      action: { id: 'instagram-reel' },
      rules: [{ code: 'policyForbidden', source: { checkedAt: expect.any(String) } }],
      law: {
        jurisdiction: 'us',
        sources: expect.arrayContaining([expect.objectContaining({ id: 'ftc-255' })]),
      },
      disclosure: { required: true },
      policyChange: { from: 'disclose', to: 'forbidden' },
      acknowledgment: { by: expect.stringMatching(/^usr_/), name: expect.any(String) },
    });
  });

  test('with policyGuard: block pauses the campaign until it is acknowledged', async () => {
    await guard('block');
    const { id } = await createCampaign(ctx, REEL);
    await forbidReels();
    const recorded = await captureEvents(ctx, () => recheck());
    expect(recorded.map(({ type }) => type)).toEqual(['campaign.policyChanged', 'campaign.paused']);
    expect(await read(id)).toMatchObject({ state: 'paused', stateReason: 'policyChanged' });
    expect((await put({ id, state: 'active' })).error.code).toBe('CONFLICT');
    const resumed = await put({ id, acknowledgePolicy: true });
    expect(resumed.data).toMatchObject({ state: 'active', stateReason: null });
    expect(await recheck()).toBe(0);
  });

  test('that becomes milder again changes no campaign', async () => {
    const { id } = await createCampaign(ctx, REEL);
    await forbidReels();
    await recheck();
    await undoBundle(ctx.app.as(CLI));
    expect(await recheck()).toBe(0);
    expect((await read(id)).policyChange).toMatchObject({ to: 'forbidden' });
  });
});

test('a compliance card is hidden from other businesses, and says when nothing restricts a reward', async () => {
  const { id } = await createCampaign(ctx, {
    platform: 'email',
    actionType: 'review',
    actionId: 'email-private-survey',
    launch: true,
  });
  const get = (as: string) => ctx.call('GET', `/campaigns/${id}/compliance`, undefined, { as });
  expect((await get(ctx.otherBusiness.token)).error.code).toBe('NOT_FOUND');
  expect((await get(ctx.ada.token)).error.code).toBe('FORBIDDEN');
  expect((await get(ctx.business.token)).data).toMatchObject({
    level: 'allowed',
    rules: [],
    policyChange: null,
    acknowledgment: null,
  });
});
