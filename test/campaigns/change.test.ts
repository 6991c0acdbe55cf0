import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { CAMPAIGN } from '../support/accounts.ts';
import {
  captureEventKinds,
  createCampaign,
  createLaunchedCampaign,
  createSubmission,
  databaseSnapshot,
  getCampaign,
  isoTimeAt,
  type Setup,
  setup,
  updateCampaign,
} from './fixture.ts';

let ctx: Setup;
beforeAll(async () => {
  ctx = await setup();
});
afterAll(() => ctx.close());

describe('PUT /campaigns', () => {
  test('records campaign.updated with the previous values of the changed fields only', async () => {
    const { id } = await createCampaign(ctx);
    const { kinds, response } = await captureEventKinds(ctx, () =>
      updateCampaign(ctx, id, {
        name: 'New',
        limits: { perUser: 3 },
        description: 'words',
      }),
    );
    expect(response.data).toMatchObject({
      name: 'New',
      limits: { perUser: 3 },
      description: 'words',
    });
    expect(kinds).toEqual(['campaign.updated']);
    const path = `/events?resourceId=${id}&type=campaign.updated`;
    const { data } = await ctx.call('GET', path, undefined, {
      as: ctx.business.token,
    });
    expect(data.items[0].data.previous).toEqual({
      name: CAMPAIGN.name,
      limits: { maxApprovals: null, perUser: 1 },
      description: null,
    });
  });

  test('records both events when fields and state change together', async () => {
    const { id } = await createCampaign(ctx);
    const { kinds } = await captureEventKinds(ctx, () =>
      updateCampaign(ctx, id, { name: 'New', state: 'active' }),
    );
    expect(kinds).toEqual(['campaign.updated', 'campaign.activated']);
  });

  test('changes and records nothing if the values are the same', async () => {
    const { id, name } = await createCampaign(ctx, {
      requirements: { hashtags: ['ad'] },
    });
    ctx.clock.advance(1000);
    const before = await databaseSnapshot(ctx);
    const response = await updateCampaign(ctx, id, {
      name,
      requirements: { hashtags: ['ad'] },
      budget: null,
    });
    expect(response.status).toBe(200);
    expect(await databaseSnapshot(ctx)).toBe(before);
  });

  for (const [what, fields] of [
    ['nothing', {}],
    ['only an unknown field', { color: 'red' }],
    ['only acknowledgePolicy', { acknowledgePolicy: true }],
    ['only pendingPolicy', { pendingPolicy: 'rejectAll' }],
    ['only the own businessId', { businessId: 'own' }],
  ] as [string, Record<string, unknown>][]) {
    test(`rejects ${what} with VALIDATION_ERROR`, async () => {
      const { id } = await createCampaign(ctx);
      const named = fields.businessId ? { businessId: ctx.business.businessId } : fields;
      const { status, error } = await updateCampaign(ctx, id, named);
      expect([status, error.code]).toEqual([400, 'VALIDATION_ERROR']);
    });
  }

  test('rejects a request without an ID with VALIDATION_ERROR', async () => {
    const { error } = await ctx.call('PUT', '/campaigns', { name: 'x' }, { as: ctx.business.token });
    expect(error.details?.[0]?.field).toBe('id');
  });

  test('changes nothing, including state, if one field is rejected', async () => {
    const { id } = await createCampaign(ctx);
    const before = await databaseSnapshot(ctx);
    const { status } = await updateCampaign(ctx, id, {
      name: 'New',
      state: 'active',
      endsAt: isoTimeAt(-1),
    });
    expect(status).toBe(400);
    expect(await databaseSnapshot(ctx)).toBe(before);
  });

  test('keeps the other requirement when one changes', async () => {
    const { id } = await createCampaign(ctx, {
      requirements: { minFollowers: 5, hashtags: ['ad'] },
    });
    const { data } = await updateCampaign(ctx, id, {
      requirements: { minFollowers: 9 },
    });
    expect(data.requirements).toEqual({ minFollowers: 9, hashtags: ['ad'] });
  });
});

describe('Changing reward and requirements', () => {
  const LOCKED = {
    reward: { type: 'fixed', value: 6 },
    requirements: { minFollowers: 1 },
  };

  test('changing reward and requirements is allowed before the first submission', async () => {
    const { id } = await createLaunchedCampaign(ctx);
    const { data } = await updateCampaign(ctx, id, LOCKED);
    expect([data.reward.value, data.requirements.minFollowers]).toEqual([6, 1]);
  });

  for (const field of ['reward', 'requirements'] as const) {
    for (const outcome of ['pending', 'approve', 'reject']) {
      test(`returns 409 CAMPAIGN_LOCKED for ${field} once a submission exists (${outcome})`, async () => {
        const { id } = await createLaunchedCampaign(ctx);
        const { id: submissionId } = await createSubmission(ctx, id);
        if (outcome !== 'pending')
          await ctx.call(
            'POST',
            '/submissions/review',
            { submissionId, action: outcome },
            { as: ctx.business.token },
          );
        const before = await getCampaign(ctx, id);
        const { status, error } = await updateCampaign(ctx, id, {
          [field]: LOCKED[field],
          name: 'New',
        });
        expect([status, error.code]).toEqual([409, 'CAMPAIGN_LOCKED']);
        expect(await getCampaign(ctx, id)).toEqual(before);
      });
    }
  }

  test('changing reward and requirements does not lock the other fields of a campaign', async () => {
    const { id } = await createLaunchedCampaign(ctx);
    await createSubmission(ctx, id);
    const { status } = await updateCampaign(ctx, id, {
      name: 'New',
      budget: { total: 50 },
      limits: { perUser: 2 },
    });
    expect(status).toBe(200);
  });
});
