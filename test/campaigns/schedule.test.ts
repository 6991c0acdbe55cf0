import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  captureEventKinds,
  captureEvents,
  createCampaign,
  createLaunchedCampaign,
  createSubmission,
  DAY,
  getCampaign,
  HOUR,
  isoTimeAt,
  MINUTE,
  reviewSubmission,
  runJobByName,
  type Setup,
  setup,
  submitProof,
  updateCampaign,
} from './fixture.ts';

let ctx: Setup;
beforeEach(async () => {
  ctx = await setup();
});
afterEach(() => ctx.close());

describe('Before startsAt', () => {
  test('a launched campaign is active with reason scheduled and rejects submissions', async () => {
    const { id, state, stateReason } = await createLaunchedCampaign(ctx, {
      startsAt: isoTimeAt(HOUR),
    });
    expect([state, stateReason]).toEqual(['active', 'scheduled']);
    const early = await submitProof(ctx, id);
    expect([early.status, early.error.code]).toEqual([409, 'CAMPAIGN_NOT_ACTIVE']);
    ctx.clock.advance(HOUR - 1);
    expect((await submitProof(ctx, id)).error.code).toBe('CAMPAIGN_NOT_ACTIVE');
    ctx.clock.advance(1);
    expect((await getCampaign(ctx, id)).stateReason).toBeNull();
    expect((await submitProof(ctx, id)).status).toBe(201);
  });

  test('a draft activated by PUT is scheduled, too', async () => {
    const { id } = await createCampaign(ctx, { startsAt: isoTimeAt(HOUR) });
    const { status, data } = await updateCampaign(ctx, id, { state: 'active' });
    expect([status, data.state, data.stateReason]).toEqual([200, 'active', 'scheduled']);
  });
});

describe('After endsAt', () => {
  for (const state of ['active', 'paused']) {
    test(`the job expires a campaign that is ${state} and records one event with the system as actor`, async () => {
      const { id } = await createLaunchedCampaign(ctx, { endsAt: isoTimeAt(HOUR) });
      if (state === 'paused') await updateCampaign(ctx, id, { state });
      ctx.clock.advance(HOUR);
      const recorded = await captureEvents(ctx, async () => {
        await runJobByName(ctx, 'expireCampaigns');
        await runJobByName(ctx, 'expireCampaigns');
      });
      expect(recorded.map(event => event.type)).toEqual(['campaign.expired']);
      expect(recorded[0].actor).toEqual({ kind: 'system', id: 'jobs' });
      expect(recorded[0].data.previous.state).toBe(state);
      expect(await getCampaign(ctx, id)).toMatchObject({
        state: 'expired',
        stateReason: 'endDatePassed',
      });
    });
  }

  test('a campaign is still active a millisecond earlier', async () => {
    const { id } = await createLaunchedCampaign(ctx, { endsAt: isoTimeAt(HOUR) });
    ctx.clock.advance(HOUR - 1);
    await runJobByName(ctx, 'expireCampaigns');
    expect((await getCampaign(ctx, id)).state).toBe('active');
    expect((await submitProof(ctx, id)).status).toBe(201);
  });

  test('drafts and ended campaigns keep their state', async () => {
    const draft = await createCampaign(ctx, { endsAt: isoTimeAt(HOUR) });
    const ended = await createLaunchedCampaign(ctx, { endsAt: isoTimeAt(HOUR) });
    await updateCampaign(ctx, ended.id, { state: 'ended' });
    ctx.clock.advance(2 * HOUR);
    await runJobByName(ctx, 'expireCampaigns');
    expect((await getCampaign(ctx, draft.id)).state).toBe('draft');
    expect((await getCampaign(ctx, ended.id)).state).toBe('ended');
  });

  test('a read sees the expiry before the job runs', async () => {
    const { id } = await createLaunchedCampaign(ctx, { endsAt: isoTimeAt(HOUR) });
    ctx.clock.advance(HOUR);
    const { kinds, response } = await captureEventKinds(ctx, () => getCampaign(ctx, id));
    expect(response.state).toBe('expired');
    expect(kinds).toEqual(['campaign.expired']);
  });

  test('a customer no longer sees the campaign', async () => {
    const { id } = await createLaunchedCampaign(ctx, { endsAt: isoTimeAt(HOUR) });
    ctx.clock.advance(HOUR);
    const { status } = await ctx.call('GET', `/campaigns/${id}`, undefined, {
      as: ctx.ada.token,
    });
    expect(status).toBe(404);
  });

  test('list filters and totals reflect the expiry before the job runs', async () => {
    const { id } = await createLaunchedCampaign(ctx, { endsAt: isoTimeAt(HOUR) });
    ctx.clock.advance(HOUR);
    const list = async (state: string) =>
      (
        await ctx.call('GET', `/campaigns?state=${state}`, undefined, {
          as: ctx.business.token,
        })
      ).data;
    const [active, expired] = [await list('active'), await list('expired')];
    expect([active.items.length, active.pagination.total]).toEqual([0, 0]);
    expect([expired.items[0].id, expired.pagination.total]).toEqual([id, 1]);
  });

  for (const key of [undefined, 'first-try']) {
    test(`a submission${key ? ' with an Idempotency-Key' : ''} is rejected and the campaign stays expired`, async () => {
      const { id } = await createLaunchedCampaign(ctx, { endsAt: isoTimeAt(HOUR) });
      ctx.clock.advance(HOUR);
      const body = { campaignId: id, proofUrl: 'https://instagram.com/p/late' };
      const { kinds, response } = await captureEventKinds(ctx, () =>
        ctx.call('POST', '/submissions', body, {
          as: ctx.ada.token,
          headers: key ? { 'idempotency-key': key } : {},
        }),
      );
      expect([response.status, response.error.code]).toEqual([409, 'CAMPAIGN_NOT_ACTIVE']);
      expect(response.error.message).toContain('expired');
      expect(kinds).toEqual(['campaign.expired']);
    });
  }

  test('PUT state=active on an expired campaign without a later end returns 409 INVALID_TRANSITION', async () => {
    const { id } = await createLaunchedCampaign(ctx, { endsAt: isoTimeAt(HOUR) });
    ctx.clock.advance(HOUR);
    const { kinds, response } = await captureEventKinds(ctx, () =>
      updateCampaign(ctx, id, { state: 'active' }),
    );
    expect([response.status, response.error.code]).toEqual([409, 'INVALID_TRANSITION']);
    expect(response.error.message).toContain('expired');
    expect(kinds).toEqual(['campaign.expired']);
  });

  test('PUT state=active with a later end in the same request reactivates the campaign', async () => {
    const { id } = await createLaunchedCampaign(ctx, { endsAt: isoTimeAt(HOUR) });
    ctx.clock.advance(HOUR);
    const { kinds, response } = await captureEventKinds(ctx, () =>
      updateCampaign(ctx, id, { state: 'active', endsAt: isoTimeAt(DAY) }),
    );
    expect(response.data).toMatchObject({
      state: 'active',
      stateReason: null,
      endsAt: isoTimeAt(DAY),
    });
    expect(kinds).toEqual(['campaign.expired', 'campaign.updated', 'campaign.resumed']);
    expect((await submitProof(ctx, id)).status).toBe(201);
  });

  test('PUT state=active with an end in the past returns VALIDATION_ERROR', async () => {
    const { id } = await createLaunchedCampaign(ctx, { endsAt: isoTimeAt(HOUR) });
    ctx.clock.advance(2 * HOUR);
    const { status, error } = await updateCampaign(ctx, id, {
      state: 'active',
      endsAt: isoTimeAt(HOUR + MINUTE),
    });
    expect([status, error.code, error.details?.[0]?.field]).toEqual([400, 'VALIDATION_ERROR', 'endsAt']);
  });

  test("a draft past its end date can't be activated without a later one", async () => {
    const { id } = await createCampaign(ctx, { endsAt: isoTimeAt(HOUR) });
    ctx.clock.advance(HOUR);
    const refused = await updateCampaign(ctx, id, { state: 'active' });
    expect([refused.status, refused.error.code]).toEqual([409, 'INVALID_TRANSITION']);
    expect((await updateCampaign(ctx, id, { state: 'active', endsAt: isoTimeAt(DAY) })).data.state).toBe(
      'active',
    );
  });

  test('pending submissions can still be reviewed', async () => {
    const { id } = await createLaunchedCampaign(ctx, { endsAt: isoTimeAt(HOUR) });
    const { id: submissionId } = await createSubmission(ctx, id);
    ctx.clock.advance(HOUR);
    const { status, data } = await reviewSubmission(ctx, submissionId, 'approve');
    expect([status, data.submission.status]).toEqual([200, 'approved']);
  });
});

describe('Changing the dates of a campaign', () => {
  test('endsAt before startsAt returns VALIDATION_ERROR, whichever of the two is sent', async () => {
    const { id } = await createCampaign(ctx, {
      startsAt: isoTimeAt(DAY),
      endsAt: isoTimeAt(3 * DAY),
    });
    expect((await updateCampaign(ctx, id, { endsAt: isoTimeAt(DAY) })).error.code).toBe('VALIDATION_ERROR');
    expect((await updateCampaign(ctx, id, { startsAt: isoTimeAt(3 * DAY) })).error.code).toBe(
      'VALIDATION_ERROR',
    );
    expect(
      (await updateCampaign(ctx, id, { startsAt: isoTimeAt(2 * DAY), endsAt: isoTimeAt(4 * DAY) })).status,
    ).toBe(200);
  });

  test('null removes a date', async () => {
    const { id } = await createLaunchedCampaign(ctx, {
      startsAt: isoTimeAt(DAY),
      endsAt: isoTimeAt(2 * DAY),
    });
    const { data } = await updateCampaign(ctx, id, { startsAt: null, endsAt: null });
    expect(data).toMatchObject({
      startsAt: null,
      endsAt: null,
      stateReason: null,
    });
  });
});
