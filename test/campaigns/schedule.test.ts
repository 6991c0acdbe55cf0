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

describe('before startsAt', () => {
  test('a launched campaign is active, says scheduled, and refuses submissions until then', async () => {
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

  test('a draft can be activated by PUT and is scheduled too', async () => {
    const { id } = await createCampaign(ctx, { startsAt: isoTimeAt(HOUR) });
    const { status, data } = await updateCampaign(ctx, id, { state: 'active' });
    expect([status, data.state, data.stateReason]).toEqual([200, 'active', 'scheduled']);
  });
});

describe('when endsAt passes', () => {
  for (const state of ['active', 'paused']) {
    test(`the job expires a campaign that is ${state}, with one event by the system`, async () => {
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

  test('a millisecond earlier it is still active', async () => {
    const { id } = await createLaunchedCampaign(ctx, { endsAt: isoTimeAt(HOUR) });
    ctx.clock.advance(HOUR - 1);
    await runJobByName(ctx, 'expireCampaigns');
    expect((await getCampaign(ctx, id)).state).toBe('active');
    expect((await submitProof(ctx, id)).status).toBe(201);
  });

  test('drafts and ended campaigns stay what they are', async () => {
    const draft = await createCampaign(ctx, { endsAt: isoTimeAt(HOUR) });
    const ended = await createLaunchedCampaign(ctx, { endsAt: isoTimeAt(HOUR) });
    await updateCampaign(ctx, ended.id, { state: 'ended' });
    ctx.clock.advance(2 * HOUR);
    await runJobByName(ctx, 'expireCampaigns');
    expect((await getCampaign(ctx, draft.id)).state).toBe('draft');
    expect((await getCampaign(ctx, ended.id)).state).toBe('ended');
  });

  test('a read in between sees it, without the job', async () => {
    const { id } = await createLaunchedCampaign(ctx, { endsAt: isoTimeAt(HOUR) });
    ctx.clock.advance(HOUR);
    const { kinds, answer } = await captureEventKinds(ctx, () => getCampaign(ctx, id));
    expect(answer.state).toBe('expired');
    expect(kinds).toEqual(['campaign.expired']);
  });

  test('a customer no longer finds it', async () => {
    const { id } = await createLaunchedCampaign(ctx, { endsAt: isoTimeAt(HOUR) });
    ctx.clock.advance(HOUR);
    const { status } = await ctx.call('GET', `/campaigns/${id}`, undefined, {
      as: ctx.ada.token,
    });
    expect(status).toBe(404);
  });

  test('the filters and totals of the list see it, without the job', async () => {
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
    test(`a submission${key ? ' with an Idempotency-Key' : ''} is refused and the expiry stays`, async () => {
      const { id } = await createLaunchedCampaign(ctx, { endsAt: isoTimeAt(HOUR) });
      ctx.clock.advance(HOUR);
      const body = { campaignId: id, proofUrl: 'https://instagram.com/p/late' };
      const { kinds, answer } = await captureEventKinds(ctx, () =>
        ctx.call('POST', '/submissions', body, {
          as: ctx.ada.token,
          headers: key ? { 'idempotency-key': key } : {},
        }),
      );
      expect([answer.status, answer.error.code]).toEqual([409, 'CAMPAIGN_NOT_ACTIVE']);
      expect(answer.error.message).toContain('expired');
      expect(kinds).toEqual(['campaign.expired']);
    });
  }

  test('PUT state=active without a later end is 409 INVALID_TRANSITION from expired', async () => {
    const { id } = await createLaunchedCampaign(ctx, { endsAt: isoTimeAt(HOUR) });
    ctx.clock.advance(HOUR);
    const { kinds, answer } = await captureEventKinds(ctx, () =>
      updateCampaign(ctx, id, { state: 'active' }),
    );
    expect([answer.status, answer.error.code]).toEqual([409, 'INVALID_TRANSITION']);
    expect(answer.error.message).toContain('expired');
    expect(kinds).toEqual(['campaign.expired']);
  });

  test('PUT state=active with a later end in the same call makes it active again', async () => {
    const { id } = await createLaunchedCampaign(ctx, { endsAt: isoTimeAt(HOUR) });
    ctx.clock.advance(HOUR);
    const { kinds, answer } = await captureEventKinds(ctx, () =>
      updateCampaign(ctx, id, { state: 'active', endsAt: isoTimeAt(DAY) }),
    );
    expect(answer.data).toMatchObject({
      state: 'active',
      stateReason: null,
      endsAt: isoTimeAt(DAY),
    });
    expect(kinds).toEqual(['campaign.expired', 'campaign.updated', 'campaign.resumed']);
    expect((await submitProof(ctx, id)).status).toBe(201);
  });

  test('PUT state=active with an end that is past is VALIDATION_ERROR', async () => {
    const { id } = await createLaunchedCampaign(ctx, { endsAt: isoTimeAt(HOUR) });
    ctx.clock.advance(2 * HOUR);
    const { status, error } = await updateCampaign(ctx, id, {
      state: 'active',
      endsAt: isoTimeAt(HOUR + MINUTE),
    });
    expect([status, error.code, error.details?.[0]?.field]).toEqual([400, 'VALIDATION_ERROR', 'endsAt']);
  });

  test('a draft whose end has passed cannot be activated without a later one', async () => {
    const { id } = await createCampaign(ctx, { endsAt: isoTimeAt(HOUR) });
    ctx.clock.advance(HOUR);
    const refused = await updateCampaign(ctx, id, { state: 'active' });
    expect([refused.status, refused.error.code]).toEqual([409, 'INVALID_TRANSITION']);
    expect((await updateCampaign(ctx, id, { state: 'active', endsAt: isoTimeAt(DAY) })).data.state).toBe(
      'active',
    );
  });

  test('review goes on', async () => {
    const { id } = await createLaunchedCampaign(ctx, { endsAt: isoTimeAt(HOUR) });
    const { id: submissionId } = await createSubmission(ctx, id);
    ctx.clock.advance(HOUR);
    const { status, data } = await reviewSubmission(ctx, submissionId, 'approve');
    expect([status, data.submission.status]).toEqual([200, 'approved']);
  });
});

describe('a later change of the dates', () => {
  test('endsAt before startsAt is VALIDATION_ERROR, whichever of the two is sent', async () => {
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

  test('null takes a date away', async () => {
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
