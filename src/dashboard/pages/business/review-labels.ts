import type { Campaign } from '../../../campaigns/model.ts';
import type { ListedSubmission, Review, RiskFlag, Submission } from '../../../submissions/model.ts';
import {
  formatLabel,
  formatMoney,
  formatNumber,
  formatRatio,
  formatReward,
  plural,
} from '../../data/format.ts';
import type { Tone } from '../../ui/components.tsx';

export type RejectionCode = NonNullable<Review['rejectionCode']>;

/** Labels of the rejection codes. */
export const REJECTION_LABELS: Record<RejectionCode, string> = {
  invalidProof: 'Proof does not show the post',
  criteriaNotMet: 'Requirements not met',
  missingDisclosure: 'Missing disclosure',
  proofDeleted: 'Post deleted',
  wrongAccount: 'Wrong account',
  duplicate: 'Duplicate submission',
  outOfWindow: 'Outside the campaign dates',
  fraud: 'Not genuine',
  other: 'Other',
};

/** Explanations of the risk flags. */
export const RISK_LABELS: Record<RiskFlag, string> = {
  duplicateUrl: 'Another customer submitted the same link',
  duplicateImage: 'The same image was submitted before',
  wrongPlatform: 'The link is not on the required platform',
  missingHashtags: 'A required hashtag is missing from the notes',
  belowMinFollowers: 'Below the minimum follower count',
  burst: 'Many submissions by the same customer within minutes',
  selfSubmission: 'Submitted by a team member of this business',
  wrongAccount: "Doesn't match the customer's connected account",
  sharedAccount: 'Another customer connected the same account in the last 30 days',
  orderValueUnconfirmed: 'Not approved automatically: the order value needs your confirmation',
};

const VERIFICATION_BADGES: Record<Submission['verification']['status'], [label: string, tone: Tone]> = {
  unverified: ['Not verified', 'neutral'],
  passed: ['Checks passed', 'good'],
  failed: ['Checks failed', 'bad'],
  inconclusive: ['Checks inconclusive', 'warn'],
};

export function getVerificationBadge({ verification }: Submission): [label: string, tone: Tone] {
  return VERIFICATION_BADGES[verification.status];
}

/** Thresholds of the risk score, see submissions/rules/risk.ts: one weak signal scores below 25, a strong one at least 40. */
const MEDIUM_RISK = 15;
const HIGH_RISK = 40;

export function getRiskBadge({ risk }: Submission): [label: string, tone: Tone] {
  if (risk.score >= HIGH_RISK) return ['High risk', 'bad'];
  if (risk.score >= MEDIUM_RISK) return ['Medium risk', 'warn'];
  return ['Low risk', 'good'];
}

/** Returns the sender's name, or else the handle, or else a short form of the user ID. */
export function getSender({ customer, handle, userId }: ListedSubmission): string {
  if (customer?.name) return customer.name;
  const isUserId = /^[a-z]+_[0-9a-z]{26}$/.test(userId);
  return handle ? formatHandle(handle) : isUserId ? `Customer …${userId.slice(-5)}` : userId;
}

export function formatHandle(handle: string): string {
  return `@${handle.replace(/^@/, '')}`;
}

/** Describes the sender's other submissions, e.g. 3 earlier submissions: 2 approved, 1 rejected. */
export function formatHistory({ customer, status }: ListedSubmission): string {
  if (!customer) return '–';
  const counts = { ...customer.submissions };
  counts[status] -= 1;
  const { pending, approved, rejected } = counts;
  const total = pending + approved + rejected;
  if (total <= 0) return 'First submission';
  const parts = [
    approved > 0 && `${formatNumber(approved)} approved`,
    rejected > 0 && `${formatNumber(rejected)} rejected`,
    pending > 0 && `${formatNumber(pending)} pending`,
  ].filter(part => part !== false);
  const rate =
    approved + rejected >= MIN_DECIDED
      ? ` (${formatRatio(approved / (approved + rejected))} approval rate)`
      : '';
  return `${plural(total, 'other submission')}: ${parts.join(', ')}${rate}`;
}

/** Decisions from which an approval rate says more than the counts. */
const MIN_DECIDED = 3;

/** Formats the reward of an approval, in dollars if the order value is known. */
export function formatGrant({ orderValue }: Submission, { reward }: Campaign): string {
  if (reward.type !== 'percentage' || orderValue === null) return formatReward(reward);
  const share = (orderValue * (reward.value ?? 0)) / 100;
  return `${formatReward(reward)}: ${formatMoney(Math.min(share, reward.maxAmount ?? share))} for an order of ${formatMoney(orderValue)}`;
}

/** Returns the host of a URL without www. */
export function getHost(url: string): string {
  return (URL.parse(url)?.host ?? url).replace(/^www\./, '');
}

/** Formats the name of a verification check, e.g. `hashtagPresent` → Hashtag present. */
export const formatCheckName = formatLabel;
