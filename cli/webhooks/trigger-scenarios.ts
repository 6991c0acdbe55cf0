/** The fields that scenarios read from responses; `reward` is that of an approval. */
interface ScenarioRecord {
  id: string;
  reward: { code: string };
}

/** Calls the API of a server as one business. Returns `data`. */
export type ScenarioCall = (method: string, path: string, body?: object) => Promise<ScenarioRecord>;

export interface Scenario {
  description: string;
  /** The kinds of the events that it causes, in order. */
  causes: readonly string[];
  run(call: ScenarioCall): Promise<void>;
}

const CAMPAIGN = {
  name: 'Created by perkmint webhooks trigger',
  platform: 'instagram',
  actionType: 'story',
  reward: { type: 'fixed', value: 5 },
};

async function launchCampaign(call: ScenarioCall, fields: object = {}): Promise<string> {
  return (await call('POST', '/campaigns', { ...CAMPAIGN, launch: true, ...fields })).id;
}

async function submitProof(call: ScenarioCall, campaignId: string, fields: object = {}): Promise<string> {
  const proofUrl = `https://www.instagram.com/p/${campaignId}/`;
  return (await call('POST', '/submissions', { campaignId, proofUrl, userId: 'ada', ...fields })).id;
}

function reviewSubmission(
  call: ScenarioCall,
  submissionId: string,
  action: 'approve' | 'reject',
  fields: object = {},
) {
  return call('POST', '/submissions/review', { submissionId, action, reason: 'Test', ...fields });
}

async function endCampaign(call: ScenarioCall, id: string): Promise<void> {
  await call('PUT', '/campaigns', { id, state: 'ended' });
}

const LAUNCH = ['campaign.created', 'campaign.activated'];

/** The scenarios of `webhooks trigger`: API calls that cause real events. */
export const SCENARIOS: Record<string, Scenario> = {
  campaign: {
    description: 'A campaign from draft to end',
    causes: [...LAUNCH, 'campaign.updated', 'campaign.paused', 'campaign.resumed', 'campaign.ended'],
    run: async call => {
      const { id } = await call('POST', '/campaigns', CAMPAIGN);
      const changes = [{ state: 'active' }, { name: 'Renamed' }, { state: 'paused' }, { state: 'active' }];
      for (const change of changes) await call('PUT', '/campaigns', { id, ...change });
      await endCampaign(call, id);
    },
  },
  approval: {
    description: 'A submission is approved and its reward redeemed',
    causes: [
      ...LAUNCH,
      'submission.created',
      'reward.issued',
      'submission.approved',
      'reward.redeemed',
      'campaign.ended',
    ],
    run: async call => {
      const id = await launchCampaign(call);
      const { reward } = await reviewSubmission(call, await submitProof(call, id), 'approve');
      await call('POST', '/rewards/redeem', { code: reward.code });
      await endCampaign(call, id);
    },
  },
  reinstatement: {
    description: 'A redemption is undone and the reward redeemed again',
    causes: [
      ...LAUNCH,
      'submission.created',
      'reward.issued',
      'submission.approved',
      'reward.redeemed',
      'reward.reinstated',
      'reward.redeemed',
      'campaign.ended',
    ],
    run: async call => {
      const id = await launchCampaign(call);
      const { reward } = await reviewSubmission(call, await submitProof(call, id), 'approve');
      await call('POST', '/rewards/redeem', { code: reward.code });
      await call('POST', '/rewards/reinstate', { code: reward.code, reason: 'Wrong code' });
      await call('POST', '/rewards/redeem', { code: reward.code });
      await endCampaign(call, id);
    },
  },
  rejection: {
    description: 'A submission is rejected and resubmitted',
    causes: [
      ...LAUNCH,
      'submission.created',
      'submission.rejected',
      'submission.resubmitted',
      'campaign.ended',
    ],
    run: async call => {
      const id = await launchCampaign(call);
      const first = await submitProof(call, id);
      await reviewSubmission(call, first, 'reject');
      await submitProof(call, id, { resubmitOf: first });
      await endCampaign(call, id);
    },
  },
  reversal: {
    description: 'An approval is reversed and its reward voided',
    causes: [
      ...LAUNCH,
      'submission.created',
      'reward.issued',
      'submission.approved',
      'reward.voided',
      'submission.reversed',
      'campaign.ended',
    ],
    run: async call => {
      const id = await launchCampaign(call);
      const submission = await submitProof(call, id);
      await reviewSubmission(call, submission, 'approve');
      await reviewSubmission(call, submission, 'reject', { reverse: true });
      await endCampaign(call, id);
    },
  },
  budget: {
    description: 'A budget is exhausted',
    causes: [
      ...LAUNCH,
      'submission.created',
      'campaign.budgetExhausted',
      'campaign.paused',
      'reward.issued',
      'submission.approved',
      'campaign.ended',
    ],
    run: async call => {
      const id = await launchCampaign(call, { budget: { total: 5 } });
      await reviewSubmission(call, await submitProof(call, id), 'approve');
      await endCampaign(call, id);
    },
  },
  key: {
    description: 'An API key is created, rotated and revoked',
    causes: ['apiKey.created', 'apiKey.rotated', 'apiKey.revoked'],
    run: async call => {
      const { id } = await call('POST', '/api-keys', { name: 'Test key', scopes: ['read'] });
      await call('POST', `/api-keys/${id}/rotate`, {});
      await call('DELETE', `/api-keys/${id}`);
    },
  },
  exportLink: {
    description: 'A link for a spreadsheet is created and revoked',
    causes: ['exportLink.created', 'exportLink.revoked'],
    run: async call => {
      const { id } = await call('POST', '/export-links', { operationId: 'listCampaigns', query: {} });
      await call('DELETE', `/export-links/${id}`);
    },
  },
};
