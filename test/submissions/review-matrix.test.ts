import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  captureEventKinds,
  createLaunchedCampaign,
  createSubmission,
  databaseSnapshot,
  getCampaign,
  reviewSubmission,
  type Setup,
  setup,
} from '../campaigns/fixture.ts';

let ctx: Setup;
beforeAll(async () => {
  ctx = await setup();
});
afterAll(() => ctx.close());

type Status = 'pending' | 'approved' | 'rejected';

/** Creates a submission in a status, in a campaign with a budget of four rewards. */
async function inStatus(status: Status): Promise<{ id: string; campaignId: string }> {
  const { id: campaignId } = await createLaunchedCampaign(ctx, { budget: { total: 20 } });
  const { id } = await createSubmission(ctx, campaignId);
  if (status !== 'pending') await reviewSubmission(ctx, id, status === 'approved' ? 'approve' : 'reject');
  return { id, campaignId };
}

interface Cell {
  from: Status;
  action: 'approve' | 'reject';
  with?: 'override' | 'reverse';
  /** Null if the review is rejected with ALREADY_REVIEWED. */
  to: Status | null;
  events?: string[];
  /** Reserved and spent amounts after the review. */
  budget?: [number, number];
  reward?: 'issued' | 'void';
}

const ISSUED = ['reward.issued', 'submission.approved'];
const TABLE: Cell[] = [
  {
    from: 'pending',
    action: 'approve',
    to: 'approved',
    events: ISSUED,
    budget: [0, 5],
    reward: 'issued',
  },
  {
    from: 'pending',
    action: 'approve',
    with: 'override',
    to: 'approved',
    events: ISSUED,
    budget: [0, 5],
  },
  {
    from: 'pending',
    action: 'reject',
    to: 'rejected',
    events: ['submission.rejected'],
    budget: [0, 0],
  },
  {
    from: 'pending',
    action: 'reject',
    with: 'reverse',
    to: 'rejected',
    events: ['submission.rejected'],
    budget: [0, 0],
  },
  { from: 'approved', action: 'approve', to: null },
  { from: 'approved', action: 'approve', with: 'override', to: null },
  { from: 'approved', action: 'approve', with: 'reverse', to: null },
  { from: 'approved', action: 'reject', to: null },
  { from: 'approved', action: 'reject', with: 'override', to: null },
  {
    from: 'approved',
    action: 'reject',
    with: 'reverse',
    to: 'rejected',
    events: ['reward.voided', 'submission.reversed'],
    budget: [0, 0],
    reward: 'void',
  },
  { from: 'rejected', action: 'reject', to: null },
  { from: 'rejected', action: 'reject', with: 'reverse', to: null },
  { from: 'rejected', action: 'reject', with: 'override', to: null },
  { from: 'rejected', action: 'approve', to: null },
  { from: 'rejected', action: 'approve', with: 'reverse', to: null },
  {
    from: 'rejected',
    action: 'approve',
    with: 'override',
    to: 'approved',
    events: ISSUED,
    budget: [0, 5],
    reward: 'issued',
  },
];

describe('Every review action on every status', () => {
  for (const { from, action, with: flag, to, events = [], budget, reward } of TABLE) {
    const how = flag ? ` with ${flag}` : '';
    test(`${from} + ${action}${how} → ${to ?? 'ALREADY_REVIEWED'} [${events.join(', ')}]`, async () => {
      const { id, campaignId } = await inStatus(from);
      const before = await databaseSnapshot(ctx);
      const { kinds, response } = await captureEventKinds(ctx, () =>
        reviewSubmission(ctx, id, action, flag ? { [flag]: true } : {}),
      );
      expect(kinds.toSorted()).toEqual(events.toSorted());
      if (to === null) {
        expect([response.status, response.error.code]).toEqual([409, 'ALREADY_REVIEWED']);
        expect(await databaseSnapshot(ctx)).toBe(before);
        return;
      }
      expect([response.status, response.data.submission.status]).toEqual([200, to]);
      const after = await getCampaign(ctx, campaignId);
      expect([after.budget.reserved, after.budget.spent]).toEqual(budget as [number, number]);
      const counts = { pending: 0, approved: 0, rejected: 0, [to]: 1 };
      expect(after.stats).toEqual(counts);
      if (reward) expect(response.data.reward.status).toBe(reward);
      if (to === 'approved') expect(response.data.submission.rewardId).toBe(response.data.reward.id);
      const { data } = await ctx.call('GET', `/submissions/${id}`, undefined, {
        as: ctx.ada.token,
      });
      expect(data).toEqual(response.data.submission);
    });
  }
});
