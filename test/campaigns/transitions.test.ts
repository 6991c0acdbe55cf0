import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  captureEventKinds,
  createCampaign,
  createSubmission,
  DAY,
  databaseSnapshot,
  getCampaign,
  HOUR,
  isoTimeAt,
  type Setup,
  setup,
  updateCampaign,
} from './fixture.ts';

const STATES = ['draft', 'active', 'paused', 'ended', 'expired'] as const;
type State = (typeof STATES)[number];

let ctx: Setup;
beforeEach(async () => {
  ctx = await setup();
});
afterEach(() => ctx.close());

/** Creates a campaign in a state; all except the expired one end in ten days. */
async function inState(state: State): Promise<string> {
  const endsAt = isoTimeAt(state === 'expired' ? HOUR : 10 * DAY);
  const { id } = await createCampaign(ctx, { endsAt, launch: state !== 'draft' });
  if (state === 'paused' || state === 'ended') await updateCampaign(ctx, id, { state });
  if (state === 'expired') ctx.clock.advance(HOUR);
  expect((await getCampaign(ctx, id)).state).toBe(state);
  return id;
}

interface Cell {
  from: State;
  to: 'active' | 'paused' | 'ended';
  with?: Record<string, unknown>;
  status: 200 | 409;
  events?: string[];
}

const LATER = { endsAt: isoTimeAt(20 * DAY) };
const TABLE: Cell[] = [
  { from: 'draft', to: 'active', status: 200, events: ['campaign.activated'] },
  { from: 'draft', to: 'paused', status: 409 },
  { from: 'draft', to: 'ended', status: 200, events: ['campaign.ended'] },
  { from: 'active', to: 'active', status: 200, events: [] },
  { from: 'active', to: 'paused', status: 200, events: ['campaign.paused'] },
  { from: 'active', to: 'ended', status: 200, events: ['campaign.ended'] },
  { from: 'paused', to: 'active', status: 200, events: ['campaign.resumed'] },
  { from: 'paused', to: 'paused', status: 200, events: [] },
  { from: 'paused', to: 'ended', status: 200, events: ['campaign.ended'] },
  { from: 'ended', to: 'active', status: 409 },
  { from: 'ended', to: 'active', with: LATER, status: 409 },
  { from: 'ended', to: 'paused', status: 409 },
  { from: 'ended', to: 'ended', status: 200, events: [] },
  { from: 'expired', to: 'active', status: 409 },
  {
    from: 'expired',
    to: 'active',
    with: LATER,
    status: 200,
    events: ['campaign.updated', 'campaign.resumed'],
  },
  { from: 'expired', to: 'paused', status: 409 },
  { from: 'expired', to: 'paused', with: LATER, status: 409 },
  { from: 'expired', to: 'ended', status: 409 },
];

describe('Campaign transitions', () => {
  for (const { from, to, with: fields, status, events = [] } of TABLE) {
    const also = fields ? ' with a later endsAt' : '';
    test(`${from} → ${to}${also} returns ${status} and records [${events.join(', ')}]`, async () => {
      const id = await inState(from);
      const before = await databaseSnapshot(ctx);
      const { kinds, response } = await captureEventKinds(ctx, () =>
        updateCampaign(ctx, id, { state: to, ...fields }),
      );
      expect(response.status).toBe(status);
      expect(kinds).toEqual(events);
      if (status === 200) {
        expect(response.data.state).toBe(to);
        expect(await getCampaign(ctx, id)).toEqual(response.data);
      } else {
        expect(response.error.code).toBe('INVALID_TRANSITION');
        expect(response.error.message).toContain(from);
        expect(response.error.message).toContain(to);
      }
      if (events.length === 0) expect(await databaseSnapshot(ctx)).toBe(before);
    });
  }

  for (const from of STATES) {
    for (const to of ['draft', 'expired']) {
      test(`PUT rejects ${to} for a campaign that is ${from} with VALIDATION_ERROR`, async () => {
        const id = await inState(from);
        const { kinds, response } = await captureEventKinds(ctx, () =>
          updateCampaign(ctx, id, { state: to }),
        );
        expect([response.status, response.error.code]).toEqual([400, 'VALIDATION_ERROR']);
        expect(kinds).toEqual([]);
      });
    }
  }

  test('each state event contains the record after the change and the previous state', async () => {
    const id = await inState('active');
    await updateCampaign(ctx, id, { state: 'paused' });
    const { data } = await ctx.call('GET', '/events?type=campaign.paused', undefined, {
      as: ctx.business.token,
    });
    const [event] = data.items;
    expect(event.data.object).toEqual(await getCampaign(ctx, id));
    expect(event.data.previous.state).toBe('active');
    expect(event.actor).toEqual({ kind: 'user', id: ctx.business.userId });
  });

  test('a manual pause or end has the reason manual, an active campaign has none', async () => {
    const id = await inState('draft');
    expect((await getCampaign(ctx, id)).stateReason).toBeNull();
    expect((await updateCampaign(ctx, id, { state: 'active' })).data.stateReason).toBeNull();
    expect((await updateCampaign(ctx, id, { state: 'paused' })).data.stateReason).toBe('manual');
    expect((await updateCampaign(ctx, id, { state: 'active' })).data.stateReason).toBeNull();
    expect((await updateCampaign(ctx, id, { state: 'ended' })).data.stateReason).toBe('manual');
  });
});

describe('POST /campaigns', () => {
  test('creates a draft and records only campaign.created', async () => {
    const { kinds, response } = await captureEventKinds(ctx, () => createCampaign(ctx));
    expect(response.state).toBe('draft');
    expect(kinds).toEqual(['campaign.created']);
  });

  test('POST /campaigns with launch creates an active campaign and records campaign.created and campaign.activated', async () => {
    const { kinds, response } = await captureEventKinds(ctx, () => createCampaign(ctx, { launch: true }));
    expect(response.state).toBe('active');
    expect(kinds).toEqual(['campaign.created', 'campaign.activated']);
  });

  test('POST /campaigns with launch: false creates a draft', async () => {
    expect((await createCampaign(ctx, { launch: false })).state).toBe('draft');
  });
});

describe('Ending a campaign with pending submissions', () => {
  async function withPending() {
    const { id } = await createCampaign(ctx, {
      launch: true,
      budget: { total: 20 },
    });
    const first = await createSubmission(ctx, id);
    const second = await createSubmission(ctx, id, { as: ctx.bob.token });
    return { id, first, second };
  }

  for (const pendingPolicy of [undefined, 'keep']) {
    test(`pendingPolicy ${pendingPolicy ?? '(omitted)'} keeps submissions pending and reviewable`, async () => {
      const { id, first } = await withPending();
      const { kinds, response } = await captureEventKinds(ctx, () =>
        updateCampaign(ctx, id, {
          state: 'ended',
          ...(pendingPolicy ? { pendingPolicy } : {}),
        }),
      );
      expect(kinds).toEqual(['campaign.ended']);
      expect(response.data.stats).toEqual({
        pending: 2,
        approved: 0,
        rejected: 0,
      });
      const approved = await ctx.call(
        'POST',
        '/submissions/review',
        { submissionId: first.id, action: 'approve' },
        { as: ctx.business.token },
      );
      expect(approved.data.submission.status).toBe('approved');
    });
  }

  test('rejectAll rejects submissions in the same request and releases their budget, as the response shows', async () => {
    const { id, first } = await withPending();
    const { kinds, response } = await captureEventKinds(ctx, () =>
      updateCampaign(ctx, id, { state: 'ended', pendingPolicy: 'rejectAll' }),
    );
    expect(kinds.toSorted()).toEqual(['campaign.ended', 'submission.rejected', 'submission.rejected']);
    expect(response.data.stats).toEqual({ pending: 0, approved: 0, rejected: 2 });
    expect(response.data.budget).toEqual({
      total: 20,
      reserved: 0,
      spent: 0,
      remaining: 20,
    });
    expect(await getCampaign(ctx, id)).toEqual(response.data);
    const { data } = await ctx.call('GET', `/submissions/${first.id}`, undefined, { as: ctx.ada.token });
    expect(data.status).toBe('rejected');
  });

  test('rejectAll works even if the business requires a reject reason', async () => {
    await ctx.call('PUT', '/business', { requireRejectReason: true }, { as: ctx.business.token });
    const { id } = await withPending();
    const response = await updateCampaign(ctx, id, {
      state: 'ended',
      pendingPolicy: 'rejectAll',
    });
    expect(response.data.stats.rejected).toBe(2);
  });

  test('the campaign.ended event contains the campaign after all rejections', async () => {
    const { id } = await withPending();
    await updateCampaign(ctx, id, { state: 'ended', pendingPolicy: 'rejectAll' });
    const path = `/events?type=campaign.ended&resourceId=${id}`;
    const { data } = await ctx.call('GET', path, undefined, {
      as: ctx.business.token,
    });
    expect(data.items[0].data.object).toEqual(await getCampaign(ctx, id));
  });
});
