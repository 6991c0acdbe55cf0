import type { Campaign } from '../../../campaigns/model.ts';
import type { Review, RiskFlag, Submission } from '../../../submissions/model.ts';
import { formatMoney, formatReward, formatWord } from '../../data/format.ts';
import type { Tone } from '../../ui/components.tsx';

export type RejectionCode = NonNullable<Review['rejectionCode']>;

/** Why proof is turned down, as the customer would be told. */
export const REJECTIONS: Record<RejectionCode, string> = {
  invalidProof: 'The proof does not show it',
  criteriaNotMet: 'Something that was asked for is missing',
  missingDisclosure: 'Missing disclosure',
  proofDeleted: 'The post is gone',
  wrongAccount: 'It is somebody else’s account',
  duplicate: 'It was sent before',
  outOfWindow: 'Outside the campaign dates',
  fraud: 'It is not genuine',
  other: 'Something else',
};

/** What each flag means, for somebody who has never seen one. */
export const RISKS: Record<RiskFlag, string> = {
  duplicateUrl: 'Somebody else sent the same link before',
  duplicateImage: 'The same picture was sent before',
  wrongPlatform: 'The link does not belong to the platform that was asked for',
  missingHashtags: 'A hashtag that was asked for is not in the notes',
  belowMinFollowers: 'Fewer followers than asked for',
  burst: 'Many sent by the same person within minutes',
  selfSubmission: 'Sent by somebody of this business',
  wrongAccount: 'The account is not the one that the person connected',
  sharedAccount: 'Another person had connected the same account within 30 days',
  orderValueUnconfirmed: 'Not approved automatically: the order value needs your confirmation',
};

const CHECKED: Record<Submission['verification']['status'], [words: string, tone: Tone]> = {
  unverified: ['not checked by a service', 'neutral'],
  passed: ['checks passed', 'good'],
  failed: ['checks failed', 'bad'],
  inconclusive: ['checks not conclusive', 'warn'],
};

export function checkedAs({ verification }: Submission): [words: string, tone: Tone] {
  return CHECKED[verification.status];
}

/** Scores as riskScore of submissions/rules.ts adds them up: one weak hint is below 25, a strong one from 40 on. */
const SOME_RISK = 15;
const HIGH_RISK = 40;

export function riskOf({ risk }: Submission): [words: string, tone: Tone] {
  if (risk.score >= HIGH_RISK) return ['look closely', 'bad'];
  if (risk.score >= SOME_RISK) return ['worth a look', 'warn'];
  return ['nothing unusual', 'good'];
}

/** Who sent it, as far as the page knows: the account, or the end of the id. */
export function senderOf({ handle, userId }: Submission): string {
  const own = /^[a-z]+_[0-9a-z]{26}$/.test(userId);
  return handle ? `@${handle.replace(/^@/, '')}` : own ? `Customer …${userId.slice(-5)}` : userId;
}

/** What an approval would give, in dollars where that is known already. */
export function grantOf({ orderValue }: Submission, { reward }: Campaign): string {
  if (reward.type === 'fixed' || orderValue === null) return formatReward(reward);
  const share = (orderValue * reward.value) / 100;
  return `${formatReward(reward)}: ${formatMoney(Math.min(share, reward.maxAmount ?? share))} of an order of ${formatMoney(orderValue)}`;
}

/** The host of an address as people read it. */
export function hostOf(url: string): string {
  return (URL.parse(url)?.host ?? url).replace(/^www\./, '');
}

/** A check of a verification service by its name, e.g. `hashtagPresent` → Hashtag present. */
export const checkName = formatWord;
