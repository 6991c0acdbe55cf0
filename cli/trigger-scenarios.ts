/** What a story calls: the API of a server, as one business. Answers `data`. */
// biome-ignore lint/suspicious/noExplicitAny: a story reads ids from answers whose shape the API promises
export type ScenarioCall = (method: string, path: string, body?: object) => Promise<any>;

export interface Scenario {
  about: string;
  /** The kinds of event that it causes, in their order. */
  causes: readonly string[];
  play(call: ScenarioCall): Promise<void>;
}

const CAMPAIGN = {
  name: 'A story of perkmint webhooks trigger',
  platform: 'instagram',
  actionType: 'story',
  reward: { type: 'fixed', value: 5 },
};

async function launched(call: ScenarioCall, fields: object = {}): Promise<string> {
  return (await call('POST', '/campaigns', { ...CAMPAIGN, launch: true, ...fields })).id;
}

async function submitted(call: ScenarioCall, campaignId: string, fields: object = {}): Promise<string> {
  const proofUrl = `https://www.instagram.com/p/${campaignId}/`;
  return (await call('POST', '/submissions', { campaignId, proofUrl, userId: 'ada', ...fields })).id;
}

function review(call: ScenarioCall, submissionId: string, action: 'approve' | 'reject', fields: object = {}) {
  return call('POST', '/submissions/review', { submissionId, action, reason: 'A story', ...fields });
}

async function ended(call: ScenarioCall, id: string): Promise<void> {
  await call('PUT', '/campaigns', { id, state: 'ended' });
}

const LAUNCH = ['campaign.created', 'campaign.activated'];

/** What `webhooks trigger` can play: real calls, which cause real events. */
export const SCENARIOS: Record<string, Scenario> = {
  campaign: {
    about: 'A campaign from draft to its end',
    causes: [...LAUNCH, 'campaign.updated', 'campaign.paused', 'campaign.resumed', 'campaign.ended'],
    play: async call => {
      const { id } = await call('POST', '/campaigns', CAMPAIGN);
      const changes = [{ state: 'active' }, { name: 'Renamed' }, { state: 'paused' }, { state: 'active' }];
      for (const change of changes) await call('PUT', '/campaigns', { id, ...change });
      await ended(call, id);
    },
  },
  approval: {
    about: 'Proof that is approved, and its reward redeemed',
    causes: [
      ...LAUNCH,
      'submission.created',
      'reward.issued',
      'submission.approved',
      'reward.redeemed',
      'campaign.ended',
    ],
    play: async call => {
      const id = await launched(call);
      const { reward } = await review(call, await submitted(call, id), 'approve');
      await call('POST', '/rewards/redeem', { code: reward.code });
      await ended(call, id);
    },
  },
  rejection: {
    about: 'Proof that is rejected, and sent again',
    causes: [
      ...LAUNCH,
      'submission.created',
      'submission.rejected',
      'submission.resubmitted',
      'campaign.ended',
    ],
    play: async call => {
      const id = await launched(call);
      const first = await submitted(call, id);
      await review(call, first, 'reject');
      await submitted(call, id, { resubmitOf: first });
      await ended(call, id);
    },
  },
  reversal: {
    about: 'An approval that is taken back, and its reward with it',
    causes: [
      ...LAUNCH,
      'submission.created',
      'reward.issued',
      'submission.approved',
      'reward.voided',
      'submission.reversed',
      'campaign.ended',
    ],
    play: async call => {
      const id = await launched(call);
      const submission = await submitted(call, id);
      await review(call, submission, 'approve');
      await review(call, submission, 'reject', { reverse: true });
      await ended(call, id);
    },
  },
  budget: {
    about: 'A budget that is used up',
    causes: [
      ...LAUNCH,
      'submission.created',
      'campaign.budgetExhausted',
      'campaign.paused',
      'reward.issued',
      'submission.approved',
      'campaign.ended',
    ],
    play: async call => {
      const id = await launched(call, { budget: { total: 5 } });
      await review(call, await submitted(call, id), 'approve');
      await ended(call, id);
    },
  },
  key: {
    about: 'An API key that is made, rotated and revoked',
    causes: ['apiKey.created', 'apiKey.rotated', 'apiKey.revoked'],
    play: async call => {
      const { id } = await call('POST', '/api-keys', { name: 'A story', scopes: ['read'] });
      await call('POST', `/api-keys/${id}/rotate`, {});
      await call('DELETE', `/api-keys/${id}`);
    },
  },
};
