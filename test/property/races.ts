import {
  createLaunchedCampaign,
  createSubmission,
  getCampaign,
  type Json,
  reviewSubmission,
  type Setup,
  submitProof,
} from '../campaigns/fixture.ts';

/** Counts of response codes from concurrent requests, including `ok`. */
export type CodeCounts = Record<string, number>;
export interface Round {
  responses: CodeCounts;
  /** Counts of the effects in the database; each must be 1. */
  effects: number[];
}
export type Race = (ctx: Setup) => Promise<Round>;

const APPROVERS = 40;

function countByCode(responses: { status: number; error?: { code: string } }[]): CodeCounts {
  const counts: CodeCounts = {};
  for (const { status, error } of responses) {
    const name = status < 300 ? 'ok' : (error?.code ?? String(status));
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

const countOf = async (ctx: Setup, path: string): Promise<number> =>
  (await ctx.call('GET', path, undefined, { as: ctx.business.token })).data.pagination.total;

const eventsAbout = (ctx: Setup, id: string, type: string) =>
  countOf(ctx, `/events?resourceId=${id}&type=${type}`);

/** Two people submit while the budget covers one more reward. */
export const lastReward: Race = async ctx => {
  const { id } = await createLaunchedCampaign(ctx, { budget: { total: 5 } });
  const responses = await Promise.all([submitProof(ctx, id), submitProof(ctx, id, { as: ctx.bob.token })]);
  const { budget, stats } = await getCampaign(ctx, id);
  const effects = [budget.reserved / 5, stats.pending, await countOf(ctx, `/submissions?campaignId=${id}`)];
  return { responses: countByCode(responses), effects };
};

/** Forty concurrent approvals of the same submission. */
export const manyApprovals: Race = async ctx => {
  const { id: campaignId } = await createLaunchedCampaign(ctx, { budget: { total: 500 } });
  const { id } = await createSubmission(ctx, campaignId);
  const all = Array.from({ length: APPROVERS }, () => reviewSubmission(ctx, id, 'approve'));
  const responses = countByCode(await Promise.all(all));
  const { budget, stats } = await getCampaign(ctx, campaignId);
  const rewards = await countOf(ctx, `/rewards?campaignId=${campaignId}`);
  const approved = await eventsAbout(ctx, id, 'submission.approved');
  return { responses, effects: [budget.spent / 5, stats.approved, rewards, approved] };
};

let turn = 0;

/** A concurrent approval and rejection, each first in turn. */
export const approveOrReject: Race = async ctx => {
  const { id: campaignId } = await createLaunchedCampaign(ctx, { budget: { total: 500 } });
  const { id } = await createSubmission(ctx, campaignId);
  turn += 1;
  const actions = turn % 2 === 0 ? ['approve', 'reject'] : ['reject', 'approve'];
  const responses = await Promise.all(actions.map(action => reviewSubmission(ctx, id, action)));
  const { stats, budget }: Json = await getCampaign(ctx, campaignId);
  const approved = await eventsAbout(ctx, id, 'submission.approved');
  const rejected = await eventsAbout(ctx, id, 'submission.rejected');
  const isConsistent = stats.approved === approved && budget.spent === 5 * approved && budget.reserved === 0;
  return {
    responses: countByCode(responses),
    effects: [stats.approved + stats.rejected, approved + rejected, Number(isConsistent)],
  };
};

export const RACES: Record<string, { race: Race; responses: CodeCounts }> = {
  'two submissions for the last reward': { race: lastReward, responses: { ok: 1, BUDGET_EXHAUSTED: 1 } },
  'forty approvals of one submission': {
    race: manyApprovals,
    responses: { ok: 1, ALREADY_REVIEWED: APPROVERS - 1 },
  },
  'an approval against a rejection': { race: approveOrReject, responses: { ok: 1, ALREADY_REVIEWED: 1 } },
};
