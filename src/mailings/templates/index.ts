import type { MailKind } from '../kinds-model.ts';
import { type BusinessWeekly, businessWeekly } from './business-weekly.ts';
import { type CashbackAvailable, cashbackAvailable } from './cashback-available.ts';
import { type OrderFilled, orderFilled } from './order-filled.ts';
import { type ProposalWaiting, proposalWaiting } from './proposal-waiting.ts';
import { rewardExpiring } from './reward-expiring.ts';
import { type RewardData, rewardIssued } from './reward-issued.ts';
import { type SubmissionDecided, submissionDecided } from './submission-decided.ts';
import { type SubmissionWaiting, submissionWaiting } from './submission-waiting.ts';
import type { Template } from './template.ts';
import { type TierReached, tierReached } from './tier-reached.ts';

/** The values of each kind of mail. */
export interface MailData {
  'submission.decided': SubmissionDecided;
  'reward.issued': RewardData;
  'reward.expiring': RewardData;
  'cashback.available': CashbackAvailable;
  'tier.reached': TierReached;
  'order.filled': OrderFilled;
  'submission.waiting': SubmissionWaiting;
  'proposal.waiting': ProposalWaiting;
  'business.weekly': BusinessWeekly;
}

const TEMPLATES: { [K in MailKind]: Template<MailData[K]> } = {
  'submission.decided': submissionDecided,
  'reward.issued': rewardIssued,
  'reward.expiring': rewardExpiring,
  'cashback.available': cashbackAvailable,
  'tier.reached': tierReached,
  'order.filled': orderFilled,
  'submission.waiting': submissionWaiting,
  'proposal.waiting': proposalWaiting,
  'business.weekly': businessWeekly,
};

/** Returns the texts of a kind. The caller passes values of the same kind, as stored with the mail. */
export function getTemplate(kind: MailKind): Template<unknown> {
  return TEMPLATES[kind] as Template<unknown>;
}
